package symbolic

import (
	"iter"
	"math/big"
)

// Tally is a natural number for each vector: digit i is the set of the vectors whose number
// has 2^i in its binary form. A set is the tally that is 1 in it and 0 elsewhere. Numbers that
// are sums over bits (Sum) have as many digits as the largest of them needs, each of them a
// set like any other, under the limits of the space and in whatever order its bits are.
type Tally []Set

// And is t in a set, and 0 elsewhere.
func (t Tally) And(x Set) Tally {
	u := make(Tally, len(t))
	for i, digit := range t {
		u[i] = digit.And(x)
	}
	return u.trim()
}

// Rename is t with other names for bits.
func (t Tally) Rename(r Renaming) Tally {
	u := make(Tally, len(t))
	for i, digit := range t {
		u[i] = digit.Rename(r)
	}
	return u
}

// trim is t without leading digits that are 0 everywhere.
func (t Tally) trim() Tally {
	for len(t) > 0 && t[len(t)-1].IsEmpty() {
		t = t[:len(t)-1]
	}
	return t
}

// digit is the i-th one, of any tally.
func (t Tally) digit(sp *Space, i int) Set {
	if i < len(t) {
		return t[i]
	}
	return sp.Empty()
}

// Plus is the sum.
func (t Tally) Plus(u Tally) Tally {
	if len(t) == 0 {
		return u
	}
	if len(u) == 0 {
		return t
	}
	sp := t[0].Space()
	carry := sp.Empty()
	sum := make(Tally, 0, max(len(t), len(u))+1)
	for i := range max(len(t), len(u)) {
		a, b := t.digit(sp, i), u.digit(sp, i)
		one, both := a.Xor(b), a.And(b)
		sum = append(sum, one.Xor(carry))
		carry = both.Or(one.And(carry))
	}
	return append(sum, carry).trim()
}

// Times is t as many times.
func (t Tally) Times(n *big.Int) Tally {
	var product Tally
	if len(t) == 0 {
		return product
	}
	shifted := t
	for i := range n.BitLen() {
		if n.Bit(i) == 1 {
			product = product.Plus(shifted)
		}
		shifted = shifted.double()
	}
	return product
}

func (t Tally) double() Tally {
	if len(t) == 0 {
		return t
	}
	return append(Tally{t[0].Space().Empty()}, t...)
}

// Sum is the sum of t over all values of some bits, on which it does not depend any more.
// The lowest bits in the order go first: what is left is small then.
func (t Tally) Sum(over []Bit) Tally {
	if len(t) == 0 {
		return t
	}
	bits := inOrder(t[0].Space().engine, sortedBits(over))
	for i := len(bits) - 1; i >= 0; i-- {
		t = t.sum(bits[i])
	}
	return t
}

func (t Tally) sum(b Bit) Tally {
	low, high := make(Tally, len(t)), make(Tally, len(t))
	depends := false
	for i, digit := range t {
		low[i], high[i] = digit.Cofactor(b, false), digit.Cofactor(b, true)
		depends = depends || !low[i].Equal(high[i])
	}
	if !depends {
		return t.double()
	}
	return low.trim().Plus(high.trim())
}

// AtLeast is where t is at least u.
func (t Tally) AtLeast(u Tally) Set {
	switch {
	case len(u) == 0 && len(t) == 0:
		panic("symbolic: two tallies of no space are compared")
	case len(t) == 0:
		t = Tally{u[0].Space().Empty()}
	}
	sp := t[0].Space()
	least := sp.Full()
	for i := range max(len(t), len(u)) {
		a, b := t.digit(sp, i), u.digit(sp, i)
		least = a.Diff(b).Or(least.And(a.Iff(b)))
	}
	return least
}

// Values are the numbers of which t is somewhere in x, each with where that is.
func (t Tally) Values(x Set) iter.Seq2[*big.Int, Set] {
	return func(yield func(*big.Int, Set) bool) { t.values(new(big.Int), x, yield) }
}

func (t Tally) values(n *big.Int, x Set, yield func(*big.Int, Set) bool) bool {
	if x.IsEmpty() {
		return true
	}
	if len(t) == 0 {
		return yield(n, x)
	}
	last := len(t) - 1
	return t[:last].values(n, x.Diff(t[last]), yield) && t[:last].values(new(big.Int).SetBit(n, last, 1), x.And(t[last]), yield)
}

// Reduced is t without a divisor that all of its numbers have, if these are few.
func (t Tally) Reduced(few int) Tally {
	if len(t) <= 1 {
		return t
	}
	type value struct {
		n     *big.Int
		where Set
	}
	var all []value
	divisor := new(big.Int)
	for n, where := range t.Values(t.Positive(t[0].Space())) {
		divisor.GCD(nil, nil, divisor, n)
		if all = append(all, value{n, where}); len(all) > few || divisor.BitLen() == 1 {
			return t
		}
	}
	var reduced Tally
	for _, v := range all {
		reduced = reduced.Plus(Tally{v.where}.Times(v.n.Quo(v.n, divisor)))
	}
	return reduced
}

// Positive is where t is not 0, in a space.
func (t Tally) Positive(sp *Space) Set { return sp.OrAll(t...) }
