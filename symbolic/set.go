package symbolic

import "fmt"

// Set is a set of bit vectors of one space. Sets are small immutable values;
// the zero Set belongs to no space and may not be used. Methods of two or three
// sets panic if they are of different spaces.
type Set struct{ h *handle }

// Space returns the space of s.
func (s Set) Space() *Space {
	if s.h == nil {
		panic("symbolic: use of the zero Set")
	}
	return s.h.space
}

// with returns the space that s and the others have in common.
func (s Set) with(others ...Set) *Space {
	sp := s.Space()
	for _, t := range others {
		if t.Space() != sp {
			panic("symbolic: sets of different spaces")
		}
	}
	return sp
}

func (s Set) apply(op operator, t Set) Set {
	return s.with(t).perform(func(e engine) int { return e.apply(op, s.h.node, t.h.node) })
}

// IsValid tells whether s is a set at all, not the zero Set.
func (s Set) IsValid() bool { return s.h != nil }

// IsEmpty tells whether s has no element.
func (s Set) IsEmpty() bool { return s.h == s.Space().empty }

// IsFull tells whether s has all elements.
func (s Set) IsFull() bool { return s.h == s.Space().full }

// Equal tells whether s and t have the same elements. It takes no time.
func (s Set) Equal(t Set) bool { s.with(t); return s.h == t.h }

// SubsetOf tells whether all elements of s are in t.
func (s Set) SubsetOf(t Set) bool { return !s.meets(t, true) }

// Disjoint tells whether s and t have no common element.
func (s Set) Disjoint(t Set) bool { return !s.meets(t, false) }

// meets tells whether s has an element of t, or of its complement. Unlike And it makes no
// diagram.
func (s Set) meets(t Set, complement bool) bool {
	sp := s.with(t)
	if s.h == sp.empty || s.h == t.h {
		return s.h != sp.empty && !complement
	}
	sp.begin()
	return sp.guarded(func(e engine) int {
		other := t.h.node
		if complement {
			other = e.not(other)
		}
		if e.meet(s.h.node, other) {
			return trueNode
		}
		return falseNode
	}) == trueNode
}

// Not returns the complement of s.
func (s Set) Not() Set {
	sp := s.Space()
	switch s.h {
	case sp.empty:
		return sp.Full()
	case sp.full:
		return sp.Empty()
	}
	return sp.perform(func(e engine) int { return e.not(s.h.node) })
}

// And returns the intersection of s and t.
func (s Set) And(t Set) Set {
	sp := s.with(t)
	switch {
	case s.h == t.h || s.h == sp.empty || t.h == sp.full:
		return s
	case t.h == sp.empty || s.h == sp.full:
		return t
	}
	return s.apply(opAnd, t)
}

// Or returns the union of s and t.
func (s Set) Or(t Set) Set {
	sp := s.with(t)
	switch {
	case s.h == t.h || s.h == sp.full || t.h == sp.empty:
		return s
	case t.h == sp.full || s.h == sp.empty:
		return t
	}
	return s.apply(opOr, t)
}

// Xor returns what is in exactly one of s and t.
func (s Set) Xor(t Set) Set { return s.apply(opXor, t) }

// Iff returns what is in both of s and t or in neither.
func (s Set) Iff(t Set) Set { return s.apply(opIff, t) }

// Imp returns what is in t or not in s.
func (s Set) Imp(t Set) Set { return s.apply(opImp, t) }

// Diff returns what is in s but not in t.
func (s Set) Diff(t Set) Set {
	sp := s.with(t)
	switch {
	case s.h == t.h || t.h == sp.full:
		return sp.Empty()
	case t.h == sp.empty || s.h == sp.empty:
		return s
	}
	return s.apply(opDiff, t)
}

// Ite returns then where s holds and els elsewhere.
func (s Set) Ite(then, els Set) Set {
	return s.with(then, els).perform(func(e engine) int {
		return e.ite(s.h.node, then.h.node, els.h.node)
	})
}

// AndAll returns the intersection of the sets, Full if there are none. It works
// pairwise in rounds, which keeps intermediate results small where neighbours
// have bits in common.
func (sp *Space) AndAll(sets ...Set) Set { return fold(sets, sp.Full(), Set.And) }

// OrAll returns the union of the sets, Empty if there are none.
func (sp *Space) OrAll(sets ...Set) Set { return fold(sets, sp.Empty(), Set.Or) }

func fold(sets []Set, none Set, op func(s, t Set) Set) Set {
	none.with(sets...)
	switch n := len(sets); n {
	case 0:
		return none
	case 1:
		return sets[0]
	default:
		return op(fold(sets[:n/2], none, op), fold(sets[n/2:], none, op))
	}
}

// String tells the size of s, for messages; it does not list elements.
func (s Set) String() string {
	switch {
	case s.h == nil:
		return "no set"
	case s.IsEmpty():
		return "empty set"
	case s.IsFull():
		return "full set"
	}
	return fmt.Sprintf("set of %d nodes", s.CountNodes())
}
