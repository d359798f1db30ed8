package symbolic

import (
	"math/big"
	"math/rand/v2"
)

// Random returns an element of s over the given bits, each with the same
// probability, or false if s is empty. Like Count it panics if s depends on
// another bit.
func (s Set) Random(over []Bit, r *rand.Rand) (Assignment, bool) {
	return s.RandomWeighted(over, func(Bit) float64 { return 0.5 }, r)
}

// RandomWeighted draws an element of s over the given bits by its share in the
// probability of s, if every bit b were true with probability weight(b), from 0
// to 1, independently of the others. The result is false if the probability of s
// is 0. It panics if s depends on another bit.
func (s Set) RandomWeighted(over []Bit, weight func(Bit) float64, r *rand.Rand) (Assignment, bool) {
	over = sortedBits(over)
	w := s.under()
	rank := ranks(w, over)
	m := newMeasure(w, weight)
	if m.of(s.h.node).Sign() == 0 {
		return Assignment{}, false
	}
	n, values := s.h.node, make(map[Bit]bool)
	for i, b := range inOrder(w.engine, over) {
		if rank[w.engine.bit(n)] > i { // no node on the way tests b
			values[b] = r.Float64() < weight(b)
			continue
		}
		low, high := m.branches(n)
		share, _ := high.Quo(high, low.Add(low, high)).Float64()
		if values[b] = r.Float64() < share; values[b] {
			n = w.engine.high(n)
		} else {
			n = w.engine.low(n)
		}
	}
	a := Assignment{over, make([]bool, len(over))}
	for i, b := range over {
		a.values[i] = values[b]
	}
	return a, true
}

// measure is the probability of what is below each node of a walk. Probabilities
// of small sets over many bits are too small for machine numbers.
type measure struct {
	walk
	weight func(Bit) float64
	below  []*big.Float // by place, after those of the constants
}

func newMeasure(w walk, weight func(Bit) float64) *measure {
	m := &measure{w, weight, []*big.Float{big.NewFloat(0), big.NewFloat(1)}}
	for _, n := range w.nodes {
		low, high := m.branches(n)
		m.below = append(m.below, low.Add(low, high))
	}
	return m
}

func (m *measure) of(n int) *big.Float { return m.below[m.place(n)+2] }

// branches are the shares of both values of the bit tested by n.
func (m *measure) branches(n int) (low, high *big.Float) {
	p := m.weight(Bit(m.engine.bit(n)))
	low = new(big.Float).Mul(big.NewFloat(1-p), m.of(m.engine.low(n)))
	return low, new(big.Float).Mul(big.NewFloat(p), m.of(m.engine.high(n)))
}
