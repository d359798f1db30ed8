package symbolic

import "github.com/epibdd/epibdd/internal/heuristic"

// Erode returns the vectors that are in s and stay there whichever one bit of c is
// turned: the erosion of s by those that differ from one in one of these bits at most
// (Bloch and Lang 2000). It is the intersection of s.Forall of each bit, which are as
// many sets as there are bits, all different above their bits.
func (s Set) Erode(c Cube) Set {
	if c.IsEmpty() || s.isConstant() {
		return s
	}
	sp := s.with(c.lits)
	if _, ok := sp.engine.(eroding); ok && !sp.without.Has(heuristic.Erosion) {
		return sp.perform(func(e engine) int { return e.(eroding).erode(s.h.node, c.lits.h.node) })
	}
	left := s
	for _, b := range c.bits {
		left = left.And(s.Forall(sp.Cube(b)))
	}
	return left
}

// eroding engines do it in one pass.
type eroding interface{ erode(f, cube int) int }
