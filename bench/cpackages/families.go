//go:build unix

package main

import "slices"

// family is a kind of problem; c/families.c has the same.
type family struct {
	vars func(n int) int
	// run returns the set whose vectors are counted, and those whose nodes are.
	run func(p *problem, n int) (found set, all []set)
}

func times(k int) func(n int) int { return func(n int) int { return k * n } }

var families = map[string]family{
	"queens":         {func(n int) int { return n * n }, queens},
	"milner":         {times(6), milner},
	"philosophers":   {times(8), philosophers},
	"counter":        {times(2), counter},
	"cryptographers": {times(3), cryptographers},
	"cnf":            {times(3), cnf},
	"quantify":       {times(3), quantify},
	"network":        {times(1), network},
	"multiplier":     {times(2), multiplier},
	"adder":          {times(2), adder},
	"small":          {times(1), small},
}

// problem is a package with what families share.
type problem struct {
	bdds
	vars int
	seed uint64
	same []set // by bit: it keeps its value
}

// become replaces *f by the result of an operation.
func (p *problem) become(f *set, g set) {
	p.drop(*f)
	*f = g
}

func (p *problem) conjoin(f *set, g set) { p.become(f, p.and(*f, g)) }
func (p *problem) disjoin(f *set, g set) { p.become(f, p.or(*f, g)) }
func (p *problem) differ(f *set, g set)  { p.become(f, p.xor(*f, g)) }

func (p *problem) dropAll(fs ...set) {
	for _, f := range fs {
		p.drop(f)
	}
}

func (p *problem) literal(v int, positive bool) set {
	if positive {
		return p.keep(p.lit(v))
	}
	return p.not(p.lit(v))
}

func (p *problem) conjoinLiteral(f *set, v int, positive bool) {
	l := p.literal(v, positive)
	p.conjoin(f, l)
	p.drop(l)
}

// those returns the cube of the variables below n for which in is true.
func (p *problem) those(n int, in func(v int) bool) set {
	var vars []int
	for v := range n {
		if in(v) {
			vars = append(vars, v)
		}
	}
	return p.cube(vars)
}

// below is a pseudo-random number.
func (p *problem) below(n int) int {
	p.seed = p.seed*6364136223846793005 + 1442695040888963407
	return int(uint32(p.seed>>33) % uint32(n))
}

// queens places n queens on a board.
func queens(p *problem, n int) (set, []set) {
	all := p.keep(truth)
	for i := range n {
		row := p.keep(falsity)
		for j := range n {
			p.disjoin(&row, p.lit(n*i+j))
		}
		p.conjoin(&all, row)
		p.drop(row)
	}
	for i := range n {
		for j := range n {
			alone := p.keep(truth)
			for k := n - 1; k >= 0; k-- {
				for l := n - 1; l >= 0; l-- {
					if (k != i || l != j) && (k == i || l == j || k-i == l-j || k-i == j-l) {
						p.conjoinLiteral(&alone, n*k+l, false)
					}
				}
			}
			none := p.literal(n*i+j, false)
			p.disjoin(&none, alone)
			p.conjoin(&all, none)
			p.dropAll(none, alone)
		}
	}
	return all, []set{all}
}

// frames prepares relations, which have the bit b before a step at 2b and after it at 2b+1.
func (p *problem) frames(bits int) {
	var from, to []int
	for b := range bits {
		differ := p.xor(p.lit(2*b), p.lit(2*b+1))
		p.same = append(p.same, p.not(differ))
		p.drop(differ)
		from, to = append(from, 2*b), append(to, 2*b+1)
	}
	p.exchange(from, to)
}

// change says what a bit is before a step and after it: 0, 1, or -1 for anything.
type change struct{ bit, before, after int }

func (p *problem) step(bits int, changes ...change) set {
	s := p.keep(truth)
	for b := bits - 1; b >= 0; b-- {
		i := slices.IndexFunc(changes, func(c change) bool { return c.bit == b })
		if i < 0 {
			p.conjoin(&s, p.same[b])
			continue
		}
		if c := changes[i]; c.after >= 0 {
			p.conjoinLiteral(&s, 2*b+1, c.after == 1)
		}
		if c := changes[i]; c.before >= 0 {
			p.conjoinLiteral(&s, 2*b, c.before == 1)
		}
	}
	return s
}

// reach searches by distance.
func (p *problem) reach(bits int, reached set, steps []set) (set, []set) {
	before := p.those(2*bits, func(v int) bool { return v%2 == 0 })
	for {
		more := p.keep(reached)
		for _, s := range steps {
			next := p.image(reached, s, before)
			p.disjoin(&more, next)
			p.drop(next)
		}
		fixed := p.equal(more, reached)
		p.become(&reached, more)
		if fixed {
			return reached, steps
		}
	}
}

// state has bit b set if high(b), before a step.
func (p *problem) state(bits int, high func(b int) bool) set {
	s := p.keep(truth)
	for b := bits - 1; b >= 0; b-- {
		p.conjoinLiteral(&s, 2*b, high(b))
	}
	return s
}

func zero(int) bool { return false }

// milner is Milner's scheduler of n cyclers, its relation in one piece.
func milner(p *problem, n int) (set, []set) {
	p.frames(3 * n)
	steps := p.keep(falsity)
	for i := range n { // token 3i, task 3i+1, to hand on 3i+2
		t, u := 3*i, 3*((i+1)%n)
		for _, s := range []set{
			p.step(3*n, change{t, 1, 0}, change{t + 1, 0, 1}, change{t + 2, -1, 1}),
			p.step(3*n, change{t + 2, 1, 0}, change{u, -1, 1}),
			p.step(3*n, change{t + 1, 1, 0}),
		} {
			p.disjoin(&steps, s)
			p.drop(s)
		}
	}
	return p.reach(3*n, p.state(3*n, func(b int) bool { return b == 0 }), []set{steps})
}

// philosophers dine; their relation has a part for each move.
func philosophers(p *problem, n int) (set, []set) {
	p.frames(4 * n)
	var steps []set
	for i := range n { // left fork taken 4i, has left 4i+1, has right 4i+2, fed 4i+3
		l, r := 4*i, 4*((i+1)%n)
		steps = append(steps,
			p.step(4*n, change{l, 0, 1}, change{l + 1, 0, 1}),
			p.step(4*n, change{r, 0, 1}, change{l + 2, 0, 1}),
			p.step(4*n, change{l + 1, 1, 1}, change{l + 2, 1, 1}, change{l + 3, 0, 1}),
			p.step(4*n, change{l, 1, 0}, change{l + 1, 1, 0}, change{l + 2, 1, 0}, change{l + 3, 1, 0}, change{r, 1, 0}))
	}
	return p.reach(4*n, p.state(4*n, zero), steps)
}

// counter counts from 0 to 2^n - 1, in as many steps.
func counter(p *problem, n int) (set, []set) {
	p.frames(n)
	steps := p.keep(falsity)
	for i := range n {
		var changes []change
		for b := range i {
			changes = append(changes, change{b, 1, 0})
		}
		s := p.step(n, append(changes, change{i, 0, 1})...)
		p.disjoin(&steps, s)
		p.drop(s)
	}
	return p.reach(n, p.state(n, zero), []set{steps})
}

// cryptographers dine, and each looks at what the others may have paid.
func cryptographers(p *problem, n int) (set, []set) {
	all, parity, sum := p.keep(truth), p.keep(falsity), p.keep(falsity)
	for i := n - 1; i >= 0; i-- { // coin 3i, paid 3i+1, said 3i+2
		s := p.xor(p.lit(3*i), p.lit(3*((i+1)%n)))
		p.differ(&s, p.lit(3*i+1))
		p.differ(&s, p.lit(3*i+2))
		ok := p.not(s)
		p.conjoin(&all, ok)
		p.differ(&parity, p.lit(3*i+2))
		p.dropAll(s, ok)
	}
	p.conjoin(&all, parity)
	for i := range n {
		hidden := p.those(3*n, func(v int) bool {
			return v%3 == 0 && v/3 != i && v/3 != (i+1)%n || v%3 == 1 && v/3 != i
		})
		seen := p.exists(all, hidden)
		p.differ(&sum, seen)
		p.dropAll(hidden, seen)
	}
	return all, []set{all, sum}
}

// clauses are random ones of three of 3n bits.
func (p *problem) clauses(n int) set {
	s := p.keep(truth)
	for range 2*n - 4 {
		c := p.keep(falsity)
		for range 3 {
			v := p.below(3 * n)
			l := p.literal(v, p.below(2) == 1)
			p.disjoin(&c, l)
			p.drop(l)
		}
		p.conjoin(&s, c)
		p.drop(c)
	}
	return s
}

func cnf(p *problem, n int) (set, []set) {
	s := p.clauses(n)
	return s, []set{s}
}

// quantify quantifies many bits of such a conjunction, both ways.
func quantify(p *problem, n int) (set, []set) {
	s := p.clauses(n)
	var all []set
	for k := range 6 {
		in := func(b int) bool { return (b+k)%3 > 0 || b%(k+2) == 0 }
		c := p.those(3*n, in)
		all = append(all, p.exists(s, c))
		p.drop(c)
		c = p.those(3*n/2, in)
		all = append(all, p.forall(s, c))
		p.drop(c)
	}
	return s, all
}

// network is random gates over n inputs and earlier gates.
func network(p *problem, n int) (set, []set) {
	var gates []set
	for v := range n {
		gates = append(gates, p.keep(p.lit(v)))
	}
	all := p.keep(falsity)
	gate := func() set { return gates[p.below(len(gates))] }
	for range 40 * n {
		f, g, h := gate(), gate(), gate()
		var s set
		switch p.below(4) {
		case 0:
			m := p.not(g)
			s = p.and(f, m)
			p.disjoin(&s, h)
			p.drop(m)
		case 1:
			s = p.xor(f, g)
		case 2:
			s = p.ite(f, g, h)
		default:
			m := p.not(h)
			s = p.or(f, g)
			p.conjoin(&s, m)
			p.drop(m)
		}
		another := truth
		if len(gates) < 3*n {
			another = p.xor(s, h)
		}
		at := p.below(len(gates))
		p.differ(&all, s)
		p.become(&gates[at], s)
		if len(gates) < 3*n {
			gates = append(gates, another)
		}
	}
	return all, gates
}

// add makes x the sum of x and y, numbers of as many bits.
func (p *problem) add(x, y []set) {
	carry := p.keep(falsity)
	for i := range x {
		half := p.xor(x[i], y[i])
		c := p.ite(half, carry, y[i])
		p.become(&x[i], p.xor(half, carry))
		p.become(&carry, c)
		p.drop(half)
	}
	p.drop(carry)
}

// multiplier makes all bits of a product of two numbers of n bits, in order.
func multiplier(p *problem, n int) (set, []set) {
	product, row := make([]set, 2*n), make([]set, 2*n)
	for i := range product {
		product[i] = p.keep(falsity)
	}
	for i := range n {
		for j := range row {
			if j >= i && j < i+n {
				row[j] = p.and(p.lit(i), p.lit(n+j-i))
			} else {
				row[j] = p.keep(falsity)
			}
		}
		p.add(product, row)
		p.dropAll(row...)
	}
	return product[n-1], product
}

// adder adds two numbers of n bits, not interleaved, both ways.
func adder(p *problem, n int) (set, []set) {
	var x, y, u, v []set
	for i := range n {
		x, y = append(x, p.keep(p.lit(i))), append(y, p.keep(p.lit(n+i)))
		u, v = append(u, p.keep(p.lit(i))), append(v, p.keep(p.lit(n+i)))
	}
	p.add(x, y)
	p.add(v, u)
	for i := range n {
		if !p.equal(x[i], v[i]) {
			panic("x + y is not y + x")
		}
	}
	return x[n-1], x
}

// small is many operations that do little.
func small(p *problem, n int) (set, []set) {
	s := p.keep(falsity)
	for range 1000 {
		p.become(&s, p.keep(falsity))
		for b := n - 1; b >= 0; b-- {
			p.differ(&s, p.lit(b))
		}
	}
	return s, []set{s}
}
