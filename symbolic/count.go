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
	c := counter{walk: w, rank: ranks(w, over)}
	if len(over) < 64 {
		return new(big.Int).SetUint64(c.small(s.h.node))
	}
	return c.large(s.h.node)
}

// ranks maps bits to places in over when it is put in order; the bit of
// constants to len(over).
func ranks(w walk, over []Bit) []int {
	sp := w.space
	rank := make([]int, sp.bits+1)
	rank[sp.bits] = len(over)
	for _, b := range over {
		sp.check(b)
	}
	for i, b := range inOrder(sp.engine, over) {
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
	for i, n := range c.nodes {
		c.tick(i)
		r := c.rank[c.engine.bit(n)] + 1
		counts = append(counts, from(r, c.engine.low(n))+from(r, c.engine.high(n)))
	}
	return from(0, root)
}

// large counts in big integers, whose digits it keeps in one list: with an integer
// for each node it would take more memory than the nodes.
func (c counter) large(root int) *big.Int {
	digits := []big.Word{1}
	ends := append(make([]int, 0, len(c.nodes)+2), 0, 1) // of 0, which has no digits, of 1, and so on
	var low, high, known big.Int
	from := func(to *big.Int, r, n int) *big.Int {
		i, begin := c.place(n)+2, 0
		if i > 0 {
			begin = ends[i-1]
		}
		return to.Lsh(known.SetBits(digits[begin:ends[i]]), c.skipped(r, n))
	}
	for i, n := range c.nodes {
		c.tick(i)
		r := c.rank[c.engine.bit(n)] + 1
		from(&low, r, c.engine.low(n))
		from(&high, r, c.engine.high(n))
		low.Add(&low, &high)
		digits = append(digits, low.Bits()...)
		ends = append(ends, len(digits))
	}
	return from(new(big.Int), 0, root)
}
