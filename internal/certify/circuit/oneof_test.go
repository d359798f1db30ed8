package circuit

import (
	"math/rand/v2"
	"testing"
)

// One of some wires is true where the tree of them is, for all values of the inputs: of random wires, of random ands of
// few, true or negated, and of ands that stand in each other.
func TestOneOfIsOr(t *testing.T) {
	fewer := 0
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 19))
		c := New(t.Context())
		in, wires := randomWires(c, rng, 2+rng.IntN(5), 2+rng.IntN(12), 2+rng.IntN(6))
		terms := []Lit{No, Yes, wires[0]}[rng.IntN(3):]
		for range rng.IntN(12) {
			x := Yes
			for range 1 + rng.IntN(5) {
				x = c.And(x, wires[rng.IntN(len(wires))]^Lit(rng.IntN(2)))
			}
			if terms = append(terms, x); rng.IntN(4) == 0 {
				wires = append(wires, x)
			}
		}
		terms = terms[min(len(terms), rng.IntN(3)):]
		before := len(c.gates)
		got := c.OneOf(terms)
		made := len(c.gates) - before
		want := c.Any(terms...)
		if some(c, in, []Lit{got, want.Not()}) || some(c, in, []Lit{got.Not(), want}) {
			t.Fatalf("seed %d: one of %v is %d", seed, terms, got)
		}
		if made < len(c.gates)-before-made {
			fewer++
		}
	}
	if fewer < 50 {
		t.Errorf("%d trees have fewer gates than lists", fewer)
	}
}

// Views that come to the same are one gate: of all that choose 3 of 20 wires there are 1,140, and four of each wire.
func TestTreesOfViews(t *testing.T) {
	c := New(t.Context())
	var seen, views []Lit
	for range 20 { // each of them is a number in three bits
		seen = append(seen, c.Codes([]Lit{c.Input(), c.Input(), c.Input()}, 5))
	}
	for of := range 1 << len(seen) {
		view, n := Yes, 0
		for i, l := range seen {
			v := of >> i & 1
			n, view = n+v, c.And(view, l^Lit(1-v))
			if n > 3 {
				break
			}
		}
		if n == 3 {
			views = append(views, view)
		}
	}
	before := len(c.gates)
	c.OneOf(views)
	if made := len(c.gates) - before; len(views) != 1140 || made > 4*3*len(seen) {
		t.Errorf("%d gates for %d views", made, len(views))
	}
}

// A scalar without bits has no inputs that are left as they are: a single state has no other value there.
func TestInputsThatAreLeft(t *testing.T) {
	for i, asked := range []struct {
		wires []int
		first int
		left  bool
	}{{nil, 0, false}, {[]int{2, 4}, 0, true}, {[]int{4, 6}, 1, true}, {[]int{4}, 0, false}, {[]int{2, 5}, 0, false}, {[]int{4, 2}, 0, false}, {[]int{0}, 0, false}} {
		if Left(asked.wires, asked.first) != asked.left {
			t.Error(i)
		}
	}
}
