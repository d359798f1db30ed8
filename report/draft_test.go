package report

import (
	"bytes"
	"testing"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// A draft has the answers that are there; all other checks count as interrupted, also those
// of documents that have not begun, so that no draft is taken for the whole.
func TestDraft(t *testing.T) {
	a, b := &spec.Check{Label: "a"}, &spec.Check{Label: "b"}
	r := NewRecorder(Call{})
	r.Spec(&Spec{File: "t.yaml", Checks: []*spec.Check{a, b}})
	r.Result(&Result{Check: a, Verdict: verdict.Holds})
	for _, format := range Formats() {
		var text bytes.Buffer
		w, err := New(format, &text, Options{})
		if err == nil {
			err = r.Draft(5, w)
		}
		if err != nil || text.Len() == 0 {
			t.Errorf("%s: %v\n%s", format, err, &text)
		}
		if format != "json" {
			continue
		}
		doc, err := Read(&text)
		if err != nil {
			t.Fatal(err)
		}
		if s := doc.Summary; s.Checks != 5 || s.Open != 1 || s.Interrupted != 4 || len(doc.Specs[0].Checks) != 2 || *doc.Specs[0].Checks[1].Reason != "interrupted" {
			t.Errorf("%+v, %+v", s, doc.Specs)
		}
	}
}
