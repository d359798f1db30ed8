package verdict

import (
	"math/big"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/witness"
)

// Verdict is the answer to a check.
type Verdict string

// The verdicts.
const (
	Holds   Verdict = "holds"
	Fails   Verdict = "fails"
	Unknown Verdict = "unknown"
	Error   Verdict = "error" // none: the model or the question is mistaken, or there is a bug
)

// Reason says why a verdict is Unknown.
type Reason string

// The reasons: the limit that was met.
const (
	Depth       Reason = "depth"       // on the steps of runs that are followed
	Strategies  Reason = "strategies"  // on the uniform strategies that are tried
	Time        Reason = "time"        // of the check
	Memory      Reason = "memory"      // of the process
	Nodes       Reason = "nodes"       // of decision diagrams
	Enumeration Reason = "enumeration" // on what is enumerated; the Detail says on what
	Interrupted Reason = "interrupted" // by the user
	Workers     Reason = "workers"     // no worker of a pool stayed alive; or it could not be asked
	NoRoute     Reason = "route"       // no way to a verdict was left of those that may be taken
)

// Answer is what was found about a check.
type Answer struct {
	Verdict Verdict
	Value   *big.Int // of a count, or the least number; nil: none
	Plan    *Plan    // of a check that plans; else nil
	// Chance and Experiment are of checks that ask for shares of worlds; else nil.
	Chance     *chance.Answer
	Experiment *chance.Experiment
	Reason     Reason // of Unknown; else empty
	Detail     string // of the reason, may be empty
	Depth      int    // how many steps of runs were followed, where they go on, spec.NoSteps for none; else 0
	// Exact says why a verdict with memory is about runs of any length; else empty.
	Exact  string
	Route  string   // the name of the way on which the verdict was found
	States *big.Int // worlds; nil where they were not found, or not needed
	Nodes  int      // the most decision diagram nodes seen in use
	// Run shows the verdict; nil where there is nothing to show, or where a limit
	// was met after the verdict was found.
	Run      *witness.Node
	Warnings []source.Diagnostic
}

// Stop makes an answer of what there is when a limit is met.
func (a *Answer) Stop(reason Reason) {
	a.Run = nil
	if a.Verdict == "" || a.Verdict == Unknown {
		a.Verdict, a.Reason = Unknown, reason
	}
}

// Progress says what a check is doing.
type Progress struct {
	Check     string // Label of the check
	Phase     string // such as "worlds"
	Iteration int    // of the fixpoint, from 1
	Nodes     int    // in use now
	// Reached counts what the fixpoint has found so far, nil: nothing is counted. It takes
	// a moment, and may be called only before whoever is told of progress returns.
	Reached func() *big.Int
}
