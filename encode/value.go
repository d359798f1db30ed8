package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// value is what an expression is worth in each state. Where the expression is
// undefined, and for bit vectors that are no states, a value may be anything.
type value interface {
	// Constant is the value if it is the same in all states.
	Constant() (spec.Value, bool)
}

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

func (c constant) Constant() (spec.Value, bool) { return c.v, true }

// Constant finds that there is none.
func (truth) Constant() (spec.Value, bool) { return nil, false }

// Constant finds that there is none.
func (scalar) Constant() (spec.Value, bool) { return nil, false }

// Constant finds that there is none.
func (tuple) Constant() (spec.Value, bool) { return nil, false }

// Constant finds that there is none.
func (family) Constant() (spec.Value, bool) { return nil, false }

// Constant finds that there is none.
func (nothing) Constant() (spec.Value, bool) { return nil, false }

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
func (s *System) read(sh *layout.Shape) value {
	if sh.Cell != nil {
		return s.readCell(sh.Cell)
	}
	if _, isSet := spec.Present(sh.Type).(*spec.SetType); isSet {
		f := family{absent: s.absentShape(sh)}
		for i, e := range sh.Elems {
			f.members = append(f.members, member{e, s.asTruth(s.readCell(sh.Members[i]))})
		}
		slices.SortFunc(f.members, func(a, b member) int { return spec.Compare(a.elem, b.elem) })
		return f
	}
	_, record := spec.Present(sh.Type).(*spec.RecordType)
	t := tuple{absent: s.absentShape(sh), record: record}
	for _, p := range sh.Parts {
		t.parts = append(t.parts, s.read(p))
	}
	return t
}

func (s *System) absentShape(sh *layout.Shape) symbolic.Set {
	if sh.Present == nil {
		return s.none()
	}
	return s.asTruth(s.readCell(sh.Present)).Not()
}

// readCell returns the value of a cell. They are kept: every expression needs
// them again.
func (s *System) readCell(c *layout.Cell) value {
	if v, ok := s.contents[c]; ok {
		return v
	}
	v := s.decode(c)
	s.contents[c] = v
	return v
}

func (s *System) decode(c *layout.Cell) value {
	if len(c.Values) == 1 {
		return constant{c.Values[0]}
	}
	if _, isBool := c.Type.(spec.BoolType); isBool {
		return truth{s.space.Lit(c.Cur[0])}
	}
	cases := make([]Case, len(c.Values))
	for code, v := range c.Values {
		cases[code] = Case{v, s.space.Singleton(c.Holds(c.Cur, code))}
	}
	return scalar{cases}
}

// validCell returns where the bits of a cell hold a value.
func (s *System) validCell(c *layout.Cell) symbolic.Set {
	if len(c.Values) == 1<<c.Width() {
		return s.all()
	}
	if v, ok := s.validity[c]; ok {
		return v
	}
	v := s.atMost(c.Cur, len(c.Values)-1)
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
func (s *System) validShape(sh *layout.Shape) symbolic.Set {
	var sets []symbolic.Set
	for _, p := range sh.Parts {
		sets = append(sets, s.validShape(p))
	}
	if sh.Cell != nil {
		sets = append(sets, s.validCell(sh.Cell))
	}
	set := s.space.AndAll(sets...)
	if sh.Present == nil {
		return set
	}
	return set.And(s.absentShape(sh).Imp(s.blank(sh)))
}

// blank returns where the parts of a shape have only bits 0.
func (s *System) blank(sh *layout.Shape) symbolic.Set {
	var bits []symbolic.Bit
	sh.Each(func(c *layout.Cell) {
		if c != sh.Present {
			bits = append(bits, c.Cur...)
		}
	})
	return s.space.Singleton(symbolic.Assign(bits, make([]bool, len(bits))))
}
