package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/internal/slowplan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// planned compares what plans cost with the definition, by histories and by sets of states.
func planned(ctx context.Context, c *spec.Check, r *epibdd.Result) (all []answer) {
	if r.SavedTo != "" {
		return []answer{{c.ID, "wrong", "a bug: " + r.Reason + "\n" + r.Details}}
	}
	for _, way := range []struct {
		name   string
		answer func(*spec.Check, slowplan.Options) (*slowplan.Answer, error)
	}{{"histories", slowplan.ByHistories}, {"states", slowplan.ByStates}} {
		ctx, cancel := context.WithTimeout(ctx, patience)
		a, err := way.answer(c, slowplan.Options{Histories: 600, Depth: 6, Beliefs: 2000, Steps: 9, Interrupted: ctx.Err})
		cancel()
		all = append(all, comparedPlan(c, r, way.name, a, err))
	}
	return all
}

// comparedPlan compares an answer with one by the definition.
func comparedPlan(c *spec.Check, r *epibdd.Result, by string, a *slowplan.Answer, err error) answer {
	var refused *slowplan.Refusal
	switch {
	case errors.Is(err, slowplan.ErrOthers):
		return answer{c.ID, "plans about others", ""}
	case errors.Is(err, slowplan.ErrTooMany), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return answer{c.ID, "plans too much by " + by, ""}
	case r.Verdict == epibdd.Error && err != nil:
		return answer{c.ID, "plans with errors in both ways", ""}
	case r.Verdict == epibdd.Error && a.Mean == nil && strings.HasPrefix(r.Reason, "there is no mean"):
		return answer{c.ID, "plans without a mean in both ways", ""}
	case r.Verdict == epibdd.Error:
		return answer{c.ID, "plans refused alone, " + by, r.Reason}
	case r.Plan == nil:
		return answer{c.ID, "plans unknown", r.Reason}
	case errors.As(err, &refused):
		return answer{c.ID, "plans refused by definition alone, " + by, refused.Reason}
	case err != nil:
		return answer{c.ID, "wrong", "there is an answer, and an error by " + by + ": " + err.Error()}
	}
	exact, met := true, true
	for _, n := range []struct {
		what string
		got  *verdict.Bounds
		want *slowplan.Range
	}{
		{"the worst case", r.Plan.Worst, &a.Worst},
		{"the mean", r.Plan.Mean, a.Mean},
		{"the number of beginnings with a plan", r.Plan.Starts, &slowplan.Range{Lower: big.NewRat(int64(a.Starts[0]), 1), Upper: big.NewRat(int64(a.Starts[1]), 1)}},
	} {
		if n.got == nil || n.want == nil {
			continue
		}
		got := slowplan.Range{Lower: n.got.Lower, Upper: n.got.Upper}
		if got.Lower == nil && !n.got.None {
			got.Lower = new(big.Rat)
		}
		if !notAbove(got.Lower, n.want.Upper) || !notAbove(n.want.Lower, got.Upper) {
			return answer{c.ID, "wrong", fmt.Sprintf("%s is %s, and by %s between %s and %s", n.what, n.got, by, shown(n.want.Lower), shown(n.want.Upper))}
		}
		met = met && n.got.Exact() && shown(n.got.Upper) == shown(n.want.Upper)
		exact = exact && n.got.Exact() && shown(n.want.Lower) == shown(n.want.Upper)
	}
	if !exact && met { // it costs no less than its plan, which is replayed
		return answer{c.ID, "plans as good as any of so many steps by " + by, ""}
	}
	if !exact {
		return answer{c.ID, "plans within bounds by " + by, ""}
	}
	if r.Plan.Starts != nil && r.Plan.Beginnings != len(a.Beginnings) {
		return answer{c.ID, "wrong", fmt.Sprintf("a plan may begin in %d ways, and by %s in %d", r.Plan.Beginnings, by, len(a.Beginnings))}
	}
	if r.Plan.Worst.None {
		return answer{c.ID, "no plans, same by " + by, ""}
	}
	return answer{c.ID, "plans the same by " + by, ""}
}

// notAbove compares numbers, of which nil is infinite.
func notAbove(x, y *big.Rat) bool { return y == nil || x != nil && x.Cmp(y) <= 0 }

func shown(x *big.Rat) string {
	if x == nil {
		return "none"
	}
	return x.RatString()
}
