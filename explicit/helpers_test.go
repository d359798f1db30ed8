package explicit

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/spec"
)

func enumerate(t testing.TB, m *spec.Model, runs spec.Runs) *System {
	t.Helper()
	s, err := New(m, runs, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// where lists the values of the first variable in the worlds in which a formula
// is true, in ascending order of the worlds' keys, or the error.
func where(t testing.TB, model, formula string) string {
	t.Helper()
	c := sample.Question(t, model, "formula", formula)
	s, err := New(c.Model, "", Options{})
	if err != nil {
		return "error: " + err.Error()
	}
	in, err := s.Truth(c.Formula, nil)
	if err != nil {
		return "error: " + err.Error()
	}
	var values []string
	for v := range c.Model.Vars[0].Type.All() {
		for w, st := range s.States() {
			if in[w] && spec.Equal(st[0], v) {
				values = append(values, v.String())
			}
		}
	}
	return strings.Join(values, " ")
}
