package circuit

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// mostTold is how many gates a solver is told of before the next question is put to a new one:
// what it was told for others makes it slow. With 52 cards each step took twice as long. Where one
// question takes more by itself others mostly do, too, and it is told twice as many as for that.
const mostTold = 1 << 13

// Formula is a question in clauses: is there a value of the names, from 1 on, with which each
// clause has a name that is true, or one that is false, whose number is negative there?
type Formula struct {
	About   string // what it is true of, if it can be
	Names   int
	Clauses [][]int
}

// Solver tells whether a formula can be true. It fails where ctx ends.
type Solver func(ctx context.Context, f Formula) (bool, error)

// Possible tells whether some values of the inputs make all wires true. Where one of them is one
// of many, each of these is asked for by itself, which takes a solver less than all together.
func (c *Circuit) Possible(ls ...Lit) bool {
	if x := c.All(ls...); x <= Yes {
		return x == Yes
	}
	all, most, many := c.conjuncts(ls), 0, []Lit(nil)
	for i, l := range all {
		if one := c.conjuncts([]Lit{l.Not()}); len(one) > len(many) {
			most, many = i, one
		}
	}
	if c.Solver != nil {
		return slices.ContainsFunc(many, func(l Lit) bool { return c.handed(with(all, most, l.Not())) })
	}
	if c.sampled(all) {
		return true
	}
	var left [][]Lit // questions of which it is not quickly known
	for _, l := range many {
		if slices.Contains(all, l) {
			continue
		}
		part := with(all, most, l.Not())
		switch c.quickly(part, most) {
		case yes:
			return true
		case open:
			left = append(left, part)
		}
	}
	return len(left) > 0 && c.ask(all, left)
}

// with are wires of which one is replaced.
func with(ls []Lit, i int, l Lit) []Lit {
	ls = slices.Clone(ls)
	ls[i] = l
	return ls
}

// conjuncts are wires that are all true where some are, and none of them is a gate.
func (c *Circuit) conjuncts(ls []Lit) (all []Lit) {
	c.calls++
	wires := 2 * len(c.gates)
	c.met = slices.Grow(c.met, max(0, wires-len(c.met)))[:wires]
	for path := slices.Clone(ls); len(path) > 0; {
		l := path[len(path)-1]
		path = path[:len(path)-1]
		switch g := c.gates[l/2]; {
		case c.met[l] == c.calls:
		case l&1 == 0 && g[0] != l:
			path = append(path, g[1], g[0])
		default:
			all = append(all, l)
		}
		c.met[l] = c.calls
	}
	return all
}

// What a solver says.
const (
	impossible = -1
	open       = 0
	yes        = 1
)

// leastPatience is how long the solver is waited for before a question is asked by cases.
var leastPatience = 20 * time.Millisecond

const (
	leastWork = 1 << 16 // by cases, before the solver is asked again
	mostWork  = 1 << 23 // in all, before it is left to the solver
)

// quickly lets the solver tell whether wires can be true together: all at first, then one of them with those that were
// false in what it found, since what many others say may only lead it astray.
func (c *Circuit) quickly(ls []Lit, one int) int {
	if len(c.told) > max(mostTold, 2*c.most) {
		c.gini, c.told, c.most = gini.New(), map[Lit]bool{}, 0
	}
	before := len(c.told)
	found := c.solve(ls, leastPatience/8)
	c.most = max(c.most, len(c.told)-before)
	for few := []Lit{ls[one]}; found == open; {
		if found = c.solve(few, leastPatience); found != yes {
			return found
		}
		wrong := c.wrong(ls)
		if len(wrong) > 0 {
			few, found = append(few, wrong...), open
		}
	}
	if found == yes {
		c.keep(c.solved)
	}
	return found
}

// ask tells whether all of some wires can be true together, which is one of the questions that are left, by cases or by the
// solver, whichever comes first: the cases of all questions together, of which many are the same, and of each by itself.
// Where the solver answered most of the last ones it is asked first, and for longer.
func (c *Circuit) ask(all []Lit, left [][]Lit) bool {
	failed := 0 // one after the other
	left, found := c.each(left, func(ls []Lit) (found int) {
		if c.quick > 0 && failed < mostFailed {
			if found, failed = c.solver(leastPatience<<c.quick)(ls), failed+1; found != open {
				failed = 0
			}
		}
		return found
	})
	if found != open {
		return found == yes
	}
	cases := c.cases(all)
	for patience, work := leastPatience, leastWork; ; patience, work = min(2*patience, time.Second), min(2*work, mostWork+1) {
		if len(left) > 1 && work <= mostWork {
			if found = cases.within(all, min(8*work, mostWork)); found != open {
				return found == yes
			}
		}
		if work <= mostWork {
			left, found = c.each(left, func(ls []Lit) int {
				found := cases.within(ls, work)
				if found != open {
					c.quick = max(0, c.quick-1)
				}
				return found
			})
		}
		if found == open {
			left, found = c.each(left, c.solver(patience))
		}
		if found != open {
			return found == yes
		}
	}
}

const (
	mostQuick  = 3 // how often the time for which the solver is asked first is doubled at most
	mostFailed = 8 // and how many questions it is asked that it does not answer
)

// solver lets the solver answer for some time.
func (c *Circuit) solver(patience time.Duration) func(ls []Lit) int {
	return func(ls []Lit) int {
		found := c.solve(ls, patience)
		if found == yes {
			c.keep(c.solved)
		}
		if found != open {
			c.quick = min(mostQuick, c.quick+1)
		}
		return found
	}
}

// each lets questions be answered one by one until it is yes, and gives those that are left.
func (c *Circuit) each(left [][]Lit, answer func(ls []Lit) int) (next [][]Lit, found int) {
	for _, ls := range left {
		switch answer(ls) {
		case yes:
			return nil, yes
		case open:
			next = append(next, ls)
		}
	}
	if len(next) == 0 {
		return nil, impossible
	}
	return next, open
}

// wrong are those wires that are false in what the solver has found.
func (c *Circuit) wrong(ls []Lit) (list []Lit) {
	values := make([]int8, len(c.gates)) // 1 or -1
	values[0] = -1
	for _, l := range ls {
		for path := []Lit{l &^ 1}; len(path) > 0; {
			out := path[len(path)-1]
			if g := c.gates[out/2]; values[out/2] == 0 && g[0] == out {
				values[out/2] = -1
				if c.told[out] && c.gini.Value(literal(out)) {
					values[out/2] = 1
				}
			} else if values[out/2] == 0 {
				x, y := values[g[0]/2], values[g[1]/2]
				if x == 0 || y == 0 {
					path = append(path, map[bool]Lit{true: g[0] &^ 1, false: g[1] &^ 1}[x == 0])
					continue
				}
				values[out/2] = min(x*(1-2*int8(g[0]&1)), y*(1-2*int8(g[1]&1)))
			}
			path = path[:len(path)-1]
		}
		if values[l/2]*(1-2*int8(l&1)) < 0 {
			list = append(list, l)
		}
	}
	return list
}

func literal(l Lit) z.Lit { return z.Var(l/2+1).Pos() ^ z.Lit(l&1) }

// explained says of each gate below wires, but those that were told, that it is what it is made
// of (Tseitin), and of choices what follows from both sides, by which a solver finds more.
func (c *Circuit) explained(ls []Lit, told map[Lit]bool, clause func(ls ...Lit)) {
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
			clause(s.Not(), x, out)
			clause(s.Not(), x.Not(), out.Not())
			clause(s, y, out)
			clause(s, y.Not(), out.Not())
			if x != y.Not() {
				clause(x, y, out)
				clause(x.Not(), y.Not(), out.Not())
			}
			path = append(path, s, x, y)
			continue
		}
		clause(out.Not(), g[0])
		clause(out.Not(), g[1])
		clause(out, g[0].Not(), g[1].Not())
		path = append(path, g[0], g[1])
	}
}

// choice recognises the negation of what is x where s is true, and y elsewhere.
func (c *Circuit) choice(g [2]Lit) (s, x, y Lit, ok bool) {
	if g[0]&g[1]&1 == 0 {
		return No, No, No, false
	}
	for _, a := range c.operands(g[0]) {
		for _, b := range c.operands(g[1]) {
			if a[0] == b[0].Not() {
				return a[0], a[1], b[1], true
			}
		}
	}
	return No, No, No, false
}

// operands are those of a gate, either of them first; an input has none.
func (c *Circuit) operands(l Lit) [][2]Lit {
	g := c.gates[l/2]
	if g[0] == l&^1 {
		return nil
	}
	return [][2]Lit{g, {g[1], g[0]}}
}

// handed lets another solver answer.
func (c *Circuit) handed(ls []Lit) bool {
	f, names := Formula{About: c.About}, map[Lit]int{}
	clause := func(ls ...Lit) {
		var numbers []int
		for _, l := range ls {
			if names[l/2] == 0 {
				names[l/2] = len(names) + 1
			}
			numbers = append(numbers, names[l/2]*(1-2*int(l&1)))
		}
		f.Clauses = append(f.Clauses, numbers)
	}
	c.explained(ls, map[Lit]bool{}, clause)
	for _, l := range ls {
		clause(l)
	}
	f.Names = len(names)
	found, err := c.Solver(c.ctx, f)
	if err != nil {
		panic(Open("%s", err))
	}
	return found
}

// solve asks the solver for some time: 1 is yes, -1 no, 0 not yet. What it has learnt by then is kept.
func (c *Circuit) solve(ls []Lit, patience time.Duration) int {
	c.patient()
	c.explained(ls, c.told, func(ls ...Lit) {
		for _, l := range ls {
			c.gini.Add(literal(l))
		}
		c.gini.Add(z.LitNull)
	})
	for _, l := range ls {
		c.gini.Assume(literal(l))
	}
	return c.gini.GoSolve().Try(patience)
}

// Working looks now and then whether to go on.
func (c *Circuit) Working() {
	if c.steps++; c.steps%(1<<12) == 0 {
		c.patient()
	}
}

// patient gives up where the context has ended.
func (c *Circuit) patient() {
	switch why := context.Cause(c.ctx); {
	case why == nil:
	case errors.Is(why, context.DeadlineExceeded):
		panic(Open("the time is up"))
	case errors.Is(why, context.Canceled):
		panic(Open("the work was interrupted"))
	default:
		panic(Open("%v", why))
	}
}
