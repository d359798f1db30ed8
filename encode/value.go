package encode

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// value is what an expression is worth in each state. Where the expression is
// undefined, and for bit vectors that are no states, a value may be anything.
type value interface{ isValue() }

type (
	// constant is the same value everywhere; the only form of lists.
	constant struct{ v spec.Value }
	// truth is a truth value: true in the set.
	truth struct{ in symbolic.Set }
	// scalar has disjoint cases with different values.
	scalar struct{ cases []Case }
	// tuple is a record or an array, or none where it is absent.
	tuple struct {
		absent symbolic.Set
		parts  []value
		record bool
	}
	// family is a set. Its members are different and sorted by spec.Compare.
	family struct {
		absent  symbolic.Set
		members []member
	}
	// nothing is the value of what is defined nowhere.
	nothing struct{}
)

// member says where elem is an element of a set.
type member struct {
	elem spec.Value
	in   symbolic.Set
}

func (constant) isValue() {}
func (truth) isValue()    {}
func (scalar) isValue()   {}
func (tuple) isValue()    {}
func (family) isValue()   {}
func (nothing) isValue()  {}

// Case says that an expression has Value in the states of When.
type Case struct {
	Value spec.Value
	When  symbolic.Set
}

// asTruth returns where v is true.
func (s *System) asTruth(v value) symbolic.Set {
	switch v := v.(type) {
	case constant:
		return s.space.Constant(v.v == spec.Bool(true))
	case truth:
		return v.in
	case scalar:
		return s.caseOf(v.cases, spec.Bool(true))
	}
	return s.none()
}

// none is the empty set and all the full one.
func (s *System) none() symbolic.Set { return s.space.Empty() }
func (s *System) all() symbolic.Set  { return s.space.Full() }

// caseOf returns where the cases have the value w.
func (s *System) caseOf(cases []Case, w spec.Value) symbolic.Set {
	for _, c := range cases {
		if spec.Equal(c.Value, w) {
			return c.When
		}
	}
	return s.none()
}

// asCases returns the cases of a value without parts.
func (s *System) asCases(v value) []Case {
	switch v := v.(type) {
	case constant:
		return []Case{{v.v, s.all()}}
	case truth:
		return []Case{{spec.Bool(false), v.in.Not()}, {spec.Bool(true), v.in}}
	case scalar:
		return v.cases
	case tuple:
		return []Case{{spec.Absent{}, v.absent}}
	case family:
		return []Case{{spec.Absent{}, v.absent}}
	}
	return nil
}

// absentIn returns where v is none.
func (s *System) absentIn(v value) symbolic.Set {
	switch v := v.(type) {
	case constant:
		return s.space.Constant(v.v == spec.Absent{})
	case scalar:
		return s.caseOf(v.cases, spec.Absent{})
	case tuple:
		return v.absent
	case family:
		return v.absent
	}
	return s.none()
}

// asTuple returns v as parts; a constant without parts has none.
func (s *System) asTuple(v value) tuple {
	switch v := v.(type) {
	case tuple:
		return v
	case constant:
		t := tuple{absent: s.absentIn(v)}
		_, t.record = v.v.(spec.Record)
		for _, p := range spec.Elems(v.v) {
			t.parts = append(t.parts, constant{p})
		}
		return t
	}
	return tuple{absent: s.all()}
}

// asFamily returns v as a family of elements.
func (s *System) asFamily(v value) family {
	switch v := v.(type) {
	case family:
		return v
	case constant:
		f := family{absent: s.absentIn(v)}
		for _, e := range spec.Elems(v.v) {
			f.members = append(f.members, member{e, s.all()})
		}
		return f
	}
	return family{absent: s.all()}
}

// caseList collects cases whose values may repeat.
type caseList struct {
	place map[string]int
	cases []Case
	when  [][]symbolic.Set
}

func (l *caseList) add(v spec.Value, when symbolic.Set) {
	if when.IsEmpty() {
		return
	}
	key := spec.Key(v)
	i, ok := l.place[key]
	if !ok {
		if l.place == nil {
			l.place = make(map[string]int)
		}
		i = len(l.when)
		l.place[key] = i
		l.cases = append(l.cases, Case{Value: v})
		l.when = append(l.when, nil)
	}
	l.when[i] = append(l.when[i], when)
}

// value joins the cases, in the order of their values.
func (l *caseList) value(s *System) value {
	for i := range l.cases {
		l.cases[i].When = s.space.OrAll(l.when[i]...)
	}
	if len(l.cases) == 1 && l.cases[0].When.IsFull() {
		return constant{l.cases[0].Value}
	}
	slices.SortFunc(l.cases, func(a, b Case) int { return spec.Compare(a.Value, b.Value) })
	return scalar{l.cases}
}

// read returns the value that the bits of a shape hold.
func (s *System) read(sh *shape) value {
	if sh.cell != nil {
		return s.readCell(sh.cell)
	}
	if _, isSet := spec.Present(sh.typ).(*spec.SetType); isSet {
		f := family{absent: s.absentShape(sh)}
		for i, e := range sh.elems {
			f.members = append(f.members, member{e, s.asTruth(s.readCell(sh.members[i]))})
		}
		slices.SortFunc(f.members, func(a, b member) int { return spec.Compare(a.elem, b.elem) })
		return f
	}
	_, record := spec.Present(sh.typ).(*spec.RecordType)
	t := tuple{absent: s.absentShape(sh), record: record}
	for _, p := range sh.parts {
		t.parts = append(t.parts, s.read(p))
	}
	return t
}

func (s *System) absentShape(sh *shape) symbolic.Set {
	if sh.present == nil {
		return s.none()
	}
	return s.asTruth(s.readCell(sh.present)).Not()
}

// readCell returns the value of a cell. They are kept: every expression needs
// them again.
func (s *System) readCell(c *cell) value {
	if v, ok := s.contents[c]; ok {
		return v
	}
	v := s.decode(c)
	s.contents[c] = v
	return v
}

func (s *System) decode(c *cell) value {
	if len(c.values) == 1 {
		return constant{c.values[0]}
	}
	if _, isBool := c.typ.(spec.BoolType); isBool {
		return truth{s.space.Lit(c.cur[0])}
	}
	cases := make([]Case, len(c.values))
	for code, v := range c.values {
		cases[code] = Case{v, s.space.Singleton(c.holds(c.cur, code))}
	}
	return scalar{cases}
}

// holds is the assignment of a code to the bits of the cell.
func (c *cell) holds(in []symbolic.Bit, code int) symbolic.Assignment {
	vs := make([]bool, len(in))
	for i := range in {
		vs[i] = c.bitOf(code, i)
	}
	return symbolic.Assign(in, vs)
}

// validCell returns where the bits of a cell hold a value.
func (s *System) validCell(c *cell) symbolic.Set {
	if len(c.values) == 1<<c.width() {
		return s.all()
	}
	if v, ok := s.validity[c]; ok {
		return v
	}
	v := s.atMost(c.cur, len(c.values)-1)
	s.validity[c] = v
	return v
}

// atMost returns where the bits, as a binary number, are at most n.
func (s *System) atMost(bits []symbolic.Bit, n int) symbolic.Set {
	set := s.all()
	for i := len(bits) - 1; i >= 0; i-- {
		lit := s.space.Lit(bits[i])
		if n>>(len(bits)-1-i)&1 == 1 {
			set = lit.Not().Or(set)
		} else {
			set = set.Diff(lit)
		}
	}
	return set
}

// validShape returns where the bits of a shape hold a value of its type: every
// cell does, and what is absent has all bits 0.
func (s *System) validShape(sh *shape) symbolic.Set {
	var sets []symbolic.Set
	for _, p := range sh.parts {
		sets = append(sets, s.validShape(p))
	}
	if sh.cell != nil {
		sets = append(sets, s.validCell(sh.cell))
	}
	set := s.space.AndAll(sets...)
	if sh.present == nil {
		return set
	}
	return set.And(s.absentShape(sh).Imp(s.blank(sh)))
}

// blank returns where the parts of a shape have only bits 0.
func (s *System) blank(sh *shape) symbolic.Set {
	var bits []symbolic.Bit
	sh.each(func(c *cell) {
		if c != sh.present {
			bits = append(bits, c.cur...)
		}
	})
	return s.space.Singleton(symbolic.Assign(bits, make([]bool, len(bits))))
}
