package batch

import (
	"context"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// Engine decides checks. Tests put others in the place of System.
type Engine interface {
	// Open makes ready to decide checks of m.
	Open(ctx context.Context, m *spec.Model, checks []*spec.Check, o OpenOptions) (Decider, error)
}

// engineKey is the place of an Engine in a context.
type engineKey struct{}

// WithEngine lets another engine decide what is run in the context: how tests see what
// a program does when the engine goes wrong.
func WithEngine(ctx context.Context, e Engine) context.Context {
	return context.WithValue(ctx, engineKey{}, e)
}

// engineOf is the engine of a context, System where none was put.
func engineOf(ctx context.Context) Engine {
	if e, ok := ctx.Value(engineKey{}).(Engine); ok {
		return e
	}
	return System{}
}

// OpenOptions are what a system is built with.
type OpenOptions struct {
	Encode   encode.Options
	Routes   verdict.RouteChoice
	Progress func(verdict.Progress)
	// Alternatives asks of plans what could be done at first instead.
	Alternatives bool
	// NoEvidence leaves out runs that show verdicts.
	NoEvidence bool
}

// Decider decides the checks of one model. It belongs to one goroutine.
type Decider interface {
	// Decide answers one check, within its limits. Errors are mistakes in the model
	// or the question.
	Decide(ctx context.Context, c *spec.Check) (*verdict.Answer, error)
	// Replay checks a run without decision diagrams. It returns what it could not
	// decide again, and an error if the run does not show what it should, or a
	// *symbolic.LimitError if ctx ended it.
	Replay(ctx context.Context, c *spec.Check, run *witness.Node) ([]report.Doubt, error)
	// Usable is nil unless a limit has cost the system.
	Usable() error
}
