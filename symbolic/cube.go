package symbolic

import "slices"

// Cube is a set of bits to quantify over. It belongs to one space; the zero
// Cube is the empty set of bits of every space.
type Cube struct {
	bits []Bit // ascending, each once
	lits Set   // the conjunction of the bits, unless there are none
}

// Cube returns the set of the given bits, which may repeat. It panics if the
// space has no such bit.
func (sp *Space) Cube(bits ...Bit) Cube {
	if len(bits) == 0 {
		return Cube{}
	}
	c := Cube{bits: sortedBits(bits)}
	for _, b := range c.bits {
		sp.check(b)
	}
	c.lits = sp.perform(func(e engine) int {
		n := trueNode
		for _, b := range slices.Backward(inOrder(sp.engine, c.bits)) { // upwards: one new node each
			n = e.apply(opAnd, e.literal(b), n)
		}
		return n
	})
	return c
}

// Bits returns the bits of c in ascending order.
func (c Cube) Bits() []Bit { return slices.Clone(c.bits) }

// IsEmpty tells whether c has no bits.
func (c Cube) IsEmpty() bool { return len(c.bits) == 0 }

// Contains tells whether b is one of the bits of c.
func (c Cube) Contains(b Bit) bool {
	_, found := slices.BinarySearch(c.bits, b)
	return found
}

// sortedBits returns the bits in ascending order, each once.
func sortedBits(bits []Bit) []Bit {
	s := slices.Clone(bits)
	slices.Sort(s)
	return slices.Compact(s)
}

// Exists returns the vectors that are in s for some choice of the bits of c.
func (s Set) Exists(c Cube) Set {
	if c.IsEmpty() || s.isConstant() {
		s.Space()
		return s
	}
	return s.with(c.lits).perform(func(e engine) int { return e.exists(s.h.node, c.lits.h.node) })
}

// Forall returns the vectors that are in s for every choice of the bits of c.
func (s Set) Forall(c Cube) Set {
	if c.IsEmpty() || s.isConstant() {
		return s
	}
	return s.with(c.lits).perform(func(e engine) int {
		return e.not(e.exists(e.not(s.h.node), c.lits.h.node))
	})
}

// AndExists returns s.And(t).Exists(c), the relational product, without
// building the intersection first.
func (s Set) AndExists(t Set, c Cube) Set {
	switch sp := s.with(t); {
	case c.IsEmpty():
		return s.And(t)
	case s.h == t.h || t.h == sp.full:
		return s.Exists(c)
	case s.h == sp.full:
		return t.Exists(c)
	case s.h == sp.empty || t.h == sp.empty:
		return sp.Empty()
	}
	return s.with(c.lits).perform(func(e engine) int {
		return e.andExists(s.h.node, t.h.node, c.lits.h.node)
	})
}

// Cofactor returns s with b fixed to v; the result does not depend on b.
func (s Set) Cofactor(b Bit, v bool) Set {
	lit := s.Space().Lit(b)
	if !v {
		lit = lit.Not()
	}
	return s.AndExists(lit, s.Space().Cube(b))
}

func (s Set) isConstant() bool { return s.Space().Bits() == 0 || s.IsEmpty() || s.IsFull() }
