package codes

import (
	"math/big"
	"math/rand/v2"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// VectorOf returns the current bits of a state.
func (s *Codes) VectorOf(st spec.State) layout.Vector {
	v := layout.Vector{}
	for i, sh := range s.Layout.Vars {
		sh.Write(st[i], func(c *layout.Cell, code int) { v.Put(c.Cur, c, code) })
	}
	return v
}

// StateOf is the inverse of vectorOf.
func (s *Codes) StateOf(v layout.Vector) spec.State {
	st := make(spec.State, len(s.Layout.Vars))
	for i, sh := range s.Layout.Vars {
		st[i] = sh.ValueOf(func(c *layout.Cell) int { return v.Code(c.Cur) })
	}
	return st
}

// Single returns the set of which st is the only state.
func (s *Codes) Single(st spec.State) symbolic.Set {
	return s.Space.Singleton(s.VectorOf(st).Assignment(s.Layout.StateBits()))
}

// Count returns the number of states in set.
func (s *Codes) Count(set symbolic.Set) *big.Int { return set.Count(s.Layout.StateBits()) }

// CountWith returns the number of pairs of a state and values of further bits.
func (s *Codes) CountWith(set symbolic.Set, more []symbolic.Bit) *big.Int {
	return set.Count(append(s.Layout.StateBits(), more...))
}

// maxLeast is the size of a set up to which Pick looks for the least state: that
// cuts the set once for each bit, in an order that is not the set's.
const maxLeast = 1 << 15

// Pick returns a state of set, always the same one, or false if set is empty.
// Unless the set is large it is the least state, comparing the variables in the
// order in which they were declared and their values in the order of their types.
func (s *Codes) Pick(set symbolic.Set) (spec.State, bool) {
	if set.IsEmpty() {
		return nil, false
	}
	v := layout.Vector{}
	if !set.IsLarger(maxLeast) {
		for _, sh := range s.Layout.Vars {
			set = s.Least(set, sh, v)
		}
		return s.StateOf(v), true
	}
	a, _ := set.Pick(s.Layout.StateBits())
	v.Take(a)
	return s.StateOf(v), true
}

// Draw returns a state of a set that is not empty, each with the same probability.
func (s *Codes) Draw(set symbolic.Set, r *rand.Rand) spec.State {
	a, _ := set.Random(s.Layout.StateBits(), r)
	v := layout.Vector{}
	v.Take(a)
	return s.StateOf(v)
}

// Least puts the least value of a shape in set into v and returns the part of
// the set that has it.
func (s *Codes) Least(set symbolic.Set, sh *layout.Shape, v layout.Vector) symbolic.Set {
	sh.Each(func(c *layout.Cell) {
		for _, b := range c.Cur {
			lit := s.Space.Lit(b)
			if low := set.Diff(lit); !low.IsEmpty() {
				set, v[b] = low, false
			} else {
				set, v[b] = set.And(lit), true
			}
		}
	})
	return set
}
