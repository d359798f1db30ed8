package encode

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode/internal/tune"
)

// TestWrites compares with the definitions, in all states, what assignments do that meet in a cell, or
// have no meaning somewhere.
func TestWrites(t *testing.T) {
	for _, c := range []struct {
		then   string
		faults bool
	}{
		{`{"a[n]": 1, "a[0]": 1}`, true},         // a[2] is none; in one cell they agree
		{`{"a[min(n, 1)]": 1, "a[0]": 2}`, true}, // and here they do not
		{`{"a[i] for i in 0..1 if i < n": 2, "a[1]": 2}`, false},
		{`{"a[i] for i in 0..1 if 2 / n > i": 2}`, true}, // the condition has no value where n is 0
		{`{"n for i in 0..0 if b": 0, "b for i in 0..0 if n > 0": "!b"}`, false},
		{`{"a[2 / n - 1]": 0}`, true},                            // nor has the index
		{`{"a[n mod (n - n)] for i in 0..0 if n > 0": 1}`, true}, // and never has it
		{`{"e[n mod (n - n), n] for i in 0..0 if n > 0": b}`, true},
		{`{"f[2 / n > 1, 2 / (1 - min(n, 1)) > 1, b] for i in 0..0 if b": b}`, true}, // the first or the second one has none
		{`{"a[if 2 / n > 1 then 0 else 1]": 0}`, true},
		{`{"c.val for i in 0..0 if b": "2 / n"}`, true},
		{`{"c": "d[n mod 2]", "c.val for i in 0..0 if c.hot": 2}`, true},
		{`{"d[i].val for i in 0..1 if d[i].hot": 1, "d[n]": c, "d[0].hot for i in 0..0 if b": false}`, true},
	} {
		vars := "a: array 0..1 of 0..2"
		if strings.Contains(c.then, "d[") {
			vars = "d: \"array 0..1 of Card\""
		}
		if strings.Contains(c.then, "e[") {
			vars = "e: \"array 0..1, 0..2 of bool\""
		}
		if strings.Contains(c.then, "f[") {
			vars = "f: \"array bool, bool, bool of bool\""
		}
		text := "types:\n  Card: {record: {val: 1..2, hot: bool}}\nvars:\n  n: 0..2\n  b: bool\n  c: Card\n  " + vars + "\ninit: \"true\"\nactions:\n  act:\n    then: " + c.then + "\n"
		m := load(t, text)
		for _, tune := range []tune.Sizes{{}, small} {
			s := buildTuned(t, m, tune)
			var tried stepStats
			for i, st := range states(m) {
				compareSteps(t, s, st, rand.New(rand.NewPCG(uint64(i), 18)), &tried, text)
			}
			if tried.steps == 0 || (tried.faults > 0) != c.faults {
				t.Errorf("%s: %+v", c.then, tried)
			}
		}
	}
}
