package symbolic

// Restrict returns a set that agrees with s on the vectors of care, usually one
// with fewer nodes; what it holds elsewhere is open (Coudert and Madre, 1990). It
// depends on no bit on which s does not depend. It panics if care is empty.
func (s Set) Restrict(care Set) Set {
	sp := s.with(care)
	switch {
	case care.IsEmpty():
		panic("symbolic: nothing to care about")
	case s.isConstant() || care.IsFull():
		return s
	}
	if _, ok := sp.engine.(restricting); ok {
		return sp.perform(func(e engine) int { return e.(restricting).restrict(s.h.node, care.h.node) })
	}
	return restriction{}.of(s, care)
}

// restricting engines do it in one pass.
type restricting interface{ restrict(f, care int) int }

// restriction is the recursion for other engines, with what is known.
type restriction map[[2]Set]Set

func (c restriction) of(s, care Set) Set {
	if s.isConstant() || care.IsFull() {
		return s
	}
	problem := [2]Set{s, care}
	if r, ok := c[problem]; ok {
		return r
	}
	sp := s.Space()
	own, b := topBit(s), topBit(care)
	if sp.engine.level(int(own)) <= sp.engine.level(int(b)) {
		b = own
	}
	s0, s1 := s.Cofactor(b, false), s.Cofactor(b, true)
	care0, care1 := care.Cofactor(b, false), care.Cofactor(b, true)
	var r Set
	switch {
	case b != own:
		r = c.of(s, care0.Or(care1))
	case care0.IsEmpty():
		r = c.of(s1, care1)
	case care1.IsEmpty():
		r = c.of(s0, care0)
	default:
		r = sp.Lit(b).Ite(c.of(s1, care1), c.of(s0, care0))
	}
	c[problem] = r
	return r
}

// topBit is the bit that the diagram of s, which is not constant, tests first.
func topBit(s Set) Bit {
	sp := s.Space()
	sp.begin()
	defer sp.end()
	return Bit(sp.engine.bit(s.h.node))
}
