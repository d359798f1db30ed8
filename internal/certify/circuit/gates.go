package circuit

import (
	"context"
	"slices"

	"github.com/go-air/gini"
)

// Lit is a wire of a circuit: twice the number of a gate, and one more where it is negated.
type Lit int32

// No is never true, and Yes always.
const (
	No  Lit = 0
	Yes Lit = 1
)

// Not is the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Circuit has inputs, and gates that are true where both of their wires are. Gate 0 is false.
// Equal gates are one.
type Circuit struct {
	Solver Solver // in place of gini; nil: none
	About  string // what is asked

	ctx   context.Context
	gates [][2]Lit       // of an input: the input itself, twice
	known map[uint64]Lit // by the wires of a gate
	gini  *gini.Gini
	told  map[Lit]bool // gates that it knows
	most  int          // how many of them it was told for one question
	quick int          // how many more of the last questions it answered than cases did, up to mostQuick
	*samples
	met   []int // by wire, which search for conjuncts met it last
	calls int   // of these searches
	steps int   // of the work, to ask whether to go on
}

// New is a circuit without inputs, whose questions have no answer when ctx ends.
func New(ctx context.Context) *Circuit {
	return &Circuit{ctx: ctx, gates: make([][2]Lit, 1), known: map[uint64]Lit{}, gini: gini.New(), samples: newSamples(), told: map[Lit]bool{No: true}}
}

// Gates are all, by their numbers: the wires of each, of an input the input itself, twice.
func (c *Circuit) Gates() [][2]Lit { return c.gates }

const tooMany = 20_000_000

// gate adds one. More than tooMany are refused.
func (c *Circuit) gate(x, y Lit) Lit {
	if len(c.gates) > tooMany {
		panic(Open("the model is too large for the checker"))
	}
	c.Working()
	c.gates = append(c.gates, [2]Lit{x, y})
	return Lit(2 * (len(c.gates) - 1))
}

// Input is a new one.
func (c *Circuit) Input() Lit {
	l := Lit(2 * len(c.gates))
	return c.gate(l, l)
}

// And is true where both wires are.
func (c *Circuit) And(x, y Lit) Lit {
	switch {
	case x > y:
		return c.And(y, x)
	case x == No || x == y.Not():
		return No
	case x == Yes || x == y:
		return y
	}
	pair := uint64(x)<<32 | uint64(y)
	if g, ok := c.known[pair]; ok {
		return g
	}
	g := c.gate(x, y)
	c.known[pair] = g
	return g
}

// Or is true where one of two wires is. The others are as they are called: Ite is y where x is true, and
// n elsewhere, When is always or never true.
func (c *Circuit) Or(x, y Lit) Lit       { return c.And(x.Not(), y.Not()).Not() }
func (c *Circuit) Ite(x, y, n Lit) Lit   { return c.Or(c.And(x, y), c.And(x.Not(), n)) }
func (c *Circuit) Iff(x, y Lit) Lit      { return c.Ite(x, y, y.Not()) }
func (c *Circuit) Implies(x, y Lit) Lit  { return c.Or(x.Not(), y) }
func (c *Circuit) When(b bool) Lit       { return map[bool]Lit{false: No, true: Yes}[b] }
func (c *Circuit) All(ls ...Lit) (x Lit) { return fold(c.And, Yes, ls) }
func (c *Circuit) Any(ls ...Lit) (x Lit) { return fold(c.Or, No, ls) }

func fold(op func(x, y Lit) Lit, x Lit, ls []Lit) Lit {
	for _, l := range ls {
		x = op(x, l)
	}
	return x
}

// Codes is whether bits, the lowest first, are the number n.
func (c *Circuit) Codes(bits []Lit, n int) Lit {
	out := Yes
	for i, b := range slices.Backward(bits) {
		out = c.And(out, c.Iff(b, c.When(n>>i&1 == 1)))
	}
	return out
}
