package explicit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// TestInitialWork compares estimates with what is known: of n bits that nothing is said of
// 2 + 4 + … + 2^n values are tried, of bits that are given 2 of each at most, and of n bits of which
// one is set, some number between n and those of all.
func TestInitialWork(t *testing.T) {
	for _, n := range []int{5, 20, 100, 400} {
		for init, want := range map[string][2]float64{
			"true":                             {math.Ldexp(1, n+1) - 2, math.Ldexp(1, n+1) - 2},
			"forall i in 1..n: x[i]":           {2, float64(2 * n)},
			"count(i in 1..n: x[i]) = 1":       {float64(n), math.Ldexp(1, n)},
			"!(exists i in 1..n: x[i]) & x[n]": {0, float64(2 * n)},
		} {
			m := parsed(t, fmt.Sprintf("params: {n: %d}\nvars: {x: array 1..n of bool}\ninit: [%q]\n", n, init))
			cells, work := InitialWork(m, 0)
			if cells != n || work < want[0] || work > want[1] {
				t.Errorf("%d bits, %s: %d cells, %g values; want %g to %g", n, init, cells, work, want[0], want[1])
			}
			for _, enough := range []float64{1, 1e3, 1e9, math.Inf(1)} {
				if _, early := InitialWork(m, enough); (early <= enough) != (work <= enough) {
					t.Errorf("%d bits, %s: %g values where %g are enough, else %g", n, init, early, enough, work)
				}
			}
		}
	}
}

// TestInitialWorkIsBounded asks about cells of very many values: those that a descent passes over
// count as well, so that it ends within the first two cells of a hundred thousand.
func TestInitialWorkIsBounded(t *testing.T) {
	m := parsed(t, "vars: {x: array 1..100000 of 0..60000}\ninit: [\"true\"]\n")
	if cells, work := InitialWork(m, 0); cells != 100_000 || work < 60_001 {
		t.Errorf("%d cells, %g values", cells, work)
	}
	s := newSearch(nil, m.Init, newBudget(probeWork))
	s.overVars(m.Vars)
	s.probe(rand.New(rand.NewPCG(1, 2)), 100_000)
	filled := 0
	for _, c := range s.places[0].cells {
		if c.value != nil {
			filled++
		}
	}
	if s.err == nil || filled > 2 {
		t.Errorf("a descent came to %d cells (%v)", filled, s.err)
	}
}

func parsed(t *testing.T, text string) *spec.Model {
	t.Helper()
	suite, err := spec.Parse("model.yaml", text+"check: [{id: a, formula: \"true\"}]\n")
	if err != nil {
		t.Fatal(err)
	}
	return suite.Checks[0].Model
}
