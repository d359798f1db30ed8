package encode

import (
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// ring sends what two agents say round: each takes what the one before it has, if that
// wants it to. seed is never written.
const ring = `
vars: {seed: 0..3, a: 0..3, b: 0..3, c: 0..5, full: bool}
init: "a = seed & b = 0 & c = 0 & !full"
steps: joint
actions:
  take: {by: left, when: "b < 2", then: {a: "if does{give} then b else a"}}
  rest: {by: left}
  give: {by: right, then: {b: "if a = 1 & !does{rest} then 1 else b"}}
  tick: {by: right, then: {c: "if c < a then c + 1 else c", full: "c = 3"}}
agents: {left: {sees: [a]}, right: {sees: [b]}}
`

func TestLocalStates(t *testing.T) {
	s := build(t, load(t, ring))
	local, ok := LocalStates(s, nil)
	if !ok {
		t.Fatal("two agents that write variables of their own have no local states")
	}
	reached := s.Steps().Reach(s.Init(), nil)
	if !reached.SubsetOf(local) || reached.Equal(local) {
		t.Errorf("%v states are reachable, %v by local ones", s.codes.Count(reached), s.codes.Count(local))
	}
	if !s.Steps().Image(local).SubsetOf(local) || !local.SubsetOf(s.Valid()) {
		t.Error("a step leads out of them")
	}
	// a is whatever seed was. b becomes 1 at most, c never more than a, and full once c is 3.
	for _, st := range states(s.Model()) {
		b, c, full := st[2], st[3], st[4]
		want := b.(spec.Int) < 2 && c.(spec.Int) < 4 && (c == spec.Int(3) || full == spec.Bool(false))
		if got := s.has(local, st); got != want {
			t.Errorf("%s: %v", show(s.Model(), st), got)
		}
	}
}

// TestNoLocalStates asks models that have none.
func TestNoLocalStates(t *testing.T) {
	for _, text := range []string{
		"vars: {x: 0..3}\nactions: {go: {then: {x: 1}}}\n",
		"vars: {x: 0..3}\nsteps: joint\nagents: {one: {sees: [x]}}\nactions: {go: {by: one, then: {x: 1}}}\n",
	} {
		if _, ok := LocalStates(build(t, load(t, text)), nil); ok {
			t.Errorf("local states of %s", text)
		}
	}
}
