package codes

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Read returns the value that the bits of a shape hold.
func (s *Codes) Read(sh *layout.Shape) value.Value {
	if sh.Cell != nil {
		return s.readCell(sh.Cell)
	}
	if sh.OneHot {
		return s.readOneHot(sh)
	}
	if _, isSet := spec.Present(sh.Type).(*spec.SetType); isSet {
		f := value.Family{Absent: s.AbsentShape(sh)}
		for i, e := range sh.Elems {
			f.Members = append(f.Members, value.Member{Elem: e, In: value.AsTruth(s.Space, s.readCell(sh.Members[i]))})
		}
		slices.SortFunc(f.Members, func(a, b value.Member) int { return spec.Compare(a.Elem, b.Elem) })
		return f
	}
	_, record := spec.Present(sh.Type).(*spec.RecordType)
	t := value.Tuple{Absent: s.AbsentShape(sh), Record: record}
	for _, p := range sh.Parts {
		t.Parts = append(t.Parts, s.Read(p))
	}
	return t
}

func (s *Codes) AbsentShape(sh *layout.Shape) symbolic.Set {
	if sh.Present == nil {
		return s.Space.Empty()
	}
	return value.AsTruth(s.Space, s.readCell(sh.Present)).Not()
}

// readCell returns the value of a cell. They are kept: every expression needs
// them again.
func (s *Codes) readCell(c *layout.Cell) value.Value {
	if v, ok := s.contents[c]; ok {
		return v
	}
	v := s.decode(c)
	s.contents[c] = v
	return v
}

func (s *Codes) decode(c *layout.Cell) value.Value {
	if len(c.Values) == 1 {
		return value.Constant{V: c.Values[0]}
	}
	if _, isBool := c.Type.(spec.BoolType); isBool {
		return value.Truth{In: s.Space.Lit(c.Cur[0])}
	}
	cases := make([]value.Case, len(c.Values))
	for code, v := range c.Values {
		cases[code] = value.Case{Value: v, When: s.Space.Singleton(c.Holds(c.Cur, code))}
	}
	return value.Scalar{Cases: cases}
}

// ValidCell returns where the bits of a cell hold a value.
func (s *Codes) ValidCell(c *layout.Cell) symbolic.Set {
	if len(c.Values) == 1<<c.Width() {
		return s.Space.Full()
	}
	if v, ok := s.validity[c]; ok {
		return v
	}
	v := s.atMost(c.Cur, len(c.Values)-1)
	s.validity[c] = v
	return v
}

// atMost returns where the bits, as a binary number, are at most n.
func (s *Codes) atMost(bits []symbolic.Bit, n int) symbolic.Set {
	set := s.Space.Full()
	for i := len(bits) - 1; i >= 0; i-- {
		lit := s.Space.Lit(bits[i])
		if n>>(len(bits)-1-i)&1 == 1 {
			set = lit.Not().Or(set)
		} else {
			set = set.Diff(lit)
		}
	}
	return set
}

// ValidShape returns where the bits of a shape hold a value of its type: every
// cell does, and what is absent has all bits 0.
func (s *Codes) ValidShape(sh *layout.Shape) symbolic.Set {
	var sets []symbolic.Set
	for _, p := range sh.Parts {
		sets = append(sets, s.ValidShape(p))
	}
	if sh.Cell != nil {
		sets = append(sets, s.ValidCell(sh.Cell))
	}
	if sh.OneHot {
		return s.validOneHot(sh)
	}
	set := s.Space.AndAll(sets...)
	if sh.Present == nil {
		return set
	}
	return set.And(s.AbsentShape(sh).Imp(s.blank(sh)))
}

// blank returns where the parts of a shape have only bits 0.
func (s *Codes) blank(sh *layout.Shape) symbolic.Set {
	var bits []symbolic.Bit
	sh.Each(func(c *layout.Cell) {
		if c != sh.Present {
			bits = append(bits, c.Cur...)
		}
	})
	return s.Space.Singleton(symbolic.Assign(bits, make([]bool, len(bits))))
}
