package smcdel_test

import (
	"testing"

	"github.com/epibdd/epibdd/smcdel"
	"github.com/epibdd/epibdd/spec/source"
)

// Whatever the text is, it is read or refused with a place in it.
func FuzzImport(f *testing.F) {
	f.Add(head + "[a, b ? ! 1 & ~ K a 2] Exists 3, 4 ONEOF (1, 2, 3) -- end")
	f.Add("VARS 0 LAW Top OBS a: 0 TRUE? {} a knows whether (0, 0) WHERE? <! 0> (a, a) comknow that 0")
	f.Add("VARS 1 LAW K a 1")
	f.Fuzz(func(t *testing.T, text string) {
		var errs source.List
		d := smcdel.Import(source.NewFile("x.smcdel", text), &errs)
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
