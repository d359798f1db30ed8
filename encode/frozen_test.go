package encode

import (
	"fmt"
	"testing"
)

// TestFrozen pins which values are left for variables that no action assigns,
// and that initial states and errors are the same as without that.
func TestFrozen(t *testing.T) {
	const text = `
types: {Law: [a, b, c]}
params: {laws: [b], first: "true"}
vars: {law: Law, n: 0..3, k: 0..3, on: bool}
init:
%s
actions:
  go: {when: "law = b & n / k < 5", then: {on: "!on"}}
  wrap: {when: k > 2, then: {k: 0}}
`
	for _, c := range []struct {
		init      string
		law, n, k int    // values left
		states    string // initial ones
		faults    bool   // of the initial conditions
	}{
		{`["true"]`, 3, 4, 4, "96", false},
		{`[law in laws]`, 1, 4, 4, "32", false},
		{`["law in laws & n > 1"]`, 1, 2, 4, "16", false},
		{`[n > 1, k < 2, law = a]`, 1, 2, 4, "8", false}, // k is assigned
		{`[n > 1, k < n, law = a]`, 3, 2, 4, "10", false},
		{`[6 / n > 2, law = a]`, 3, 4, 4, "16", true},           // undefined for 0
		{`["n > 0", 6 / n > 2, law = a]`, 1, 2, 4, "16", false}, // not asked of 0
		{`[n != n, law = a]`, 1, 4, 4, "0", false},              // nothing is left
		{`["law = a | law = c", "!(law = c)"]`, 1, 4, 4, "32", false},
	} {
		t.Run(c.init, func(t *testing.T) {
			s := build(t, load(t, fmt.Sprintf(text, "  "+c.init)))
			for i, want := range []int{c.law, c.n, c.k} {
				if got := len(s.codes.Layout.Vars[i].Cell.Values); got != want {
					t.Errorf("%d values are left for %s, want %d", got, s.model.Vars[i].Name, want)
				}
			}
			if got := s.codes.Count(s.Init()).String(); got != c.states {
				t.Errorf("%s initial states, want %s", got, c.states)
			}
			if got := s.Fault(s.codes.Space.Empty()) != nil; got != c.faults {
				t.Errorf("faults of init: %v", got)
			}
		})
	}
}
