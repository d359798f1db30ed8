package decide

import (
	"context"
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// Somebody who sees the time chooses freely again and again, and at last twice in
// a row with the same view, though the choices have to differ: all that was chosen before
// is tried in vain.
const vain = `
vars: {time: 0..n + 1, last: bool, out: bool}
init: time = 0 & !out
agents: {ann: {sees: ["min(time, n - 1)"]}}
steps: joint
actions:
  choose(b in bool):
    by: ann
    when: time <= n
    then: {time: time + 1, last: b, out: time = n & b != last}
  rest: {by: ann, when: time > n}
check:
  - {id: free, formula: "<<ann>> F out"}
  - {id: uniform, formula: "<<ann; uniform>> F out"}
  - {id: below, formula: "AG (time = 0 -> !<<ann; uniform>> F out)"}
  - {id: late, formula: "AG (time = n & !last -> <<ann; uniform>> F out)"}
`

// A search that is given up leaves the answer open, also where it is negated.
func TestUniformStrategiesAreSearchedWithinLimits(t *testing.T) {
	for n, want := range map[int][]verdict.Verdict{
		3:  {verdict.Holds, verdict.Fails, verdict.Holds, verdict.Holds},
		15: {verdict.Holds, verdict.Unknown, verdict.Unknown, verdict.Holds},
	} {
		suite, err := spec.Parse("vain.yaml", fmt.Sprintf("params: {n: %d}%s", n, vain))
		if err != nil {
			t.Fatal(err)
		}
		cs := checkers{}
		for i, chk := range suite.Checks {
			a, err := cs.of(t, chk).Check(context.Background(), chk)
			if err != nil || a.Verdict != want[i] || (a.Verdict == verdict.Unknown) != (a.Reason == "strategies") {
				t.Errorf("n = %d, %s: %+v, %v, want %s", n, chk.ID, a, err, want[i])
			}
		}
	}
}

// What is counted in a world is asked there as it is elsewhere: who does not see a number has no
// strategy that surely avoids it, though with full information there is one in most worlds.
func TestUniformStrategiesAreCounted(t *testing.T) {
	const model = `
vars: {hidden: 0..2, shown: bool}
agents: {ann: {sees: [shown]}}
steps: joint
actions:
  turn: {by: ann, then: {shown: "!shown"}}
  stay: {by: ann}
check:
  - {id: all, formula: "count(x in 0..2: <<ann; uniform: subjective>> X hidden != x) >= 1"}
`
	suite, err := spec.Parse("counted.yaml", model)
	if err != nil {
		t.Fatal(err)
	}
	chk := suite.Checks[0]
	a, err := checkers{}.of(t, chk).Check(context.Background(), chk)
	if err != nil || a.Verdict != verdict.Fails || a.Run == nil {
		t.Fatalf("%+v, %v", a, err)
	}
	parts := a.Run.Parts
	if len(parts) != 3 {
		t.Errorf("%d parts, not one for each number", len(parts))
	}
	for _, n := range parts {
		if n.Holds || n.Claim != witness.NoStrategy {
			t.Errorf("%v: %v, %q", n.Env, n.Holds, n.Claim)
		}
	}
}

// What is over asks for no decision: a step of ann's may lead to where nothing can be done
// any more, or on to where she has to choose.
func TestUniformStrategiesDecideNothingWhereThePlayIsOver(t *testing.T) {
	const model = `
vars: {s: 0..4}
init: s = 0
agents: {ann: {sees: [s]}}
steps: joint
actions:
  go: {by: ann, when: s = 0, outcome: o in 1..2, then: {s: o}}
  left: {by: ann, when: s = 2, then: {s: 3}}
  right: {by: ann, when: s = 2, then: {s: 4}}
`
	for _, goal := range []string{"G s != 4", "F (s = 1 | s = 3)", "[s != 4 U (s = 1 | s = 3)]"} {
		a, err := ask(t, model, `formula: "<<ann; uniform>> `+goal+`"`)
		if err != nil || a.Verdict != verdict.Holds {
			t.Errorf("%s: %+v, %v", goal, a, err)
		}
	}
}
