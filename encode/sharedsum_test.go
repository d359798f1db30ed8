package encode

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/explicit"
)

// counting are agents who each add up what all others have, and one who has a look
// at everything. What they have may change, or not.
const counting = `
vars: {a: 0..1, b: 0..1, c: 0..1, d: 0..1, e: 0..1, f: 0..1, g: 0..1, round: 0..4, right: 0..8}
init: [round = 0, right = 0, "INIT"]
agents: {ann: {}, bob: {}, cyd: {}, dan: {}}
steps: joint
actions:
  say(n in 0..7): {by: ann, when: "n = a + b + c + d + e + f"}
  more(n in 0..7): {by: bob, when: "b + c + d + e + f + g > n", outcome: k in 0..1, given: "k <= a + c + d + e + f + g"}
  all: {by: cyd, when: "a + b + c + d + e + f + g != 3", then: {right: "a + b + c + d + e + g + (if does{say(2)} then 1 else 0)"}}
  tick: {by: dan, when: round < 4, then: {round: round + 1CHANGE}}
check: [{id: states, count: "true"}]
`

// TestTallies compares the states of models whose agents count nearly the same
// with those found by enumeration, and looks at what the shared sums are used for.
func TestTallies(t *testing.T) {
	for name, c := range map[string]struct {
		init, change string
		steady       bool
	}{
		"constant": {"a + b + c > 0", "", true},
		"changing": {"a + b + c + d + e + f + g = 2", ", d: 1 - d, g: a", false},
	} {
		su, err := suite(strings.NewReplacer("INIT", c.init, "CHANGE", c.change).Replace(counting))
		if err != nil {
			t.Fatal(err)
		}
		m := su.Models[0]
		s := buildTuned(t, m, tune.Sizes{Instances: 1 << 12, Few: 64, Parts: 64, Union: 4000, Blocks: 4096, Terms: 5, Hot: 16})
		if n := len(s.codes.Layout.Sums); n != 1 {
			t.Fatalf("%s: %d tallies", name, n)
		}
		if got := steady(s.codes, s.steps.joint.writes); got != c.steady {
			t.Errorf("%s: the terms never change: %v", name, got)
		}
		reached := s.Steps().Reach(s.Init(), nil)
		x, err := explicit.New(m, "", explicit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := x.Check(su.Checks[0])
		if err != nil {
			t.Fatal(err)
		}
		if got := s.codes.Count(reached); got.Int64() != int64(want.Count) {
			t.Errorf("%s: %v states, and %v by enumeration", name, got, want.Count)
		}
		t.Logf("%s: %v states", name, want.Count)
		stuck := reached.Diff(s.Steps().Domain(s.Space()))
		if back := s.Steps().Coreach(stuck, reached, nil); back.IsEmpty() != stuck.IsEmpty() || !back.SubsetOf(reached) {
			t.Errorf("%s: from %v states the end is reached", name, s.codes.Count(back))
		}
		if err := s.Fault(reached); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
