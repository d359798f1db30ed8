package circuit

import "math/rand/v2"

// samples are wires for 64 values of the inputs at once, at first random ones: a question that one of them answers
// is asked of nobody. They make place for what the solver has found, which mostly answers other questions, too.
type samples struct {
	words []uint64 // by gate, a bit for each
	rng   *rand.Rand
	next  int // which one makes place
}

func newSamples() *samples { return &samples{rng: rand.New(rand.NewPCG(1, 2))} }

// sampled tells whether some sample makes all wires true.
func (c *Circuit) sampled(ls []Lit) bool {
	s := c.samples
	for n := len(s.words); n < len(c.gates); n++ {
		s.words = append(s.words, s.rng.Uint64())
		c.simulate(n)
	}
	all := ^uint64(0)
	for _, l := range ls {
		all &= s.word(l)
	}
	return all != 0
}

func (s *samples) word(l Lit) uint64 { return s.words[l/2] ^ -uint64(l&1) }

// simulate gives a gate what its operands make of it; an input keeps what it has.
func (c *Circuit) simulate(n int) {
	s, g := c.samples, c.gates[n]
	switch {
	case n == 0:
		s.words[n] = 0
	case g[0] != Lit(2*n):
		s.words[n] = s.word(g[0]) & s.word(g[1])
	}
}

// keep makes what was found a sample: the values of some inputs, the others are as they were.
func (c *Circuit) keep(value func(input Lit) (v, known bool)) {
	s := c.samples
	bit := uint64(1) << s.next
	s.next = (s.next + 1) % 64
	for n := range s.words {
		if l := Lit(2 * n); c.gates[n][0] == l {
			if v, known := value(l); known {
				if s.words[n] &^= bit; v {
					s.words[n] |= bit
				}
			}
		}
		c.simulate(n)
	}
}

// solved is what the solver has found.
func (c *Circuit) solved(l Lit) (v, known bool) {
	known = c.told[l]
	return known && c.gini.Value(literal(l)), known
}
