package report

import (
	"math/big"
	"time"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// Spec is a document and what became of it.
type Spec struct {
	File string // as the user named it
	Name string
	Doc  string
	// Checks are those that were asked, in the order of the document.
	Checks []*spec.Check
	// All are the labels of all checks of which Checks are a shard; nil where that is all.
	All []string
	// Errors say why it could not be asked at all, or not in some rows of its sweep; then Checks
	// are those of the others.
	Errors   []source.Diagnostic
	Warnings []source.Diagnostic
}

// Cause says why there is no answer.
type Cause int

// The causes.
const (
	NoCause     Cause = iota
	Limit             // time, memory or nodes
	Interrupted       // by the user
	Fault             // of the model or the question
	Bug               // of this program
)

// Result is the answer to one check.
type Result struct {
	Check   *spec.Check
	Verdict verdict.Verdict
	Value   *big.Int      // of a count, or the least number; nil: none
	Plan    *verdict.Plan // of a check that plans; nil: nothing is known
	// Chance and Experiment are of checks that ask for shares of worlds; nil: nothing is known.
	Chance     *chance.Answer
	Experiment *chance.Experiment
	Reason     string // why the verdict is Unknown or Error, in few words
	Cause      Cause
	Limit      verdict.Reason // the limit that was met, of an Unknown; else empty
	Route      string         // the name of the way on which the verdict was found; empty: not known

	Time   time.Duration
	Nodes  int      // the most decision diagram nodes in use
	Work   int64    // done with decision diagrams, which no load of the machine changes
	States *big.Int // reachable ones; nil: not found
	// Of agents who remember: Depth is how many steps of runs were looked at where
	// these go on, and Exact says why the answer is about runs of any length. The
	// answer is about all steps where both are zero.
	Depth int
	Exact string
	// Run shows the verdict, nil where there is nothing to show.
	Run *Run
	// Cached says that the answer was found by an earlier call, whose Nodes and Work these are.
	Cached bool

	// Problem is a Fault with its place, Warnings what else is odd.
	Problem  *source.Diagnostic
	Warnings []source.Diagnostic
	// Details and SavedTo describe a Bug: what happened, and the file to send.
	Details string
	SavedTo string
}

// Brief is the answer without what shows it, which may be large.
func (r *Result) Brief() *Result {
	brief := *r
	brief.Run = nil
	return &brief
}

// Status is what a result means for whoever asked.
type Status int

// The statuses; see the package comment.
const (
	Met Status = iota
	Open
	Unmet
	Stopped
	Cut
	Faulty
	Broken
)

// Status compares the answer with what was expected of it.
func (r *Result) Status() Status {
	switch {
	case r.Cause == Bug:
		return Broken
	case r.Cause == Fault:
		return Faulty
	case r.Cause == Interrupted:
		return Cut
	case r.expects() && r.meets():
		return Met
	case r.Cause == Limit && r.misses():
		return Unmet
	case r.Cause == Limit:
		return Stopped
	case !r.expects():
		return Open
	}
	return Unmet
}

// Summary counts results and documents.
type Summary struct {
	Specs       int `json:"specs"`       // documents
	Checks      int `json:"checks"`      // checks asked
	Met         int `json:"met"`         // answered as expected
	Unmet       int `json:"unmet"`       // answered otherwise
	Open        int `json:"open"`        // answered, and nothing was expected
	Limited     int `json:"limited"`     // not answered: a limit was reached
	Interrupted int `json:"interrupted"` // not answered: the work was interrupted
	Faulty      int `json:"faulty"`      // not answered: the model or the question is faulty
	Broken      int `json:"broken"`      // not answered: a bug of the program
	BadSpecs    int `json:"bad_specs"`   // documents with errors
	// Seconds is the time from start to end.
	Seconds float64 `json:"seconds"`
}

// AddSpec counts a document.
func (s *Summary) AddSpec(p *Spec) {
	s.Specs++
	if len(p.Errors) > 0 {
		s.BadSpecs++
	}
}

// Add counts a result.
func (s *Summary) Add(r *Result) {
	s.Checks++
	*s.of(r.Status())++
}

func (s *Summary) of(status Status) *int {
	return map[Status]*int{
		Met: &s.Met, Open: &s.Open, Unmet: &s.Unmet, Stopped: &s.Limited,
		Cut: &s.Interrupted, Faulty: &s.Faulty, Broken: &s.Broken,
	}[status]
}

// showsRun says that a run belongs to a short report: something went otherwise
// than expected, or nobody said what to expect.
func (r *Result) showsRun() bool {
	status := r.Status()
	return r.Run != nil && (status == Unmet || status == Open)
}
