package explicit

import (
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// temporal returns the worlds in which a temporal formula is true.
func (s *scope) temporal(t *spec.Temporal, env *spec.Env) (kleene.Set, error) {
	return memo.Once(s.sets, memo.KeyOf(t, env, "temporal"), func() (kleene.Set, error) {
		if err := s.charge(); err != nil {
			return nil, err
		}
		r, err := s.relation(t.Program, env)
		if err != nil {
			return nil, err
		}
		bound, err := terms.Bound(t.Bound, env)
		if err != nil {
			return nil, err
		}
		x, err := s.truth(t.X, env)
		if err != nil {
			return nil, err
		}
		y := x
		if t.Op == spec.Until {
			if y, err = s.truth(t.Y, env); err != nil {
				return nil, err
			}
		}
		s.warn(t, r, x, y)
		return s.along(t, &paths{s.structure, r, bound}, x, y), nil
	})
}

// along applies a temporal operator. The universal ones are the duals.
func (s *scope) along(t *spec.Temporal, r *paths, x, y kleene.Set) kleene.Set {
	all := kleene.NewSet(len(s.worlds), true)
	switch {
	case t.Op == spec.NextTime && !t.All:
		return r.pre(x)
	case t.Op == spec.NextTime:
		return r.pre(x.Not()).Not()
	case t.Op == spec.Eventually && !t.All:
		return r.until(all, x)
	case t.Op == spec.Eventually:
		return r.globally(x.Not()).Not()
	case t.Op == spec.Globally && !t.All:
		return r.globally(x)
	case t.Op == spec.Globally:
		return r.until(all, x.Not()).Not()
	case !t.All:
		return r.until(x, y)
	}
	return r.until(y.Not(), x.Not().And(y.Not())).Or(r.globally(y.Not())).Not()
}

// paths are the runs of a program, looked at for some number of repetitions.
type paths struct {
	*structure
	relation
	bound int // -1: none
}

// until is E[x U y].
func (r *paths) until(x, y kleene.Set) kleene.Set {
	if r.bound < 0 {
		return until(r.relation, x, y)
	}
	return repeatedly(r.bound, y, func(z kleene.Set) kleene.Set { return y.Or(x.And(r.pre(z))) })
}

// globally is EG x.
func (r *paths) globally(x kleene.Set) kleene.Set {
	if r.bound >= 0 {
		return repeatedly(r.bound, x, func(z kleene.Set) kleene.Set { return x.And(r.goesOn(z)) })
	}
	if r.fair == nil {
		return kleene.Fixpoint(x, func(z kleene.Set) kleene.Set { return x.And(r.goesOn(z)) })
	}
	return until(r.relation, x, x.And(r.ends())).Or(r.fairly(x))
}

// goesOn is the worlds from which some run goes on to z or, if such runs count,
// ends. With fairness predicates only infinite runs exist, however the document
// reads runs.
func (r *paths) goesOn(z kleene.Set) kleene.Set {
	if r.runs == spec.IsplRuns && r.fair == nil {
		return r.pre(z)
	}
	return r.ends().Or(r.pre(z))
}

// ends is the worlds in which the program has no execution.
func (r *paths) ends() kleene.Set { return r.pre(kleene.NewSet(len(r.worlds), true)).Not() }

// fairly is νZ. x ∧ ⋀_c p(E[x U x∧c∧Z]).
func (r *paths) fairly(x kleene.Set) kleene.Set {
	return kleene.Fixpoint(x, func(z kleene.Set) kleene.Set {
		next := x
		for _, c := range r.fair {
			next = next.And(r.pre(until(r.relation, x, x.And(c).And(z))))
		}
		return next
	})
}

// repeatedly applies f m times, or until nothing changes.
func repeatedly(m int, z kleene.Set, f func(kleene.Set) kleene.Set) kleene.Set {
	for range m {
		next := f(z)
		if next.Equal(z) {
			break
		}
		z = next
	}
	return z
}

// Executions are those of a program (nil: any step) between the worlds of a system.
type Executions struct{ paths }

// Executions returns those of a program.
func (s *scope) Executions(p spec.Program, env *spec.Env) (*Executions, error) {
	r, err := s.relation(p, env)
	if err != nil {
		return nil, err
	}
	return &Executions{paths{s.structure, r, -1}}, nil
}

// Lead reports whether some execution leads from one world to another. It fails with
// kleene.ErrOpen where what was enumerated does not decide.
func (x *Executions) Lead(from, to int) (bool, error) {
	end := kleene.NewSet(len(x.worlds), false)
	end[to] = kleene.Yes
	return x.pre(end).Decided(from, nil)
}

// End reports whether no execution begins in a world. It fails with kleene.ErrOpen where
// what was enumerated does not decide.
func (x *Executions) End(w int) (bool, error) { return x.ends().Decided(w, nil) }
