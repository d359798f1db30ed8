package explicit

import (
	"fmt"
	"math"
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
			cells, work := InitialWork(m)
			if cells != n || work < want[0] || work > want[1] {
				t.Errorf("%d bits, %s: %d cells, %g values; want %g to %g", n, init, cells, work, want[0], want[1])
			}
		}
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
