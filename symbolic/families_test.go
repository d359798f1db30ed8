package symbolic

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// Families of problems of growing size, to compare engines by. Each returns a
// number that has a known value, so that no engine is fast by being wrong.

type family struct {
	name        string
	small, size int // for tests, for benchmarks
	bits        func(n int) int
	run         func(sp *Space, n int) *big.Int
	want        func(n int) *big.Int // nil: engines are compared with each other
}

var families = []family{
	{"queens", 6, 10, func(n int) int { return n * n }, func(sp *Space, n int) *big.Int {
		return queens(sp, n).Count(allBits(n * n))
	}, func(n int) *big.Int { return big.NewInt(map[int]int64{6: 4, 8: 92, 10: 724}[n]) }},
	{"milner", 4, 100, func(n int) int { return 6 * n }, runMilner, func(n int) *big.Int {
		return new(big.Int).Lsh(big.NewInt(int64(n)), uint(n+1))
	}},
	{"philosophers", 3, 20, func(n int) int { return 8 * n }, runPhilosophers, nil},
	{"cryptographers", 5, 24, func(n int) int { return 3 * n }, runCryptographers, func(n int) *big.Int {
		return new(big.Int).Lsh(big.NewInt(1), uint(2*n))
	}},
	{"network", 8, 18, func(n int) int { return n }, runNetwork, nil},
	{"quantify", 4, 19, func(n int) int { return 3 * n }, runQuantify, nil},
	{"product", 3, 9, func(n int) int { return 4 * n }, runProduct, func(n int) *big.Int {
		return new(big.Int).Lsh(big.NewInt(1), uint(2*n))
	}},
	{"small", 3, 1000, func(n int) int { return n }, runSmall, func(n int) *big.Int {
		return new(big.Int).Lsh(big.NewInt(1), uint(n-1))
	}},
}

// runMilner counts the reachable states of Milner's scheduler of n cyclers by
// breadth-first search with one relation in one piece: cycler i has the token
// (bit 6i), its task runs (6i+2), and it has yet to hand on the token (6i+4).
// There are n·2^(n+1) states.
func runMilner(sp *Space, n int) *big.Int {
	type bit struct{ now, then Set }
	at := func(i, j int) bit { b := Bit(6*(i%n) + 2*j); return bit{sp.Lit(b), sp.Lit(b + 1)} }
	var cur, next []Bit
	var keep []Set
	for i := range 3 * n {
		cur, next = append(cur, Bit(2*i)), append(next, Bit(2*i+1))
		keep = append(keep, sp.Lit(Bit(2*i)).Iff(sp.Lit(Bit(2*i+1))))
	}
	others := func(written ...int) Set {
		s := sp.Full()
		for i := len(keep) - 1; i >= 0; i-- {
			skip := false
			for _, w := range written {
				skip = skip || w%(3*n) == i
			}
			if !skip {
				s = keep[i].And(s)
			}
		}
		return s
	}
	steps, init := sp.Empty(), sp.Full()
	for i := range n {
		c, t, h, c2 := at(i, 0), at(i, 1), at(i, 2), at(i+1, 0)
		start := sp.AndAll(c.now, t.now.Not(), c.then.Not(), t.then, h.then, others(3*i, 3*i+1, 3*i+2))
		hand := sp.AndAll(h.now, h.then.Not(), c2.then, others(3*i+2, 3*(i+1)))
		end := sp.AndAll(t.now, t.then.Not(), others(3*i+1))
		steps = sp.OrAll(steps, start, hand, end)
		token := c.now
		if i > 0 {
			token = token.Not()
		}
		init = sp.AndAll(init, token, t.now.Not(), h.now.Not())
	}
	back, quantified := mustRename(sp, next, cur), sp.Cube(cur...)
	reached := init
	for {
		more := reached.Or(reached.AndExists(steps, quantified).Rename(back))
		if more.Equal(reached) {
			return reached.Count(cur)
		}
		reached = more
	}
}

func runPhilosophers(sp *Space, n int) *big.Int {
	r, init := philosophers(sp, n)
	var cur []Bit
	for i := range 4 * n {
		cur = append(cur, Bit(2*i))
	}
	reached := init
	for {
		more := reached.Or(r.Image(reached))
		if more.Equal(reached) {
			return reached.Count(cur)
		}
		reached = more
	}
}

// runCryptographers counts the runs of n dining cryptographers (coin, announced
// difference, paid; at most one pays) in which the announcements give the
// right parity, and those of each of them who know that nobody paid.
func runCryptographers(sp *Space, n int) *big.Int {
	coin := func(i int) Set { return sp.Lit(Bit(3 * (i % n))) }
	paid, said := func(i int) Set { return sp.Lit(Bit(3*i + 1)) }, func(i int) Set { return sp.Lit(Bit(3*i + 2)) }
	all, parity := sp.Full(), sp.Empty()
	for i := n - 1; i >= 0; i-- {
		all = all.And(said(i).Iff(coin(i).Xor(coin(i + 1)).Xor(paid(i))))
		parity = parity.Xor(said(i))
	}
	for i := range n { // what i sees: coins i and i+1, paid i, all that is said
		var hidden []Bit
		for j := range n {
			if j != i && j != (i+1)%n {
				hidden = append(hidden, Bit(3*j))
			}
			if j != i {
				hidden = append(hidden, Bit(3*j+1))
			}
		}
		seen := all.And(parity).Exists(sp.Cube(hidden...))
		if !all.And(parity).SubsetOf(seen) {
			return nil
		}
	}
	return all.Count(allBits(3 * n))
}

// runNetwork builds random gates over n inputs and over earlier gates.
func runNetwork(sp *Space, n int) *big.Int {
	random := rand.New(rand.NewPCG(18, uint64(n)))
	var gates []Set
	for b := range Bit(n) {
		gates = append(gates, sp.Lit(b))
	}
	all := sp.Empty()
	for range 40 * n {
		f, g, h := gates[random.IntN(len(gates))], gates[random.IntN(len(gates))], gates[random.IntN(len(gates))]
		var s Set
		switch random.IntN(4) {
		case 0:
			s = f.And(g.Not()).Or(h)
		case 1:
			s = f.Xor(g)
		case 2:
			s = f.Ite(g, h)
		default:
			s = f.Or(g).And(h.Not())
		}
		gates[random.IntN(len(gates))] = s
		if len(gates) < 3*n {
			gates = append(gates, s.Xor(h))
		}
		all = all.Xor(s)
	}
	return all.Count(allBits(n))
}

// runQuantify quantifies every other bit of a random function with large
// diagrams, both ways, in blocks.
func runQuantify(sp *Space, n int) *big.Int {
	random := rand.New(rand.NewPCG(120, uint64(n)))
	s := sp.Full()
	for range 2*n - 4 { // random clauses of three distant bits
		clause := sp.Empty()
		for range 3 {
			l := sp.Lit(Bit(random.IntN(3 * n)))
			if random.IntN(2) == 0 {
				l = l.Not()
			}
			clause = clause.Or(l)
		}
		s = s.And(clause)
	}
	sum := new(big.Int)
	for k := range 6 {
		var bits []Bit
		for b := range 3 * n {
			if (b+k)%3 > 0 || b%(k+2) == 0 {
				bits = append(bits, Bit(b))
			}
		}
		c := sp.Cube(bits...)
		sum.Add(sum, s.Exists(c).Count(allBits(3*n)))
		sum.Add(sum, s.Forall(sp.Cube(bits[:len(bits)/2]...)).Count(allBits(3*n)))
	}
	return sum
}

// runProduct is one relational product with a large intersection.
func runProduct(sp *Space, n int) *big.Int {
	s, t := blowUp(sp, n)
	all := s.And(t).Count(allBits(4 * n))
	s.AndExists(t, sp.Cube(allBits(n)...))
	s.AndExists(t, sp.Cube(allBits(4 * n)[2*n:3*n]...))
	return all
}

// runSmall does little in many operations.
func runSmall(sp *Space, n int) *big.Int {
	var s Set
	for range 1000 {
		s = sp.Empty()
		for b := n - 1; b >= 0; b-- {
			s = s.Xor(sp.Lit(Bit(b)))
		}
	}
	return s.Count(allBits(n))
}

func TestFamilies(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			var first *big.Int
			for _, engine := range Engines() {
				got := f.run(newSpace(t, engine, f.bits(f.small), 0), f.small)
				if first == nil {
					first = got
				}
				if got.Cmp(first) != 0 || f.want != nil && got.Cmp(f.want(f.small)) != 0 {
					t.Errorf("%s: got %v, others %v", engine, got, first)
				}
			}
		})
	}
}

func BenchmarkFamilies(b *testing.B) {
	for _, f := range families {
		b.Run(f.name, func(b *testing.B) {
			benchEngines(b, func(b *testing.B, engine string) {
				var s Stats
				for b.Loop() {
					sp := benchSpace(b, engine, f.bits(f.size))
					if got := f.run(sp, f.size); f.want != nil && got.Cmp(f.want(f.size)) != 0 {
						b.Fatalf("got %v", got)
					}
					s = sp.Stats()
				}
				b.ReportMetric(float64(s.PeakNodes), "nodes")
				b.ReportMetric(float64(s.PeakBytes)/(1<<20), "MiB")
				b.ReportMetric(float64(s.Operations), "operations")
			})
		})
	}
}
