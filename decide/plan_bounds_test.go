package decide

import (
	"context"
	"math/big"
	"testing"

	"github.com/epibdd/epibdd/plan"
)

// What contradicts itself is no answer.
func TestContradictionsOfPlans(t *testing.T) {
	n := func(n int64) *big.Rat { return big.NewRat(n, 1) }
	exact := plan.Worst{Lower: 2, Upper: 2}
	open := plan.Worst{Lower: 1, Upper: plan.Never}
	never := plan.Worst{Lower: plan.Never, Upper: plan.Never}
	for _, c := range []struct {
		found found
		wrong bool
	}{
		{found{worst: exact, mean: plan.Mean{Lower: n(1), Upper: n(2)}, starts: plan.Starts{Lower: 3, Upper: 3}}, false},
		{found{worst: open, starts: plan.Starts{Upper: 3}}, false},
		{found{worst: never, mean: plan.Mean{Never: true}, starts: plan.Starts{Lower: 2, Upper: 2}}, false},
		{found{worst: plan.Worst{Lower: 2, Upper: 1}, starts: plan.Starts{Upper: 3}}, true},
		{found{worst: exact, mean: plan.Mean{Lower: n(2), Upper: n(1)}, starts: plan.Starts{Upper: 3}}, true},
		{found{worst: exact, mean: plan.Mean{Lower: n(3), Upper: n(3)}, starts: plan.Starts{Upper: 3}}, true},
		{found{worst: exact, mean: plan.Mean{Never: true}, starts: plan.Starts{Upper: 3}}, true},
		{found{worst: never, mean: plan.Mean{Lower: n(1), Upper: n(1)}, starts: plan.Starts{Upper: 2}}, true},
		{found{worst: never, starts: plan.Starts{Lower: 3, Upper: 3}}, true},
		{found{worst: exact, starts: plan.Starts{Lower: 2, Upper: 2}}, true},
		{found{worst: open, starts: plan.Starts{Lower: 2, Upper: 1}}, true},
	} {
		if text := c.found.contradiction(3); (text != "") != c.wrong {
			t.Errorf("%+v: %q", c.found, text)
		}
	}
}

// A few things to pay for are worth many that cost nothing: behind a double negation, where nothing is counted, plans cost the same.
func TestPlansWithFreeSteps(t *testing.T) {
	const boxes = `
recall: perfect
types: {Box: 1..3}
vars:
  full, opened: array Box of bool
  paid: bool
init: "(forall x in Box: !opened[x]) & !paid"
agents: {ann: {sees: []}}
actions:
  open(x in Box): {by: ann, when: "paid & !opened[x]", then: {"opened[x]": true}, seen: {ann: ["full[x]"]}}
  buy(x in Box): {by: ann, seen: {ann: ["full[x]"]}}
  pay: {by: ann, then: {paid: true}}
check:
  - {id: p, plan: "KV{ann} full", by: ann, cost: {pay: 1, buy: 1}, worst: 1, mean: 1}
  - {id: q, plan: "!!KV{ann} full", by: ann, cost: {pay: 1, buy: 1}, worst: 1, mean: 1}
  - {id: free, plan: "KV{ann} full & opened = opened", by: ann, cost: {pay: 1, buy: 1}, within: 1, starts: 1}
`
	const questions = `
recall: perfect
vars:
  a1, b1, a2, b2: 0..2
  k: 0..3
  pend, ticked: bool
init: "k = 0 & !pend & !ticked"
agents: {ann: {sees: []}, eve: {sees: all}}
actions:
  ask: {by: ann, when: "!pend & k < 3", then: {k: k + 1, pend: true}, seen: {ann: ["if k = 0 then a1 else if k = 1 then a2 else 0"]}}
  tell: {by: eve, when: pend, then: {pend: false}, seen: {ann: ["if k = 1 then b1 else if k = 2 then b2 else 0"]}}
  tick: {by: eve, when: k = 3 & !ticked & !pend, then: {ticked: true}, seen: {}}
check:
  - {id: p, plan: "KV{ann} a1 & KV{ann} b1 & KV{ann} a2 & KV{ann} b2", by: ann, cost: {tell: 1}, worst: 2, mean: 2}
  - {id: q, plan: "!!(KV{ann} a1 & KV{ann} b1 & KV{ann} a2 & KV{ann} b2)", by: ann, cost: {tell: 1}, worst: 2, mean: 2}
  - {id: within, plan: "KV{ann} a1 & KV{ann} b1 & KV{ann} a2 & KV{ann} b2", by: ann, cost: {tell: 1}, within: 2, worst: 2, starts: 1}
`
	for _, text := range []string{boxes, questions} {
		for _, c := range parse(t, text).Checks {
			a, err := Lazy(c.Model, nil, c.Runs, Options{}).Check(context.Background(), c)
			if err != nil {
				t.Errorf("%s: %v", c.ID, err)
				continue
			}
			p := c.Plan
			if p.Worst != nil && a.Plan.Worst.String() != p.Worst.Ratio.RatString() || p.Mean != nil && a.Plan.Mean.String() != p.Mean.Ratio.RatString() || p.Starts != nil && a.Plan.Starts.String() != "1" {
				t.Errorf("%s: worst %s, mean %s, starts %s", c.ID, a.Plan.Worst, a.Plan.Mean, a.Plan.Starts)
			}
		}
	}
}
