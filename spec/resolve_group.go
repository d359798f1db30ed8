package spec

import (
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// groups resolves agents and sets of them.
type groups struct{ expressions }

// agent resolves an expression whose value is an agent.
func (r groups) agent(x syntax.Expr) Expr {
	t := r.agentType()
	if n, ok := x.(*syntax.Name); ok && r.whatIs(n.Name) == "" {
		r.unknownAgent(n.Place, n.Name)
	}
	e := r.expr(x, t)
	if v := valueOf(e); v != nil && !t.Has(v) {
		r.unknownAgent(e.Span(), v.String())
	}
	if !overlap(e.Type(), t) {
		r.fail(e.Span(), "an agent is expected here, and this is a value of %s", e.Type())
	}
	return e
}

func (r groups) unknownAgent(at source.Span, name string) {
	var known []string
	for _, v := range r.agentType().Elems {
		known = append(known, v.String())
	}
	r.fail(at, "unknown agent %q%s", name, source.DidYouMean(name, known))
}

// group resolves a set of agents.
func (r groups) group(x *syntax.Group) *Group {
	if len(x.Binders) > 0 {
		g := &Group{}
		r.within(x.Binders, func(inner expressions, bound []Binder) {
			m := Member{Binders: bound}
			if x.Cond != nil {
				m.Cond = inner.formula(x.Cond)
			}
			g.Members = groups{inner}.boundMembers(m)
		})
		return g
	}
	g := &Group{}
	for _, elem := range x.Elems {
		g.Members = append(g.Members, r.member(elem)...)
	}
	return g
}

// boundMembers takes every bound name as a member: usually there is one.
func (r groups) boundMembers(m Member) []Member {
	var members []Member
	for _, b := range m.Binders {
		r.checkAgents(b.Bound)
		members = append(members, Member{m.Binders, m.Cond, refTo(b.Bound, b.Bound.Place)})
	}
	return members
}

// checkAgents refuses a name that runs over no agents.
func (r groups) checkAgents(b *Bound) {
	if !overlap(b.Type, r.agentType()) {
		r.fail(b.Place, "%s runs over %s, which are no agents", b.Name, b.Type)
	}
}

// member is one entry of a list of agents: an agent, all of them, or a set.
func (r groups) member(x syntax.Expr) []Member {
	if n, ok := x.(*syntax.Name); ok && n.Name == "all" && r.whatIs("all") == "" {
		var members []Member
		for _, a := range r.agentType().Elems {
			members = append(members, Member{Agent: constant(n.Place, a, r.agentType())})
		}
		return members
	}
	if !r.isSetOfAgents(x) {
		return []Member{{Agent: r.agent(x)}}
	}
	set, t := r.domain(x)
	if !overlap(t, r.agentType()) {
		r.fail(x.Span(), "these are no agents but values of %s", t)
	}
	b := r.newBound(syntax.Ident{At: syntax.At{Place: x.Span()}, Name: "agent"}, t)
	return []Member{{Binders: []Binder{{b, set}}, Agent: refTo(b, x.Span())}}
}

func (r groups) isSetOfAgents(x syntax.Expr) bool {
	if r.isType(x) {
		return true
	}
	if n, ok := x.(*syntax.Name); ok && r.whatIs(n.Name) == "" {
		return false // and no agent either
	}
	_, ok := r.expr(x, nil).Type().(*SetType)
	return ok
}
