package kripke

import (
	"slices"

	"github.com/epibdd/epibdd/symbolic"
)

// Set is a set of worlds of a structure: for each layer the part that lies in it.
// Sets are not changed once they are made. Operations on two sets take sets of one
// structure.
type Set []symbolic.Set

// And is the intersection.
func (x Set) And(y Set) Set { return x.with(y, symbolic.Set.And) }

// Or is the union.
func (x Set) Or(y Set) Set { return x.with(y, symbolic.Set.Or) }

// Diff is x without y.
func (x Set) Diff(y Set) Set { return x.with(y, symbolic.Set.Diff) }

// with applies an operation layer by layer.
func (x Set) with(y Set, op func(s, t symbolic.Set) symbolic.Set) Set {
	z := make(Set, len(x))
	for k := range x {
		z[k] = op(x[k], y[k])
	}
	return z
}

// Replace returns x with another part in layer k.
func (x Set) Replace(k int, part symbolic.Set) Set {
	y := slices.Clone(x)
	y[k] = part
	return y
}

// Exists is x with some values of bits for any.
func (x Set) Exists(bits symbolic.Cube) Set {
	y := make(Set, len(x))
	for k, part := range x {
		y[k] = part.Exists(bits)
	}
	return y
}

// Part is what of x lies in layer k.
func (x Set) Part(k int) Set {
	y := make(Set, len(x))
	for i := range y {
		y[i] = x[i].Space().Empty()
	}
	y[k] = x[k]
	return y
}

// Layer is the first layer in which x has worlds, or -1.
func (x Set) Layer() int {
	return slices.IndexFunc(x, func(s symbolic.Set) bool { return !s.IsEmpty() })
}

// IsEmpty tells whether x has no worlds.
func (x Set) IsEmpty() bool { return x.Layer() < 0 }

// Equal tells whether x and y have the same worlds.
func (x Set) Equal(y Set) bool { return slices.EqualFunc(x, y, symbolic.Set.Equal) }

// SubsetOf tells whether all worlds of x are in y.
func (x Set) SubsetOf(y Set) bool {
	for k := range x {
		if !x[k].SubsetOf(y[k]) {
			return false
		}
	}
	return true
}

// Disjoint tells whether no world is in x and y.
func (x Set) Disjoint(y Set) bool { return x.And(y).IsEmpty() }

// CountNodes is how many nodes the parts take one by one.
func (x Set) CountNodes() int {
	n := 0
	for _, part := range x {
		n += part.CountNodes()
	}
	return n
}
