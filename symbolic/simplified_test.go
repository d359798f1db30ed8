package symbolic

import (
	"math/rand/v2"
	"testing"
)

// TestWaysOfPreimages takes preimages in a care set by both ways, of sets as they are and of
// simpler ones.
func TestWaysOfPreimages(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		const seed = 14
		random := rand.New(rand.NewPCG(seed, 1))
		sp := newSpace(t, engine, 8, 300)
		steep, flat := spent{steps: 1 << 30, nodes: 1 << 10}, spent{steps: 1, nodes: 1 << 10}
		for i := range 100 {
			s := randomSystem(t, sp, random)
			care := closure([]int{random.IntN(8), random.IntN(8)}, s.image)
			r := NewRelation(s.part).Within(s.set(care))
			x := s.set(filter(func(int) bool { return random.IntN(2) == 0 }))
			if x.isConstant() {
				continue
			}
			want := intersect(care, s.preimage(s.states(x)))
			for _, known := range []simplified{{asIs: steep, simple: flat}, {asIs: flat, simple: steep}} {
				r.parts[0].simplified = known
				s.compare(t, "preimage", r.Preimage(x).And(s.set(care)), want)
				ways, simpler := r.parts[0].simplified, known.simple == flat
				if (ways.simple != known.simple) != simpler || (ways.asIs != known.asIs) == simpler {
					t.Fatalf("seed %d, round %d: steps %+v became %+v", seed, i, known, ways)
				}
			}
		}
	})
}

// TestSimplerSets says when the preimage of a simpler set is taken.
func TestSimplerSets(t *testing.T) {
	asIs, simple := spent{steps: 5_000, nodes: 1_000}, spent{steps: 30_000, nodes: 1_000}
	for _, c := range []struct {
		why          string
		known        simplified
		nodes, fewer int
		simpler      bool
	}{
		{"nothing is known, and it has far fewer nodes", simplified{}, 1_000, 120, true},
		{"nothing is known, and it has not", simplified{}, 1_000, 130, false},
		{"a node takes six times the steps", simplified{asIs: asIs, simple: simple}, 1_000, 160, true},
		{"a node takes six times the steps", simplified{asIs: asIs, simple: simple}, 1_000, 170, false},
		{"sets as they are have not been tried", simplified{simple: simple}, 1_000, 120, true},
		{"they have not, and its preimages are large", simplified{simple: simple, wasteful: true}, 1_000, 120, false},
		{"they have for small sets alone, and its preimages are large", simplified{asIs: spent{steps: 900, nodes: 1}, simple: simple, wasteful: true}, 1_000, 120, false},
		{"they have for small sets alone", simplified{asIs: spent{steps: 1, nodes: 1}, simple: simple}, 1_000, 120, true},
		{"it is known for sets as they are alone", simplified{asIs: asIs}, 1_000, 120, true},
		{"it is known for sets as they are alone", simplified{asIs: asIs}, 1_000, 130, false},
	} {
		if c.known.simpler(c.fewer, c.nodes) != c.simpler {
			t.Errorf("%s: %d nodes instead of %d: %t", c.why, c.fewer, c.nodes, !c.simpler)
		}
	}
}
