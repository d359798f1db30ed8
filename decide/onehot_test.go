package decide

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// guilty writes documents about who of many it is: a constant that is compared with names
// only, and so has a bit for each value (encode/internal/plan/onehot.go).
func guilty(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 41))
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	last := 15 + r.IntN(4)
	of := pick("Who", "Who?")
	state := func() string {
		return pick("who = a", "who != b", "who = 3", "said", "bit[0]", "bit[1]", "who = c -> bit[1]",
			"exists w in Who: who = w & w < 9", fmt.Sprintf("exists w in Who: who = w & w mod %d = 1", 2+r.IntN(3)))
	}
	inner := func() string {
		return pick("K{ann} (%s)", "S{bob} (%s)", "KW{bob} (%s)", "C{all} (%s)", "D{all} (%s)", "!(%s)", "%s")
	}
	formula := func() string {
		f := fmt.Sprintf(inner(), fmt.Sprintf(inner(), state()))
		return pick(f, "AG ("+f+" -> "+state()+")", "EF ("+f+" & "+state()+")", "AX "+f, "KV{ann} who", "EF KV{bob} who",
			"EF (!KV{ann} who & "+state()+")", "forall w in Who: K{ann} who = w -> "+f)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `
types: {Who: 0..%d, Bit: 0..1}
vars: {who: "%s", bit: array Bit of bool, said: bool, asked: bool}
define: {a: "%d", b: "%d", c: "%d"}
init: "!said & !asked & (%s)"
agents:
  ann: {sees: ["exists w in Who: who = w & w mod %d = 0", "bit[0]", said]}
  bob: {sees: [who = %d, "if who = 4 then bit[1] else bit[0]", asked]}
actions:
  ask(w in 2..5): {when: "!asked", then: {said: "who = w", asked: "true"}}
  turn: {when: "asked", then: {"bit[1]": "%s"}}
`, last, of, r.IntN(last), r.IntN(last), r.IntN(last), pick("true", "bit[0] -> bit[1]", "who != 7", "exists w in Who: who = w"),
		2+r.IntN(4), r.IntN(last), pick("!bit[1]", "who = 6", "bit[0] != (who = 1)"))
	if recall := pick("", "clock", "perfect"); recall != "" {
		fmt.Fprintf(&b, "recall: %s\n", recall)
	}
	b.WriteString("check:\n")
	for i := range perDocument {
		kind := pick("formula", "formula", "formula", "count")
		f := formula()
		if kind == "count" {
			f = pick(state(), "K{ann} "+"("+state()+")", "KV{bob} who")
		}
		fmt.Fprintf(&b, "  - {id: c%d, %s: %q}\n", i, kind, f)
	}
	return b.String()
}
