package symbolic

import (
	"iter"
	"runtime"
	"slices"
)

// Pick returns the first element of s over the given bits in lexicographic
// order, bit 0 counting most and 0 before 1, or false if s is empty. If s
// depends on other bits, it is an element of the projection.
func (s Set) Pick(over []Bit) (Assignment, bool) {
	for a := range s.Each(over) {
		return a, true
	}
	return Assignment{}, false
}

// Each yields the elements of s over the given bits in lexicographic order, bit
// 0 counting most and 0 before 1. If s depends on other bits, it yields the
// projection: what some element of s agrees with. Sets may be computed during
// the iteration.
func (s Set) Each(over []Bit) iter.Seq[Assignment] {
	over = sortedBits(over)
	for _, b := range over {
		s.Space().check(b)
	}
	return func(yield func(Assignment) bool) {
		p := project(s, over)
		if !p.Space().sorted {
			byCofactors(p, over, nil, yield)
			return
		}
		l := lister{space: p.Space(), over: over, values: make([]bool, len(over)), yield: yield}
		l.list(0, p.h.node)
		runtime.KeepAlive(p.h) // its nodes were walked by number
	}
}

// byCofactors yields the elements of s over the bits of which the first have values,
// whatever the order: s is what is left of a set by those values.
func byCofactors(s Set, over []Bit, values []bool, yield func(Assignment) bool) bool {
	if s.IsEmpty() {
		return true
	}
	if len(values) == len(over) {
		return yield(Assignment{slices.Clone(over), slices.Clone(values)})
	}
	for _, v := range []bool{false, true} {
		if !byCofactors(s.Cofactor(over[len(values)], v), over, append(values, v), yield) {
			return false
		}
	}
	return true
}

// project quantifies the bits other than those of over, which is sorted.
func project(s Set, over []Bit) Set {
	var drop []Bit
	for _, b := range s.Support() {
		if _, ok := slices.BinarySearch(over, b); !ok {
			drop = append(drop, b)
		}
	}
	return s.Exists(s.Space().Cube(drop...))
}

// lister enumerates paths to the true node, 0 before 1, with all values of the
// bits that a path skips.
type lister struct {
	space  *Space
	over   []Bit
	values []bool // of over, up to the current depth
	yield  func(Assignment) bool
}

// list yields what is below n for the bits from depth i on; false: stop.
func (l *lister) list(i, n int) bool {
	if n == falseNode {
		return true
	}
	if i == len(l.over) {
		return l.yield(Assignment{slices.Clone(l.over), slices.Clone(l.values)})
	}
	low, high := l.branch(l.over[i], n)
	l.values[i] = false
	if !l.list(i+1, low) {
		return false
	}
	l.values[i] = true
	return l.list(i+1, high)
}

// branch returns the cofactors of n by b, which is not below the top of n.
func (l *lister) branch(b Bit, n int) (low, high int) {
	l.space.begin()
	defer l.space.end()
	e := l.space.engine
	if e.bit(n) != int(b) {
		return n, n
	}
	return e.low(n), e.high(n)
}
