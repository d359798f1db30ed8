package symbolic

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// A measure is the sum of the probabilities of the elements, for all functions of
// three bits.
func TestMeasure(t *testing.T) {
	p := []float64{0.25, 1, 0.7}
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 0)
		for i, s := range functions(t, sp) {
			want := 0.0
			for v := range size(three) {
				if table(i).at(v) {
					want += probability(p, v)
				}
			}
			m := newMeasure(s.under(), func(b Bit) float64 { return p[b] })
			if got, _ := m.of(s.h.node).Float64(); math.Abs(got-want) > 1e-15 {
				t.Errorf("table %b: got %v, want %v", i, got, want)
			}
		}
	})
}

func probability(p []float64, v int) float64 {
	x := 1.0
	for b := range p {
		if v>>b&1 == 1 {
			x *= p[b]
		} else {
			x *= 1 - p[b]
		}
	}
	return x
}

// What is drawn is an element, and each as often as it should be.
func TestRandom(t *testing.T) {
	onOneGoroutine(t)
	const draws = 4000
	p := []float64{0.25, 0.5, 0.9}
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 0)
		all := functions(t, sp)
		r := rand.New(rand.NewPCG(3, 5))
		for _, i := range []table{0, 1, 0b10010110, 0b00101111, 0b11111111} {
			total := 0.0
			for v := range size(three) {
				if i.at(v) {
					total += probability(p, v)
				}
			}
			var uniform, weighted [8]float64
			for range draws {
				a, ok := all[i].Random(allBits(three), r)
				b, _ := all[i].RandomWeighted(allBits(three), func(b Bit) float64 { return p[b] }, r)
				if ok != (i != 0) {
					t.Fatalf("table %b: drawn: %t", i, ok)
				}
				if ok {
					uniform[value(a)]++
					weighted[value(b)]++
				}
			}
			for v := range size(three) {
				want := 0.0
				if i.at(v) {
					want = 1 / float64(bits.OnesCount64(uint64(i)))
				}
				expectShare(t, i, v, uniform[v]/draws, want, draws)
				if i.at(v) {
					want = probability(p, v) / total
				}
				expectShare(t, i, v, weighted[v]/draws, want, draws)
			}
		}
		if _, ok := sp.Lit(1).RandomWeighted(allBits(three), func(Bit) float64 { return 0 }, r); ok {
			t.Error("something of probability 0 is drawn")
		}
	})
}

// expectShare allows five standard deviations.
func expectShare(t *testing.T, i table, v int, got, want float64, draws int) {
	t.Helper()
	if math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/float64(draws)) {
		t.Errorf("table %b, vector %b: share %v, want %v", i, v, got, want)
	}
}

// value is the assignment as the argument of a table.
func value(a Assignment) int {
	v := 0
	for _, b := range a.Bits() {
		v = put(v, int(b), a.Value(b))
	}
	return v
}

// One vector of many bits is drawn although its probability is no machine number.
func TestRandomOfManyBits(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		const n = 2000
		sp := newSpace(t, engine, n, 0)
		want := assignment(n, 0b1011)
		got, ok := sp.Singleton(want).Random(allBits(n), rand.New(rand.NewPCG(1, 2)))
		if !ok || !got.Equal(want) {
			t.Errorf("got %v", got)
		}
	})
}

// The shortest cube implies the set, and no path of the diagram is shorter.
func TestShortestCube(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, three, 0)
		for i, s := range functions(t, sp) {
			a, ok := s.ShortestCube()
			if ok != (i > 0) {
				t.Fatalf("table %b: %t", i, ok)
			}
			if !ok {
				continue
			}
			if !sp.Singleton(a).SubsetOf(s) {
				t.Errorf("table %b: the cube %v is not within", i, a)
			}
			if want := table(i).shortest(three, 0); a.Len() != want {
				t.Errorf("table %b: %v has %d bits, want %d", i, a, a.Len(), want)
			}
		}
	})
}

// shortest is the length of the shortest path to true from bit b on, not counting
// bits that make no difference.
func (t table) shortest(n, b int) int {
	switch {
	case t == 0:
		return 1 << 20
	case b == n:
		return 0
	}
	low, high := t.cofactor(n, b, false), t.cofactor(n, b, true)
	if low == high {
		return low.shortest(n, b+1)
	}
	return 1 + min(low.shortest(n, b+1), high.shortest(n, b+1))
}

// Restrict for all functions and care sets of three bits.
func TestCareSets(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newForced(t, engine, three, 0, 5000, 0)
		all := functions(t, sp)
		random := rand.New(rand.NewPCG(1990, 3))
		for i, s := range all {
			for range 10 {
				c := 1 + random.IntN(len(all)-1)
				care := all[c]
				r := s.Restrict(care)
				if tableOf(r)&table(c) != table(i&c) {
					t.Fatalf("tables %b, %b: Restrict %b", i, c, tableOf(r))
				}
				for _, b := range r.Support() {
					if !s.DependsOn(b) {
						t.Fatalf("tables %b, %b: Restrict depends on bit %d", i, c, b)
					}
				}
			}
		}
	})
}
