package report

import (
	"slices"
	"testing"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

const plansText = `
vars: {x: 0..2, lit: array 0..1 of bool}
init: x = 0
agents: {ann: {sees: [x = 0, "lit[k] for k in 0..1 if k > 0"]}, bob: {sees: all}}
steps: joint
actions:
  go(n in 1..2): {by: ann, then: {x: n}}
  rest: {by: bob}
check:
  - {id: free, formula: "<<ann>> F x = 2"}
  - {id: uniform, formula: "<<ann; uniform>> F x = 2"}
`

// What a member does is told by what it sees, or by the state, each once.
func TestStrategiesAreTold(t *testing.T) {
	suite, err := spec.Parse("plans.yaml", plansText)
	if err != nil {
		t.Fatal(err)
	}
	m := suite.Models[0]
	at := func(x int64, second bool) spec.State {
		return spec.State{spec.Int(x), spec.Array{spec.Bool(true), spec.Bool(second)}}
	}
	play := func(st spec.State, n int64) witness.Play {
		return witness.Play{State: st, Moves: []spec.Move{{Action: m.Actions[0], Args: []spec.Value{spec.Int(n)}}}}
	}
	for i, want := range []string{
		`<<ann>> F x = 2 holds
  start: x = 0, lit[0] = true, lit[1] = false
  ann, where x = 0, lit[0] = true, lit[1] = false: go(1)
  ann, where x = 1, lit[0] = true, lit[1] = true: go(2)
  ann, where x = 2, lit[0] = true, lit[1] = true: go(2)`,
		`<<ann; uniform>> F x = 2 holds
  start: x = 0, lit[0] = true, lit[1] = false
  ann, where (x = 0) = true, lit[1] = false: go(1)
  ann, where (x = 0) = false, lit[1] = true: go(2)`,
	} {
		n := &witness.Node{Formula: suite.Checks[i].Formula, Holds: true, State: at(0, false), Strategy: &witness.Strategy{
			Members: m.Agents[:1],
			Plays:   []witness.Play{play(at(0, false), 1), play(at(1, true), 2), play(at(2, true), 2)},
		}}
		if got := RunOf(m, n, nil).Story(); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}

const familyText = `
types: {Player: [one, two]}
vars: {holds: array Player of 0..2, x: 0..2}
init: x = 0
agents: {p in Player: {sees: ["holds[p]", "x < ord(p) + 1"]}}
steps: joint
actions: {go: {by: one}}
check: [{id: free, formula: "<<one; uniform>> F x = 2"}]
`

// What an agent of a family sees has the name of the agent in it.
func TestStrategiesNameValues(t *testing.T) {
	suite, err := spec.Parse("family.yaml", familyText)
	if err != nil {
		t.Fatal(err)
	}
	m := suite.Models[0]
	st := spec.State{spec.Array{spec.Int(1), spec.Int(2)}, spec.Int(0)}
	got := (&teller{m, nil}).observed(m.Agents[0], st)
	want := Object{{Name: "holds[one]", Value: "1"}, {Name: "(x < 1)", Value: "true"}}
	if !slices.Equal(got.cells(), want.cells()) {
		t.Errorf("%v, want %v", got.cells(), want.cells())
	}
}
