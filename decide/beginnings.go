package decide

import (
	"math/big"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Histories that look the same begin in states that look the same. So under perfect recall
// initial states that no agent of the question takes for others are a model of their own:
// what is true of runs from there depends on no other ones. Of a game with 3·10^17 deals,
// which all players see, one deal with each law that may have been drawn is such a part, of
// a few hundred histories, where the sets of all deals are beyond reach. A formula that
// fails in one part fails, and one that holds at some beginning holds at some. Nothing else
// is learnt, and nothing about errors and warnings elsewhere: a rehearsal looks for these
// before, as for bounded refutation.

// apart applies to questions about agents who remember, of which initial states that nobody
// takes for others are a model of their own.
func apart(p *spec.Profile) (bool, string) {
	if ok, why := publicly(p); !ok {
		return false, why
	}
	switch {
	case p.Check.CountsWorlds():
		return false, "it counts worlds"
	case p.Restricted:
		return false, "which runs count takes all of each run to tell"
	case p.AboutRuns:
		return false, "it asks about runs as wholes"
	case p.Planned:
		return false, "it asks what a coalition can bring about"
	case p.Check.At != nil && p.Check.At.Traits()&spec.Modal != 0:
		return false, "which beginnings it is about depends on more than the state there"
	}
	return true, "where there are very many initial states"
}

// begin begins to answer the question in a few of these parts: with each turn by more worlds that
// are reached from one of them, listed one by one, and at last by many histories and by diagrams of these. The
// last turn waits until the other routes have worked as long as it is expected to take, or would take longer; where
// there are very many initial states, of which diagrams are likely large, it does not wait for other routes.
func begin(q *question) func() (turn, error) {
	budget, histories := q.tune.few, q.tune.narrow.times(8)
	listed, diverse, waits := false, false, q.waiting()
	return func() (turn, error) {
		if listed && !diverse && waits(int64(histories.parts)) {
			return again, nil
		}
		starts, err := startsApart(q)
		if starts == nil || err != nil {
			return over, err
		}
		if !listed {
			t, err := listParts(q, *starts, budget, (*lister).runFrom)
			if t != again || err != nil {
				return t, err
			}
			diverse = q.base.Count(*starts).Cmp(big.NewInt(int64(q.tune.diverse))) > 0
			budget = budget.times(4)
			if listed = budget.parts > q.tune.parts.parts/16; !diverse {
				return again, nil
			}
		}
		if t, err := listParts(q, *starts, histories, (*lister).runNarrowFrom); t != again || err != nil {
			return t, err
		}
		if diverse {
			if t, err := listParts(q, *starts, q.tune.parts, (*lister).runFrom); t != again || err != nil {
				return t, err
			}
		}
		return informParts(q, *starts)
	}
}

// startsApart are the initial states that the question is about; nil: they are few.
func startsApart(q *question) (at *symbolic.Set, err error) {
	err = q.within(q.base, func() error {
		starts, err := q.starts(q.base)
		if err != nil || q.base.Count(starts[0]).Cmp(big.NewInt(int64(q.tune.beginnings))) <= 0 {
			return err
		}
		if q.chk.At != nil {
			truth, err := q.evaluator(kripke.States(q.base, starts[0], starts, true), ctlk.Options{}).Formula(q.chk.At, nil, starts)
			if starts = truth.Lower; err != nil || starts.IsEmpty() {
				return q.giveUp(err)
			}
		}
		at = &starts[0]
		return nil
	})
	return at, err
}

// listParts answers the question by the worlds that are reached from a few parts, listed one by
// one within a budget for each; again: that is not enough.
func listParts(q *question, starts symbolic.Set, budget fewBudget, list func(l *lister, starts []spec.State) error) (t turn, err error) {
	err = q.within(q.base, func() error {
		t, err = inParts(q, q.base, starts, func(part symbolic.Set) (turn, error) { return listPart(q, part, budget, list) })
		return err
	})
	return sound(q, t, err)
}

// informParts answers the question by diagrams of the worlds that are reached from a few parts, in
// the public system, if there is one.
func informParts(q *question, starts symbolic.Set) (t turn, err error) {
	err = inPublic(q, func(sys *encode.System) error {
		if _, err := q.starts(sys); err != nil {
			return err
		}
		t, err = inParts(q, sys, starts, func(part symbolic.Set) (turn, error) { return informPart(q, sys, part) })
		return err
	})
	return sound(q, t, err)
}

// sound takes back a verdict that was found in a part of the initial states, where something may go
// wrong, or is to be warned of, in states of which the reachable ones are a part.
func sound(q *question, t turn, err error) (turn, error) {
	if t != decided || err != nil {
		return t, err
	}
	answer, sys, m := q.answer, q.sys, q.m
	ok := false
	err = q.within(q.base, func() error {
		starts, err := q.starts(q.base)
		keeps := []encode.Relaxation{q.tune.keep, q.tune.keep.Part(8)}
		if q.model.Joint {
			keeps = keeps[:1]
		}
		for _, keep := range keeps {
			if ok || err != nil {
				break
			}
			var states symbolic.Set
			if states, ok, err = overStates(q, q.base, keep); ok && err == nil {
				ok, err = nothingOdd(q, states, starts)
			}
		}
		if !ok && err == nil && beginSearch(q, q.base, starts[0], q.tune.from) {
			ok, err = nothingOdd(q, reachableStates(q, q.base, starts[0]), starts)
		}
		return err
	})
	if q.answer, q.sys, q.m = answer, sys, m; ok && err == nil {
		return decided, nil
	}
	q.answer, q.m = verdict.Answer{}, nil
	return over, err
}

// nothingOdd tells whether nothing goes wrong in states, and nothing is to be warned of.
func nothingOdd(q *question, states symbolic.Set, starts kripke.Set) (bool, error) {
	if q.base.Fault(states) != nil {
		return false, nil
	}
	at, err := rehearse(q, kripke.States(q.base.WithInvariant(states), states, starts, true))
	return at != nil, err
}

// inParts runs f with parts of the initial states of a system, those of a few states, until it has
// a verdict or needs more effort. It ends where a part is large, or all there are: these are what other
// routes ask.
func inParts(q *question, sys *encode.System, at symbolic.Set, f func(part symbolic.Set) (turn, error)) (turn, error) {
	for start := range fewOf(q.base, at, q.tune.bounded.worlds) {
		part, err := partOf(q, sys, start)
		if part == nil || err != nil || part.Equal(sys.Init()) {
			return over, err
		}
		if t, err := f(*part); t != over || err != nil {
			return t, err
		}
	}
	return over, nil
}

// partOf are the initial states of a system that agents of the question take for a state, or
// for one of those, and so on; nil: they are many.
func partOf(q *question, sys *encode.System, start spec.State) (*symbolic.Set, error) {
	part := sys.Single(start).And(sys.Init())
	for {
		before := part
		for _, a := range q.profile.Memories {
			view, err := sys.View(a)
			if err != nil {
				return nil, err
			}
			part = view.Closure(part).And(sys.Init())
			if sys.Count(sys.Onto(part, nil)).Cmp(big.NewInt(int64(q.tune.few.worlds))) > 0 {
				return nil, nil
			}
		}
		if part.Equal(before) {
			return &part, nil
		}
	}
}

// listPart answers the question by the worlds that are reached from a part, listed one by one.
func listPart(q *question, part symbolic.Set, budget fewBudget, list func(l *lister, starts []spec.State) error) (turn, error) {
	l := &lister{question: q, budget: budget, pause: func() error { return symbolic.Interrupted(q.ctx) }}
	var starts []spec.State
	for !part.IsEmpty() {
		st, _ := q.base.Pick(part)
		starts = append(starts, st)
		part = part.Diff(q.base.Single(st))
	}
	err := list(l, starts)
	if stop := symbolic.Interrupted(q.ctx); stop != nil {
		return over, stop
	}
	switch {
	case verdict.IsMistake(err) || len(l.warnings.All()) > 0:
		return over, nil
	case err != nil: // it is too much, or cannot be shown by what was listed
		return again, nil
	case l.answer.Verdict != telling(q):
		q.part = l.answer
		return over, nil
	}
	q.take(l)
	q.answer.States = nil // of a part
	return decided, nil
}

// informPart answers the question by diagrams of the worlds that are reached from a part, in
// a system with what is publicly known. It shows a verdict that decides, and no other one.
func informPart(q *question, sys *encode.System, part symbolic.Set) (turn, error) {
	done := false
	err := atMost(sys.Space(), q.tune.bounded.work, func() (err error) {
		reached := sys.Steps().Reach(part, q.reporting(sys, "worlds"))
		if err := sys.Fault(reached); err != nil {
			return err
		}
		m := kripke.States(sys.WithFew(reached, q.tune.bounded.work/4), reached, kripke.Set{part}, true)
		ev := q.evaluator(m, ctlk.Options{})
		for _, q.unshown = range []bool{true, false} {
			q.answer = verdict.Answer{Exact: publicSteps}
			done, err = findIn(q, ev, q.tune.bounded.work)
			if done = done && q.answer.Verdict == telling(q); !done {
				break
			}
		}
		return err
	})
	if q.unshown = false; !done {
		q.answer = verdict.Answer{}
		return over, q.giveUp(err)
	}
	return decided, err
}
