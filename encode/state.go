package encode

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// write gives the bits of a shape the code of v, by calling set for each bit.
// copyOf chooses the bits of a cell: current or next.
func (sh *shape) write(v spec.Value, set func(c *cell, code int)) {
	if sh.cell != nil {
		code := sh.cell.codeOf(v)
		if code < 0 {
			panic(fmt.Sprintf("encode: %s cannot be %s", sh.cell.name, v))
		}
		set(sh.cell, code)
		return
	}
	if v == (spec.Absent{}) {
		sh.each(func(c *cell) { set(c, 0) })
		return
	}
	if sh.present != nil {
		set(sh.present, 1)
	}
	for i, p := range sh.parts {
		p.write(spec.Elems(v)[i], set)
	}
	for i, e := range sh.elems {
		code := 0
		if v.(spec.Set).Has(e) {
			code = 1
		}
		set(sh.members[i], code)
	}
}

// valueOf returns the value that a shape holds, given the codes of its cells.
func (sh *shape) valueOf(code func(*cell) int) spec.Value {
	if sh.cell != nil {
		return sh.cell.values[code(sh.cell)]
	}
	if sh.present != nil && code(sh.present) == 0 {
		return spec.Absent{}
	}
	if _, isSet := spec.Present(sh.typ).(*spec.SetType); isSet {
		var elems []spec.Value
		for i, e := range sh.elems {
			if code(sh.members[i]) == 1 {
				elems = append(elems, e)
			}
		}
		return spec.NewSet(elems...)
	}
	parts := make([]spec.Value, len(sh.parts))
	for i, p := range sh.parts {
		parts[i] = p.valueOf(code)
	}
	if _, record := spec.Present(sh.typ).(*spec.RecordType); record {
		return spec.Record(parts)
	}
	return spec.Array(parts)
}

// vector is a bit vector with values for some bits.
type vector map[symbolic.Bit]bool

func (v vector) put(bits []symbolic.Bit, c *cell, code int) {
	for i, b := range bits {
		v[b] = c.bitOf(code, i)
	}
}

// code is the number at the bits.
func (v vector) code(bits []symbolic.Bit) int {
	n := 0
	for _, b := range bits {
		n <<= 1
		if v[b] {
			n |= 1
		}
	}
	return n
}

// take overwrites v by an assignment.
func (v vector) take(a symbolic.Assignment) {
	for _, b := range a.Bits() {
		v[b] = a.Value(b)
	}
}

// assignment is v over the given bits.
func (v vector) assignment(bits []symbolic.Bit) symbolic.Assignment {
	values := make([]bool, len(bits))
	for i, b := range bits {
		values[i] = v[b]
	}
	return symbolic.Assign(bits, values)
}

// vectorOf returns the current bits of a state.
func (s *System) vectorOf(st spec.State) vector {
	v := vector{}
	for i, sh := range s.plan.vars {
		sh.write(st[i], func(c *cell, code int) { v.put(c.cur, c, code) })
	}
	return v
}

// stateOf is the inverse of vectorOf.
func (s *System) stateOf(v vector) spec.State {
	st := make(spec.State, len(s.plan.vars))
	for i, sh := range s.plan.vars {
		st[i] = sh.valueOf(func(c *cell) int { return v.code(c.cur) })
	}
	return st
}

// Single returns the set of which st is the only state.
func (s *System) Single(st spec.State) symbolic.Set {
	return s.space.Singleton(s.vectorOf(st).assignment(s.plan.stateBits()))
}

// Count returns the number of states in set.
func (s *System) Count(set symbolic.Set) *big.Int { return set.Count(s.plan.stateBits()) }

// CountWith returns the number of pairs of a state and values of further bits.
func (s *System) CountWith(set symbolic.Set, more []symbolic.Bit) *big.Int {
	return set.Count(append(s.plan.stateBits(), more...))
}

// maxLeast is the size of a set up to which Pick looks for the least state: that
// cuts the set once for each bit, in an order that is not the set's.
const maxLeast = 1 << 15

// Pick returns a state of set, always the same one, or false if set is empty.
// Unless the set is large it is the least state, comparing the variables in the
// order in which they were declared and their values in the order of their types.
func (s *System) Pick(set symbolic.Set) (spec.State, bool) {
	if set.IsEmpty() {
		return nil, false
	}
	v := vector{}
	if !set.IsLarger(maxLeast) {
		for _, sh := range s.plan.vars {
			set = s.least(set, sh, v)
		}
		return s.stateOf(v), true
	}
	a, _ := set.Pick(s.plan.stateBits())
	v.take(a)
	return s.stateOf(v), true
}

// Draw returns a state of a set that is not empty, each with the same probability.
func (s *System) Draw(set symbolic.Set, r *rand.Rand) spec.State {
	a, _ := set.Random(s.plan.stateBits(), r)
	v := vector{}
	v.take(a)
	return s.stateOf(v)
}

// least puts the least value of a shape in set into v and returns the part of
// the set that has it.
func (s *System) least(set symbolic.Set, sh *shape, v vector) symbolic.Set {
	sh.each(func(c *cell) {
		for _, b := range c.cur {
			lit := s.space.Lit(b)
			if low := set.Diff(lit); !low.IsEmpty() {
				set, v[b] = low, false
			} else {
				set, v[b] = set.And(lit), true
			}
		}
	})
	return set
}
