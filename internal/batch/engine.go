package batch

import (
	"context"
	"math/big"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/witness"
)

// Engine decides checks. Tests put others in the place of System.
type Engine interface {
	// Open makes ready to decide checks of m; all of them are literal, or none.
	Open(ctx context.Context, m *spec.Model, checks []*spec.Check, o OpenOptions) (Decider, error)
}

// OpenOptions are what a system is built with.
type OpenOptions struct {
	Encode   encode.Options
	Progress func(Progress)
}

// Decider decides the checks of one model. It belongs to one goroutine.
type Decider interface {
	// Decide answers one check, within its limits. Errors are mistakes in the model
	// or the question.
	Decide(ctx context.Context, c *spec.Check) (*Answer, error)
	// Replay checks a run without decision diagrams. It returns what it could not
	// decide again, and an error if the run does not show what it should, or a
	// *symbolic.LimitError if ctx ended it.
	Replay(ctx context.Context, c *spec.Check, run *witness.Node) ([]report.Doubt, error)
	// Usable is nil unless a limit has cost the system.
	Usable() error
}

// Answer is what an Engine has found.
type Answer struct {
	Verdict  report.Verdict
	Value    *big.Int
	Reason   string // of an unknown verdict: "depth", "time", "memory", "nodes", "interrupted"
	Depth    int    // how many steps of runs were followed, where they go on
	Exact    string // why the verdict is about runs of any length, with memory
	States   *big.Int
	Nodes    int
	Run      *witness.Node
	Warnings []source.Diagnostic
}

// Progress says what a worker is doing.
type Progress struct {
	Check     string
	Phase     string
	Iteration int
	Nodes     int
	// Reached counts states; it may be called only before the callback returns.
	Reached func() *big.Int
}
