package epddl_test

import (
	"testing"

	"github.com/epibdd/epibdd/epddl"
	"github.com/epibdd/epibdd/spec/source"
)

// Whatever the text is, it is read or refused with a place in it.
func FuzzImport(f *testing.F) {
	for _, name := range tasks {
		f.Add(text(f, name))
	}
	f.Add(small)
	f.Add(`{"language":{"atoms":["p"],"agents":[]},"initial-state":{"worlds":["w"],"relations":null,"labels":{"w":[]},"designated":["w"]},"actions":null,"goal":{"formula":"p"}}`)
	f.Add(`[{"language": 1.5e3}] null`)
	f.Fuzz(func(t *testing.T, text string) {
		var errs source.List
		d := epddl.Import(source.NewFile("x.epddl.json", text), &errs)
		if (d == nil) != (errs.Err() != nil) {
			t.Fatalf("%q: a document and an error, or neither", text)
		}
		for _, e := range errs.All() {
			if e.Span.Start < 0 || e.Span.End > len(text) || e.Error() == "" {
				t.Fatalf("%q: said at [%d, %d)", text, e.Span.Start, e.Span.End)
			}
		}
	})
}
