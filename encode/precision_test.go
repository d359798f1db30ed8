package encode

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestCountsAsFarAsAsked compares what is asked of counts with the reference: comparisons
// with constants on either side, and remainders, of counts, sizes and sums of which some
// terms are always 1. The definition asks the same count for more and for less.
func TestCountsAsFarAsAsked(t *testing.T) {
	const seed = 11
	t.Logf("seed %d", seed)
	text := `
vars: {a: array 1..5 of bool, s: set 1..5, x: 0..1, y: 0..1, z: 1..2}
define:
  "beyond(k in 0..6)": "count(i in 1..5: a[i]) > k"
agents:
  watcher:
    sees:
`
	n := 0
	add := func(format string, args ...any) {
		text += "      - " + quoted(fmt.Sprintf(format, args...)) + "\n"
		n++
	}
	for _, count := range []string{"count(i in 1..5: a[i])", "count(i in 1..5: a[i] | i < 3)", "count(i in s: a[i])", "size(s)", "(x + y + x)", "(x + y + z)", "count(i in {}: a[i])"} {
		for _, op := range []string{"=", "!=", "<", "<=", ">", ">="} {
			for _, k := range []int{-1, 0, 1, 4, 6, 1_000_000} {
				add("%s %s %d", count, op, k)
				add("%d %s %s", k, op, count)
			}
		}
		for _, k := range []int{-3, 1, 2, 3, 6, 1_000_000} {
			add("%s mod %d", count, k)
			add("%d mod (1 + %s)", k, count)
			add("%s mod %d = 1", count, k)
		}
	}
	add("beyond(0) & !beyond(3) | beyond(4)")
	add("beyond(3) | !beyond(1)")
	m := load(t, text)
	defined, undefined := compareExpressions(t, rand.New(rand.NewPCG(seed, 1)), m)
	if defined < 30*n || undefined > 0 {
		t.Errorf("%d values of %d expressions, %d undefined", defined, n, undefined)
	}
}

// TestCountsTakeNoMoreThanIsAsked looks at the nodes of conditions on many truth values,
// of which exact counts take n²/2.
func TestCountsTakeNoMoreThanIsAsked(t *testing.T) {
	const n = 400
	for _, condition := range []string{"count(i in 1..n: a[i]) <= 1", "count(i in 1..n: a[i]) mod 3 = 1", "2 > size(s)"} {
		m := load(t, fmt.Sprintf("params: {n: %d}\nvars: {a: array 1..n of bool, s: set 1..n}\ninit: %q\n", n, condition))
		s := build(t, m)
		if nodes := s.Init().CountNodes(); nodes > 10*n {
			t.Errorf("%s: %d nodes", condition, nodes)
		}
		if peak := s.Space().Stats().PeakNodes; peak > 60*n {
			t.Errorf("%s: %d nodes at once", condition, peak)
		}
	}
}
