// Package sample has the small models that the tests of enumeration share, and reads
// documents for them.
package sample

import (
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// Fork is 0→1→3, which is dead, and 0→2→2.
const Fork = `
vars: {s: 0..3}
init: s = 0
agents: {blind: {}}
actions:
  left: {when: s = 0, then: {s: 1}}
  right: {when: s = 0, then: {s: 2}}
  on: {when: s = 1, then: {s: 3}}
  stay: {when: s = 2}
`

// Ring is 0→1→2→3→0 with a short cut 1→3, and 4, which is initial and dead.
const Ring = `
vars: {s: 0..4}
init: s = 0 | s = 4
agents:
  parity: {sees: ["s mod 2"]}
  half: {sees: [s < 2]}
  all_seeing: {sees: all}
  blind: {}
actions:
  go(to in 0..3):
    when: s < 4 & to = (s + 1) mod 4
    then: {s: to}
  jump: {when: s = 1, then: {s: 3}}
programs:
  two: _; _
  to(n in 0..3): go(n)
`

// Coin: Ann tosses a coin that Bob does not see, and may lay it open once: none,
// clock and perfect recall all differ in what Bob knows after two steps.
const Coin = `
types: {Side: [heads, tails]}
vars: {side: Side, open: bool, tossed: 0..2}
init: "!open & tossed = 0"
agents: {ann: {sees: [side, open]}, bob: {sees: [open, "if open then side else none"]}}
actions:
  show: {when: "tossed = 0 & !open", then: {open: "true"}, seen: {all: []}}
  hide: {when: open, then: {open: "false", tossed: "1"}, seen: {all: []}}
  wait: {when: "!open & tossed = 0", then: {tossed: "2"}, seen: {}}
`

// Draw: guards may ask what somebody knows, among the histories of the same length: who
// has drawn a card knows it and may show it; who knows both cards may stop.
const Draw = `
types: {P: [a, b], C: [red, blue, green]}
vars: {has: "array P of C?", known: set C, over: bool}
init: "has[a] = none & has[b] = none & known = {} & !over"
agents: {p in P: {sees: ["has[p]", known, over]}}
actions:
  draw(p in P, c in C): {by: p, when: "!over & has[p] = none & has[next(p)] != c", then: {"has[p]": c}, seen: {all: [p]}}
  show(p in P, c in C): {by: p, when: "!over & has[p] = c & !K{next(p)} (has[p] = c)", then: {known: "known + {c}"}}
  stop(p in P): {by: p, when: "!over & K{p} (has[a] != none & has[b] != none) & KV{p} has", then: {over: "true"}}
`

// Counter is one that nobody sees; it goes up until it may start again.
const Counter = `
vars: {x: 0..4, even: bool}
init: x = 0 & even
agents: {a: {}, b: {sees: [even]}}
actions:
  up: {when: x < 4, then: {x: x + 1, even: "!even"}}
  again: {when: x = 4, then: {x: 0, even: "true"}}
`

// Read resolves a document.
func Read(t testing.TB, text string) *spec.Suite {
	t.Helper()
	suite, err := spec.Parse("test.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	return suite
}

// Question adds one check to a model and resolves it.
func Question(t testing.TB, model, key, formula string, more ...string) *spec.Check {
	t.Helper()
	text := fmt.Sprintf("%s\ncheck:\n  - id: it\n    %s: %q\n", model, key, formula)
	for _, line := range more {
		text += "    " + line + "\n"
	}
	return Read(t, text).Checks[0]
}
