package plan

import (
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/spec"
)

// What no action assigns is for ever what it was at the start. Where initial
// conditions say of such a variable alone which values it may have then, others
// need no code, and an expression that reads the only one left is constant: a
// game with a law that is drawn from many costs no more, if only one is drawn
// from, than the game with that law.

// frozen returns the values left for the scalar variables that no action
// assigns; those not listed keep all.
//
// Conditions are read from left to right, up to the first that more than one
// variable has a say in: it may be undefined where a later one does not hold,
// and that is an error to report.
func (p planner) frozen(m *spec.Model) map[*spec.Var][]spec.Value {
	left := make(map[*spec.Var][]spec.Value)
	assigned := make(map[*spec.Var]bool)
	for _, a := range m.Actions {
		for _, t := range a.Then {
			assigned[t.Var] = true
		}
	}
	for _, e := range m.Init {
		for _, c := range conjunctsOf(e) {
			v, ok := onlyVar(c)
			if !ok {
				return left
			}
			if _, known := left[v]; !known {
				for x := range v.Type.All() {
					left[v] = append(left[v], x)
				}
			}
			values, ok := p.satisfying(c, v, left[v])
			if !ok {
				return left
			}
			if len(values) > 0 && !assigned[v] {
				left[v] = values
			}
		}
	}
	return left
}

// conjunctsOf returns the operands of a conjunction, which are read in this
// order.
func conjunctsOf(e spec.Expr) []spec.Expr {
	if b, ok := e.(*spec.Binary); ok && b.Op == spec.And {
		return append(conjunctsOf(b.X), conjunctsOf(b.Y)...)
	}
	return []spec.Expr{e}
}

// onlyVar returns the variable that e reads, if it is one, a scalar.
func onlyVar(e spec.Expr) (*spec.Var, bool) {
	if e.Traits()&spec.Modal != 0 {
		return nil, false
	}
	vars := make(map[*spec.Var]bool)
	varsOf(e, vars)
	for v := range vars {
		return v, len(vars) == 1 && spec.IsScalar(v.Type) && v.Type.Size().IsInt64() && v.Type.Size().Int64() <= spec.MaxStored
	}
	return nil, false
}

func varsOf(e spec.Expr, vars map[*spec.Var]bool) {
	if r, ok := e.(*spec.VarRef); ok {
		vars[r.Var] = true
	}
	for _, c := range spec.Children(e) {
		varsOf(c, vars)
	}
}

// satisfying returns the values of v with which e is true, or false if that is
// undefined for one of them.
func (p planner) satisfying(e spec.Expr, v *spec.Var, values []spec.Value) ([]spec.Value, bool) {
	var in []spec.Value
	state := make(spec.State, v.Index+1)
	for _, x := range values {
		p.spend(1)
		state[v.Index] = x
		switch y, err := (&spec.Evaluator{State: state, Budget: tune.MaxConstant}).Eval(e, nil); {
		case err != nil || y == spec.Absent{}:
			return nil, false
		case y == spec.Bool(true):
			in = append(in, x)
		}
	}
	return in, true
}
