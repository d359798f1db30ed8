package batch

import (
	"context"
	"errors"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// Replay lets the reference semantics go through a run. What is too large for
// it is a doubt; anything else that it objects to is an error.
func (d *decider) Replay(ctx context.Context, c *spec.Check, run *witness.Node) ([]report.Doubt, error) {
	d.interrupted = func() error { return symbolic.Interrupted(ctx) }
	if d.o.Progress != nil {
		d.o.Progress(verdict.Progress{Check: c.Label, Phase: "replay"})
	}
	if c.IsLiteral() { // what is shown was enumerated
		return nil, nil
	}
	seen, err := d.replayer.Replay(c, run)
	var large *explicit.TooLarge
	switch {
	case errors.As(err, &large):
		return []report.Doubt{{Node: run, What: "the replay was given up: " + large.Error()}}, nil
	case err != nil:
		return nil, err
	}
	var doubts []report.Doubt
	for _, claim := range seen.Unchecked() {
		doubts = append(doubts, report.Doubt{Node: claim.Node, What: claim.What})
	}
	return doubts, nil
}
