package spec

import (
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// modal resolves knowledge and temporal operators, which are about other states
// and so about no step.
func (r *resolver) modal(x syntax.Expr) (e Expr) {
	r.outOfStep(func() { e = r.modalOf(x) })
	return e
}

func (r *resolver) modalOf(x syntax.Expr) Expr {
	switch x := x.(type) {
	case *syntax.Knows:
		return r.knows(x)
	case *syntax.GroupKnows:
		return r.groupKnows(x)
	case *syntax.Temporal:
		return r.temporal(x)
	}
	return r.box(x.(*syntax.Box))
}

// box is about the executions of a program: [α] f is AX{α} f and <α> f is EX{α} f,
// unless α is a knowledge action.
func (r *resolver) box(x *syntax.Box) Expr {
	var p Program
	var f Expr
	r.each(func() { p = r.program(x.Program) }, func() { f = r.formula(x.X) })
	if IsKnowledgeAction(p) {
		return r.update(x.Place, !x.Diamond, p, f)
	}
	r.regular(p)
	e := &Temporal{All: !x.Diamond, Op: NextTime, Program: p, X: f}
	return e.closeTemporal(x.Place)
}

func (r *resolver) knows(x *syntax.Knows) Expr {
	e := &Knows{Op: map[syntax.Token]KnowsOp{
		syntax.KNOWS: KnowsThat, syntax.WHETHER: KnowsWhether, syntax.VALUE: KnowsValue, syntax.SUPPOSE: Supposes,
	}[x.Op]}
	r.each(func() { e.Agent = r.agent(x.Agent) }, func() {
		if e.Op != KnowsValue {
			e.X = r.formula(x.X)
			return
		}
		e.X = r.expr(x.X, nil)
		if e.X.Traits()&IsTemporal != 0 {
			r.fail(x.X.Span(), "the value of an expression with temporal operators cannot be known; ask for KW of a formula")
		}
	})
	e.close(x.Place, BoolType{}, nil, e.Agent, e.X)
	e.traits |= Epistemic
	return e
}

// agent resolves an expression whose value is an agent.
func (r *resolver) agent(x syntax.Expr) Expr {
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

func (r *resolver) unknownAgent(at source.Span, name string) {
	var known []string
	for _, v := range r.agentType().Elems {
		known = append(known, v.String())
	}
	r.fail(at, "unknown agent %q%s", name, source.DidYouMean(name, known))
}

func (r *resolver) groupKnows(x *syntax.GroupKnows) Expr {
	e := &GroupKnows{Op: map[syntax.Token]GroupOp{
		syntax.EVERY: Everybody, syntax.DISTR: Distributed, syntax.COMMON: Common,
	}[x.Op]}
	r.each(func() { e.Group = r.group(x.Group) }, func() {
		if x.Times != nil {
			e.Times = r.number(x.Times)
			r.rigid(e.Times, "how often E is applied")
		}
	}, func() { e.X = r.formula(x.X) })
	e.close(x.Place, BoolType{}, nil, e.Times, e.X)
	e.traits |= e.Group.traits() | Epistemic
	e.free = mergeBounds(e.free, e.Group.free())
	return e
}

func (g *Group) traits() (t Traits) {
	for _, m := range g.Members {
		t |= m.traits()
	}
	return t
}

func (g *Group) free() (free []*Bound) {
	for _, m := range g.Members {
		free = mergeBounds(free, m.free())
	}
	return free
}

// rigid refuses a number that depends on the state.
func (r *resolver) rigid(e Expr, what string) {
	if e.Traits() != 0 {
		r.fail(e.Span(), "%s cannot depend on the state", what)
	}
}

func (m *Member) traits() Traits {
	t := m.Agent.Traits()
	if m.Cond != nil {
		t |= m.Cond.Traits()
	}
	for _, d := range domains(m.Binders) {
		t |= d.Traits()
	}
	return t
}

func (m *Member) free() []*Bound {
	var n node
	n.close(source.Span{}, nil, m.Binders, append(domains(m.Binders), m.Agent, m.Cond)...)
	return n.free
}

// group resolves a set of agents.
func (r *resolver) group(x *syntax.Group) *Group {
	if len(x.Binders) > 0 {
		g := &Group{}
		r.within(x.Binders, func(bound []Binder) {
			m := Member{Binders: bound}
			if x.Cond != nil {
				m.Cond = r.formula(x.Cond)
			}
			g.Members = r.boundMembers(x, m)
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
func (r *resolver) boundMembers(x *syntax.Group, m Member) []Member {
	var members []Member
	for _, b := range m.Binders {
		r.checkAgents(b.Bound)
		members = append(members, Member{m.Binders, m.Cond, refTo(b.Bound, b.Bound.Place)})
	}
	return members
}

// checkAgents refuses a name that runs over no agents.
func (r *resolver) checkAgents(b *Bound) {
	if !overlap(b.Type, r.agentType()) {
		r.fail(b.Place, "%s runs over %s, which are no agents", b.Name, b.Type)
	}
}

// member is one entry of a list of agents: an agent, all of them, or a set.
func (r *resolver) member(x syntax.Expr) []Member {
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

func (r *resolver) isSetOfAgents(x syntax.Expr) bool {
	if r.isType(x) {
		return true
	}
	if n, ok := x.(*syntax.Name); ok && r.whatIs(n.Name) == "" {
		return false // and no agent either
	}
	_, ok := r.expr(x, nil).Type().(*SetType)
	return ok
}

func (r *resolver) temporal(x *syntax.Temporal) Expr {
	e := &Temporal{All: x.All, Op: PathOp(x.Op)}
	r.each(func() { r.superscript(e, x.Super) }, func() { e.X = r.formula(x.X) }, func() {
		if x.Y != nil {
			e.Y = r.formula(x.Y)
		}
	})
	return e.closeTemporal(x.Place)
}

func (r *resolver) superscript(e *Temporal, x *syntax.Super) {
	if x == nil {
		return
	}
	e.Program = r.program(x.Program)
	r.regular(e.Program)
	if x.Bound != nil {
		e.Bound = r.number(x.Bound)
		r.rigid(e.Bound, "the number of repetitions")
	}
}

func (e *Temporal) closeTemporal(at source.Span) *Temporal {
	e.close(at, BoolType{}, nil, e.Bound, e.X, e.Y)
	if e.Program != nil {
		e.free = mergeBounds(e.free, e.Program.Free())
	}
	e.traits |= IsTemporal
	return e
}
