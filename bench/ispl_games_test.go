package bench

import (
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/ispl"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// TestGamesByEnumeration holds what is said of the games, the number of states at each of
// some sizes and that all formulas hold, to the definitions.
func TestGamesByEnumeration(t *testing.T) {
	for _, f := range Multiagent() {
		sizes := map[string][]int{"contract": {2, 3}, "bites": {2, 3, 4}, "voting": {2}}[f.Name]
		for _, n := range sizes {
			var errs source.List
			d := ispl.Import(source.NewFile(f.Name+".ispl", f.Model(n)), &errs)
			if err := errs.Err(); err != nil {
				t.Fatal(err)
			}
			suite, more := spec.Resolve(d, spec.Options{})
			if err := more.Err(); err != nil {
				t.Fatal(err)
			}
			s, err := explicit.New(suite.Models[0], "", explicit.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := len(s.States()), f.States(n); want.Int64() != int64(got) {
				t.Errorf("%s of %d: %d states, not %d", f.Name, n, got, want)
			}
			for _, c := range suite.Checks {
				if answer, err := s.Check(c); err != nil || !answer.Holds {
					t.Errorf("%s of %d: %s fails: %v", f.Name, n, c.Text, err)
				}
			}
		}
	}
}
