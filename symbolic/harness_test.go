package symbolic

import (
	"math/bits"
	"slices"
	"testing"
)

// forEngines runs a test on every engine. A new engine joins all tests by its
// line in the list of engines.
func forEngines(t *testing.T, f func(t *testing.T, engine string)) {
	t.Helper()
	for _, e := range Engines() {
		t.Run(e, func(t *testing.T) { f(t, e) })
	}
}

// onOneGoroutine leaves a long test out of short runs, which look for races: it has one
// goroutine, and every operation takes ten times as long there.
func onOneGoroutine(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long, and nothing runs beside it")
	}
}

// tester is what testing and rapid have in common.
type tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
}

// newSpace returns a small space. Before every nth operation on average (0: never)
// it is disturbed, and the kernel collects after every so many new nodes as well,
// within operations.
func newSpace(t tester, engine string, n, nth int) *Space {
	t.Helper()
	return newForced(t, engine, n, nth, nth, 1993)
}

// table is the truth table of a function of n ≤ 6 bits: bit v of the table is
// the value where bit b of the argument is v>>b&1.
type table uint64

func size(n int) int { return 1 << n }

func fullTable(n int) table { return table(1)<<(size(n)-1)<<1 - 1 }

// literalTable is the table of bit b.
func literalTable(n, b int) table {
	var t table
	for v := range size(n) {
		t |= table(v>>b&1) << v
	}
	return t
}

func (t table) at(v int) bool { return t>>v&1 == 1 }

// tabulate makes a table from a predicate.
func tabulate(n int, f func(v int) bool) table {
	var t table
	for v := range size(n) {
		if f(v) {
			t |= 1 << v
		}
	}
	return t
}

func put(v, b int, x bool) int {
	v &^= 1 << b
	if x {
		v |= 1 << b
	}
	return v
}

func (t table) cofactor(n, b int, x bool) table {
	return tabulate(n, func(v int) bool { return t.at(put(v, b, x)) })
}

func (t table) exists(n int, cube []Bit) table {
	for _, b := range cube {
		t = t.cofactor(n, int(b), false) | t.cofactor(n, int(b), true)
	}
	return t
}

func (t table) forall(n int, cube []Bit) table {
	return ^(^t&fullTable(n)).exists(n, cube) & fullTable(n)
}

// erode keeps the vectors of which all neighbours by one bit of the cube are there, too.
func (t table) erode(n int, cube []Bit) table {
	return tabulate(n, func(v int) bool {
		return t.at(v) && !slices.ContainsFunc(cube, func(b Bit) bool { return !t.at(v ^ 1<<b) })
	})
}

func (t table) rename(n int, from, to []Bit) table {
	return tabulate(n, func(v int) bool {
		w := v
		for k := range from {
			w = put(w, int(from[k]), v>>to[k]&1 == 1)
		}
		return t.at(w)
	})
}

func (t table) support(n int) []Bit {
	var s []Bit
	for b := range n {
		if t.cofactor(n, b, false) != t.cofactor(n, b, true) {
			s = append(s, Bit(b))
		}
	}
	return s
}

// nodes counts the distinct subfunctions that test a bit: the size of the
// reduced diagram by its definition.
func (t table) nodes(n int) int {
	distinct := map[table]bool{}
	level := []table{t}
	for b := range n {
		var next []table
		for _, f := range level {
			low, high := f.cofactor(n, b, false), f.cofactor(n, b, true)
			next = append(next, low, high)
			if low != high {
				distinct[f] = true
			}
		}
		level = next
	}
	if t == 0 || t == fullTable(n) {
		return 1
	}
	return len(distinct) + 2
}

func allBits(n int) []Bit {
	out := make([]Bit, n)
	for b := range out {
		out[b] = Bit(b)
	}
	return out
}

// subset lists the bits of a mask.
func subset(mask int) []Bit {
	var out []Bit
	for ; mask != 0; mask &= mask - 1 {
		out = append(out, Bit(bits.TrailingZeros(uint(mask))))
	}
	return out
}

// assignment is the argument v of a table.
func assignment(n, v int) Assignment {
	values := make([]bool, n)
	for b := range values {
		values[b] = v>>b&1 == 1
	}
	return Assign(allBits(n), values)
}

// setOf builds the set of a table from its elements.
func (sp *Space) setOf(t table) Set {
	var elements []Set
	for v := range size(sp.bits) {
		if t.at(v) {
			elements = append(elements, sp.Singleton(assignment(sp.bits, v)))
		}
	}
	return sp.OrAll(elements...)
}

// tableOf evaluates s everywhere.
func tableOf(s Set) table {
	n := s.Space().bits
	return tabulate(n, func(v int) bool { return s.Contains(assignment(n, v)) })
}

// functions returns all functions of the space, indexed by their tables.
func functions(t testing.TB, sp *Space) []Set {
	t.Helper()
	all := make([]Set, 1<<size(sp.bits))
	for i := range all {
		all[i] = sp.setOf(table(i))
		if got := tableOf(all[i]); got != table(i) {
			t.Fatalf("the set of table %b has table %b", i, got)
		}
	}
	if err := sp.Check(all...); err != nil {
		t.Fatal(err)
	}
	return all
}

// expect compares a result with the function that has the expected table.
func expect(t *testing.T, all []Set, got Set, want table, format string, args ...any) {
	t.Helper()
	if !got.Equal(all[want]) {
		t.Fatalf(format+": got table %b, want %b", append(args, tableOf(got), want)...)
	}
}
