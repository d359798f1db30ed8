package encode

import (
	"context"
	"errors"
	"testing"

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
	p := newPlan(all, m, Options{}, 0)
	looks := all.asked
	edges, large := occurrences(m, p, nil)
	if least := len(edges) + len(large) + forceRounds; looks < least {
		t.Errorf("%d looks, want at least %d", looks, least)
	}
	for last := 1; last <= looks; last += 1 + looks/50 {
		ctx := &counted{Context: t.Context(), last: last}
		err := try(func() { newPlan(ctx, m, Options{}, 0) })
		var limit *symbolic.LimitError
		if !errors.As(err, &limit) || limit.Kind != symbolic.Cancelled || ctx.asked > last+4 {
			t.Errorf("stopped at look %d: %v after %d looks", last, err, ctx.asked)
		}
	}
}
