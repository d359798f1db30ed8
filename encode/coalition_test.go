package encode

import (
	"testing"

	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/spec"
)

// TestGamesByCare asks whose turn it is in one state alone, and then in all states: what was found for the
// one is wrong elsewhere.
func TestGamesByCare(t *testing.T) {
	suite, err := spec.Parse("turns.yaml", `{
		types: {P: [a, b]},
		agents: {a: {sees: []}, b: {sees: []}},
		vars: {order: array 0..3 of P, turn: 0..3, n: 0..3},
		init: turn = 0,
		actions: {"go(k in 0..3)": {by: "if (exists i in 0..3, j in 0..3: order[i] = a & order[j] = b & turn = i & n = j) then a else b", when: turn < 3, then: {turn: turn + 1, n: k}}},
		check: [{id: c, count: true}]}`)
	if err != nil {
		t.Fatal(err)
	}
	m := suite.Models[0]
	encoded := func() *System {
		return buildTuned(t, m, tune.Sizes{Instances: 64, Few: 0, Parts: 4, Union: 2, Blocks: 4, Terms: 64, Hot: 2})
	}
	turns := func(sys *System) []int {
		g, err := sys.Game(m.Agents[:1])
		if err != nil {
			t.Fatal(err)
		}
		var states []int
		for i, c := 0, g.Possible(); i < len(g.Turns); i++ {
			states = append(states, int(sys.Count(g.Where(i, c).And(sys.Valid())).Int64()))
		}
		return states
	}
	sys := encoded()
	state, _ := sys.Pick(sys.Init())
	turns(sys.WithCare(sys.Single(state)))
	got, want := turns(sys), turns(encoded())
	if len(want) != 2 || want[0] != 36 || want[1] != 156 {
		t.Errorf("steps in %v states, not in 36 and b in 156", want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("turn %d: %d states once it was asked of one, else %d", i, got[i], want[i])
		}
	}
}
