package spec

import (
	"slices"

	"github.com/epibdd/epibdd/spec/source"
)

// close computes what every node of the given parts depends on, without the
// names that are bound here.
func (n *node) close(at source.Span, t Type, bound []Binder, parts ...Expr) {
	n.place, n.typ = at, t
	for _, p := range parts {
		if p == nil {
			continue
		}
		n.traits |= p.Traits()
		n.free = mergeBounds(n.free, p.Free())
	}
	for _, b := range bound {
		n.free = dropBound(n.free, b.Bound)
	}
}

// mergeBounds joins two lists that are sorted by ID.
func mergeBounds(a, b []*Bound) []*Bound {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	merged := slices.Concat(a, b)
	slices.SortFunc(merged, func(x, y *Bound) int { return x.ID - y.ID })
	return slices.Compact(merged)
}

func dropBound(list []*Bound, b *Bound) []*Bound {
	i := slices.Index(list, b)
	if i < 0 {
		return list
	}
	return slices.Delete(slices.Clone(list), i, i+1)
}

// constant makes a constant.
func constant(at source.Span, v Value, t Type) *Const {
	return &Const{node{place: at, typ: t}, v}
}

// refTo is a reference to a bound name.
func refTo(b *Bound, at source.Span) *BoundRef {
	return &BoundRef{node{place: at, typ: b.Type, free: []*Bound{b}}, b}
}

func boolConst(at source.Span, b bool) *Const { return constant(at, Bool(b), BoolType{}) }

// intType is the narrowest type of an integer expression, cut at Far.
func intType(lo, hi int64) *IntType {
	return &IntType{Lo: max(lo, -Far), Hi: min(hi, Far)}
}

// valueOf returns the value of a constant expression, and nil for any other.
func valueOf(e Expr) Value {
	if c, ok := e.(*Const); ok {
		return c.Value
	}
	return nil
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

func (m *Member) traits() Traits {
	t := m.Agent.Traits()
	if m.Cond != nil {
		t |= m.Cond.Traits()
	}
	for _, d := range Domains(m.Binders) {
		t |= d.Traits()
	}
	return t
}

func (m *Member) free() []*Bound {
	var n node
	n.close(source.Span{}, nil, m.Binders, append(Domains(m.Binders), m.Agent, m.Cond)...)
	return n.free
}

func (e *Temporal) closeTemporal(at source.Span) *Temporal {
	e.close(at, BoolType{}, nil, e.Bound, e.X, e.Y)
	if e.Program != nil {
		e.free = mergeBounds(e.free, e.Program.Free())
	}
	e.traits |= IsTemporal
	return e
}

// closeProgram computes the free names of a program from its parts.
func (p *pnode) closeProgram(at source.Span, parts []Program) {
	p.place = at
	for _, q := range parts {
		p.free = mergeBounds(p.free, q.Free())
	}
}

func someOf(at source.Span, bound []Binder, body Program) Program {
	var n node
	n.close(at, nil, nil, Domains(bound)...)
	free := mergeBounds(n.free, body.Free())
	for _, b := range bound {
		free = dropBound(free, b.Bound)
	}
	return &SomeOf{pnode{at, free}, bound, body}
}

func freeOf(args []Expr) []*Bound {
	var n node
	n.close(source.Span{}, nil, nil, args...)
	return n.free
}

// doesStep is the condition that somebody takes a step of an action.
func doesStep(step *Step) Expr {
	e := &Does{Step: step}
	e.close(step.Span(), BoolType{}, nil, step.Args...)
	e.traits |= ReadsState | AsksMoves
	return e
}

func domainTraits(bs []Binder) (t Traits) {
	for _, d := range Domains(bs) {
		t |= d.Traits()
	}
	return t
}
