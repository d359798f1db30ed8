package encode

import (
	"iter"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// choice is one of several values, with the states in which it is taken.
type choice struct {
	when symbolic.Set
	val  value
}

// choose joins values that are taken in disjoint sets of states.
func (s *System) choose(choices []choice) value {
	choices = slices.DeleteFunc(slices.Clone(choices), func(c choice) bool {
		_, none := c.val.(nothing)
		return none || c.when.IsEmpty()
	})
	if len(choices) == 0 {
		return nothing{}
	}
	if same := allSame(choices); same != nil {
		return same
	}
	switch kindOf(choices) {
	case truthKind:
		return truth{s.chooseSet(choices, s.asTruth)}
	case tupleKind:
		return s.chooseTuple(choices)
	case familyKind:
		return s.chooseFamily(choices)
	}
	var l caseList
	for _, c := range choices {
		for _, k := range s.asCases(c.val) {
			l.add(k.Value, c.when.And(k.When))
		}
	}
	return l.value(s)
}

// either is then where c holds and els elsewhere. Truth values, which are most,
// are joined without the general machinery.
func (s *System) either(c symbolic.Set, then, els value) value {
	if kindOfValue(then) == truthKind && kindOfValue(els) == truthKind {
		return truth{s.ite(c, s.asTruth(then), s.asTruth(els))}
	}
	return s.choose([]choice{{c, then}, {c.Not(), els}})
}

// ite is c.Ite(then, els), without work where one of the branches is constant
// or both are the same.
func (s *System) ite(c, then, els symbolic.Set) symbolic.Set {
	switch {
	case then.Equal(els):
		return then
	case then.IsFull():
		return c.Or(els)
	case then.IsEmpty():
		return els.Diff(c)
	case els.IsEmpty():
		return c.And(then)
	case els.IsFull():
		return c.Imp(then)
	}
	return c.Ite(then, els)
}

// allSame returns the constant that all choices agree on, if they do.
func allSame(choices []choice) value {
	first, ok := choices[0].val.(constant)
	if !ok {
		return only(choices)
	}
	for _, c := range choices[1:] {
		other, ok := c.val.(constant)
		if !ok || !spec.Equal(first.v, other.v) {
			return nil
		}
	}
	return first
}

// only returns the value of the only choice. Elsewhere than where it is taken a
// value may be anything, so this one will do.
func only(choices []choice) value {
	if len(choices) == 1 {
		return choices[0].val
	}
	return nil
}

type valueKind int

const (
	truthKind valueKind = iota
	scalarKind
	tupleKind
	familyKind
)

// kindOf returns the form in which all choices can be written.
func kindOf(choices []choice) valueKind {
	kind := truthKind
	for _, c := range choices {
		kind = max(kind, kindOfValue(c.val))
	}
	return kind
}

func kindOfValue(v value) valueKind {
	switch v := v.(type) {
	case truth:
		return truthKind
	case tuple:
		return tupleKind
	case family:
		return familyKind
	case constant:
		switch v.v.(type) {
		case spec.Bool:
			return truthKind
		case spec.Record, spec.Array:
			return tupleKind
		case spec.Set:
			return familyKind
		}
	}
	return scalarKind
}

// chooseSet joins one set of each choice.
func (s *System) chooseSet(choices []choice, of func(value) symbolic.Set) symbolic.Set {
	sets := make([]symbolic.Set, len(choices))
	for i, c := range choices {
		sets[i] = c.when.And(of(c.val))
	}
	return s.space.OrAll(sets...)
}

func (s *System) chooseTuple(choices []choice) value {
	t := tuple{absent: s.chooseSet(choices, s.absentIn)}
	var whole []choice // those with parts
	var parts [][]value
	for _, c := range choices {
		if p := s.asTuple(c.val); len(p.parts) > 0 {
			whole, parts, t.record = append(whole, c), append(parts, p.parts), p.record
		}
	}
	if len(whole) == 0 {
		return t
	}
	for i := range parts[0] {
		part := make([]choice, len(whole))
		for k, c := range whole {
			part[k] = choice{c.when, parts[k][i]}
		}
		t.parts = append(t.parts, s.choose(part))
	}
	return t
}

func (s *System) chooseFamily(choices []choice) value {
	f := family{absent: s.chooseSet(choices, s.absentIn)}
	var elems elemList
	for _, c := range choices {
		for _, m := range s.asFamily(c.val).members {
			elems.add(m.elem, c.when.And(m.in))
		}
	}
	f.members = elems.members(s)
	return f
}

// elemList collects members whose elements may repeat: an element is in where
// any of its sets says so.
type elemList struct{ caseList }

func (l *elemList) members(s *System) []member {
	ms := make([]member, len(l.cases))
	for i, c := range l.cases {
		ms[i] = member{c.Value, s.space.OrAll(l.when[i]...)}
	}
	slices.SortFunc(ms, func(a, b member) int { return spec.Compare(a.elem, b.elem) })
	return ms
}

// equal returns where a and b are the same value.
func (s *System) equal(a, b value) symbolic.Set {
	x, xok := a.(constant)
	y, yok := b.(constant)
	switch {
	case xok && yok:
		return s.space.Constant(spec.Equal(x.v, y.v))
	case isNothing(a) || isNothing(b):
		return s.none()
	}
	switch kind := max(kindOfValue(a), kindOfValue(b)); kind {
	case truthKind:
		return s.asTruth(a).Iff(s.asTruth(b))
	case scalarKind:
		return s.equalCases(s.asCases(a), s.asCases(b))
	case tupleKind:
		return s.equalPresent(a, b, func() symbolic.Set { return s.equalParts(s.asTuple(a).parts, s.asTuple(b).parts) })
	default:
		return s.equalPresent(a, b, func() symbolic.Set { return s.equalMembers(s.asFamily(a), s.asFamily(b)) })
	}
}

func isNothing(v value) bool { _, ok := v.(nothing); return ok }

func (s *System) equalCases(a, b []Case) symbolic.Set {
	if len(b) < len(a) {
		a, b = b, a
	}
	if len(a) == 1 {
		return a[0].When.And(s.caseOf(b, a[0].Value))
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
	return s.space.OrAll(sets...)
}

// equalPresent compares composites of which any may be none.
func (s *System) equalPresent(a, b value, parts func() symbolic.Set) symbolic.Set {
	na, nb := s.absentIn(a), s.absentIn(b)
	if na.IsFull() || nb.IsFull() {
		return na.And(nb)
	}
	return na.And(nb).Or(na.Or(nb).Not().And(parts()))
}

func (s *System) equalParts(a, b []value) symbolic.Set {
	if len(a) != len(b) {
		return s.none()
	}
	sets := make([]symbolic.Set, len(a))
	for i := range a {
		sets[i] = s.equal(a[i], b[i])
	}
	return s.space.AndAll(sets...)
}

func (s *System) equalMembers(a, b family) symbolic.Set {
	var sets []symbolic.Set
	for _, in := range merge(a.members, b.members, s.none()) {
		sets = append(sets, in[0].Iff(in[1]))
	}
	return s.space.AndAll(sets...)
}

// merge yields the elements of two families, which are sorted, with where each
// of the families has it.
func merge(a, b []member, empty symbolic.Set) iter.Seq2[spec.Value, [2]symbolic.Set] {
	return func(yield func(spec.Value, [2]symbolic.Set) bool) {
		for len(a) > 0 || len(b) > 0 {
			order := 0
			switch {
			case len(a) == 0:
				order = 1
			case len(b) == 0:
				order = -1
			default:
				order = spec.Compare(a[0].elem, b[0].elem)
			}
			in := [2]symbolic.Set{empty, empty}
			var elem spec.Value
			if order <= 0 {
				elem, in[0], a = a[0].elem, a[0].in, a[1:]
			}
			if order >= 0 {
				elem, in[1], b = b[0].elem, b[0].in, b[1:]
			}
			if !yield(elem, in) {
				return
			}
		}
	}
}

// outside returns where v is not a value of t.
func (s *System) outside(v value, t spec.Type) symbolic.Set {
	switch v := v.(type) {
	case constant:
		return s.space.Constant(!t.Has(v.v))
	case truth:
		return s.space.Constant(!t.Has(spec.Bool(true)))
	case scalar:
		var sets []symbolic.Set
		for _, c := range v.cases {
			if !t.Has(c.Value) {
				sets = append(sets, c.When)
			}
		}
		return s.space.OrAll(sets...)
	case tuple:
		return s.outsidePresent(v.absent, t, func() symbolic.Set { return s.partsOutside(v, spec.Present(t)) })
	case family:
		return s.outsidePresent(v.absent, t, func() symbolic.Set { return s.membersOutside(v, spec.Present(t)) })
	}
	return s.none()
}

func (s *System) outsidePresent(absent symbolic.Set, t spec.Type, parts func() symbolic.Set) symbolic.Set {
	out := parts().Diff(absent)
	if _, optional := t.(*spec.OptionType); optional {
		return out
	}
	return out.Or(absent)
}

func (s *System) partsOutside(v tuple, t spec.Type) symbolic.Set {
	var types []spec.Type
	switch t := t.(type) {
	case *spec.RecordType:
		for _, f := range t.Fields {
			types = append(types, f.Type)
		}
	case *spec.ArrayType:
		for range v.parts {
			types = append(types, t.Elem)
		}
	}
	if len(types) != len(v.parts) {
		return s.all()
	}
	sets := make([]symbolic.Set, len(types))
	for i, p := range v.parts {
		sets[i] = s.outside(p, types[i])
	}
	return s.space.OrAll(sets...)
}

func (s *System) membersOutside(v family, t spec.Type) symbolic.Set {
	set, isSet := t.(*spec.SetType)
	if !isSet {
		return s.all()
	}
	var sets []symbolic.Set
	for _, m := range v.members {
		if !set.Elem.Has(m.elem) {
			sets = append(sets, m.in)
		}
	}
	return s.space.OrAll(sets...)
}

// alternatives yields the values of t that v can have, and where it has each.
// What v has besides is outside t.
func (s *System) alternatives(v value, t spec.Type) iter.Seq2[spec.Value, symbolic.Set] {
	return func(yield func(spec.Value, symbolic.Set) bool) {
		switch v := v.(type) {
		case constant:
			if t.Has(v.v) {
				yield(v.v, s.all())
			}
			return
		case truth, scalar:
			for _, c := range s.asCases(v) {
				if t.Has(c.Value) && !c.When.IsEmpty() && !yield(c.Value, c.When) {
					return
				}
			}
			return
		case nothing:
			return
		}
		s.expandable(t)
		for w := range t.All() {
			if where := s.equal(v, constant{w}); !where.IsEmpty() && !yield(w, where) {
				return
			}
		}
	}
}
