package symmetry

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// permutation sends the values of one type to others.
type permutation struct {
	of     spec.Type
	values []spec.Value // of the type, in its order
	to     []int        // by the place of a value, that of the one that it is sent to
	// renames says that agents whose names are values of the type are sent to those that have
	// the names to which these are sent.
	renames bool
}

// moves tells whether values of a type have parts that are sent to others.
func (p *permutation) moves(in spec.Type) bool {
	if in == nil || in == p.of {
		return in == p.of
	}
	switch in := in.(type) {
	case *spec.OptionType:
		return p.moves(in.Elem)
	case *spec.SetType:
		return p.moves(in.Elem)
	case *spec.ArrayType:
		return p.moves(in.Elem) || slices.ContainsFunc(in.Index, p.moves)
	case *spec.RecordType:
		return slices.ContainsFunc(in.Fields, func(f spec.FieldType) bool { return p.moves(f.Type) })
	}
	return false
}

// sort is a type that a permutation moves, nil for all others: their values stay as they are.
func (p *permutation) sort(t spec.Type) spec.Type {
	if p.moves(t) {
		return t
	}
	return nil
}

// image is what a value of a sort is sent to; ok is false of a value that the type does
// not have.
func (p *permutation) image(v spec.Value, in spec.Type) (to spec.Value, ok bool) {
	if in == p.of && in != nil {
		place := spec.IndexOf(in, v)
		if place < 0 {
			return nil, false
		}
		return p.values[p.to[place]], true
	}
	if !p.moves(in) || v == (spec.Absent{}) {
		return v, true
	}
	switch in := in.(type) {
	case *spec.OptionType:
		return p.image(v, in.Elem)
	case *spec.SetType:
		elems, ok := p.images(spec.Elems(v), func(int) spec.Type { return in.Elem })
		return spec.NewSet(elems...), ok
	case *spec.ArrayType:
		return p.array(v, in)
	case *spec.RecordType:
		old, ok := v.(spec.Record)
		if !ok || len(old) != len(in.Fields) {
			return nil, false
		}
		fields, ok := p.images(old, func(i int) spec.Type { return in.Fields[i].Type })
		return spec.Record(fields), ok
	}
	return nil, false
}

func (p *permutation) images(vs []spec.Value, in func(i int) spec.Type) (to []spec.Value, ok bool) {
	to = make([]spec.Value, len(vs))
	for i, v := range vs {
		if to[i], ok = p.image(v, in(i)); !ok {
			return nil, false
		}
	}
	return to, true
}

// array sends the element at each place to the place to which that is sent.
func (p *permutation) array(v spec.Value, in *spec.ArrayType) (spec.Value, bool) {
	old, ok := v.(spec.Array)
	if !ok {
		return nil, false
	}
	elems := make(spec.Array, len(old))
	k := 0
	for index := range spec.Tuples(in.Index) {
		at, ok := p.images(index, func(i int) spec.Type { return in.Index[i] })
		if !ok {
			return nil, false
		}
		if elems[in.CellIndex(at)], ok = p.image(old[k], in.Elem); !ok {
			return nil, false
		}
		k++
	}
	return elems, true
}

// agent is the name of the agent to which an agent is sent.
func (p *permutation) agent(name spec.Value) spec.Value {
	if p.renames && p.of.Has(name) {
		to, _ := p.image(name, p.of)
		return to
	}
	return name
}

// named is the sort of the names of agents.
func (p *permutation) named() spec.Type {
	if p.renames {
		return p.of
	}
	return nil
}

// alike tells whether a permutation does the same to the values of two sorts, as far as both
// have them.
func (p *permutation) alike(a, b spec.Type) bool {
	if !p.moves(a) && !p.moves(b) {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	switch a, b := spec.Present(a), spec.Present(b); a := a.(type) {
	case *spec.SetType:
		b, ok := b.(*spec.SetType)
		return ok && p.alike(a.Elem, b.Elem)
	case *spec.ArrayType:
		b, ok := b.(*spec.ArrayType)
		return ok && p.alike(a.Elem, b.Elem) && slices.EqualFunc(a.Index, b.Index, p.alike)
	case *spec.RecordType:
		b, ok := b.(*spec.RecordType)
		return ok && (a == b || a != p.of && b != p.of && slices.EqualFunc(a.Fields, b.Fields, func(f, g spec.FieldType) bool { return p.alike(f.Type, g.Type) }))
	default:
		return a == b
	}
}

// sameBound tells whether two bound names run over the same values, to which a permutation does
// the same.
func (p *permutation) sameBound(a, b *spec.Bound) bool {
	if a == b || a.Type == b.Type {
		return true
	}
	x, ok := a.Type.(*spec.IntType)
	y, also := b.Type.(*spec.IntType)
	return ok && also && x.Lo == y.Lo && x.Hi == y.Hi && !p.moves(x) && !p.moves(y)
}
