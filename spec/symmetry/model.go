package symmetry

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// automorphism tells whether a permutation sends initial states to initial states, steps to steps, views to
// views and what is asked again and again of fair runs to itself, and leaves some formulas as they are.
func (p *proof) automorphism(asked []spec.Expr) bool {
	if slices.ContainsFunc(asked, func(e spec.Expr) bool { return !p.same(e, e) }) {
		return false
	}
	m := p.model
	init := conjuncts(m.Init)
	if !matched(init, init, p.same) || !matched(m.Fairness, m.Fairness, p.same) {
		return false
	}
	for _, a := range m.Agents {
		if to := p.agents[spec.Key(p.agent(a.Name))]; to == nil || a.All != to.All || !p.seen(a.Sees, to.Sees) {
			return false
		}
	}
	return !slices.ContainsFunc(m.Actions, func(a *spec.Action) bool { return !p.action(a) }) && p.budget >= 0
}

// conjuncts are the conditions that all have to hold.
func conjuncts(es []spec.Expr) []spec.Expr {
	var all []spec.Expr
	for _, e := range es {
		if and, ok := e.(*spec.Binary); ok && and.Op == spec.And {
			all = append(all, conjuncts([]spec.Expr{and.X, and.Y})...)
		} else {
			all = append(all, e)
		}
	}
	return all
}

func (p *proof) seen(as, bs []spec.Observable) bool {
	return matched(as, bs, func(a, b spec.Observable) bool {
		return p.binders(a.Binders, b.Binders) && p.same(a.Cond, b.Cond) && p.compare(a.Value, b.Value, anything).ok
	})
}

// action tells whether the step with the images of the arguments does to the image of a state what
// the step does to the state, and is observed by the images of those who observe it.
func (p *proof) action(a *spec.Action) bool {
	for _, e := range slices.Concat(a.When, a.Given) {
		if !p.same(e, e) {
			return false
		}
	}
	return matched(a.Then, a.Then, p.assign) && (a.By == nil || p.is(a.By, a.By, p.named())) &&
		matched(a.Seen, a.Seen, func(x, y spec.Seen) bool {
			return p.binders(x.Binders, y.Binders) && p.same(x.Cond, y.Cond) && (x.Agent == nil) == (y.Agent == nil) &&
				(x.Agent == nil || p.is(x.Agent, y.Agent, p.named())) && p.seen(x.What, y.What)
		})
}

func (p *proof) assign(a, b spec.Assign) bool {
	if a.Var != b.Var || len(a.Path) != len(b.Path) || !p.binders(a.Binders, b.Binders) || !p.same(a.Cond, b.Cond) {
		return false
	}
	t := a.Var.Type
	for i, step := range a.Path {
		to := b.Path[i]
		if step.Index == nil {
			if to.Index != nil || step.Field != to.Field || spec.Present(t) == p.of {
				return false
			}
			t = spec.Present(t).(*spec.RecordType).Fields[step.Field].Type
			continue
		}
		if len(to.Index) != len(step.Index) {
			return false
		}
		array := spec.Present(t).(*spec.ArrayType)
		for k, x := range step.Index {
			if !p.is(x, to.Index[k], array.Index[k]) {
				return false
			}
		}
		t = array.Elem
	}
	return p.is(a.Value, b.Value, t)
}
