package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/symbolic"
)

// set is a set of worlds of a frame: for each layer the part that lies in it.
// Sets are not changed once they are made.
type set []symbolic.Set

func (x set) And(y set) set  { return x.with(y, symbolic.Set.And) }
func (x set) Or(y set) set   { return x.with(y, symbolic.Set.Or) }
func (x set) Diff(y set) set { return x.with(y, symbolic.Set.Diff) }
func (x set) Xor(y set) set  { return x.with(y, symbolic.Set.Xor) }

// with applies an operation layer by layer.
func (x set) with(y set, op func(s, t symbolic.Set) symbolic.Set) set {
	z := make(set, len(x))
	for k := range x {
		z[k] = op(x[k], y[k])
	}
	return z
}

// replace returns x with another part in layer k.
func (x set) replace(k int, part symbolic.Set) set {
	y := slices.Clone(x)
	y[k] = part
	return y
}

// exists is x with some values of bits for any.
func (x set) exists(bits symbolic.Cube) set {
	y := make(set, len(x))
	for k, part := range x {
		y[k] = part.Exists(bits)
	}
	return y
}

// part is what of x lies in layer k.
func (x set) part(k int) set {
	y := make(set, len(x))
	for i := range y {
		y[i] = x[i].Space().Empty()
	}
	y[k] = x[k]
	return y
}

// layer is the first layer in which x has worlds, or -1.
func (x set) layer() int {
	return slices.IndexFunc(x, func(s symbolic.Set) bool { return !s.IsEmpty() })
}

func (x set) IsEmpty() bool { return x.layer() < 0 }

func (x set) Equal(y set) bool { return slices.EqualFunc(x, y, symbolic.Set.Equal) }

func (x set) SubsetOf(y set) bool {
	for k := range x {
		if !x[k].SubsetOf(y[k]) {
			return false
		}
	}
	return true
}

func (x set) Disjoint(y set) bool { return x.And(y).IsEmpty() }

// truth is what is known of a formula: it holds in all worlds of sure, and in no
// world outside of perhaps. Both are the same where runs were not cut off.
type truth struct{ sure, perhaps set }

// exactly is the truth of a formula that holds in x and nowhere else.
func exactly(x set) truth { return truth{x, x} }

// bound is one of the two sets.
func (t truth) bound(hopeful bool) set {
	if hopeful {
		return t.perhaps
	}
	return t.sure
}

// not is the truth of the negation, among the worlds of where.
func (t truth) not(where set) truth { return exactly(where).without(t) }

func (t truth) and(u truth) truth { return t.with(u, set.And) }

func (t truth) or(u truth) truth { return t.with(u, set.Or) }

// with applies an operation to both bounds, once where they are the same.
func (t truth) with(u truth, op func(x, y set) set) truth {
	sure := op(t.sure, u.sure)
	if t.exact() && u.exact() {
		return exactly(sure)
	}
	return truth{sure, op(t.perhaps, u.perhaps)}
}

// without is the truth where u fails.
func (t truth) without(u truth) truth { return t.with(truth{u.perhaps, u.sure}, set.Diff) }

// within is the truth in the worlds of where.
func (t truth) within(where set) truth { return t.and(exactly(where)) }

// exact tells whether the formula is decided in all worlds.
func (t truth) exact() bool { return t.sure.Equal(t.perhaps) }

// each applies a monotone operator to both bounds.
func (t truth) each(op func(set) (set, error)) (truth, error) {
	sure, err := op(t.sure)
	if err != nil || t.exact() {
		return exactly(sure), err
	}
	perhaps, err := op(t.perhaps)
	return truth{sure, perhaps}, err
}
