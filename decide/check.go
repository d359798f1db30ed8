package decide

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Check answers one question. Limits of the check, and ctx, end it with the verdict
// Unknown. Errors are mistakes in the model or the question, *verdict.Mistake.
//
// A limit may cost the space (symbolic.LimitError.Dead); all further answers
// are then Unknown for the same reason, until a new system is made.
func (d *Decider) Check(ctx context.Context, chk *spec.Check) (*verdict.Answer, error) {
	d.label = chk.Label
	ctx, cancel := withTime(ctx, chk.Limits.Time)
	defer cancel()
	asked, less := chk, d.reduced(chk)
	if less != nil {
		chk = less.Check
	}
	q := &question{Decider: d, ctx: ctx, chk: chk, profile: spec.ProfileOf(chk, d.runs)}
	defer func() {
		if q.leave != nil {
			q.leave()
		}
	}()
	err := q.refuse()
	if err == nil {
		err = q.decide()
	}
	a := &q.answer
	if l := (*symbolic.LimitError)(nil); errors.As(err, &l) && q.mistake != nil {
		return nil, q.mistake
	} else if errors.As(err, &l) {
		a.Stop(verdict.Reason(l.Kind.String()))
	} else if errors.Is(err, ctlk.ErrStrategies) {
		a.Stop(verdict.Strategies)
	} else if err != nil {
		return nil, err
	}
	if q.m != nil && !q.m.Over {
		a.States = new(big.Int).Set(q.m.Size)
	}
	if less != nil {
		restore(a, less, asked)
	}
	if a.Warnings = q.warnings.All(); q.sys != nil {
		a.Nodes = q.sys.Space().Stats().PeakNodes
	}
	return a, nil
}

func withTime(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}
