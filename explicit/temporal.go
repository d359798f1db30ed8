package explicit

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

// temporal returns the worlds in which a temporal formula is true.
func (s *System) temporal(t *spec.Temporal, env *spec.Env) (set, error) {
	return once(s.memo.truth, keyOf(t, env, "temporal"), func() (set, error) {
		if err := s.charge(); err != nil {
			return nil, err
		}
		r, err := s.relation(t.Program, env)
		if err != nil {
			return nil, err
		}
		bound, err := boundOf(t.Bound, env)
		if err != nil {
			return nil, err
		}
		x, err := s.truth(t.X, env)
		if err != nil || t.Op != spec.Until {
			return s.along(t, &paths{s, r, bound}, x, nil), err
		}
		y, err := s.truth(t.Y, env)
		if err != nil {
			return nil, err
		}
		return s.along(t, &paths{s, r, bound}, x, y), nil
	})
}

// boundOf is how many repetitions are looked at; -1: any number.
func boundOf(e spec.Expr, env *spec.Env) (int, error) {
	if e == nil {
		return -1, nil
	}
	n, err := number(e, env)
	if err == nil && n < 0 {
		err = &spec.Undefined{Place: e.Span(), Reason: fmt.Sprintf("a run has no %d repetitions", n)}
	}
	return n, err
}

// number evaluates an expression that reads no state.
func number(e spec.Expr, env *spec.Env) (int, error) {
	if e.Traits()&(spec.ReadsState|spec.Modal) != 0 {
		return 0, fmt.Errorf("%q depends on the state", e.Span().Text())
	}
	v, err := (&spec.Evaluator{Budget: maxNodes}).Eval(e, env)
	if err != nil {
		return 0, err
	}
	n, ok := v.(spec.Int)
	if !ok {
		return 0, &spec.Undefined{Place: e.Span(), Reason: fmt.Sprintf("%s is not a number", v)}
	}
	return int(n), nil
}

// along applies a temporal operator. The universal ones are the duals.
func (s *System) along(t *spec.Temporal, r *paths, x, y set) set {
	if x == nil {
		return nil
	}
	all := newSet(len(s.worlds), true)
	switch {
	case t.Op == spec.NextTime && !t.All:
		return r.pre(x)
	case t.Op == spec.NextTime:
		return r.pre(x.not()).not()
	case t.Op == spec.Eventually && !t.All:
		return r.until(all, x)
	case t.Op == spec.Eventually:
		return r.globally(x.not()).not()
	case t.Op == spec.Globally && !t.All:
		return r.globally(x)
	case t.Op == spec.Globally:
		return r.until(all, x.not()).not()
	case !t.All:
		return r.until(x, y)
	}
	return r.until(y.not(), x.not().and(y.not())).or(r.globally(y.not())).not()
}

// paths are the runs of a program, looked at for some number of repetitions.
type paths struct {
	*System
	relation
	bound int // -1: none
}

// until is E[x U y].
func (r *paths) until(x, y set) set {
	if r.bound < 0 {
		return until(r.relation, x, y)
	}
	return repeatedly(r.bound, y, func(z set) set { return y.or(x.and(r.pre(z))) })
}

// until is μZ. y ∨ x∧p(Z).
func until(p relation, x, y set) set {
	return fixpoint(y, func(z set) set { return y.or(x.and(p.pre(z))) })
}

// globally is EG x.
func (r *paths) globally(x set) set {
	if r.bound >= 0 {
		return repeatedly(r.bound, x, func(z set) set { return x.and(r.goesOn(z)) })
	}
	if r.fair == nil {
		return fixpoint(x, func(z set) set { return x.and(r.goesOn(z)) })
	}
	return until(r.relation, x, x.and(r.ends())).or(r.fairly(x))
}

// goesOn is the worlds from which some run goes on to z or, if such runs count,
// ends. With fairness predicates only infinite runs exist, however the document
// reads runs.
func (r *paths) goesOn(z set) set {
	if r.runs == spec.IsplRuns && r.fair == nil {
		return r.pre(z)
	}
	return r.ends().or(r.pre(z))
}

// ends is the worlds in which the program has no execution.
func (r *paths) ends() set { return r.pre(newSet(len(r.worlds), true)).not() }

// fairly is νZ. x ∧ ⋀_c p(E[x U x∧c∧Z]).
func (r *paths) fairly(x set) set {
	return fixpoint(x, func(z set) set {
		next := x
		for _, c := range r.fair {
			next = next.and(r.pre(until(r.relation, x, x.and(c).and(z))))
		}
		return next
	})
}

// repeatedly applies f m times, or until nothing changes.
func repeatedly(m int, z set, f func(set) set) set {
	for range m {
		next := f(z)
		if next.equal(z) {
			break
		}
		z = next
	}
	return z
}
