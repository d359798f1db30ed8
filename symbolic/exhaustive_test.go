package symbolic

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// All functions of three bits, all operations, against truth tables.

const three = 3

func TestBinaryOperations(t *testing.T) {
	onOneGoroutine(t)
	full := fullTable(three)
	operations := []struct {
		name string
		do   func(s, t Set) Set
		want func(a, b table) table
	}{
		{"And", Set.And, func(a, b table) table { return a & b }},
		{"Or", Set.Or, func(a, b table) table { return a | b }},
		{"Xor", Set.Xor, func(a, b table) table { return a ^ b }},
		{"Iff", Set.Iff, func(a, b table) table { return full &^ (a ^ b) }},
		{"Imp", Set.Imp, func(a, b table) table { return full&^a | b }},
		{"Diff", Set.Diff, func(a, b table) table { return a &^ b }},
	}
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 20000)
		all := functions(t, sp)
		for _, op := range operations {
			for a := range all {
				for b := range all {
					expect(t, all, op.do(all[a], all[b]), op.want(table(a), table(b)), "%s(%b, %b)", op.name, a, b)
				}
			}
		}
		for a := range all {
			expect(t, all, all[a].Not(), full&^table(a), "Not(%b)", a)
			for b := range all {
				if got, want := all[a].SubsetOf(all[b]), a&^b == 0; got != want {
					t.Fatalf("SubsetOf(%b, %b) = %t", a, b, got)
				}
				if got, want := all[a].Disjoint(all[b]), a&b == 0; got != want {
					t.Fatalf("Disjoint(%b, %b) = %t", a, b, got)
				}
				if got, want := all[a].Equal(all[b]), a == b; got != want {
					t.Fatalf("Equal(%b, %b) = %t", a, b, got)
				}
			}
			if got, want := all[a].IsEmpty(), a == 0; got != want {
				t.Fatalf("IsEmpty(%b) = %t", a, got)
			}
			if got, want := all[a].IsFull(), table(a) == full; got != want {
				t.Fatalf("IsFull(%b) = %t", a, got)
			}
		}
	})
}

func TestIteOfTwoBits(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 2, 500)
		all := functions(t, sp)
		for c := range all {
			for f := range all {
				for g := range all {
					expect(t, all, all[c].Ite(all[f], all[g]), table(c&f|g&^c), "Ite(%b, %b, %b)", c, f, g)
				}
			}
		}
	})
}

func TestIteOfThreeBits(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 20000)
		all := functions(t, sp)
		random := rand.New(rand.NewPCG(3, 14))
		for range 100_000 {
			c, f, g := random.IntN(256), random.IntN(256), random.IntN(256)
			expect(t, all, all[c].Ite(all[f], all[g]), table(c&f|g&^c), "Ite(%b, %b, %b)", c, f, g)
		}
	})
}

func TestQuantifiers(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 20000)
		all := functions(t, sp)
		for mask := range size(three) {
			bits := subset(mask)
			cube := sp.Cube(append(bits, bits...)...)
			if !slices.Equal(cube.Bits(), bits) || cube.IsEmpty() != (mask == 0) {
				t.Fatalf("the cube of %v has the bits %v", bits, cube.Bits())
			}
			for a := range all {
				expect(t, all, all[a].Exists(cube), table(a).exists(three, bits), "Exists(%b, %v)", a, bits)
				expect(t, all, all[a].Forall(cube), table(a).forall(three, bits), "Forall(%b, %v)", a, bits)
				expect(t, all, all[a].Erode(cube), table(a).erode(three, bits), "Erode(%b, %v)", a, bits)
				for b := range all {
					want := table(a&b).exists(three, bits)
					expect(t, all, all[a].AndExists(all[b], cube), want, "AndExists(%b, %b, %v)", a, b, bits)
				}
			}
		}
	})
}

// injections calls f with all injective partial maps on n bits.
func injections(n int, f func(from, to []Bit)) {
	var extend func(b Bit, from, to []Bit)
	extend = func(b Bit, from, to []Bit) {
		if int(b) == n {
			f(from, to)
			return
		}
		extend(b+1, from, to)
		for c := range n {
			if !slices.Contains(to, Bit(c)) {
				extend(b+1, append(slices.Clone(from), b), append(slices.Clone(to), Bit(c)))
			}
		}
	}
	extend(0, nil, nil)
}

func TestRenamings(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 500)
		all := functions(t, sp)
		maps := 0
		injections(three, func(from, to []Bit) {
			maps++
			r, err := sp.Renaming(from, to)
			if err != nil {
				t.Fatalf("Renaming(%v, %v): %v", from, to, err)
			}
			for a := range all {
				expect(t, all, all[a].Rename(r), table(a).rename(three, from, to), "Rename(%b, %v→%v)", a, from, to)
			}
		})
		if maps != 34 {
			t.Errorf("%d injective partial maps on three bits, want 34", maps)
		}
	})
}

// Relational products with all renamings before and after, of some functions.
func TestProducts(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 500)
		all := functions(t, sp)
		type renaming struct {
			Renaming
			from, to []Bit
		}
		var maps []renaming
		injections(three, func(from, to []Bit) {
			maps = append(maps, renaming{mustRename(sp, from, to), from, to})
		})
		random := rand.New(rand.NewPCG(three, 34))
		for _, before := range maps {
			for _, after := range maps {
				for mask := range size(three) {
					p := &product{quantify: sp.Cube(subset(mask)...), before: before.Renaming, after: after.Renaming}
					a, b := random.IntN(len(all)), random.IntN(len(all))
					p.conjunct = all[b]
					want := table(a).rename(three, before.from, before.to) & table(b)
					want = want.exists(three, subset(mask)).rename(three, after.from, after.to)
					expect(t, all, p.of(all[a]), want, "(∃ %v. %b[%v→%v] ∧ %b)[%v→%v]",
						subset(mask), a, before.from, before.to, b, after.from, after.to)
				}
			}
		}
	})
}

func TestCofactors(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 100)
		all := functions(t, sp)
		for a := range all {
			for b := range three {
				for _, v := range []bool{false, true} {
					got := all[a].Cofactor(Bit(b), v)
					expect(t, all, got, table(a).cofactor(three, b, v), "Cofactor(%b, %d, %t)", a, b, v)
				}
			}
		}
	})
}

func TestStructure(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 0)
		all := functions(t, sp)
		for a := range all {
			s, want := all[a], table(a).support(three)
			if got := s.Support(); !slices.Equal(got, want) {
				t.Fatalf("support of %b: got %v, want %v", a, got, want)
			}
			for b := range Bit(three) {
				if got := s.DependsOn(b); got != slices.Contains(want, b) {
					t.Fatalf("DependsOn(%b, %d) = %t", a, b, got)
				}
			}
			if got, want := s.CountNodes(), table(a).nodes(three); got != want {
				t.Fatalf("nodes of %b: got %d, want %d", a, got, want)
			}
			for n := range 10 {
				if got, want := s.IsLarger(n), table(a).nodes(three) > n; got != want {
					t.Fatalf("%b is larger than %d: got %t", a, n, got)
				}
			}
		}
	})
}

// elements lists the projections of the elements of a table in the order of
// their bits, bit 0 first.
func elements(a table, n int, over []Bit) []string {
	var out []string
	for k := range size(len(over)) {
		values := make([]bool, len(over))
		for i := range over {
			values[i] = k>>(len(over)-1-i)&1 == 1
		}
		e := Assign(over, values)
		if slices.ContainsFunc(integers(size(n)), func(v int) bool {
			return a.at(v) && !slices.ContainsFunc(over, func(b Bit) bool { return e.Value(b) != (v>>b&1 == 1) })
		}) {
			out = append(out, e.String())
		}
	}
	return out
}

func integers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func TestElements(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 1000)
		all := functions(t, sp)
		for a := range all {
			for mask := range size(three) {
				over := subset(mask)
				want := elements(table(a), three, over)
				var got []string
				for e := range all[a].Each(over) {
					got = append(got, e.String())
				}
				if !slices.Equal(got, want) {
					t.Fatalf("elements of %b over %v: got %q, want %q", a, over, got, want)
				}
				first, ok := all[a].Pick(over)
				if ok != (len(want) > 0) || ok && first.String() != want[0] {
					t.Fatalf("first of %b over %v: got %v, %t, want one of %q", a, over, first, ok, want)
				}
				if table(a).exists(three, subset(size(three)-1-mask)) == table(a) {
					if n := all[a].Count(over); n.Cmp(big.NewInt(int64(len(want)))) != 0 {
						t.Fatalf("count of %b over %v: got %v, want %d", a, over, n, len(want))
					}
				}
			}
		}
	})
}

func TestEachStops(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 1)
		seen := 0
		for e := range sp.Full().Each(allBits(three)) {
			if seen++; seen == 3 {
				if got := e.String(); got != "!0 1 !2" {
					t.Errorf("third element: %s", got)
				}
				break
			}
		}
		if seen != 3 {
			t.Errorf("%d elements seen after stopping at the third", seen)
		}
	})
}

func TestCountOfManyBits(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 200, 0)
		s := sp.Lit(3).And(sp.Lit(150).Or(sp.Lit(151)))
		want := new(big.Int).Mul(big.NewInt(3), new(big.Int).Lsh(big.NewInt(1), 197))
		if got := s.Count(allBits(200)); got.Cmp(want) != 0 {
			t.Errorf("got %v, want %v", got, want)
		}
		if got := s.Count([]Bit{151, 3, 150, 3}); got.Int64() != 3 {
			t.Errorf("over the support: got %v, want 3", got)
		}
		if got := sp.Full().Count(allBits(63)); got.Cmp(new(big.Int).Lsh(big.NewInt(1), 63)) != 0 {
			t.Errorf("63 free bits: got %v", got)
		}
	})
}
