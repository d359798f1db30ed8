package document

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/source"
)

// samples is a loader whose built-in models are the sample documents.
func samples() *Loader {
	return &Loader{
		Library: func(name string) (string, bool) {
			text, err := os.ReadFile(filepath.Join("testdata", "sample", name+".yaml"))
			return string(text), err == nil
		},
		Names: func() []string { return []string{"dining", "eleusis", "muddy"} },
	}
}

func sampleFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/sample/*.yaml")
	if err != nil || len(files) < 20 {
		t.Fatalf("sample documents are missing: %d found, %v", len(files), err)
	}
	return files
}

func readSource(t testing.TB, path string) *source.File {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return source.NewFile(path, string(text))
}

func TestSamplesLoad(t *testing.T) {
	for _, path := range sampleFiles(t) {
		file := readSource(t, path)
		doc, errs := samples().Load(file)
		if err := errs.Err(); err != nil {
			t.Errorf("%s:\n%v", path, err)
			continue
		}
		if want := strings.TrimSuffix(filepath.Base(path), ".yaml"); doc.Name != want {
			t.Errorf("%s has the name %q", path, doc.Name)
		}
		if strings.Contains(file.Text, "\ncheck:") != (len(doc.Checks) > 0) {
			t.Errorf("%s: %d checks were read", path, len(doc.Checks))
		}
	}
}

// What is no document is not quoted: behind use anything can be named.
func TestUseOfWhatIsNoDocument(t *testing.T) {
	for text, message := range map[string]string{
		"":                                      "it is empty",
		"root:x:0:0:SECRET:/root:/bin/sh\n":     "it is no mapping",
		"a: b\n- SECRET: {":                     "cannot be read as YAML",
		"-----BEGIN KEY-----\nSECRET\n":         "it is no mapping",
		"name: n\npassword: SECRET\n":           "line 2 has a key that no document has",
		"SECRET: 1\n":                           "line 1 has a key that no document has",
		"\x00SECRET\n":                          "cannot be read as YAML",
		"SECRET" + strings.Repeat(" ", Largest): "it has more than 1048576 bytes",
		"[SECRET, {name: SECRET}]":              "it is no mapping",
		"? [SECRET]\n: SECRET\n":                "has a key that no document has",
	} {
		l := &Loader{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}
		_, errs := l.Load(source.NewFile("game.yaml", "use: ./credentials\n"))
		err := errs.Err()
		if err == nil || strings.Contains(err.Error(), "SECRET") || !strings.Contains(err.Error(), message) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

// A named pipe into which nobody writes would be waited for.
func TestNamedPipesAreNotOpened(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.yaml")
	if err := exec.Command("mkfifo", path).Run(); err != nil {
		t.Skip("there is no mkfifo")
	}
	if _, err := ReadFile(path); err == nil || !strings.Contains(Reason(err), "named pipe") {
		t.Error(err)
	}
	link := filepath.Join(t.TempDir(), "link.yaml")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if _, err := ReadFile(link); err == nil {
		t.Error("read through a link")
	}
}

func TestPipesWithoutANameAreRead(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out.WriteString("name: piped")
	out.Close()
	defer in.Close()
	path := fmt.Sprintf("/dev/fd/%d", in.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	if text, err := ReadFile(path); err != nil || string(text) != "name: piped" {
		t.Errorf("%q, %v", text, err)
	}
}
