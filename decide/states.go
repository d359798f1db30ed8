package decide

import (
	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// What is kept of a system.
type (
	statesOfSystem struct{ *encode.System } // an evaluator of formulas in the reachable states
	searchOfSystem struct{ *encode.System } // *search
)

// reach answers the question in the reachable states.
func reach(q *question) (turn, error) {
	return decided, q.within(q.base, func() error {
		ev, err := statesOf(q, q.base)
		if err != nil {
			return err
		}
		return q.find(ev, &q.answer)
	})
}

// statesOf returns an evaluator of formulas in the reachable states of a system: those
// from which, if runs are restricted, some run that counts begins
// (docs/semantics.md#recall-none).
func statesOf(q *question, sys *encode.System) (*ctlk.Evaluator, error) {
	if ev, ok := recall[*ctlk.Evaluator](q.Decider, statesOfSystem{sys}); ok {
		q.warnEmpty(ev.Structure())
		return ev, nil
	}
	if q.profile.Guarded {
		return nil, q.mistaken(verdict.Unsupported, q.chk.Place, "%s", spec.Circular)
	}
	starts, err := q.starts(sys)
	if err != nil {
		return nil, err
	}
	reached := reachableStates(q, sys, starts[0])
	if q.leave != nil {
		q.listed().counted = q.areFew(sys, reached)
	}
	if err := sys.Fault(reached); err != nil {
		return nil, kripke.Faulty(sys, err)
	}
	// From restricted states steps may lead into others, but not out of these.
	m := kripke.States(sys.WithInvariant(reached), reached, starts, false)
	m.FromStarts = true
	ev := q.evaluator(m, ctlk.Options{})
	if ev, err = q.restricted(ev, ctlk.Options{}); err != nil {
		return nil, err
	}
	q.kept[statesOfSystem{sys}] = ev
	q.warnEmpty(ev.Structure())
	return ev, nil
}

// search is how far the reachable states of a system are known.
type search struct {
	states  symbolic.Set
	all     bool // nothing is missing
	ordered bool // under an order of variables that was looked for
}

// Of joint steps the order of variables is a guess: who writes what, and what is compared
// with it, says little about what will be so. In a protocol with a window what was sent
// and what arrived belong together, number by number, and no step looks at both. So a
// search that has reached guessedStates looks for better orders, up to orderedStates,
// where looking takes seconds.
const (
	guessedStates = 20_000 // nodes
	orderedStates = 80_000
)

// beginSearch searches for reachable states until they are more than so many nodes: an
// over-approximation may be better. It goes on where a search ended before, and tells whether all
// are found.
func beginSearch(q *question, sys *encode.System, starts symbolic.Set, nodes int) (all bool) {
	s, ok := recall[*search](q.Decider, searchOfSystem{sys})
	if !ok {
		s = &search{states: starts}
	}
	upTo := func(nodes int) {
		if !s.all {
			s.states, s.all = sys.Steps().ReachUpTo(s.states, nodes, q.counting(sys))
		}
	}
	if !ok && sys.Model().Joint && nodes > orderedStates {
		if upTo(guessedStates); !s.all {
			s.ordered = true
			sys.Reordering(func() { upTo(orderedStates) })
		}
	}
	upTo(nodes)
	q.kept[searchOfSystem{sys}] = s
	return s.all
}

// reachableStates finds the reachable states. What a search has reached before is where it goes on.
func reachableStates(q *question, sys *encode.System, starts symbolic.Set) symbolic.Set {
	s, ok := recall[*search](q.Decider, searchOfSystem{sys})
	if !ok {
		s = &search{states: starts}
	}
	if s.all {
		return s.states
	}
	states := s.states
	find := func() {
		q.searching = true
		defer func() { q.searching = false }()
		states = sys.Steps().Reach(states, q.counting(sys))
	}
	if s.ordered {
		sys.Reordering(find)
	} else {
		find()
	}
	return states
}
