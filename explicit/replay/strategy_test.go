package replay

import (
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

const corridor = `
vars: {at: 0..3}
init: at = 0
agents: {ann: {sees: [at > 1]}, bob: {sees: all}}
steps: joint
actions:
  go(n in 1..2): {by: ann, when: at < 2, outcome: back in bool, given: "back -> does{block}", then: {at: "if back then at else at + n"}}
  rest: {by: ann, when: at > 1}
  block: {by: bob, when: at = 1}
  wait: {by: bob}
check:
  - {id: two, formula: "<<ann>> F at = 2"}
  - {id: both, formula: "<<ann, bob>> F at = 2"}
  - {id: uniform, formula: "<<ann, bob; uniform>> F at = 2"}
  - {id: three, formula: "<<ann, bob>> [at < 3 U at = 3]"}
  - {id: next, formula: "<<ann>> X at = 2"}
  - {id: stays, formula: "<<ann>> G at < 3"}
  - {id: nobody, formula: "<<bob>> F at = 2"}
`

// TestStrategiesAreFollowed takes strategies that work, and some that do not for a
// reason.
func TestStrategiesAreFollowed(t *testing.T) {
	suite := sample.Read(t, corridor)
	m := suite.Models[0]
	ann, bob := m.Agents[0], m.Agents[1]
	do := func(name string, args ...spec.Value) spec.Move {
		for _, a := range m.Actions {
			if a.Name == name {
				return spec.Move{Action: a, Args: args}
			}
		}
		t.Fatal(name)
		return spec.Move{}
	}
	one, two, rest, wait := do("go", spec.Int(1)), do("go", spec.Int(2)), do("rest"), do("wait")
	play := func(at int64, moves ...spec.Move) witness.Play {
		return witness.Play{State: atState(at), Moves: moves}
	}
	alone, together := []*spec.Agent{ann}, []*spec.Agent{ann, bob}
	for i, c := range []struct {
		id, refused string
		members     []*spec.Agent
		plays       []witness.Play
	}{
		{"two", "", alone, []witness.Play{play(0, two)}},
		{"two", "round in a circle", alone, []witness.Play{play(0, one), play(1, one)}},
		{"two", "says nothing about (at = 1)", alone, []witness.Play{play(0, one)}},
		{"two", "not those of the coalition", together, []witness.Play{play(0, two, wait)}},
		{"two", "cannot be followed", alone, []witness.Play{play(0, rest)}},
		{"both", "1 of 2 members", together, []witness.Play{play(0, two)}},
		{"both", "", together, []witness.Play{play(0, one, wait), play(1, one, wait)}},
		{"uniform", "", together, []witness.Play{play(0, one, wait), play(1, one, wait)}},
		{"three", "", together, []witness.Play{play(0, one, wait), play(1, two, wait)}},
		{"three", "says nothing about (at = 2)", together, []witness.Play{play(0, two, wait)}},
		{"next", "", alone, []witness.Play{play(0, two)}},
		{"next", "may lead to (at = 1)", alone, []witness.Play{play(0, one)}},
		{"stays", "", alone, []witness.Play{play(0, two), play(2, rest)}},
		{"stays", "may lead to (at = 3)", alone, []witness.Play{play(0, one), play(1, two)}},
		{"stays", "", alone, []witness.Play{play(0, one), play(1, one), play(2, rest)}},
		{"nobody", "may lead round", []*spec.Agent{bob}, []witness.Play{play(0, wait), play(1, wait), play(2, wait), play(3, wait)}},
	} {
		for _, chk := range suite.Checks {
			if chk.ID != c.id {
				continue
			}
			n := &witness.Node{Formula: chk.Formula, Holds: true, State: atState(0), Strategy: &witness.Strategy{Members: c.members, Plays: c.plays}}
			_, err := Replay(m, chk, n, explicit.Options{})
			if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%d, %s: %v, want %q", i, c.id, err, c.refused)
			}
		}
	}
}

// A strategy that tells apart what looks alike is not uniform.
func TestUniformStrategiesAreHeldToViews(t *testing.T) {
	suite := sample.Read(t, corridor)
	m := suite.Models[0]
	for _, chk := range suite.Checks {
		if chk.ID != "uniform" {
			continue
		}
		chk.Formula.(*spec.Coalition).X = suite.Checks[3].Formula.(*spec.Coalition).Y // at = 3
		go_, wait := m.Actions[0], spec.Move{Action: m.Actions[3]}
		by := func(n int64) spec.Move { return spec.Move{Action: go_, Args: []spec.Value{spec.Int(n)}} }
		n := &witness.Node{Formula: chk.Formula, Holds: true, State: atState(0), Strategy: &witness.Strategy{
			Members: m.Agents, Plays: []witness.Play{
				{State: atState(0), Moves: []spec.Move{by(1), wait}},
				{State: atState(1), Moves: []spec.Move{by(2), wait}},
			},
		}}
		if _, err := Replay(m, chk, n, explicit.Options{}); err == nil || !strings.Contains(err.Error(), "different things where it sees the same") {
			t.Errorf("%v", err)
		}
	}
}

// A subjective strategy is followed from all that a member considers possible, and in turns
// of one's own something has to be done.
func TestSubjectiveStrategiesAreFollowedFromAllWorlds(t *testing.T) {
	suite := sample.Read(t, `
vars: {at: 0..3}
init: at < 2
agents: {ann: {sees: [at < 2]}}
actions:
  go(n in 1..2): {by: ann, when: at < 2, then: {at: at + n}}
  slip: {when: at = 2, then: {at: 3}}
check:
  - {id: out, formula: "<<ann; uniform: subjective>> F at > 1"}
  - {id: actual, formula: "<<ann; uniform>> F at > 1"}
  - {id: next, formula: "<<ann; uniform: subjective>> X at > 1"}
  - {id: end, formula: "<<ann; uniform: subjective>> F at = 3"}
`)
	m := suite.Models[0]
	play := func(at, n int64) witness.Play {
		return witness.Play{State: atState(at), Moves: []spec.Move{{Action: m.Actions[0], Args: []spec.Value{spec.Int(n)}}}}
	}
	for i, c := range []struct {
		id, refused string
		at          int64
		plays       []witness.Play
	}{
		{"out", "", 0, []witness.Play{play(0, 2), play(1, 2)}},
		{"out", "says nothing about (at = 1)", 0, []witness.Play{play(0, 2)}},
		{"out", "does different things", 0, []witness.Play{play(0, 2), play(1, 1)}},
		{"actual", "", 1, []witness.Play{play(1, 1)}},
		{"next", "", 1, []witness.Play{play(0, 2), play(1, 2)}},
		{"next", "may lead to (at = 1)", 1, []witness.Play{play(0, 1), play(1, 1)}},
		{"end", "", 0, []witness.Play{play(0, 2), play(1, 2)}},
	} {
		for _, chk := range suite.Checks {
			if chk.ID != c.id {
				continue
			}
			n := &witness.Node{Formula: chk.Formula, Holds: true, State: atState(c.at), Strategy: &witness.Strategy{Members: m.Agents, Plays: c.plays}}
			_, err := Replay(m, chk, n, explicit.Options{})
			if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%d, %s: %v, want %q", i, c.id, err, c.refused)
			}
		}
	}
}

// Under fairness a strategy has to win the runs that are fair: what it does where it wins in vain
// has to keep them from being fair.
func TestFairStrategiesAreFollowed(t *testing.T) {
	suite := sample.Read(t, `
vars: {at: 0..3}
init: at = 0
agents: {ann: {sees: all}}
fairness: [at = 1, at < 2]
actions:
  go(n in 0..3): {by: ann, when: at < 3, then: {at: n}}
check:
  - {id: never, formula: "<<ann>> F false"}
  - {id: next, formula: "<<ann>> X at = 1"}
  - {id: stays, formula: "<<ann>> G at = 0"}
  - {id: until, formula: "<<ann>> [at = 0 U at = 2]"}
`)
	m := suite.Models[0]
	play := func(at, n int64) witness.Play {
		return witness.Play{State: atState(at), Moves: []spec.Move{{Action: m.Actions[0], Args: []spec.Value{spec.Int(n)}}}}
	}
	for i, c := range []struct {
		id, refused string
		plays       []witness.Play
	}{
		{"never", "", []witness.Play{play(0, 0)}},                                   // never in 1
		{"never", "", []witness.Play{play(0, 3)}},                                   // from where no fair run begins
		{"never", "a fair run", []witness.Play{play(0, 1), play(1, 1)}},             // always in 1
		{"never", "a fair run", []witness.Play{play(0, 1), play(1, 2), play(2, 0)}}, // again and again
		{"never", "", []witness.Play{play(0, 1), play(1, 2), play(2, 2)}},           // 2 for ever
		{"never", "says nothing about (at = 2)", []witness.Play{play(0, 2)}},
		{"next", "", []witness.Play{play(0, 1)}},                                   // it is over
		{"next", "", []witness.Play{play(0, 0)}},                                   // in vain
		{"next", "a fair run", []witness.Play{play(0, 2), play(2, 1), play(1, 1)}}, // it has failed
		{"stays", "", []witness.Play{play(0, 0)}},
		{"stays", "", []witness.Play{play(0, 2), play(2, 2)}}, // in vain
		{"stays", "a fair run", []witness.Play{play(0, 2), play(2, 1), play(1, 0)}},
		{"until", "", []witness.Play{play(0, 2)}},
		{"until", "", []witness.Play{play(0, 1), play(1, 2), play(2, 3)}},           // it has failed, and ends
		{"until", "a fair run", []witness.Play{play(0, 1), play(1, 2), play(2, 1)}}, // 2 comes too late
		{"until", "says nothing about (at = 2)", []witness.Play{play(0, 1), play(1, 2)}},
	} {
		for _, chk := range suite.Checks {
			if chk.ID != c.id {
				continue
			}
			n := &witness.Node{Formula: chk.Formula, Holds: true, State: atState(0), Strategy: &witness.Strategy{Members: m.Agents, Plays: c.plays}}
			_, err := Replay(m, chk, n, explicit.Options{})
			if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%d, %s: %v, want %q", i, c.id, err, c.refused)
			}
		}
	}
}
