package symbolic

import (
	"fmt"
	"math/big"
	"slices"
)

// Count returns the number of elements of s over the given bits, which may
// repeat. It panics if s depends on another bit.
func (s Set) Count(over []Bit) *big.Int {
	over = sortedBits(over)
	w := s.under()
	c := counter{walk: w, rank: s.ranks(w, over)}
	if len(over) < 64 {
		return new(big.Int).SetUint64(c.small(s.h.node))
	}
	return c.large(s.h.node)
}

// ranks maps bits to places in over when it is put in order; the bit of
// constants to len(over).
func (s Set) ranks(w walk, over []Bit) []int {
	sp := s.Space()
	rank := make([]int, sp.bits+1)
	rank[sp.bits] = len(over)
	for _, b := range over {
		sp.check(b)
	}
	for i, b := range sp.inOrder(over) {
		rank[b] = i
	}
	for _, b := range w.support(sp.bits) {
		if _, ok := slices.BinarySearch(over, b); !ok {
			panic(fmt.Sprintf("symbolic: count over %d bits of a set that depends on bit %d as well", len(over), b))
		}
	}
	return rank
}

// counter counts below each node: at a node of rank r over the bits from rank r
// on. An edge that skips k bits leaves 2^k choices.
type counter struct {
	walk
	rank []int
}

// skipped is the number of bits between rank r and the node n.
func (c counter) skipped(r, n int) uint { return uint(c.rank[c.engine.bit(n)] - r) }

// small counts in machine words, for at most 63 bits.
func (c counter) small(root int) uint64 {
	counts := append(make([]uint64, 0, len(c.nodes)+2), 0, 1)
	from := func(r, n int) uint64 { return counts[c.place(n)+2] << c.skipped(r, n) }
	for _, n := range c.nodes {
		r := c.rank[c.engine.bit(n)] + 1
		counts = append(counts, from(r, c.engine.low(n))+from(r, c.engine.high(n)))
	}
	return from(0, root)
}

// large counts in big integers.
func (c counter) large(root int) *big.Int {
	counts := append(make([]*big.Int, 0, len(c.nodes)+2), big.NewInt(0), big.NewInt(1))
	from := func(r, n int) *big.Int {
		return new(big.Int).Lsh(counts[c.place(n)+2], c.skipped(r, n))
	}
	for _, n := range c.nodes {
		r := c.rank[c.engine.bit(n)] + 1
		sum := from(r, c.engine.low(n))
		counts = append(counts, sum.Add(sum, from(r, c.engine.high(n))))
	}
	return from(0, root)
}
