package bitblast

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// mark is where a step has written a value as a whole, and something in it.
type mark struct {
	whole, inside lit
	parts         map[int]*mark
}

// effect is the state behind moves, and where that is faulty.
func (e *State) effect(moves []spec.Move) (next []Value, fault lit) {
	fault, next = no, slices.Clone(e.Vars)
	marks := make([]mark, len(next))
	for _, m := range moves {
		for _, as := range m.Action.Then {
			for _, i := range e.Instances(as.Binders, Instance{Env: NamesOf(m), When: yes}) {
				if fault = e.Or(fault, i.Undef); i.When != no {
					n := as.Var.Index
					next[n] = e.assign(as, i, next[n], &marks[n], &fault)
				}
			}
		}
	}
	return next, fault
}

// assign makes one assignment.
func (e *State) assign(as spec.Assign, i Instance, old Value, m *mark, fault *lit) Value {
	when := i.When
	if as.Cond != nil {
		holds, undef := e.Truth(as.Cond, i.Env)
		*fault, when = e.Or(*fault, e.And(when, undef)), e.And(when, holds)
	}
	v, undef := e.Of(as.Value, i.Env)
	path := make([]turn, len(as.Path))
	for j, p := range as.Path {
		path[j] = turn{Choice{spec.Int(p.Field), yes}}
		if p.Index != nil {
			var u lit
			path[j], u = e.tuples(p.Index, i.Env)
			undef = e.Or(undef, u)
		}
	}
	*fault = e.Or(*fault, e.And(when, undef))
	return e.put(old, m, as.Var.Type, path, when, v, fault)
}

// turn is how a path to a part goes on: by a field, or by an index, which may be one of several.
type turn []Choice

// put writes a value to the part at a path. What is written twice has to be the same; that it is,
// is not looked at where one is inside of the other.
func (e *State) put(old Value, m *mark, t spec.Type, path []turn, when lit, v Value, fault *lit) Value {
	if when == no {
		return old
	}
	if len(path) == 0 {
		other := e.And(m.whole, e.Equal(old, v).Not())
		*fault = e.Or(*fault, e.And(when, e.Any(e.within(v, t).Not(), m.inside, other)))
		m.whole = e.Or(m.whole, when)
		return e.either(when, v, old)
	}
	w := e.cut(old)
	*fault = e.Or(*fault, e.And(when, e.Or(w.absent, m.whole)))
	m.inside = e.Or(m.inside, when)
	out := &whole{w.kind, w.elems, slices.Clone(w.parts), w.absent}
	for _, c := range path[0] {
		n, when := placeOf(t, c.Value), e.And(when, c.When)
		if n < 0 || n >= len(out.parts) {
			*fault = e.Or(*fault, when)
			continue
		}
		if m.parts == nil {
			m.parts = map[int]*mark{}
		}
		if m.parts[n] == nil {
			m.parts[n] = &mark{}
		}
		out.parts[n] = e.put(w.parts[n], m.parts[n], partType(t, n), path[1:], when, v, fault)
	}
	return Value{whole: out}
}

// placeOf is which part of a record or an array a field or an index says.
func placeOf(t spec.Type, v spec.Value) int {
	if i, ok := v.(spec.Record); ok {
		return spec.Present(t).(*spec.ArrayType).CellIndex(i)
	}
	return int(v.(spec.Int))
}
