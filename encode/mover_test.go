package encode

import (
	"slices"
	"testing"

	"github.com/epibdd/epibdd/symbolic"
)

// The bits of a mover with arguments and outcomes of several types have one order,
// so that two runs of a program do the same.
func TestBitsOfMoversHaveOneOrder(t *testing.T) {
	s := build(t, load(t, `
types: {Side: [left, right], Card: [ace, king, queen], Step: 1..5}
vars: {x: 0..2}
init: x = 0
agents: {ann: {}, bob: {}}
steps: joint
actions:
  play(a in Side, b in Card, c in Step, d in 0..2, e in bool): {by: ann, outcome: "k in Side, l in Card, m in Step, n in 0..2, o in bool"}
  rest: {by: bob}
`))
	for _, m := range s.codes.Layout.Movers {
		if m.Agent.Name.String() != "ann" {
			continue
		}
		for name, bits := range map[string]func() []symbolic.Bit{"moves": m.MoveBits, "outcomes": m.OutcomeBits} {
			first := bits()
			if len(first) < 9 {
				t.Errorf("%s: %d bits", name, len(first))
			}
			for range 20 {
				if again := bits(); !slices.Equal(again, first) {
					t.Fatalf("%s: %v, then %v", name, first, again)
				}
			}
		}
		return
	}
	t.Error("ann does not move")
}
