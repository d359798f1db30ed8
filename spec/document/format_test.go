package document

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec/source"
)

func formatted(t testing.TB, file *source.File) string {
	t.Helper()
	text, errs := Format(file)
	if err := errs.Err(); err != nil {
		t.Fatalf("%s: %v", file.Name, err)
	}
	return text
}

func TestSamplesFormatIdempotently(t *testing.T) {
	for _, path := range sampleFiles(t) {
		once := formatted(t, readSource(t, path))
		twice := formatted(t, source.NewFile(path, once))
		if diff := cmp.Diff(once, twice); diff != "" {
			t.Errorf("%s formatted twice differs:\n%s", path, diff)
		}
	}
}
