package decide

import (
	"context"
	"math/big"
	"testing"

	"github.com/epibdd/epibdd/verdict"
)

// TestMovesThatAreWrittenAlike asks for a chance after one of two moves whose arguments have the same name: they
// are different choices of who makes them.
func TestMovesThatAreWrittenAlike(t *testing.T) {
	chk := parse(t, `
types: {N: 1..11, C: {record: {a: N, b: N}, names: "{a}{b}"}}
vars: {b: bool, n: 0..1}
init: n = 0
agents: {ann: {sees: [n]}}
actions:
  go(c in C): {by: ann, when: "n = 0 & ((c.a = 1 & c.b = 11) | (b & c.a = 11 & c.b = 1))", then: {n: 1}}
recall: perfect
check: [{id: own, chance: b, after: "_; ?(n = 1)", of: ann}]
`).Checks[0]
	for _, route := range []string{"weighed-histories", WeighedTrails} {
		a, err := counting(chk, verdict.RouteChoice{Only: route}, defaults).Check(context.Background(), chk)
		if err != nil || a.Chance == nil || a.Chance.From.Cmp(big.NewRat(1, 2)) != 0 {
			t.Errorf("%s: %+v, %v", route, a, err)
		}
	}
}
