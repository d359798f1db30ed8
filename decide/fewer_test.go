package decide

import (
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// TestFewerStepsDecideAlike decides random questions by the layers of one, two, three and
// four steps, whatever other routes would find first: what fewer steps decide, more do not
// decide otherwise.
func TestFewerStepsDecideAlike(t *testing.T) {
	for _, recall := range memoryModes {
		t.Run(recall, func(t *testing.T) {
			tally := map[string]int{}
			for _, seed := range seeds(t, *pairs/perDocument/16, 5) {
				for _, text := range []string{reminding(seed, recall), jointly(seed, recall), learning(seed, recall, "")} {
					suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
					if err == nil {
						suite, err = spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text+aboutRuns(suite))
					}
					if err != nil { // a knowledge action that is refused
						tally["refused"]++
						continue
					}
					for _, chk := range suite.Checks {
						if chk.Kind == spec.FormulaCheck || chk.Kind == spec.SomeCheck {
							compareDepths(t, seed, chk, tally)
						}
					}
				}
			}
			t.Logf("%v", tally)
			if tally["compared"] < tally["asked"]/8 || tally["open"] == 0 {
				t.Error("too few to mean anything")
			}
		})
	}
}

// aboutRuns are checks of formulas about runs whose parts are the formulas of a suite.
func aboutRuns(suite *spec.Suite) string {
	forms := []string{"E(F (%s))", "A(F (%s))", "E(G (%s))", "A(G (%s))", "E(true U (%s))", "A(G F (%s))", "A(X (%s))", "E(F G (%s))", "AX E(F (%s))"}
	var b strings.Builder
	for i, chk := range suite.Checks {
		if chk.Kind == spec.FormulaCheck && chk.After == nil {
			fmt.Fprintf(&b, "  - id: runs%d\n    formula: %q\n", i, fmt.Sprintf(forms[i%len(forms)], chk.Formula.Span().Text()))
		}
	}
	return b.String()
}

// compareDepths decides a check by more and more steps.
func compareDepths(t *testing.T, seed uint64, chk *spec.Check, tally map[string]int) {
	chk.Limits.Nodes = 200_000
	route := map[spec.Recall]string{spec.ClockRecall: "lasso", spec.PerfectRecall: "histories"}[chk.Recall]
	before, decidedBy := verdict.Unknown, 0
	for depth := 1; depth <= 4; depth++ {
		of := *chk
		of.Depth = depth
		sys, err := encode.New(t.Context(), of.Model, encode.Options{Asked: []spec.Expr{of.Formula}})
		if err != nil {
			return
		}
		a, err := New(sys, of.Runs, Options{Routes: verdict.RouteChoice{Only: route}}).Check(patient(), &of)
		tally["asked"]++
		switch {
		case err != nil:
			tally["errors"]++
			return
		case a.Verdict == verdict.Unknown:
			tally["open"]++
			continue
		case before != verdict.Unknown && a.Verdict != before:
			t.Errorf("seed %d, %s: %s by %d steps, %s by %d\n%s", seed, chk.ID, before, decidedBy, a.Verdict, depth, chk.Text)
		case before != verdict.Unknown:
			tally["compared"]++
		}
		before, decidedBy = a.Verdict, depth
	}
}
