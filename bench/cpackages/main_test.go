//go:build unix

package main

import (
	"math"
	"testing"
)

// All packages find the same, and what is known.
func TestFamilies(t *testing.T) {
	room = 1 << 10
	known := map[string]float64{ // vectors, among them all values of bits after a step
		"queens": 4, "milner": 6 * 1 << 7 * 1 << 18, "counter": 1 << 12, "cryptographers": 1 << 11, "small": 1 << 5,
	}
	for name, f := range families {
		const n = 6
		want := 0.0
		for p, open := range packages {
			pr := &problem{bdds: open(f.vars(n)), vars: f.vars(n)}
			found, _ := f.run(pr, n)
			got := pr.bits(found)
			if want == 0 {
				want = got
			}
			if math.Abs(got-want) > 1e-9 || known[name] > 0 && math.Abs(got-math.Log2(known[name])) > 1e-9 {
				t.Errorf("%s on %s: 2^%v vectors, on others 2^%v, known: %v", name, p, got, want, known[name])
			}
		}
	}
}
