package ctlk

import (
	"fmt"

	"github.com/epibdd/epibdd/ctlk/buchi"
	"github.com/epibdd/epibdd/spec"
)

// linear turns expressions about runs into formulas of linear time, in negation normal
// form.
type linear struct {
	*Evaluator
	formulas *buchi.Formulas
	upper    bool // atoms are where the subformula may hold; else where it does
}

// build returns e, or its negation, as a linear formula. What is about states is
// evaluated in all worlds.
func (l *linear) build(e spec.Expr, env *spec.Env, negated bool) (*buchi.Formula, error) {
	if e.Traits()&spec.OnRun == 0 {
		x, err := l.Everywhere(e, env)
		if err != nil {
			return nil, err
		}
		if negated {
			x = x.Not(l.m.Worlds)
		}
		return l.formulas.Atom(x.Bound(l.upper)), nil
	}
	switch e := e.(type) {
	case *spec.Unary:
		return l.build(e.X, env, !negated)
	case *spec.Binary:
		return l.binary(e, env, negated)
	case *spec.Fold:
		return l.fold(e, env, negated)
	case *spec.Call:
		instances, err := l.Arguments(e.Define.Params, e.Args, env, l.m.Worlds)
		if err != nil {
			return nil, err
		}
		return l.build(e.Define.Body, instances[0].Env, negated)
	case *spec.Path:
		return l.path(e, env, negated)
	}
	panic(fmt.Sprintf("ctlk: %T in a formula about runs", e))
}

func (l *linear) binary(e *spec.Binary, env *spec.Env, negated bool) (*buchi.Formula, error) {
	switch e.Op {
	case spec.And, spec.Or:
		return l.two(e, env, negated, negated, e.Op == spec.And != negated)
	case spec.Imp: // ¬x ∨ y
		return l.two(e, env, !negated, negated, negated)
	}
	same := (e.Op != spec.Ne) != negated // x ∧ y ∨ ¬x ∧ ¬y, else x ∧ ¬y ∨ ¬x ∧ y
	one, err := l.two(e, env, false, !same, true)
	if err != nil {
		return nil, err
	}
	other, err := l.two(e, env, true, same, true)
	if err != nil {
		return nil, err
	}
	return l.formulas.Or(one, other), nil
}

// two connects both operands, each perhaps negated.
func (l *linear) two(e *spec.Binary, env *spec.Env, notX, notY, conjunction bool) (*buchi.Formula, error) {
	x, err := l.build(e.X, env, notX)
	if err != nil {
		return nil, err
	}
	y, err := l.build(e.Y, env, notY)
	if err != nil {
		return nil, err
	}
	if conjunction {
		return l.formulas.And(x, y), nil
	}
	return l.formulas.Or(x, y), nil
}

func (l *linear) fold(e *spec.Fold, env *spec.Env, negated bool) (*buchi.Formula, error) {
	all := e.Op == spec.Forall != negated
	instances, err := l.EveryInstance(e.Binders, env, l.m.Worlds)
	if err != nil {
		return nil, err
	}
	f := l.formulas.Constant(all)
	for _, in := range instances {
		x, err := l.build(e.Body, in.Env, negated)
		if err != nil {
			return nil, err
		}
		if all {
			f = l.formulas.And(f, x)
		} else {
			f = l.formulas.Or(f, x)
		}
	}
	return f, nil
}

// path is a formula about a run. ¬X f says that there is no next position, or not
// f at it.
func (l *linear) path(e *spec.Path, env *spec.Env, negated bool) (*buchi.Formula, error) {
	x, err := l.build(e.X, env, negated)
	if err != nil {
		return nil, err
	}
	switch {
	case e.Op == spec.NextTime && negated:
		return l.formulas.WeakNext(x), nil
	case e.Op == spec.NextTime:
		return l.formulas.Next(x), nil
	case e.Op == spec.Globally && negated, e.Op == spec.Eventually && !negated:
		return l.formulas.Until(l.formulas.Constant(true), x), nil
	case e.Op == spec.Globally, e.Op == spec.Eventually:
		return l.formulas.Release(l.formulas.Constant(false), x), nil
	}
	y, err := l.build(e.Y, env, negated)
	if err != nil {
		return nil, err
	}
	if negated {
		return l.formulas.Release(x, y), nil
	}
	return l.formulas.Until(x, y), nil
}
