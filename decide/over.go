package decide

import (
	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
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

// overOfSystem keeps an evaluator of formulas in the over-approximation; nil: it is not
// better than the reachable states.
type overOfSystem struct{ *encode.System }

// overStatesOf keeps what overStates finds.
type (
	overStatesOf struct {
		*encode.System
		keep encode.Relaxation
	}
	overKept struct {
		states symbolic.Set
		ok     bool
	}
)

// approximate answers the question in the over-approximation.
func approximate(q *question) (turn, error) {
	return inOver(q, func(ev *ctlk.Evaluator) (bool, error) {
		return findIn(q, ev, q.tune.work)
	})
}

// nearby answers a question about runs as wholes by the worlds that these come to from
// where it is asked about them, in the over-approximation. A formula that asks for what
// cannot be is soon refuted in all worlds at once, whatever runs come to.
func nearby(q *question) (turn, error) {
	return inOver(q, func(ev *ctlk.Evaluator) (bool, error) {
		for _, b := range q.tune.runs {
			near := ev
			if b.worlds > 0 {
				near = q.evaluator(ev.Structure(), ctlk.Options{RunNodes: b.worlds})
			}
			if done, err := findIn(q, near, b.work); done || err != nil {
				return done, err
			}
		}
		return false, nil
	})
}

// inOver runs f with an evaluator of formulas in the over-approximation, if there is one;
// f tells whether it has a verdict.
func inOver(q *question, f func(ev *ctlk.Evaluator) (bool, error)) (turn, error) {
	t := over
	err := q.within(q.base, func() error {
		ev, err := overApproximation(q, q.base)
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
func findIn(q *question, ev *ctlk.Evaluator, nodes int) (bool, error) {
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

// overApproximation returns an evaluator of formulas in the over-approximation, nil if the reachable states are as good.
func overApproximation(q *question, sys *encode.System) (*ctlk.Evaluator, error) {
	if ev, ok := recall[*ctlk.Evaluator](q.Decider, overOfSystem{sys}); ok {
		return ev, nil
	}
	starts, err := q.starts(sys)
	if err != nil {
		return nil, err
	}
	q.kept[overOfSystem{sys}] = (*ctlk.Evaluator)(nil)
	if ev, ok := recall[*ctlk.Evaluator](q.Decider, statesOfSystem{sys}); ok && !ev.Structure().Worlds[0].IsLarger(q.tune.from) || !ok && beginSearch(q, sys, starts[0], q.tune.from) {
		return nil, nil
	}
	states, ok, err := overStates(q, sys, q.tune.keep)
	if !ok || err != nil || sys.Fault(states) != nil {
		return nil, err
	}
	ev := q.evaluator(kripke.States(sys.WithInvariant(states), states, starts, true), ctlk.Options{})
	err = atMost(sys.Space(), q.tune.work, func() error {
		ev, err = q.restricted(ev, ctlk.Options{})
		return err
	})
	if err != nil {
		return nil, q.giveUp(err)
	}
	q.kept[overOfSystem{sys}] = ev
	return ev, nil
}

// overStates are states that can be reached as far as is known without looking at
// everything at once, where conditions keep so much. ok tells whether these are few nodes.
func overStates(q *question, sys *encode.System, keep encode.Relaxation) (states symbolic.Set, ok bool, err error) {
	key := overStatesOf{sys, keep}
	if kept, found := recall[*overKept](q.Decider, key); found {
		return kept.states, kept.ok, nil
	}
	if states, ok, err = searchOver(q, sys, keep); err == nil {
		q.kept[key] = &overKept{states, ok}
	}
	return states, ok, err
}

func searchOver(q *question, sys *encode.System, keep encode.Relaxation) (states symbolic.Set, ok bool, err error) {
	if sys.Model().Joint {
		err = atMost(sys.Space(), q.tune.work, func() error {
			states, ok = encode.LocalStates(sys, q.reporting(sys, "over-approximation"))
			ok = ok && !states.IsLarger(q.tune.states)
			return nil
		})
		return states, ok && err == nil, q.giveUp(err)
	}
	init, steps, ok := encode.Relaxed(sys, keep)
	if ok {
		states, ok = steps.ReachUpTo(init, q.tune.states, q.reporting(sys, "over-approximation"))
	}
	return states, ok, nil
}
