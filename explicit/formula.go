package explicit

import (
	"errors"
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

// modal decides a knowledge or temporal formula in a world.
func (s *System) modal(e spec.Expr, env *spec.Env, w int) (bool, error) {
	switch e := e.(type) {
	case *spec.Temporal:
		in, err := s.temporal(e, env)
		return in.decided(w, err)
	case *spec.Update:
		in, err := s.update(e, env, w)
		return in.decided(w, err)
	case *spec.OnRuns:
		in, err := s.onRuns(e, env)
		return in.decided(w, err)
	case *spec.Coalition:
		in, err := s.coalition(e, env)
		return in.decided(w, err)
	case *spec.Knows:
		return s.knows(e, env, w)
	case *spec.GroupKnows:
		return s.groupKnows(e, env, w)
	}
	panic(fmt.Sprintf("explicit: %T is no formula about other worlds", e))
}

// errOpen says that the steps that were enumerated do not decide.
var errOpen = errors.New("this is not decided by what was enumerated")

// decided is the truth value of a world in a set that was computed without err.
func (s set) decided(w int, err error) (bool, error) {
	if err == nil && s[w] == open {
		err = errOpen
	}
	return err == nil && s.has(w), err
}

// holds evaluates a formula in one world.
func (s *System) holds(f spec.Expr, env *spec.Env, w int) (kleene, error) {
	holds, err := s.evaluator(w).Holds(f, env)
	if errors.Is(err, errOpen) {
		return s.estimate(f, env, w)
	}
	return kleeneOf(holds), s.inWorld(w, err)
}

// surely is holds of a formula that is decided.
func (s *System) surely(f spec.Expr, env *spec.Env, w int) (bool, error) {
	holds, err := s.holds(f, env, w)
	if err == nil && holds == open {
		err = errOpen
	}
	return holds == yes, err
}

// estimate evaluates a formula of which not all parts are decided.
func (s *System) estimate(f spec.Expr, env *spec.Env, w int) (kleene, error) {
	switch f.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.Temporal, *spec.Update, *spec.OnRuns:
		return open, nil // it is itself the part
	}
	p := newPartial(s.worlds[w])
	p.modal = func(e spec.Expr, env *spec.Env) guess { return p.answered(s.modal(e, env, w)) }
	g := p.eval(f, env)
	switch {
	case p.err != nil:
		return open, s.inWorld(w, p.err)
	case g.isOpen():
		return open, nil
	}
	return kleeneOf(g.isTrue()), nil
}

// Truth evaluates a formula in every world, in the order of States. It fails
// with *UndefinedIn where the formula has no value in one of them, and with
// *TooLarge where the steps that were enumerated do not decide it.
func (s *System) Truth(f spec.Expr, env *spec.Env) ([]bool, error) {
	if err := findIdle(f); err != nil {
		return nil, err
	}
	x, err := s.truth(f, env)
	in := make([]bool, len(x))
	for w := range x {
		if in[w] = x.has(w); x[w] == open {
			return nil, s.tooShallow()
		}
	}
	return in, err
}

// truth is Truth for the operands of operators.
func (s *System) truth(f spec.Expr, env *spec.Env) (set, error) {
	return once(s.memo.truth, keyOf(f, env, "truth"), func() (set, error) {
		if err := s.charge(); err != nil {
			return nil, err
		}
		in := make(set, len(s.worlds))
		for w := range s.worlds {
			holds, err := s.holds(f, env, w)
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
	return once(s.memo.values, keyOf(e, env, ""), func() ([]spec.Value, error) {
		if err := s.charge(); err != nil {
			return nil, err
		}
		values := make([]spec.Value, len(s.worlds))
		for w := range s.worlds {
			v, err := s.evaluator(w).Eval(e, env)
			if err != nil {
				return nil, s.inWorld(w, err)
			}
			values[w] = v
		}
		return values, nil
	})
}
