package replay

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// An interruption says nothing about the evidence, wherever it comes: in a guard that asks
// what somebody knows, in a claim, and where a strategy stays among the states that exist.
func TestInterruptionsAreNoMismatch(t *testing.T) {
	stop := errors.New("stop")
	interrupted := explicit.Options{Interrupted: func() error { return stop }}
	chk := sample.Question(t, sample.Draw, "formula", "EX{_*} true", "recall: perfect")
	h := runOf(t, chk.Model, "perfect", 0, "draw(a, red)", "show(a, red)")
	n := &witness.Node{Formula: chk.Formula, Holds: true, State: h.states[0],
		Path: &witness.Path{Steps: h.steps, Marks: []int{0, 2}, Loop: -1}}
	if got := replayed(chk, n); got != "fits" {
		t.Errorf("without an interruption: %s", got)
	}
	if _, err := Replay(chk.Model, chk, n, interrupted); !errors.Is(err, stop) {
		t.Errorf("a guard that asks: %v", err)
	}
	n = &witness.Node{Formula: chk.Formula, Holds: true, State: h.states[0], Claim: "so it is"}
	if _, err := Replay(chk.Model, chk, n, interrupted); !errors.Is(err, stop) {
		t.Errorf("a claim: %v", err)
	}
	chk, n = fairRace(t)
	if got := replayed(chk, n); got != "fits" {
		t.Errorf("without an interruption: %s", got)
	}
	if _, err := Replay(chk.Model, chk, n, interrupted); !errors.Is(err, stop) {
		t.Errorf("a strategy: %v", err)
	}
}

// fairRace is a strategy that works because a state without a fair run does not exist.
func fairRace(t *testing.T) (*spec.Check, *witness.Node) {
	chk := sample.Question(t, `
vars: {at: 0..2, x: 0..2000}
init: at = 0 & x = 0
agents: {ann: {sees: all}, bob: {sees: all}}
steps: joint
fairness: [at = 1]
actions:
  go: {by: ann, when: at = 0, outcome: lost in bool, then: {at: "if lost then 2 else 1"}}
  rest: {by: ann, when: at > 0}
  tick: {by: bob, when: x < 2000, then: {x: x + 1}}
  wait: {by: bob, when: x = 2000}
`, "formula", "<<ann>> X at = 1")
	m := chk.Model
	return chk, &witness.Node{Formula: chk.Formula, Holds: true, State: spec.State{spec.Int(0), spec.Int(0)}, Strategy: &witness.Strategy{
		Members: m.Agents[:1], Plays: []witness.Play{{State: spec.State{spec.Int(0), spec.Int(0)}, Moves: []spec.Move{{Action: m.Actions[0]}}}},
	}}
}

// What is too large to be enumerated is a claim, or has an error that says so, and is no
// mismatch.
func TestLimitsAreNoMismatch(t *testing.T) {
	chk, n := fairRace(t)
	report, err := Replay(chk.Model, chk, n, explicit.Options{MaxClaim: 50})
	if err != nil || len(report.Unchecked()) == 0 {
		t.Errorf("a strategy among states that may not exist: %v, %v", report, err)
	}
	chk = sample.Question(t, sample.Ring, "formula", "K{if EF s = 4 then half else parity} s = 0")
	n = &witness.Node{Formula: chk.Formula, State: atState(0), Epistemic: epistemic(chk.Model, "parity", operand(chk.Formula), false, 0, 1, 2)}
	if got := replayed(chk, n); got != "fits" {
		t.Errorf("the agent is known: %s", got)
	}
	for _, most := range []int{3, -1} {
		var large *explicit.TooLarge
		if _, err := Replay(chk.Model, chk, n, explicit.Options{MaxClaim: most}); !errors.As(err, &large) {
			t.Errorf("of at most %d states the agent is not known: %v", most, err)
		}
	}
}

// Of the worlds to which the words of a knowledge action lead one may be the right one though
// it is not known.
func TestWhatIsUndecidedMayFit(t *testing.T) {
	b := &behind{&replay{Replayer: NewReplayer(&spec.Model{}, explicit.Options{})}}
	n := &witness.Node{}
	wrong, large, stop := b.mismatch(n, "wrong"), &explicit.TooLarge{What: "worlds", Limit: 1}, errors.New("stop")
	for _, c := range []struct {
		fits []error
		want string
	}{
		{nil, "none"},
		{[]error{wrong}, "wrong"},
		{[]error{wrong, nil}, ""},
		{[]error{large, nil, wrong}, ""},
		{[]error{large, wrong}, large.Error()},
		{[]error{wrong, stop, wrong}, stop.Error()},
	} {
		err := b.some(n, len(c.fits), "none%q", nil, func(i int) error { return c.fits[i] })
		if got := fmt.Sprint(err); (err == nil) != (c.want == "") || !strings.Contains(got, c.want) && err != nil {
			t.Errorf("%v: %v, want %s", c.fits, err, c.want)
		}
	}
}
