package encode

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/footprint"
	"github.com/epibdd/epibdd/encode/internal/plan"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/order"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// counted is a context that is over when it has been asked so often, if last is not 0.
type counted struct {
	context.Context
	asked, last int
}

func (c *counted) Err() error {
	if c.asked++; c.last > 0 && c.asked >= c.last {
		return context.Canceled
	}
	return nil
}

// The context is looked at all the while a plan is made, before there is a space to look at
// it, and obeyed wherever that is.
func TestPlanningCanBeStopped(t *testing.T) {
	m := load(t, dining, "n=12")
	all := &counted{Context: t.Context()}
	p := plan.New(all, m, plan.Options{Sizes: tune.Defaults})
	looks := all.asked
	edges := footprint.Collect(m, p, tune.Defaults, func(int) {}, nil, true)
	if least := len(edges) + order.ForceRounds; looks < least {
		t.Errorf("%d looks, want at least %d", looks, least)
	}
	for last := 1; last <= looks; last += 1 + looks/50 {
		ctx := &counted{Context: t.Context(), last: last}
		err := failure.Try(func() { plan.New(ctx, m, plan.Options{Sizes: tune.Defaults}) })
		var limit *symbolic.LimitError
		if !errors.As(err, &limit) || limit.Kind != symbolic.Cancelled || ctx.asked > last+4 {
			t.Errorf("stopped at look %d: %v after %d looks", last, err, ctx.asked)
		}
	}
}

// Blocks for knowledge actions are planned in whatever order the cells are to stand.
func TestBlocksArePlannedForEachArrangement(t *testing.T) {
	suite, err := spec.Parse("blocks.yaml", `
vars: {p: bool, q: bool, r: bool}
agents: {ann: {sees: [p]}}
actions:
  go: {when: "<L{ann} (L{ann} ?p | L{ann} ?!p)> p", then: {q: true}}
recall: clock
check: [{id: a, formula: "<L{ann} (?p | ?q | ?r)> p"}]
`)
	if err != nil {
		t.Fatal(err)
	}
	c := suite.Checks[0]
	for attempt := range order.Arrangements {
		p := plan.New(t.Context(), c.Model, plan.Options{Asked: c.Asked(), Sizes: tune.Defaults, Attempt: attempt})
		var sizes []int
		for _, b := range p.NumberingList {
			sizes = append(sizes, len(b.Cell.Values))
		}
		if !slices.Equal(sizes, []int{2, 4}) {
			t.Errorf("attempt %d: blocks of %d, want 2 and 4", attempt, sizes)
		}
	}
}
