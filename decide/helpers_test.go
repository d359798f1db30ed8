package decide

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// checkers has one checker for each model and reading of runs of a suite.
type checkers map[string]*Decider

func parse(t testing.TB, text string) *spec.Suite {
	t.Helper()
	suite, err := spec.Parse("test.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	return suite
}

// of returns the checker for a check.
func (cs checkers) of(t testing.TB, chk *spec.Check) *Decider {
	t.Helper()
	key := fmt.Sprintf("%p %s", chk.Model, chk.Runs)
	if c, ok := cs[key]; ok {
		return c
	}
	sys, err := encode.New(context.Background(), chk.Model, encode.Options{Asked: []spec.Expr{chk.Formula}})
	if err != nil {
		t.Fatal(err)
	}
	cs[key] = New(sys, chk.Runs, Options{})
	return cs[key]
}

// replayed lets the oracle go through what shows an answer, as many steps of runs as it is
// based on.
func replayed(r *replay.Replayer, chk *spec.Check, a *verdict.Answer) error {
	of := *chk
	of.Depth = a.Depth
	_, err := r.Replay(&of, a.Run)
	return err
}

// inShort is an answer in short: the verdict or value.
func inShort(a *verdict.Answer, kind spec.CheckKind) string {
	if a.Verdict != verdict.Unknown && (kind == spec.CountCheck || kind == spec.LeastCheck) {
		if a.Value == nil {
			return "none"
		}
		return a.Value.String()
	}
	return string(a.Verdict)
}

// ask answers one question about a model, given as the lines of a check.
func ask(t testing.TB, model, question string) (*verdict.Answer, error) {
	t.Helper()
	chk := parse(t, document(model, question)).Checks[0]
	return checkers{}.of(t, chk).Check(context.Background(), chk)
}

// document is a model with one question.
func document(model, question string) string {
	return strings.TrimRight(model, "\n") + "\ncheck:\n  - id: question\n" + indent(question)
}

func indent(question string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(question), "\n") {
		b.WriteString("    " + line + "\n")
	}
	return b.String()
}

// counts asks in how many worlds each formula is true.
func counts(t *testing.T, model string, cases []struct{ formula, want string }) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.formula, func(t *testing.T) {
			a, err := ask(t, model, "count: |\n  "+c.formula)
			if err != nil {
				t.Fatal(err)
			}
			if got := a.Value.String(); got != c.want {
				t.Errorf("true in %s worlds, want %s", got, c.want)
			}
		})
	}
}
