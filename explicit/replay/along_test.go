package replay

import (
	"errors"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// What agents know at the end of a history, and consider possible along it, is decided though there is room for no other
// histories than those that they take for it, also of an agent who is noted and not asked about. What depends on
// others remains a claim.
func TestKnowledgeAlongAHistory(t *testing.T) {
	const model = `
vars: {secret: 0..2, last: 0..9, n: 0..3}
init: last = 0 & n = 0
agents: {ann: {sees: [last, n]}, bob: {sees: [n]}}
actions:
  say(k in 0..9): {when: n < 3 & k mod 3 != secret, then: {last: k, n: n + 1}, seen: {ann: [k], bob: []}}
`
	few := explicit.Options{MaxClaim: 60}
	replay := func(formula string, make func(chk *spec.Check, h *history) *witness.Node) (unchecked int, mismatch bool) {
		chk := sample.Question(t, model, "formula", formula, "recall: perfect")
		report, err := Replay(chk.Model, chk, make(chk, runOf(t, chk.Model, "perfect", 0, "say(1)", "say(2)")), few)
		if err != nil {
			if !errors.As(err, new(*Mismatch)) {
				t.Fatal(err)
			}
			return 0, true
		}
		return len(report.Unchecked()), false
	}
	onPath := func(possible ...witness.Possible) func(chk *spec.Check, h *history) *witness.Node {
		return func(chk *spec.Check, h *history) *witness.Node {
			about := &spec.VarRef{Var: chk.Model.Vars[0]}
			for i := range possible {
				possible[i].Agent, possible[i].About = agentNamed(chk.Model, []string{"ann", "bob"}[i%2]), about
			}
			return &witness.Node{Formula: chk.Formula, Holds: true, State: h.states[0], Path: &witness.Path{
				Steps: h.steps, Marks: []int{0, 2}, Loop: -1, Possible: possible,
				Shown: []witness.Shown{{Mark: 1, Node: &witness.Node{Formula: operand(chk.Formula), Holds: true, State: h.now(), Claim: "so it is"}}},
			}}
		}
	}
	const twice = "EX{say(1); say(2)} "
	for _, c := range []struct {
		formula   string
		of        func(chk *spec.Check, h *history) *witness.Node
		unchecked int
		mismatch  bool
	}{
		{twice + "KV{ann} secret", onPath(), 0, false},
		{twice + "KV{ann} secret", onPath(witness.Possible{After: 1, Count: 2}, witness.Possible{After: 1, Count: 3}), 0, false},
		{twice + "KV{ann} secret", onPath(witness.Possible{After: 0, Count: 2}), 0, true},
		{twice + "KV{ann} secret", onPath(witness.Possible{After: 2, Count: 1}, witness.Possible{After: 1, Count: 2}), 0, true},
		{twice + "K{ann} secret = 1", onPath(), 0, true},
		{twice + "K{ann} AX K{ann} secret = 0", onPath(), 1, false},
	} {
		if unchecked, mismatch := replay(c.formula, c.of); unchecked != c.unchecked || mismatch != c.mismatch {
			t.Errorf("%s: %d claims are left and a mismatch is found: %v", c.formula, unchecked, mismatch)
		}
	}
}
