package certify

import (
	"context"
	"errors"
	"slices"
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
	gini   *gini.Gini
	told   map[lit]bool // gates that it knows
	solver Solver       // in its place; nil: none
	about  string       // what is asked
	steps  int          // of the work, to ask whether to go on
}

func newCircuit(ctx context.Context) *circuit {
	c := &circuit{ctx: ctx, gates: make([][2]lit, 1), known: map[[2]lit]lit{}, gini: gini.New(), told: map[lit]bool{no: true}}
	return c
}

// gate adds one. More than tooMany are not certified.
func (c *circuit) gate(x, y lit) lit {
	if len(c.gates) > tooMany {
		panic(&Refusal{Open: true, Reason: "the model is too large for the checker"})
	}
	c.working()
	c.gates = append(c.gates, [2]lit{x, y})
	return lit(2 * (len(c.gates) - 1))
}

// mostTold is how many gates a solver is told of before the next question is put to a new one:
// what it was told for others makes it slow. With 52 cards each step took twice as long.
const mostTold = 1 << 13

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
func (c *circuit) all(ls ...lit) (x lit) { return fold(c.and, yes, ls) }
func (c *circuit) any(ls ...lit) (x lit) { return fold(c.or, no, ls) }

func fold(op func(x, y lit) lit, x lit, ls []lit) lit {
	for _, l := range ls {
		x = op(x, l)
	}
	return x
}

// Formula is a question in clauses: is there a value of the names, from 1 on, with which each
// clause has a name that is true, or one that is false, whose number is negative there?
type Formula struct {
	About   string // what it is true of, if it can be
	Names   int
	Clauses [][]int
}

// Solver tells whether a formula can be true. It fails where ctx ends.
type Solver func(ctx context.Context, f Formula) (bool, error)

// possible tells whether some values of the inputs make all wires true. Where one of them is one
// of many, each of these is asked for by itself, which takes a solver less than all together.
func (c *circuit) possible(ls ...lit) bool {
	if x := c.all(ls...); x <= yes {
		return x == yes
	}
	all, most, many := c.conjuncts(ls), 0, []lit(nil)
	for i, l := range all {
		if one := c.conjuncts([]lit{l.not()}); len(one) > len(many) {
			most, many = i, one
		}
	}
	for _, l := range many {
		all[most] = l.not()
		if c.ask(all) {
			return true
		}
	}
	return false
}

// conjuncts are wires that are all true where some are, and none of them is a gate.
func (c *circuit) conjuncts(ls []lit) (all []lit) {
	seen := map[lit]bool{}
	for path := slices.Clone(ls); len(path) > 0; {
		l := path[len(path)-1]
		path = path[:len(path)-1]
		switch g := c.gates[l/2]; {
		case seen[l]:
		case l&1 == 0 && g[0] != l:
			path = append(path, g[1], g[0])
		default:
			all = append(all, l)
		}
		seen[l] = true
	}
	return all
}

// ask lets the solver tell whether wires can be true.
func (c *circuit) ask(ls []lit) bool {
	if c.solver != nil {
		return c.handed(ls)
	}
	if len(c.told) > mostTold {
		c.gini, c.told = gini.New(), map[lit]bool{}
	}
	c.explained(ls, c.told, func(ls ...lit) {
		for _, l := range ls {
			c.gini.Add(literal(l))
		}
		c.gini.Add(z.LitNull)
	})
	return c.solve(ls) == 1
}

func literal(l lit) z.Lit { return z.Var(l/2+1).Pos() ^ z.Lit(l&1) }

// explained says of each gate below wires, but those that were told, that it is what it is made
// of (Tseitin), and of choices what follows from both sides, by which a solver finds more.
func (c *circuit) explained(ls []lit, told map[lit]bool, clause func(ls ...lit)) {
	for path := slices.Clone(ls); len(path) > 0; {
		out := path[len(path)-1] &^ 1
		path = path[:len(path)-1]
		g := c.gates[out/2]
		if told[out] {
			continue
		}
		if told[out] = true; g[0] == out { // an input
			continue
		}
		if s, x, y, ok := c.choice(g); ok { // out is not what is chosen
			clause(s.not(), x, out)
			clause(s.not(), x.not(), out.not())
			clause(s, y, out)
			clause(s, y.not(), out.not())
			if x != y.not() {
				clause(x, y, out)
				clause(x.not(), y.not(), out.not())
			}
			path = append(path, s, x, y)
			continue
		}
		clause(out.not(), g[0])
		clause(out.not(), g[1])
		clause(out, g[0].not(), g[1].not())
		path = append(path, g[0], g[1])
	}
}

// choice recognises the negation of what is x where s is true, and y elsewhere.
func (c *circuit) choice(g [2]lit) (s, x, y lit, ok bool) {
	if g[0]&g[1]&1 == 0 {
		return no, no, no, false
	}
	for _, a := range c.operands(g[0]) {
		for _, b := range c.operands(g[1]) {
			if a[0] == b[0].not() {
				return a[0], a[1], b[1], true
			}
		}
	}
	return no, no, no, false
}

// operands are those of a gate, either of them first; an input has none.
func (c *circuit) operands(l lit) [][2]lit {
	g := c.gates[l/2]
	if g[0] == l&^1 {
		return nil
	}
	return [][2]lit{g, {g[1], g[0]}}
}

// handed lets another solver answer.
func (c *circuit) handed(ls []lit) bool {
	f, names := Formula{About: c.about}, map[lit]int{}
	clause := func(ls ...lit) {
		var numbers []int
		for _, l := range ls {
			if names[l/2] == 0 {
				names[l/2] = len(names) + 1
			}
			numbers = append(numbers, names[l/2]*(1-2*int(l&1)))
		}
		f.Clauses = append(f.Clauses, numbers)
	}
	c.explained(ls, map[lit]bool{}, clause)
	for _, l := range ls {
		clause(l)
	}
	f.Names = len(names)
	found, err := c.solver(c.ctx, f)
	if err != nil {
		panic(open("%s", err))
	}
	return found
}

// solve asks the solver, and now and then whether to go on: what it has learnt by then is kept.
func (c *circuit) solve(ls []lit) int {
	for patience := 20 * time.Millisecond; ; patience = min(2*patience, time.Second) {
		c.patient()
		for _, l := range ls {
			c.gini.Assume(literal(l))
		}
		if c.ctx.Done() == nil {
			return c.gini.Solve()
		}
		if found := c.gini.GoSolve().Try(patience); found != 0 {
			return found
		}
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
		panic(open("%s", map[bool]string{true: "the time is up", false: "the work was interrupted"}[errors.Is(c.ctx.Err(), context.DeadlineExceeded)]))
	}
}
