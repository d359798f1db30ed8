package decide

import (
	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Where the reachable states turn out to be many nodes, a formula that is about the
// future of initial states alone is evaluated in an over-approximation: states in which
// all of the others are, and which no step leaves (encode.System.Relaxed, LocalStates).
// Under recall none what holds in a world by such a formula depends on the worlds that
// steps lead to from there, and on nothing else (Moon, Jang, Somenzi and Pixley,
// "Approximate reachability don't cares for CTL model checking", ICCAD 1998). Not so what
// agents know, how many worlds there are, and what errors and warnings are about: a
// formula that gives rise to one there is evaluated in the reachable states.

// tuning says how large something has to be for a route to be taken, and how much work
// it may make. Tests make it small.
type tuning struct {
	from        int // nodes of reachable states from which on there may be better ones
	states      int // nodes of an over-approximation up to which it is better
	work        int // nodes up to which formulas may be evaluated in it
	keep        encode.Looseness
	runs        []runBudget
	bounded     boundedBudget
	conceivable int // nodes of reachable worlds from which on the conceivable ones are asked
}

var defaults = tuning{
	from: 250_000, states: 100_000, work: 8_000_000, keep: encode.Looseness{Element: 32, Other: 500},
	runs:        []runBudget{{20_000, 4_000_000}, {0, 1_000_000}, {250_000, 8_000_000}},
	bounded:     boundedBudget{worlds: 4, steps: 8, layer: 10_000, work: 4_000_000},
	conceivable: 1_000,
}

// runBudget bounds how far runs are followed from where it is asked about them: nodes of
// the worlds that they come to, 0: all worlds are looked at; and nodes of all that is
// made of them.
type runBudget struct{ worlds, work int }

// approximated answers the question in the over-approximation.
func (q *question) approximated() (turn, error) {
	return q.inOver(func(ev *ctlk.Evaluator) (bool, error) {
		return q.findIn(ev, q.tune.work)
	})
}

// nearby answers a question about runs as wholes by the worlds that these come to from
// where it is asked about them, in the over-approximation. A formula that asks for what
// cannot be is soon refuted in all worlds at once, whatever runs come to.
func (q *question) nearby() (turn, error) {
	return q.inOver(func(ev *ctlk.Evaluator) (bool, error) {
		for _, b := range q.tune.runs {
			near := ev
			if b.worlds > 0 {
				near = q.evaluator(ev.Structure(), ctlk.Options{RunNodes: b.worlds})
			}
			if done, err := q.findIn(near, b.work); done || err != nil {
				return done, err
			}
		}
		return false, nil
	})
}

// inOver runs f with an evaluator of formulas in the over-approximation, if there is one;
// f tells whether it has a verdict.
func (q *question) inOver(f func(ev *ctlk.Evaluator) (bool, error)) (turn, error) {
	t := over
	err := q.within(q.base, func() error {
		ev, err := q.over(q.base)
		if ev == nil || err != nil {
			return err
		}
		done, err := f(ev)
		if done {
			t = decided
		}
		return err
	})
	return t, err
}

// findIn answers the question in a structure, if that can be done with so many nodes and
// nothing is to be warned of.
func (q *question) findIn(ev *ctlk.Evaluator, nodes int) (bool, error) {
	answer := q.answer
	err := atMost(q.sys.Space(), nodes, func() error {
		q.warnEmpty(ev.Structure())
		return q.find(ev, &answer)
	})
	if err != nil || answer.Verdict == verdict.Unknown || len(q.warnings.All()) > 0 {
		return false, q.giveUp(err)
	}
	q.answer = answer
	return true, nil
}

// over returns an evaluator of formulas in the over-approximation, nil if the reachable states are as good.
func (q *question) over(sys *encode.System) (*ctlk.Evaluator, error) {
	if ev, ok := q.overs[sys]; ok {
		return ev, nil
	}
	starts, err := q.starts(sys)
	if err != nil {
		return nil, err
	}
	q.overs[sys] = nil
	if ev := q.states[sys]; ev != nil && !ev.Structure().Worlds[0].IsLarger(q.tune.from) || ev == nil && q.begin(sys, starts[0]) {
		return nil, nil
	}
	states, ok, err := q.overStates(sys)
	if !ok || err != nil || sys.Fault(states) != nil {
		return nil, err
	}
	ev := q.evaluator(kripke.States(sys.Staying(states), states, starts, true), ctlk.Options{})
	err = atMost(sys.Space(), q.tune.work, func() error {
		ev, err = q.restricted(ev, ctlk.Options{})
		return err
	})
	if err != nil {
		return nil, q.giveUp(err)
	}
	q.overs[sys] = ev
	return ev, nil
}

// overStates are states that can be reached as far as is known without looking at
// everything at once. ok tells whether these are few nodes.
func (q *question) overStates(sys *encode.System) (states symbolic.Set, ok bool, err error) {
	if sys.Model().Joint {
		err = atMost(sys.Space(), q.tune.work, func() error {
			states, ok = sys.LocalStates(q.reporting(sys, "over-approximation"))
			ok = ok && !states.IsLarger(q.tune.states)
			return nil
		})
		return states, ok && err == nil, q.giveUp(err)
	}
	init, steps, ok := sys.Relaxed(q.tune.keep)
	if ok {
		states, ok = steps.ReachUpTo(init, q.tune.states, q.reporting(sys, "over-approximation"))
	}
	return states, ok, nil
}

// rehearse evaluates what the question asks of the worlds of a structure, but for what
// comes after them. It returns the worlds that it may be about, nil if something goes
// wrong or there is something to warn of.
func (q *question) rehearse(m *kripke.Structure) (at kripke.Set, err error) {
	ev := q.ask(q.evaluator(m, ctlk.Options{Static: true}))
	err = atMost(m.Space(), q.tune.bounded.work, func() error {
		if at = m.Starts; q.chk.At != nil {
			x, err := ev.Formula(q.chk.At, nil, at)
			if err != nil {
				return err
			}
			at = x.Upper
		}
		_, err := ev.Formula(q.chk.Formula, nil, at)
		return err
	})
	if isOpen(err) { // whether it has a value depends on what comes
		return nil, q.giveUp(nil)
	}
	if err != nil || len(q.warnings.All()) > 0 || at.IsEmpty() {
		return nil, q.giveUp(err)
	}
	q.warnings = source.List{}
	return at, nil
}

// telling is the verdict that one initial world decides.
func (q *question) telling() verdict.Verdict {
	if q.chk.Kind == spec.SomeCheck {
		return verdict.Holds
	}
	return verdict.Fails
}
