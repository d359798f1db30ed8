package symbolic

import "testing"

func benchEngines(b *testing.B, f func(b *testing.B, engine string)) {
	for _, e := range Engines() {
		b.Run(e, func(b *testing.B) { f(b, e) })
	}
}

func benchSpace(b *testing.B, engine string, n int) *Space {
	b.Helper()
	sp, err := NewSpace(n, Options{Engine: engine})
	if err != nil {
		b.Fatal(err)
	}
	return sp
}

// queens returns the placements of n queens, bit n·i+j for row i, column j.
func queens(sp *Space, n int) Set {
	at := func(i, j int) Set { return sp.Lit(Bit(n*i + j)) }
	all := sp.Full()
	for i := range n {
		row := sp.Empty()
		for j := range n {
			row = row.Or(at(i, j))
		}
		all = all.And(row)
	}
	for i := range n {
		for j := range n {
			alone := sp.Full()
			for k := range n {
				for l := range n {
					if (k != i || l != j) && (k == i || l == j || k-i == l-j || k-i == j-l) {
						alone = alone.Diff(at(k, l))
					}
				}
			}
			all = all.And(at(i, j).Imp(alone))
		}
	}
	return all
}

func BenchmarkQueens(b *testing.B) {
	benchEngines(b, func(b *testing.B, engine string) {
		for b.Loop() {
			sp := benchSpace(b, engine, 64)
			if got := queens(sp, 8).Count(allBits(64)); got.Int64() != 92 {
				b.Fatalf("%v placements, want 92", got)
			}
		}
	})
}

// BenchmarkSmallOperations measures what surrounds an operation.
func BenchmarkSmallOperations(b *testing.B) {
	benchEngines(b, func(b *testing.B, engine string) {
		sp := benchSpace(b, engine, 64)
		s, i := sp.Full(), Bit(0)
		for b.Loop() {
			s = s.Xor(sp.Lit(i))
			i = (i + 7) % 64
		}
	})
}

func BenchmarkAnd(b *testing.B) {
	benchEngines(b, func(b *testing.B, engine string) {
		for b.Loop() {
			sp := benchSpace(b, engine, 32)
			s, t := blowUp(sp, 8)
			s.And(t)
		}
	})
}

func BenchmarkAndExists(b *testing.B) {
	benchEngines(b, func(b *testing.B, engine string) {
		for b.Loop() {
			sp := benchSpace(b, engine, 32)
			s, t := blowUp(sp, 8)
			s.AndExists(t, sp.Cube(allBits(8)...))
		}
	})
}

func BenchmarkRenameInOrder(b *testing.B) {
	benchEngines(b, func(b *testing.B, engine string) {
		sp := benchSpace(b, engine, 2*81)
		s := queens(sp, 7)
		var from, to []Bit
		for i := range Bit(49) {
			from, to = append(from, i), append(to, i+49)
		}
		for b.Loop() {
			s.Rename(mustRename(sp, from, to))
		}
	})
}

func BenchmarkSupport(b *testing.B) {
	benchEngines(b, func(b *testing.B, engine string) {
		sp := benchSpace(b, engine, 64)
		s := queens(sp, 8)
		for b.Loop() {
			s.Support()
		}
	})
}

// philosophers returns a relation of one part per move and the initial state:
// each of n has a fork on the left (bit 4i: taken) and a bit for eating.
func philosophers(sp *Space, n int) (Relation, Set) {
	pair := func(i int) Pair { return Pair{Bit(2 * i), Bit(2*i + 1)} }
	set := func(p Pair, from, to bool) []Set {
		lit := func(b Bit, v bool) Set {
			if v {
				return sp.Lit(b)
			}
			return sp.Lit(b).Not()
		}
		return []Set{lit(p.Cur, from), lit(p.Next, to)}
	}
	var parts []*Part
	init := sp.Full()
	for i := range n {
		left, right := pair(4*i), pair(4*((i+1)%n))
		hasLeft, hasRight, fed := pair(4*i+1), pair(4*i+2), pair(4*i+3)
		move := func(writes []Pair, conjuncts ...[]Set) {
			var all []Set
			for _, c := range conjuncts {
				all = append(all, c...)
			}
			parts = append(parts, sp.NewPart(all, writes, nil))
		}
		move([]Pair{left, hasLeft}, set(left, false, true), set(hasLeft, false, true))
		move([]Pair{right, hasRight}, set(right, false, true), set(hasRight, false, true))
		move([]Pair{fed}, set(fed, false, true), []Set{sp.Lit(hasLeft.Cur), sp.Lit(hasRight.Cur)})
		move([]Pair{left, hasLeft, right, hasRight, fed},
			set(fed, true, false), set(left, true, false), set(right, true, false), set(hasLeft, true, false), set(hasRight, true, false))
		for _, p := range []Pair{left, hasLeft, hasRight, fed} {
			init = init.Diff(sp.Lit(p.Cur))
		}
	}
	return NewRelation(parts...), init
}

func BenchmarkReach(b *testing.B) {
	const n = 24
	benchEngines(b, func(b *testing.B, engine string) {
		for b.Loop() {
			sp := benchSpace(b, engine, 8*n)
			r, init := philosophers(sp, n)
			if r.Reach(init, nil).IsEmpty() {
				b.Fatal("nothing is reached")
			}
		}
	})
}
