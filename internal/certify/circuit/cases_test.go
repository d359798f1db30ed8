package circuit

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomWires are wires of a circuit of random gates over some inputs.
func randomWires(c *Circuit, rng *rand.Rand, inputs, gates, n int) (in, wires []Lit) {
	var all []Lit
	for range inputs {
		in = append(in, c.Input())
	}
	all = append(all, in...)
	any := func() Lit { return all[rng.IntN(len(all))] ^ Lit(rng.IntN(2)) }
	for range gates {
		if rng.IntN(3) == 0 {
			all = append(all, c.Ite(any(), any(), any()))
		} else {
			all = append(all, c.And(any(), any()))
		}
	}
	for range n {
		wires = append(wires, any())
	}
	return in, wires
}

// some tells whether some values of inputs make wires true, by going through them.
func some(c *Circuit, in, wires []Lit) bool {
	for values := range 1 << len(in) {
		known := map[Lit]Lit{No: No}
		for i, l := range in {
			known[l] = Lit(values >> i & 1)
		}
		all := Yes
		for _, l := range wires {
			all = c.And(all, c.copied(c, l, known))
		}
		if all == Yes {
			return true
		}
	}
	return false
}

// Questions about random circuits are answered as going through all values does: by all that Possible does, by cases,
// by cases and the solver in turn, and by cases that were given up and begun again.
func TestRandomQuestions(t *testing.T) {
	yeses, noes, given := 0, 0, 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 18))
		c := New(t.Context())
		in, wires := randomWires(c, rng, 2+rng.IntN(6), 4+rng.IntN(40), 1+rng.IntN(4))
		want := impossible
		if some(c, in, wires) {
			want = yes
		}
		if got := c.Possible(wires...); got != (want == yes) {
			t.Fatalf("seed %d: possible is %v", seed, got)
		}
		cases := c.cases(wires)
		if got := cases.within(wires, 1+rng.IntN(20)); got == open {
			given++
		} else if got != want {
			t.Fatalf("seed %d: %d by few cases, not %d", seed, got, want)
		}
		if got := cases.within(wires, 1<<20); got != want {
			t.Fatalf("seed %d: %d by cases, not %d", seed, got, want)
		}
		if want == yes && !c.sampled(wires) {
			t.Fatalf("seed %d: what was found by cases is no sample", seed)
		}
		if got := c.ask(wires, [][]Lit{wires}); got != (want == yes) {
			t.Fatalf("seed %d: asked, possible is %v", seed, got)
		}
		c.quick = int(seed % 4) // as if the solver had answered so many of the last ones, in which nothing is always false
		both := append(slices.Clone(wires), in[0], in[0].Not())
		if got := c.ask(wires, [][]Lit{both, wires}); !slices.Contains(wires, No) && got != (want == yes) {
			t.Fatalf("seed %d: asked of the solver first, possible is %v", seed, got)
		}
		if want == yes {
			yeses++
		} else {
			noes++
		}
	}
	if yeses < 500 || noes < 500 || given < 500 {
		t.Errorf("%d are possible, %d are not, and %d were given up at first", yeses, noes, given)
	}
}

// counted are the wires that say how many of some inputs are true.
func counted(c *Circuit, in []Lit) []Lit {
	count := []Lit{Yes}
	for _, l := range in {
		next := append(count[:len(count):len(count)], No)
		for i := range next {
			if next[i] = c.And(next[i], l.Not()); i > 0 {
				next[i] = c.Or(next[i], c.And(count[i-1], l))
			}
		}
		count = next
	}
	return count
}

// That a count does not depend on the order in which it is made takes a solver exponentially long. By cases
// it takes as many as there are counts.
func TestCountsByCases(t *testing.T) {
	c := New(t.Context())
	var in, back []Lit
	for range 32 {
		in = append(in, c.Input())
		back = append([]Lit{in[len(in)-1]}, back...)
	}
	x, y := counted(c, in)[16], counted(c, back)[16]
	different := c.Iff(x, y).Not()
	if found := c.cases([]Lit{different}).within([]Lit{different}, 1<<20); found != impossible {
		t.Errorf("two counts of the same: %d", found)
	}
	if found := c.cases([]Lit{x, y}).within([]Lit{x, y}, 1<<20); found != yes {
		t.Errorf("16 of 32: %d", found)
	}
	if c.Possible(different) || !c.Possible(x, y) || c.Possible(x, counted(c, back)[17]) {
		t.Error("a count depends on the order")
	}
}

// A sample that was found for one question answers others, rightly.
func TestSamplesOfSeveralQuestions(t *testing.T) {
	sampled := 0
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 20))
		c := New(t.Context())
		in, wires := randomWires(c, rng, 8, 50, 8)
		narrow := c.All(in[:5]...) // one sample of 32 has this
		for range 10 {
			asked := []Lit{narrow, wires[rng.IntN(8)] ^ Lit(rng.IntN(2)), wires[rng.IntN(8)] ^ Lit(rng.IntN(2))}
			if c.sampled(c.conjuncts(asked)) {
				sampled++
			}
			if got, want := c.Possible(asked...), some(c, in, asked); got != want {
				t.Fatalf("seed %d: possible is %v", seed, got)
			}
			wires = append(wires[1:], c.Ite(in[6], c.And(wires[0], wires[3]), in[7].Not()))
		}
	}
	if sampled < 300 {
		t.Errorf("%d questions were answered by samples", sampled)
	}
}

// What a question has in common with one before is known, and nothing else is taken for it.
func TestCasesOfSeveralQuestions(t *testing.T) {
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 19))
		c := New(t.Context())
		in, wires := randomWires(c, rng, 2+rng.IntN(5), 4+rng.IntN(30), 5)
		cases := c.cases(wires)
		for range 10 {
			asked := []Lit{wires[rng.IntN(5)] ^ Lit(rng.IntN(2)), wires[rng.IntN(5)] ^ Lit(rng.IntN(2)), wires[rng.IntN(5)]}
			want := impossible
			if some(c, in, asked) {
				want = yes
			}
			if got := cases.within(asked, 1<<20); got != want {
				t.Fatalf("seed %d: %v is %d, not %d", seed, asked, got, want)
			}
		}
	}
}
