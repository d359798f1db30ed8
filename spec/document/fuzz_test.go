package document

import (
	"os"
	"testing"

	"github.com/epibdd/epibdd/spec/source"
)

// FuzzLoad asks of any text that loading ends without panic, that all that is
// said about it lies in the file, and that formatting what loads is a fixed
// point.
func FuzzLoad(f *testing.F) {
	for _, path := range sampleFiles(f) {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	for _, path := range []string{"testdata/bad/yaml.txtar", "testdata/bad/keys.txtar", "testdata/bad/use.txtar"} {
		a, err := readArchive(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.files {
			f.Add(file.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("fuzz.yaml", text)
		layer := read(file, new(source.List))
		if layer != nil {
			inFile(t, file, layer.root)
		}
		_, errs := (&Loader{ReadFile: func(string) ([]byte, error) { return nil, os.ErrNotExist }}).Load(file)
		for _, d := range errs.All() {
			if d.Span.File == file && !within(file, d.Span) {
				t.Fatalf("%q: said at [%d, %d) of %d bytes: %s", text, d.Span.Start, d.Span.End, len(text), d.Message)
			}
			if d.Error() == "" {
				t.Fatalf("%q: nothing is said", text)
			}
		}
		once, errs := Format(file)
		if errs.Err() != nil {
			for _, d := range errs.All() {
				if isInternal(d) {
					t.Fatalf("%q: %v", text, d.Error())
				}
			}
			return
		}
		twice, errs := Format(source.NewFile("fuzz.yaml", once))
		if err := errs.Err(); err != nil {
			t.Fatalf("%q is formatted as %q, which is refused: %v", text, once, err)
		}
		if once != twice {
			t.Fatalf("%q is formatted as %q and then as %q", text, once, twice)
		}
	})
}

func isInternal(d source.Diagnostic) bool {
	return len(d.Message) > 8 && d.Message[:8] == "internal"
}

func within(file *source.File, s source.Span) bool {
	return 0 <= s.Start && s.Start <= s.End && s.End <= len(file.Text)
}

func inFile(t *testing.T, file *source.File, n *node) {
	t.Helper()
	if !within(file, n.full) || n.kind == scalar && !within(file, n.text) {
		t.Fatalf("%q: a node covers [%d, %d) of %d bytes", file.Text, n.full.Start, n.full.End, len(file.Text))
	}
	for _, item := range n.items {
		inFile(t, file, item)
	}
	for _, p := range n.pairs {
		inFile(t, file, p.key)
		inFile(t, file, p.value)
	}
}
