package certify

import (
	"context"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// lit is a wire of a circuit: twice the number of a gate, and one more where it is negated.
type lit int32

const (
	no  lit = 0
	yes lit = 1
)

func (l lit) not() lit { return l ^ 1 }

// circuit has inputs, and gates that are true where both of their wires are. Gate 0 is false.
// Equal gates are one.
type circuit struct {
	ctx    context.Context
	gates  [][2]lit // of an input: the input itself, twice
	known  map[[2]lit]lit
	solver *gini.Gini
	told   []bool // gates that the solver knows
	steps  int    // of the work, to ask whether to go on
}

func newCircuit(ctx context.Context) *circuit {
	c := &circuit{ctx: ctx, gates: make([][2]lit, 1), known: map[[2]lit]lit{}, solver: gini.New(), told: []bool{true}}
	c.clause(c.literal(yes))
	return c
}

// gate adds one. More than tooMany are not certified.
func (c *circuit) gate(x, y lit) lit {
	if len(c.gates) > tooMany {
		panic(&Refusal{Open: true, Reason: "the model is too large for the checker"})
	}
	c.working()
	c.gates, c.told = append(c.gates, [2]lit{x, y}), append(c.told, false)
	return lit(2 * (len(c.gates) - 1))
}

const tooMany = 20_000_000

func (c *circuit) input() lit {
	l := lit(2 * len(c.gates))
	return c.gate(l, l)
}

func (c *circuit) and(x, y lit) lit {
	switch {
	case x > y:
		return c.and(y, x)
	case x == no || x == y.not():
		return no
	case x == yes || x == y:
		return y
	}
	if g, ok := c.known[[2]lit{x, y}]; ok {
		return g
	}
	g := c.gate(x, y)
	c.known[[2]lit{x, y}] = g
	return g
}

func (c *circuit) or(x, y lit) lit       { return c.and(x.not(), y.not()).not() }
func (c *circuit) ite(x, y, n lit) lit   { return c.or(c.and(x, y), c.and(x.not(), n)) }
func (c *circuit) iff(x, y lit) lit      { return c.ite(x, y, y.not()) }
func (c *circuit) implies(x, y lit) lit  { return c.or(x.not(), y) }
func (c *circuit) when(b bool) lit       { return map[bool]lit{false: no, true: yes}[b] }
func (c *circuit) literal(l lit) z.Lit   { return z.Var(l/2+1).Pos() ^ z.Lit(l&1) }
func (c *circuit) all(ls ...lit) (x lit) { return fold(c.and, yes, ls) }
func (c *circuit) any(ls ...lit) (x lit) { return fold(c.or, no, ls) }

func fold(op func(x, y lit) lit, x lit, ls []lit) lit {
	for _, l := range ls {
		x = op(x, l)
	}
	return x
}

func (c *circuit) clause(ls ...z.Lit) {
	for _, l := range ls {
		c.solver.Add(l)
	}
	c.solver.Add(z.LitNull)
}

// possible tells whether some values of the inputs make all wires true: the clauses say of
// each gate below them that it is what it is made of (Tseitin).
func (c *circuit) possible(ls ...lit) bool {
	x := c.all(ls...)
	if x <= yes {
		return x == yes
	}
	path := []lit{x}
	for len(path) > 0 {
		n := path[len(path)-1] / 2
		path = path[:len(path)-1]
		g := c.gates[n]
		if c.told[n] {
			continue
		}
		c.told[n] = true
		if g[0]/2 == n {
			continue
		}
		out, a, b := c.literal(n*2), c.literal(g[0]), c.literal(g[1])
		c.clause(out.Not(), a)
		c.clause(out.Not(), b)
		c.clause(out, a.Not(), b.Not())
		path = append(path, g[0], g[1])
	}
	return c.solve(c.literal(x)) == 1
}

// solve asks the solver, and now and then whether to go on: what it has learnt by then is kept.
func (c *circuit) solve(x z.Lit) int {
	for patience := 20 * time.Millisecond; ; patience = min(2*patience, time.Second) {
		c.solver.Assume(x)
		if c.ctx.Done() == nil {
			return c.solver.Solve()
		}
		if found := c.solver.GoSolve().Try(patience); found != 0 {
			return found
		}
		c.patient()
	}
}

// working looks now and then whether to go on.
func (c *circuit) working() {
	if c.steps++; c.steps%(1<<12) == 0 {
		c.patient()
	}
}

// patient gives up where the context has ended.
func (c *circuit) patient() {
	if c.ctx.Err() != nil {
		panic(open("the work was interrupted"))
	}
}
