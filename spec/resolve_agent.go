package spec

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/syntax"
)

// maxAgents keeps a family over a large type from filling the memory.
const maxAgents = 1 << 12

// declareAgents adds the agents of an entry to the model, those that it has not yet.
func (r expressions) declareAgents(who *syntax.Who) {
	for _, v := range r.agentNames(who) {
		if !r.agents.Has(v) {
			r.model.Agents = append(r.model.Agents, &Agent{Name: v, Index: len(r.agents.Elems)})
			r.agents.Elems = append(r.agents.Elems, v)
		}
	}
}

// agentNames lists the agents that an entry declares.
func (r expressions) agentNames(who *syntax.Who) []Value {
	switch {
	case who.All:
		return nil
	case who.Value != nil:
		switch x := who.Value.(type) {
		case *syntax.Name:
			return []Value{Symbol(x.Name)}
		case *syntax.Int:
			return []Value{Int(x.Value)}
		}
		r.fail(who.Place, "an agent is a name, or a family such as p in Player")
	}
	if len(who.Binders) != 1 || len(who.Binders[0].Names) != 1 {
		r.fail(who.Place, "a family of agents has one name, as in p in Player")
	}
	t := typing{r}.typeExpr(who.Binders[0].Domain)
	if !IsScalar(t) || t.Size().Cmp(big.NewInt(maxAgents)) > 0 {
		r.fail(who.Binders[0].Domain.Span(), "agents are named by numbers or by the values of an enumeration, at most %d", maxAgents)
	}
	var list []Value
	for v := range t.All() {
		member := expressions{r.bindValue(who.Binders[0].Names[0], v, t)}
		if who.Cond == nil || member.constBool(who.Cond) {
			list = append(list, v)
		}
	}
	return list
}

// observables resolves what agents see; an entry for all adds to every agent.
func (r expressions) observables() {
	for i := range r.doc.Agents {
		entry := &r.doc.Agents[i]
		if entry.Who.All {
			r.try(func() {
				sees := r.sees(entry.Sees)
				for _, a := range r.model.Agents {
					a.add(entry.SeesAll, sees)
				}
			})
			continue
		}
		r.try(func() { r.agentSees(entry) })
	}
}

func (r expressions) agentSees(entry *document.Agent) {
	for _, v := range r.agentNames(entry.Who) {
		at := slices.IndexFunc(r.model.Agents, func(a *Agent) bool { return Equal(a.Name, v) })
		r.try(func() {
			inner := r
			if len(entry.Who.Binders) > 0 {
				family := entry.Who.Binders[0]
				r.checkFresh(family.Names[0])
				inner.context = r.bindValue(family.Names[0], v, typing{r}.typeExpr(family.Domain))
			}
			r.model.Agents[at].add(entry.SeesAll, inner.sees(entry.Sees))
		})
	}
}

func (a *Agent) add(all bool, sees []Observable) {
	a.All = a.All || all
	a.Sees = append(a.Sees, sees...)
	if a.All {
		a.Sees = nil
	}
}

// sees resolves entries of what somebody sees.
func (r expressions) sees(entries []*syntax.Entry) []Observable {
	var list []Observable
	for _, x := range entries {
		r.entry(x, func(r expressions, bound []Binder, cond Expr) {
			o := Observable{bound, cond, r.expr(x.Value, nil)}
			r.forbid(o.Value, Modal, "what an agent sees")
			if cond != nil {
				r.forbid(cond, Modal, "what an agent sees")
			}
			list = append(list, o)
		})
	}
	return list
}

// entry resolves the binders and the condition behind an entry and calls f where
// their names are in scope. An entry whose condition is false is passed over.
func (r expressions) entry(x *syntax.Entry, f func(expressions, []Binder, Expr)) {
	r.within(x.Binders, func(r expressions, bound []Binder) {
		var cond Expr
		if x.Cond != nil {
			cond = r.formula(x.Cond)
			switch valueOf(cond) {
			case Bool(true):
				cond = nil
			case Bool(false):
				return
			}
		}
		f(r, bound, cond)
	})
}
