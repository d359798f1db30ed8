package explicit

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

// modal decides a knowledge or temporal formula in a world.
func (s *System) modal(e spec.Expr, env *spec.Env, w int) (bool, error) {
	switch e := e.(type) {
	case *spec.Temporal:
		in, err := s.temporal(e, env)
		if err != nil {
			return false, err
		}
		return in[w], nil
	case *spec.Knows:
		return s.knows(e, env, w)
	case *spec.GroupKnows:
		return s.groupKnows(e, env, w)
	}
	panic(fmt.Sprintf("explicit: %T is no formula about other worlds", e))
}

// holds evaluates a formula in one world.
func (s *System) holds(f spec.Expr, env *spec.Env, w int) (bool, error) {
	holds, err := s.evaluator(w).Holds(f, env)
	return holds, s.inWorld(w, err)
}

// Truth evaluates a formula in every world, in the order of States. It fails
// with *UndefinedIn where the formula has no value in one of them.
func (s *System) Truth(f spec.Expr, env *spec.Env) ([]bool, error) {
	if err := findIdle(f); err != nil {
		return nil, err
	}
	return s.truth(f, env)
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
