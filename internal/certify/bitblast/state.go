package bitblast

import (
	"math/bits"
	"slices"

	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/spec"
)

// A state is written in bits scalar by scalar: what is optional and has parts says first whether
// it is there, then come the parts, of a set whether it has each element, from the last one. Where
// something is absent all bits of its parts are 0.

// build makes a value of a type of its scalars.
func (e *State) build(t spec.Type, scalar func(t spec.Type) Value) Value {
	if spec.IsScalar(t) {
		return scalar(t)
	}
	kind, elems, n := e.shape(t)
	w, in := &whole{kind: kind, absent: no}, []Choice(nil)
	if t != spec.Present(t) {
		w.absent = e.holds(scalar(spec.BoolType{})).Not()
	}
	for i := range n {
		p := e.build(partType(t, i), scalar)
		if w.parts = append(w.parts, p); elems != nil {
			in = append(in, Choice{elems[i], e.holds(p)})
		}
	}
	if elems != nil {
		w.elems, w.parts = e.set(in).elems, e.set(in).parts
	}
	return Value{whole: w}
}

// shape says of a type with parts how many there are, and which elements of a set they tell of.
func (e *State) shape(t spec.Type) (kind spec.Value, elems []spec.Value, n int) {
	switch u := spec.Present(t).(type) {
	case *spec.RecordType:
		return spec.Record(nil), nil, len(u.Fields)
	case *spec.ArrayType:
		if n := u.Cells(); n.IsInt64() && n.Int64() <= mostCases {
			return spec.Array(nil), nil, int(n.Int64())
		}
		panic(circuit.Open("an array of more than %d elements", mostCases))
	case *spec.SetType:
		elems = e.list(u.Elem)
		slices.Reverse(elems)
		return spec.Set(nil), elems, len(elems)
	}
	panic(circuit.Open("a variable of type %s", t))
}

// scalars lists those of a value of a type, and where something around them is absent.
func (e *State) scalars(t spec.Type, x Value, gone lit, f func(t spec.Type, x Value, gone lit)) {
	if spec.IsScalar(t) {
		f(t, x, gone)
		return
	}
	w := e.cut(x)
	if t != spec.Present(t) {
		f(spec.BoolType{}, truth(w.absent.Not()), gone)
		gone = e.Or(gone, w.absent)
	}
	_, elems, n := e.shape(t)
	for i := range n {
		p := w.part(i)
		if elems != nil {
			p = truth(w.has(e, elems[i]))
		}
		e.scalars(partType(t, i), p, gone, f)
	}
}

// Same is where two states are the same.
func (e *State) Same(t *State) lit {
	same := yes
	for i, v := range t.Vars {
		same = e.And(same, e.Equal(e.Vars[i], v))
	}
	return same
}

// Any is a state of new inputs, and where these are codes of values.
func Any(c *circuit.Circuit, m *spec.Model) (e *State, valid lit) {
	e, valid = NewState(c, m, nil), yes
	for _, v := range m.Vars {
		e.Vars = append(e.Vars, e.build(v.Type, func(t spec.Type) (x Value) {
			vs := e.list(t)
			code := make([]lit, bits.Len(uint(len(vs)-1)))
			below := yes // whether the code is that of a value
			for i := range code {
				code[i] = c.Input()
				if last := (len(vs) - 1) >> i & 1; last == 1 {
					below = c.Or(below, code[i].Not())
				} else {
					below = c.And(below, code[i].Not())
				}
			}
			for i, v := range vs {
				x.cases = append(x.cases, Choice{v, c.Codes(code, i)})
			}
			valid = c.And(valid, below)
			return x
		}))
	}
	return e, valid
}
