package decide

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// On the fork one run ends and one does not: 0→1→3, 0→2→2→….
func TestFormulasAboutRuns(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    int
	}{
		{"E(X X x = 3)", worldsOf(0)},
		{"A(X true)", worldsOf(0, 1, 2)},
		{"E(G F x = 2)", worldsOf(0, 2)},
		{"A(F G x >= 2)", worldsOf(0, 1, 2, 3)},
		{"E(F x = 3 & G x != 2)", worldsOf(0, 1, 3)},
		{"A(F x = 3 | F x = 2)", worldsOf(0, 1, 2, 3)},
		{"A(F x = 3) | A(F x = 2)", worldsOf(1, 2, 3)},
		{"E(x = 0 & X (x = 1 U x = 3))", worldsOf(0)},
		{"A(G (X true | x = 3))", worldsOf(0, 1, 2, 3)},
		{"A(G X true)", worldsOf(2)},
		{"E(G X true)", worldsOf(0, 2)},
		{"A(!X true <-> x = 3)", worldsOf(0, 1, 2, 3)},
		{"E(x = 0)", worldsOf(0)},
		{"A(F K{seer} E(G x = 2) -> F x = 2)", worldsOf(0, 1, 2, 3)},
		{"E(forall y in 1..3: F x = y)", 0},
		{"E(exists y in 2..3: X F x = y)", worldsOf(0, 1, 2)},
		{"A(x < 2 U !(F x = 0))", worldsOf(0, 1, 2, 3)},
		{"E((F x = 3) != (F x = 2))", worldsOf(0, 1, 2, 3)},
		{"E((F x = 3) <-> (F x = 2))", 0},
	} {
		if got := where(t, fork, c.formula); got != c.want {
			t.Errorf("%s is true in %04b, want %04b", c.formula, got, c.want)
		}
	}
}

// The way of MCMAS, to which runs that end are none, as in its EG and AF.
func TestFormulasAboutEndlessRuns(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    int
	}{
		{"E(F x = 3)", 0},
		{"A(F x = 2)", worldsOf(0, 1, 2, 3)},
		{"E(true)", worldsOf(0, 2)},
		{"EF x = 3", worldsOf(0, 1, 3)},
	} {
		if got := where(t, fork+"runs: ispl", c.formula); got != c.want {
			t.Errorf("%s is true in %04b, want %04b", c.formula, got, c.want)
		}
	}
}

// stay is 0⟲→1→2⟲: the textbook example of what LTL can say and CTL cannot.
const stay = `
vars: {x: 0..2}
init: x = 0
actions:
  stay: {when: x != 1}
  go: {when: x < 2, then: {x: x + 1}}
`

func TestEventuallyForEver(t *testing.T) {
	for formula, want := range map[string]verdict.Verdict{
		"A(F G x != 1)":                      verdict.Holds,
		"AF AG x != 1":                       verdict.Fails,
		"A(G F x = 0 -> G x = 0)":            verdict.Holds,
		"AG AF x = 0 -> AG x = 0":            verdict.Holds,
		"E(G F x = 0 & F x = 2)":             verdict.Fails,
		"A((F x = 1) -> (F G x = 2))":        verdict.Holds,
		"A(F F G G F G F (x = 0))":           verdict.Fails,
		"A(x = 0 U (x = 1 U G x = 2))":       verdict.Fails,
		"E(x = 0 U (x = 1 U G x = 2))":       verdict.Holds,
		"A((G x = 0) | F (x = 1 & X x = 2))": verdict.Holds,
	} {
		a, err := ask(t, stay, "formula: |\n  "+formula)
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != want {
			t.Errorf("%s %s, want %s", formula, a.Verdict, want)
		}
	}
}

// What a run has promised so far is a set of subformulas, and n of them have 2^n
// sets.
func TestTooManyPromises(t *testing.T) {
	formula := "E(true"
	for i := range 12 {
		formula += " & F " + strings.Repeat("X ", i) + "x = 1"
	}
	_, err := ask(t, stay, "formula: |\n  "+formula+")")
	if err == nil || !strings.Contains(err.Error(), "too large") {
		t.Fatalf("the error is %v", err)
	}
}

func TestRunsAreRefusedWhereStatesAreAskedAbout(t *testing.T) {
	for _, formula := range []string{
		"G x = 0", "AX F x = 1", "K{seer} X x = 1", "x = 0 U x = 1 & true", "E(K{seer} X x = 1)",
		"count(y in 0..3: F x = y) = 1", "E(if x = 0 then F x = 1 else true)", "E(forall y in {x}: F x = y)",
	} {
		_, err := spec.Parse("t.yaml", fork+"check: [{id: a, formula: \""+formula+"\"}]")
		if err == nil {
			t.Errorf("%s is accepted", formula)
		}
	}
}

// Of nested formulas about runs most ways to satisfy one ask for more than others; that
// they double with each level is no reason to list them all.
func TestDeepFormulasAboutRuns(t *testing.T) {
	const line = "vars: {x: 0..3, y: bool}\nactions: {go: {then: {x: (x + 1) mod 4, y: \"!y\"}}}"
	for _, op := range []string{"U", "R"} {
		right, left := "x < 3", "x < 3"
		for range 24 {
			if op == "U" {
				right, left = "x < 3 U ("+right+")", "("+left+") U x < 3"
			} else {
				right, left = "!(x < 3 U !("+right+"))", "!(!("+left+") U x < 3)"
			}
		}
		for _, f := range []string{right, left} {
			a, err := ask(t, line, fmt.Sprintf("formula: %q", "A("+f+")"))
			if wrong := (*verdict.Mistake)(nil); err != nil && (!errors.As(err, &wrong) || wrong.Kind != verdict.Unsupported) {
				t.Errorf("%s: %v, %v", f, a, err)
			}
		}
	}
}

// What all worlds that were looked at have in common, later ones need not have: what runs
// that were cut off say is open or so, whatever comes after the last step.
func TestFormulasAboutRunsThatWereCutOff(t *testing.T) {
	const count = "vars: {x: 0..3}\ninit: x = 0\nactions: {go: {then: {x: next(x)}}}\n"
	decided := 0
	for _, model := range []string{count, fork, stay} {
		for _, formula := range []string{
			"E(true U x = 2)", "E(x < 3 U x = 2)", "A(true U x = 2)", "A(x < 2 U x = 2)", "!E(true U x = 2)",
			"E(F x = 2)", "A(F x = 2)", "E(G x < 2)", "A(G x < 2)", "E(X x = 1)", "A(X X x < 2)", "E(X F x = 2)",
			"E(G F x = 2)", "A(F G x = 2)", "E(G (x < 2 | F x = 0))", "AX !E(true U x = 2)", "AX E(G x < 2)",
			"A((F x = 2) <-> (F x = 3))", "A((X true) -> G x < 2)", "E(F (x = 2 & X true))",
		} {
			truth, err := ask(t, model, fmt.Sprintf("formula: %q", formula))
			if err != nil {
				t.Fatal(err)
			}
			for _, recall := range []spec.Recall{spec.ClockRecall, spec.PerfectRecall} {
				for depth := 1; depth <= 4; depth++ {
					a, err := ask(t, model, fmt.Sprintf("formula: %q\nrecall: %s\ndepth: %d", formula, recall, depth))
					if err != nil {
						t.Fatal(err)
					}
					if a.Verdict == verdict.Unknown {
						continue
					}
					decided++
					if a.Verdict != truth.Verdict {
						t.Errorf("%s %s by %d steps of recall %s, which is not so: it %s\n%s", formula, a.Verdict, depth, recall, truth.Verdict, model)
					}
				}
			}
		}
	}
	if decided < 300 {
		t.Errorf("%d answers, want 300 or more", decided)
	}
}
