package plan

import (
	"slices"

	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/spec"
)

// A number that is written in binary is read as a whole: who of many cryptographers has paid
// stands in one place, far from most of those whom it may be, and diagrams between remember
// who is still to come. With a bit for each value, of which one is 1, each stands beside
// what is compared with it, and diagrams remember whether one was. So a scalar is one-hot
// that no action assigns, that has many values, and that is compared with names and
// constants only: of what is compared with names each value has others beside it.
//
// In guards it tells actions apart of which none follows the others, which are joined where that
// can be seen of a number.
//
// With few values there is little to remember, and with very many the bits alone are many.
const mostHot = 1 << 10

// oneHot are the variables that are one-hot, with their values: those that are left of
// frozen ones, or all.
func (p planner) oneHot(m *spec.Model, left map[*spec.Var][]spec.Value, o Options) map[*spec.Var][]spec.Value {
	hot := make(map[*spec.Var][]spec.Value)
	if m.Joint || p.tune.Without.Has(heuristic.OneHot) {
		return hot
	}
	for _, v := range m.Vars {
		if !spec.IsScalar(v.Type) || !v.Type.Size().IsInt64() || v.Type.Size().Int64() > mostHot || o.Order.Names(v.Name) {
			continue
		}
		values, ok := left[v]
		if !ok {
			values = slices.Collect(v.Type.All())
		}
		if len(values) >= p.tune.Hot {
			hot[v] = values
		}
	}
	for _, a := range m.Actions {
		for _, t := range a.Then {
			delete(hot, t.Var)
		}
		for _, e := range a.When {
			spec.Walk(e, func(e spec.Expr) bool {
				if r, ok := e.(*spec.VarRef); ok {
					delete(hot, r.Var)
				}
				return true
			})
		}
	}
	if len(hot) > 0 {
		p.dropOthers(m, o.Asked, hot)
	}
	return hot
}

// dropOthers drops what is not compared with a name anywhere, or used otherwise.
func (p planner) dropOthers(m *spec.Model, asked []spec.Expr, hot map[*spec.Var][]spec.Value) {
	named := make(map[*spec.Var]bool)
	visit := func(e spec.Expr) bool {
		p.spend(1)
		switch e := e.(type) {
		case *spec.VarRef:
			delete(hot, e.Var)
		case *spec.Knows: // of which value it is no diagram is made
			_, whole := e.X.(*spec.VarRef)
			return !whole || e.Op != spec.KnowsValue
		case *spec.Binary:
			v, with := compared(e)
			if v == nil {
				return true
			}
			switch with.(type) {
			case *spec.BoundRef:
				named[v] = true
				return false
			case *spec.Const:
				return false
			}
		}
		return true
	}
	for _, e := range expressionsOf(m, asked) {
		spec.Walk(e, visit)
	}
	for v := range hot {
		if !named[v] {
			delete(hot, v)
		}
	}
}

// compared is the variable that e compares, and with what; nil: it does not.
func compared(e *spec.Binary) (*spec.Var, spec.Expr) {
	if e.Op != spec.Eq && e.Op != spec.Ne {
		return nil, nil
	}
	if r, ok := e.X.(*spec.VarRef); ok {
		return r.Var, e.Y
	}
	if r, ok := e.Y.(*spec.VarRef); ok {
		return r.Var, e.X
	}
	return nil, nil
}

// expressionsOf are all expressions of a model, and what is asked.
func expressionsOf(m *spec.Model, asked []spec.Expr) []spec.Expr {
	all := slices.Concat(m.Init, m.Fairness, asked)
	for _, a := range m.Agents {
		for _, o := range a.Sees {
			all = append(append(all, spec.Domains(o.Binders)...), o.Value)
			if o.Cond != nil {
				all = append(all, o.Cond)
			}
		}
	}
	for _, a := range m.Actions {
		all = append(append(all, spec.Expressions(a)...), spec.Observations(a)...)
	}
	return all
}
