// Package codes holds states in sets of bit vectors, and reads and writes values there.
//
//	Valid = the vectors in which no cell has an unused code
package codes

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/symbolic"
)

// Codes holds states in sets of bit vectors: which vectors are states, which states hold a
// value in a cell, and the vectors of a state. It is not changed once it is made, but for
// what it keeps.
type Codes struct {
	Space  *symbolic.Space
	Layout *layout.Layout
	Sizes  tune.Sizes

	Valid       symbolic.Set // all states: vectors without unused codes
	constraints []constraint
	contents    map[*layout.Cell]value.Value  // kept
	hot         map[*layout.Shape]value.Value // kept, of one-hot scalars
	validity    map[*layout.Cell]symbolic.Set // kept
	literals    map[symbolic.Bit]literal      // kept
	cells       map[symbolic.Bit]*layout.Cell // by bit
}

// literal is a bit as a function of states, and its opposite.
type literal struct{ is, not symbolic.Set }

// New returns the codes of a layout.
func New(sp *symbolic.Space, l *layout.Layout, sizes tune.Sizes) *Codes {
	s := &Codes{Space: sp, Layout: l, Sizes: sizes, contents: make(map[*layout.Cell]value.Value), hot: make(map[*layout.Shape]value.Value), validity: make(map[*layout.Cell]symbolic.Set), literals: make(map[symbolic.Bit]literal), cells: make(map[symbolic.Bit]*layout.Cell)}
	for _, c := range l.Ordered {
		for _, b := range c.Cur {
			s.cells[b] = c
		}
	}
	s.constrain()
	return s
}

// constraint is what tells states from other bit vectors at some cells. bits are
// all of these cells, even those that the set does not depend on: a function that
// reads any of them is cut to states in one and the same way.
type constraint struct {
	set  symbolic.Set
	bits map[symbolic.Bit]bool
}

// constrain lists the constraints of all variables: cells with unused codes,
// and composites that may be absent.
func (s *Codes) constrain() {
	for _, sh := range s.Layout.Vars {
		s.constrainShape(sh)
	}
	sets := make([]symbolic.Set, len(s.constraints))
	for i, c := range s.constraints {
		sets[i] = c.set
	}
	s.Valid = s.Space.AndAll(sets...)
}

func (s *Codes) constrainShape(sh *layout.Shape) {
	if sh.Present == nil && sh.Cell == nil && !sh.OneHot {
		for _, p := range sh.Parts {
			s.constrainShape(p)
		}
		return
	}
	set := s.ValidShape(sh)
	if set.IsFull() {
		return
	}
	c := constraint{set, make(map[symbolic.Bit]bool)}
	if sh.OneHot { // what reads one bit of many is simpler as it is
		s.constraints = append(s.constraints, c)
		return
	}
	for _, cell := range sh.Cells() {
		for _, b := range cell.Cur {
			c.bits[b] = true
		}
	}
	s.constraints = append(s.constraints, c)
}

// ConstraintsOn returns the constraints on the cells of the bits.
func (s *Codes) ConstraintsOn(bits []symbolic.Bit) []symbolic.Set {
	var sets []symbolic.Set
	for _, c := range s.constraints {
		for _, b := range bits {
			if c.bits[b] {
				sets = append(sets, c.set)
				break
			}
		}
	}
	return sets
}

// Trim makes functions that agree on all states equal, without looking at cells
// that have nothing to do with them.
func (s *Codes) Trim(f symbolic.Set) symbolic.Set {
	care := s.Space.AndAll(s.ConstraintsOn(f.Support())...)
	if f = f.And(care); f.Equal(care) {
		return s.Space.Full()
	}
	return f
}

// Literal returns a bit and its opposite as functions that are trimmed; they are kept.
func (s *Codes) Literal(b symbolic.Bit) (is, not symbolic.Set) {
	l, ok := s.literals[b]
	if !ok {
		lit := s.Space.Lit(b)
		l = literal{s.Trim(lit), s.Trim(lit.Not())}
		s.literals[b] = l
	}
	return l.is, l.not
}

// Home returns the cell to which all of some bits belong, or nil.
func (s *Codes) Home(bits []symbolic.Bit) *layout.Cell {
	var home *layout.Cell
	for i, b := range bits {
		if c := s.cells[b]; i == 0 {
			home = c
		} else if c != home {
			return nil
		}
	}
	return home
}

// CellAt is the cell that a bit belongs to, or one near it.
func (s *Codes) CellAt(b symbolic.Bit) *layout.Cell {
	for _, c := range s.Layout.Ordered {
		if len(c.Cur) > 0 && c.Cur[len(c.Cur)-1] >= b {
			return c
		}
	}
	return s.Layout.Ordered[len(s.Layout.Ordered)-1]
}
