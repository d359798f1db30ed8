package document

import (
	"os"
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
