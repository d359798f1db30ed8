package batch

import (
	"context"
	"fmt"

	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// elsewhere takes the results of the checks from another process.
func (g *group) elsewhere(ctx context.Context) {
	checks := make([]*spec.Check, len(g.tasks))
	for i, t := range g.tasks {
		checks[i] = t.check
	}
	if g.o.Progress != nil {
		g.say(verdict.Progress{Check: checks[0].Label, Phase: "with a worker"})
	}
	results, err := g.o.Elsewhere(ctx, g.in, checks)
	if err == nil && len(results) != len(checks) {
		err = fmt.Errorf("%d checks have %d results", len(checks), len(results))
	}
	for i, t := range g.tasks {
		switch t.result = (&report.Result{Check: t.check}); {
		case err == nil:
			t.result = results[i]
		case ctx.Err() != nil:
			interrupted(t.result)
		default:
			t.result.Verdict, t.result.Limit, t.result.Reason = verdict.Unknown, verdict.Workers, err.Error()
			t.result.Cause = report.Limit
		}
		g.further(ctx, t.result)
		close(t.done)
	}
}

// Pick returns an input with the checks of these labels alone.
func Pick(in *Input, labels []string) (*Input, error) {
	wanted := map[string]bool{}
	for _, l := range labels {
		wanted[l] = true
	}
	kept, found := in.Keep(func(c *spec.Check) bool { return wanted[c.Label] }), 0
	if suite := kept.Asked(); suite != nil {
		found = len(suite.Checks)
	}
	if found != len(labels) {
		return nil, fmt.Errorf("%d of %d checks are in the document", found, len(labels))
	}
	return kept, nil
}
