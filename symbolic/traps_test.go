package symbolic

import (
	"slices"
	"strings"
	"testing"

	"github.com/dalzilio/rudd"
)

// One test for each place where rudd, used as it offers itself, is wrong or
// stops the program. The first ones show that it still is, so that a version
// that behaves differently is noticed.

func TestRuddDifferenceIsWrong(t *testing.T) {
	b, err := rudd.New(2)
	if err != nil {
		t.Fatal(err)
	}
	x, y := b.Ithvar(0), b.Ithvar(1)
	if b.Equal(b.Apply(x, y, rudd.OPdiff), b.Apply(x, b.Not(y), rudd.OPand)) {
		t.Error("rudd's OPdiff is right by now: the detour can go")
	}
	if slices.Contains(ruddOps[:], rudd.OPdiff) {
		t.Error("the engine uses OPdiff")
	}
}

func TestDifference(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 2, 0)
		x, y := sp.Lit(0), sp.Lit(1)
		if !x.Diff(y).Equal(x.And(y.Not())) || !y.Diff(x).Equal(y.And(x.Not())) {
			t.Error("x \\ y is not x ∧ ¬y")
		}
	})
}

// rudd answers an empty set of variables with an error that never goes away.
func TestEmptyCube(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 2, 0)
		s, u := sp.Lit(0).Xor(sp.Lit(1)), sp.Lit(1)
		for _, c := range []Cube{{}, sp.Cube()} {
			if !s.Exists(c).Equal(s) || !s.Forall(c).Equal(s) || !s.AndExists(u, c).Equal(s.And(u)) {
				t.Error("quantifying no bits changes a set")
			}
		}
		if !s.Exists(sp.Cube(0)).IsFull() {
			t.Error("afterwards quantification is broken")
		}
	})
}

// rudd's reference counter stops at 1023 while its finalizers go on counting
// down, after which a node in use is reclaimed.
func TestManyReferences(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		const n = 12
		sp := newSpace(t, engine, n, 0)
		make := func() Set {
			s := sp.Empty()
			for b := Bit(0); b < n; b += 2 {
				s = s.Or(sp.Lit(b).And(sp.Lit(b + 1)))
			}
			return s
		}
		s := make()
		want := s.Count(allBits(n))
		for i := range 3000 {
			if again := s.apply(opAnd, sp.Full()); again != s { // no shortcut: the engine is asked
				t.Fatalf("operation %d has another result", i)
			}
		}
		for range 3 {
			sp.collect()
			fill(sp)
		}
		if got := s.Count(allBits(n)); got.Cmp(want) != 0 {
			t.Errorf("after collections the set has %v elements, want %v", got, want)
		}
		if !make().Equal(s) {
			t.Error("after collections the same set is built anew")
		}
	})
}

// fill makes and drops nodes, so that reclaimed ones are overwritten.
func fill(sp *Space) {
	s := sp.Full()
	for b := range sp.bits {
		s = s.Xor(sp.Lit(Bit(b)))
		s.And(sp.Lit(Bit(sp.bits - 1 - b)))
	}
}

// Between operations rudd's counter of a node is 1 if it has a handle and 0
// otherwise, however often it was a result.
func TestRuddReferences(t *testing.T) {
	sp := newSpace(t, "rudd", 6, 0)
	r := sp.engine.(*ruddEngine)
	s := sp.Lit(0).Xor(sp.Lit(1)).Or(sp.Lit(2).And(sp.Lit(4)))
	for range 2000 {
		s = s.apply(opAnd, s)
	}
	handles := 0
	for n := range r.usage().slots {
		count := *r.refs(n)
		if count == ruddMaxRefs { // constants and literals
			continue
		}
		want := int32(0)
		if _, ok := sp.handles[n]; ok {
			want = 1
			handles++
		}
		if count != want {
			t.Errorf("node %d has %d references, want %d", n, count, want)
		}
	}
	if handles < 3 {
		t.Errorf("only %d handles: the test tests nothing", handles)
	}
	if *r.refs(s.h.node) != 1 {
		t.Errorf("the set in use has %d references", *r.refs(s.h.node))
	}
}

// rudd refuses swaps, and renaming onto a bit of the support yields an error or
// a wrong node.
func TestSwapsAndMerges(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 4, 0)
		a, b, c := sp.Lit(0), sp.Lit(1), sp.Lit(2)
		s := a.And(b.Not()).Or(c)
		swap := mustRename(sp, []Bit{0, 1}, []Bit{1, 0})
		if got := s.Rename(swap); !got.Equal(b.And(a.Not()).Or(c)) {
			t.Error("swapping two bits is wrong")
		}
		if got := s.Rename(swap).Rename(swap); !got.Equal(s) {
			t.Error("swapping twice is not the identity")
		}
		cycle := mustRename(sp, []Bit{0, 1, 2}, []Bit{1, 2, 0})
		if got := s.Rename(cycle); !got.Equal(b.And(c.Not()).Or(a)) {
			t.Error("a cycle of three bits is wrong")
		}
		merge := mustRename(sp, []Bit{0}, []Bit{1})
		if got := s.Rename(merge); !got.Equal(b.And(b.Not()).Or(c)) {
			t.Error("substituting a bit of the support is wrong")
		}
	})
}

// rudd's renaming against the order doubles its time with every bit.
func TestReversal(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		const n = 60
		sp := newSpace(t, engine, n, 0)
		parity := sp.Empty()
		reversed := make([]Bit, n)
		for b := range n {
			parity = parity.Xor(sp.Lit(Bit(b)))
			reversed[b] = Bit(n - 1 - b)
		}
		r := mustRename(sp, allBits(n), reversed)
		if !parity.Rename(r).Equal(parity) {
			t.Error("parity depends on the order of its bits")
		}
	})
}

func TestRenamingErrors(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 3, 0)
		cases := []struct {
			from, to []Bit
			want     string
		}{
			{[]Bit{0}, nil, "renaming 1 bits to 0 bits"},
			{[]Bit{0, 0}, []Bit{1, 2}, "used twice"},
			{[]Bit{0, 1}, []Bit{2, 2}, "used twice"},
			{[]Bit{3}, []Bit{0}, "bit 3 in a space of 3 bits"},
			{[]Bit{0}, []Bit{-1}, "bit -1 in a space of 3 bits"},
		}
		for _, c := range cases {
			if _, err := sp.Renaming(c.from, c.to); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Renaming(%v, %v): got %v, want … %s …", c.from, c.to, err, c.want)
			}
		}
	})
}

// Two of rudd's pointers to one node differ; equal sets must not.
func TestOneHandlePerNode(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 3, 1)
		s := sp.Lit(0).And(sp.Lit(1))
		u := sp.Lit(0).Not().Or(sp.Lit(1).Not()).Not()
		if s != u || !s.Equal(u) {
			t.Error("one function, two sets")
		}
		if m := map[Set]int{s: 1}; m[u] != 1 {
			t.Error("sets cannot be keys of maps")
		}
	})
}

// An error returned to rudd's Allsat or Allnodes stops nothing, and Allnodes
// looks at the whole table.
func TestWalksStopAndStayBelow(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 40, 0)
		seen := 0
		for range sp.Full().Each(allBits(40)) { // 2^40 elements
			if seen++; seen == 76 {
				break
			}
		}
		if seen != 76 {
			t.Errorf("%d elements", seen)
		}
		fill(sp)
		if got := sp.Lit(7).CountNodes(); got != 3 {
			t.Errorf("a literal has %d nodes, want 3", got)
		}
	})
}

// Copies between spaces of different sizes, orders and engines.
func TestCopyTo(t *testing.T) {
	for _, from := range Engines() {
		forEngines(t, func(t *testing.T, engine string) {
			src, dst := newSpace(t, from, three, 0), newSpace(t, engine, 9, 100)
			places := []Bit{7, 2, 4}
			image := func(b Bit) Bit { return places[b] }
			for i, s := range functions(t, src) {
				got := s.CopyTo(dst, image)
				for v := range size(three) {
					values := []bool{v&1 == 1, v&2 == 2, v&4 == 4}
					if got.Contains(Assign(places, values)) != table(i).at(v) {
						t.Fatalf("the copy of %b is wrong at %b", i, v)
					}
				}
			}
		})
	}
}

func TestMisuse(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp, other := newSpace(t, engine, 3, 0), newSpace(t, engine, 3, 0)
		s := sp.Lit(0).And(sp.Lit(1))
		r := mustRename(other, []Bit{0}, []Bit{1})
		cases := map[string]func(){
			"sets of different spaces":    func() { s.And(other.Lit(0)) },
			"different spaces":            func() { s.Exists(other.Cube(0)) },
			"renaming of another space":   func() { s.Rename(r) },
			"zero Set":                    func() { s.Or(Set{}) },
			"bit 3 in a space of 3 bits":  func() { sp.Lit(3) },
			"bit -1 in a space of 3 bits": func() { sp.Cube(1, -1) },
			"depends on bit 1 as well":    func() { s.Count([]Bit{0}) },
			"no value for bit 1":          func() { s.Contains(Assign([]Bit{0}, []bool{true})) },
			"assigned twice":              func() { Assign([]Bit{0, 0}, []bool{true, true}) },
			"1 values for 0 bits":         func() { Assign(nil, []bool{true}) },
			"two roles":                   func() { sp.NewPart(nil, []Pair{{0, 1}}, []Bit{1}) },
		}
		sp.begin() // as if another goroutine were at work
		if p := caught(func() { s.Or(s.Not()) }); p != "symbolic: a space used by two goroutines at once" {
			t.Errorf("concurrent use: got panic %v", p)
		}
		sp.end()
		for want, f := range cases {
			p := caught(f)
			text, _ := p.(string)
			if !strings.HasPrefix(text, "symbolic: ") || !strings.Contains(text, want) {
				t.Errorf("got panic %v, want … %s …", p, want)
			}
		}
		if got := s.CountNodes(); got != 4 {
			t.Errorf("after misuse: %d nodes", got)
		}
	})
}

func TestNewSpaceErrors(t *testing.T) {
	if _, err := NewSpace(3, Options{Engine: "abacus"}); err == nil || !strings.Contains(err.Error(), `"abacus"`) {
		t.Errorf("unknown engine: %v", err)
	}
	if _, err := NewSpace(-1, Options{}); err == nil {
		t.Error("a space of -1 bits")
	}
	if _, err := NewSpace(ruddMaxBits+1, Options{Engine: "rudd"}); err == nil {
		t.Error("more bits than rudd has room for")
	}
}

func TestSpaceWithoutBits(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 0, 1)
		if sp.Full().Equal(sp.Empty()) || !sp.Full().Not().IsEmpty() {
			t.Error("the two sets over no bits")
		}
		if got := sp.Full().Count(nil); got.Int64() != 1 {
			t.Errorf("%v vectors without bits, want 1", got)
		}
		sp.collect()
	})
}
