package decide

import (
	"errors"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/verdict"
)

// TestNoInitialState is about MCMAS saying of every formula that it holds where
// there is no initial state, or none with a fair run. What asks for some state
// finds none. Without memory only: there is nothing to say with MCMAS otherwise.
func TestNoInitialState(t *testing.T) {
	empty := strings.Replace(asking, "init: x = 0", "init: x = 0 & x = 1", 1)
	unfair := asking + "fairness: [x = 3]\n"
	cases := []struct {
		question, want string
		kind           verdict.Kind
	}{
		{"formula: x = 7", "holds", 0},
		{"formula: AF x = 3", "holds", 0},
		{"formula: K{ann} EG x != 1", "holds", 0},
		{"formula: A (G F x = 1)", "holds", 0},
		{"formula: \"AG it + 1 > 0\"", "holds", 0}, // its value is needed nowhere
		{"some: x = 0", "fails", 0},
		{"count: x = 0", "0", 0},
		{"least: m in 1..3\nformula: x = m", "1", 0},
		{"formula: x = 0\nat: x = 0", "", verdict.NoneWithAt},
		{"formula: x = 0\nrecall: clock", "", verdict.NoInitial},
		{"formula: x = 0\nrecall: perfect", "", verdict.NoInitial},
		{"formula: x = 0\nruns: maximal", "", verdict.NoInitial},
		{"formula: x = 0\nruns: infinite", "", verdict.NoInitial},
	}
	for _, model := range []struct{ text, says string }{
		{empty + "runs: ispl\n", "no state satisfies all initial conditions"},
		{unfair + "runs: ispl\n", "no initial state has a run along which every fairness condition"},
	} {
		for _, c := range cases {
			if c.kind == verdict.NoInitial && !strings.HasPrefix(model.says, "no state") {
				continue // other errors, of fairness
			}
			t.Run(model.says+": "+c.question, func(t *testing.T) {
				chk := parse(t, document(model.text, c.question)).Checks[0]
				byEnumeration, oracleErr := explicit.Decide(chk, explicit.Options{})
				a, err := ask(t, model.text, c.question)
				if c.kind != 0 {
					if e := (*verdict.Mistake)(nil); !errors.As(err, &e) || e.Kind != c.kind || oracleErr == nil {
						t.Errorf("%v, by enumeration %v; want an error of kind %d", err, oracleErr, c.kind)
					}
					return
				}
				if err != nil || oracleErr != nil {
					t.Fatal(err, oracleErr)
				}
				if got, other := inShort(a, chk.Kind), inWords(byEnumeration, chk); got != c.want || other != c.want {
					t.Errorf("%s, by enumeration %s, want %s", got, other, c.want)
				}
				if len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0].Message, model.says) || !strings.Contains(a.Warnings[0].Span.Text(), "x = 0") || a.Warnings[0].Hint == "" {
					t.Errorf("warnings %v", a.Warnings)
				}
			})
		}
	}
}

// A later question about the same worlds is warned about as well.
func TestEveryQuestionAboutNothingWarns(t *testing.T) {
	model := strings.Replace(asking, "init: x = 0", "init: x = 0 & x = 1", 1) + "runs: ispl\n"
	suite := parse(t, document(model, "formula: x = 0")+"  - {id: again, formula: x = 1}\n")
	cs := checkers{}
	for _, chk := range suite.Checks {
		a, err := cs.of(t, chk).Check(t.Context(), chk)
		if err != nil || a.Verdict != verdict.Holds || a.States.Sign() != 0 || len(a.Warnings) != 1 {
			t.Errorf("%s: %+v, %v", chk.ID, a, err)
		}
	}
}
