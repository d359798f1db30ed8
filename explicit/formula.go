package explicit

import (
	"errors"
	"fmt"
	"iter"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// Modal decides a knowledge or temporal formula in a world. It fails with
// kleene.ErrOpen where what was enumerated does not decide.
func (s *System) Modal(e spec.Expr, env *spec.Env, w int) (bool, error) {
	switch e := e.(type) {
	case *spec.Temporal:
		in, err := s.temporal(e, env)
		return in.Decided(w, err)
	case *spec.Update:
		in, err := s.update(e, env, w)
		return in.Decided(w, err)
	case *spec.OnRuns:
		in, err := s.onRuns(e, env)
		return in.Decided(w, err)
	case *spec.Coalition:
		in, err := s.coalition(e, env)
		return in.Decided(w, err)
	case *spec.Knows:
		return s.knows(e, env, w)
	case *spec.GroupKnows:
		return s.groupKnows(e, env, w)
	case *spec.Share:
		in, err := s.share(e, env, w)
		return in.Decided(err)
	}
	panic(fmt.Sprintf("explicit: %T is no formula about other worlds", e))
}

// evaluator evaluates expressions in a world, formulas of any kind included.
func (s *System) evaluator(w int) *spec.Evaluator {
	ev := terms.In(s.worlds[w])
	ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) { return s.Modal(e, env, w) }
	return ev
}

// evaluators are those of all worlds, one after the other: each is the last one anew.
func (s *System) evaluators() iter.Seq2[int, *spec.Evaluator] {
	return func(yield func(int, *spec.Evaluator) bool) {
		ev, at := new(spec.Evaluator), 0
		modal := func(e spec.Expr, env *spec.Env) (bool, error) { return s.Modal(e, env, at) }
		for at = range s.worlds {
			*ev = spec.Evaluator{State: s.worlds[at], Modal: modal, Budget: terms.MaxNodes}
			if !yield(at, ev) {
				return
			}
		}
	}
}

// holds evaluates a formula in one world.
func (s *System) holds(f spec.Expr, env *spec.Env, w int) (kleene.Value, error) {
	return s.holdsBy(s.evaluator(w), f, env, w)
}

// holdsBy is holds by an evaluator of the world.
func (s *System) holdsBy(ev *spec.Evaluator, f spec.Expr, env *spec.Env, w int) (kleene.Value, error) {
	holds, err := ev.Holds(f, env)
	if more := s.parts.evaluated(ev); more != nil {
		return kleene.Open, more
	}
	if !errors.Is(err, kleene.ErrOpen) {
		return kleene.Of(holds), s.InWorld(w, err)
	}
	switch f.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.Share, *spec.Temporal, *spec.Update, *spec.OnRuns:
		return kleene.Open, nil // it is itself the part that is open
	}
	v, err := Estimate(f, env, s.worlds[w], func(e spec.Expr, env *spec.Env) (bool, error) { return s.Modal(e, env, w) })
	return v, s.InWorld(w, err)
}

// Holds evaluates a formula in one world. It fails with kleene.ErrOpen where what was
// enumerated does not decide.
func (s *System) Holds(f spec.Expr, env *spec.Env, w int) (bool, error) {
	v, err := s.holds(f, env, w)
	return v.Decided(err)
}

// Truth evaluates a formula in every world, in the order of States. It fails
// with *UndefinedIn where the formula has no value in one of them, and with
// *TooLarge where the steps that were enumerated do not decide it.
func (s *System) Truth(f spec.Expr, env *spec.Env) ([]bool, error) {
	if err := FindIdle(f); err != nil {
		return nil, err
	}
	x, err := s.truth(f, env)
	in := make([]bool, len(x))
	for w := range x {
		if in[w] = x.Has(w); x[w] == kleene.Open {
			return nil, s.tooShallow()
		}
	}
	return in, err
}

// truth is Truth for the operands of operators.
func (s *System) truth(f spec.Expr, env *spec.Env) (kleene.Set, error) {
	return memo.Once(s.sets, memo.KeyOf(f, env, "truth"), func() (kleene.Set, error) {
		if err := s.charge(); err != nil {
			return nil, err
		}
		in := make(kleene.Set, len(s.worlds))
		for w, ev := range s.evaluators() {
			holds, err := s.holdsBy(ev, f, env, w)
			if err != nil {
				return nil, err
			}
			in[w] = holds
		}
		return in, nil
	})
}

// values evaluates any expression in every world.
func (s *System) values(e spec.Expr, env *spec.Env) ([]spec.Value, error) {
	return memo.Once(s.lists, memo.KeyOf(e, env, ""), func() ([]spec.Value, error) {
		if err := s.charge(); err != nil {
			return nil, err
		}
		values := make([]spec.Value, len(s.worlds))
		for w, ev := range s.evaluators() {
			v, err := ev.Eval(e, env)
			if more := s.parts.evaluated(ev); more != nil {
				return nil, more
			}
			if err != nil {
				return nil, s.InWorld(w, err)
			}
			values[w] = v
		}
		return values, nil
	})
}
