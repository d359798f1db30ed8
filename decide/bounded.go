package decide

import (
	"errors"
	"iter"
	"math/rand/v2"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// What refutes a formula about all runs often comes after few steps from nearly every
// beginning, and all worlds from which it may come are many nodes: of a card game, those
// in which somebody may break a rule after any number of moves. So before a formula is
// evaluated in an over-approximation it is asked of a few initial worlds, one by one, and
// the first steps from there, layer by layer as under recall clock; what it asks about
// later ones is open (Biere, Cimatti, Clarke and Zhu, "Symbolic model checking without
// BDDs", TACAS 1999). A formula that surely fails there fails, and one that surely holds
// there holds of some initial world. Nothing else is learnt, and nothing about errors and
// warnings elsewhere: a rehearsal looks for these before, in all of the over-approximation.

// refute answers the question by the first steps of single runs, if they decide it and
// nothing goes wrong in the over-approximation.
func refute(q *question) (turn, error) {
	return inOver(q, func(ev *ctlk.Evaluator) (bool, error) {
		m := ev.Structure()
		at, err := rehearse(q, m)
		if at == nil || err != nil {
			return false, err
		}
		for start := range fewOf(m.System, at[0], q.tune.bounded.worlds) {
			if done, err := refuteFrom(q, start); done || err != nil {
				return done, err
			}
		}
		return false, nil
	})
}

// fewOf are n states of a set that is not empty: the first one, and others that are drawn.
func fewOf(sys *encode.System, set symbolic.Set, n int) iter.Seq[spec.State] {
	return func(yield func(spec.State) bool) {
		r := rand.New(rand.NewPCG(1, 2))
		st, _ := sys.Pick(set)
		for i := 0; i < n && yield(st); i++ {
			st = sys.Draw(set, r)
		}
	}
}

// refuteFrom answers the question by the first steps after one initial state, if they tell that
// what is asked of all such states is not so of this one, or that what is asked of some is.
func refuteFrom(q *question, start spec.State) (bool, error) {
	b, space := q.tune.bounded, q.base.Space()
	var u *kripke.Unrolling
	err := atMost(space, b.work, func() (err error) {
		u, err = kripke.Unroll(q.base, spec.ClockRecall, q.base.Single(start), q.asking("layers"))
		return err
	})
	for depth := max(1, spec.LeastHorizon(q.chk.Formula)); err == nil && depth <= b.steps; depth += 1 + depth/2 {
		err = atMost(space, b.work, func() error {
			for !u.Closed() && u.Fault == nil && u.Depth() < depth && !u.Last().IsLarger(b.layer) {
				if err := u.Grow(q.asking("layers")); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || !u.Closed() && u.Depth() < depth {
			break
		}
		m := *u.Structure(depth)
		m.Over = true
		before := q.answer
		done, err := findIn(q, q.evaluator(&m, ctlk.Options{}), b.work)
		if done && q.answer.Verdict == telling(q) || err != nil {
			return done, err
		}
		if done {
			q.answer = before
			return false, q.giveUp(nil)
		}
	}
	return false, q.giveUp(err)
}

// rehearse evaluates what the question asks of the worlds of a structure, but for what
// comes after them. It returns the worlds that it may be about, nil if something goes
// wrong or there is something to warn of.
func rehearse(q *question, m *kripke.Structure) (at kripke.Set, err error) {
	ev := q.ask(q.evaluator(m, ctlk.Options{Static: true}))
	err = atMost(m.Space(), q.tune.bounded.work, func() error {
		if at = m.Starts; q.chk.At != nil {
			x, err := ev.Formula(q.chk.At, nil, at)
			if err != nil {
				return err
			}
			at = x.Upper
		}
		for m := q.chk.Least.Lo; m <= q.chk.Least.Hi && q.chk.Kind == spec.LeastCheck; m++ {
			if _, err := ev.Formula(q.chk.Formula, (*spec.Env)(nil).Bind(q.chk.Least.Bound, spec.Int(m)), at); err != nil {
				return err
			}
		}
		if q.chk.Kind == spec.LeastCheck {
			return nil
		}
		_, err := ev.Formula(q.chk.Formula, nil, at)
		return err
	})
	if errors.Is(err, ctlk.ErrOpen) { // whether it has a value depends on what comes
		return nil, q.giveUp(nil)
	}
	if err != nil || len(q.warnings.All()) > 0 || at.IsEmpty() {
		return nil, q.giveUp(err)
	}
	q.warnings = source.List{}
	return at, nil
}

// telling is the verdict that one initial world decides.
func telling(q *question) verdict.Verdict {
	if q.chk.Kind == spec.SomeCheck {
		return verdict.Holds
	}
	return verdict.Fails
}
