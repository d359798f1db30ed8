package ispl

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// TestObservation asks of models in ISPL what MCMAS decides with full information
// alone: what can be brought about by going by what is seen.
func TestObservation(t *testing.T) {
	for _, c := range []struct {
		file, formula string
		holds         bool
		plays         int // in the strategy shown, one for each state; 0: none
	}{
		{"steps", "<<Walker>> F home_2", true, 2},
		{"steps", "<<Walker; uniform>> F home_2", false, 0},
		{"steps", "<<Walker; uniform>> G !home_2", true, 2},
		{"guess", "<<Guesser>> F won", true, 2},
		{"guess", "<<Guesser; uniform>> F won", true, 2},
		{"guess", "K{Guesser} heads_2 | <<Environment; uniform>> G won", false, 0},
	} {
		model, _, _ := strings.Cut(document.Write(imported(t, c.file+".ispl", readText(t, "testdata/"+c.file+".ispl"))), "\ncheck:")
		d, errs := (&document.Loader{}).Load(source.NewFile("asked.yaml", model+"\ncheck: [{id: asked, formula: \""+c.formula+"\"}]\n"))
		if err := errs.Err(); err != nil {
			t.Fatal(err)
		}
		suite := resolved(t, d)
		a := answers(t, suite)[0]
		if got := a.Verdict == verdict.Holds; got != c.holds {
			t.Errorf("%s: %s", c.formula, a.Verdict)
		}
		if a.Run == nil {
			if c.plays > 0 {
				t.Errorf("%s: no strategy is shown", c.formula)
			}
			continue
		}
		if _, err := replay.Replay(suite.Models[0], suite.Checks[0], a.Run, explicit.Options{}); err != nil {
			t.Errorf("%s: %v", c.formula, err)
		}
		if s := a.Run.Strategy; c.plays > 0 && (s == nil || len(s.Plays) != c.plays) {
			t.Errorf("%s: the strategy shown is %+v", c.formula, s)
		}
	}
}
