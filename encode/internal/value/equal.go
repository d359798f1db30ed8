package value

import (
	"iter"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Equal returns where a and b are the same value.
func Equal(sp *symbolic.Space, a, b Value) symbolic.Set {
	x, xok := a.(Constant)
	y, yok := b.(Constant)
	switch {
	case xok && yok:
		return sp.Constant(spec.Equal(x.V, y.V))
	case isNothing(a) || isNothing(b):
		return sp.Empty()
	}
	switch kind := max(kindOfValue(a), kindOfValue(b)); kind {
	case truthKind:
		return AsTruth(sp, a).Iff(AsTruth(sp, b))
	case scalarKind:
		return equalCases(sp, AsCases(sp, a), AsCases(sp, b))
	case tupleKind:
		return equalPresent(sp, a, b, func() symbolic.Set { return equalParts(sp, AsTuple(sp, a).Parts, AsTuple(sp, b).Parts) })
	default:
		return equalPresent(sp, a, b, func() symbolic.Set { return equalMembers(sp, AsFamily(sp, a), AsFamily(sp, b)) })
	}
}

func isNothing(v Value) bool { _, ok := v.(Nothing); return ok }

func equalCases(sp *symbolic.Space, a, b []Case) symbolic.Set {
	if len(b) < len(a) {
		a, b = b, a
	}
	if len(a) == 1 {
		return a[0].When.And(CaseOf(sp, b, a[0].Value))
	}
	where := make(map[string]symbolic.Set, len(b))
	for _, c := range b {
		where[spec.Key(c.Value)] = c.When
	}
	var sets []symbolic.Set
	for _, c := range a {
		if w, ok := where[spec.Key(c.Value)]; ok {
			sets = append(sets, c.When.And(w))
		}
	}
	return sp.OrAll(sets...)
}

// equalPresent compares composites of which any may be none.
func equalPresent(sp *symbolic.Space, a, b Value, parts func() symbolic.Set) symbolic.Set {
	na, nb := AbsentIn(sp, a), AbsentIn(sp, b)
	if na.IsFull() || nb.IsFull() {
		return na.And(nb)
	}
	return na.And(nb).Or(na.Or(nb).Not().And(parts()))
}

func equalParts(sp *symbolic.Space, a, b []Value) symbolic.Set {
	if len(a) != len(b) {
		return sp.Empty()
	}
	sets := make([]symbolic.Set, len(a))
	for i := range a {
		sets[i] = Equal(sp, a[i], b[i])
	}
	return sp.AndAll(sets...)
}

func equalMembers(sp *symbolic.Space, a, b Family) symbolic.Set {
	var sets []symbolic.Set
	for _, in := range merge(a.Members, b.Members, sp.Empty()) {
		sets = append(sets, in[0].Iff(in[1]))
	}
	return sp.AndAll(sets...)
}

// merge yields the elements of two families, which are sorted, with where each
// of the families has it.
func merge(a, b []Member, empty symbolic.Set) iter.Seq2[spec.Value, [2]symbolic.Set] {
	return func(yield func(spec.Value, [2]symbolic.Set) bool) {
		for len(a) > 0 || len(b) > 0 {
			order := 0
			switch {
			case len(a) == 0:
				order = 1
			case len(b) == 0:
				order = -1
			default:
				order = spec.Compare(a[0].Elem, b[0].Elem)
			}
			in := [2]symbolic.Set{empty, empty}
			var elem spec.Value
			if order <= 0 {
				elem, in[0], a = a[0].Elem, a[0].In, a[1:]
			}
			if order >= 0 {
				elem, in[1], b = b[0].Elem, b[0].In, b[1:]
			}
			if !yield(elem, in) {
				return
			}
		}
	}
}
