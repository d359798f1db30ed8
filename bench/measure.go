package bench

import (
	"context"
	"errors"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Result is what deciding a document took.
type Result struct {
	PeakNodes  int   // of the largest space
	PeakBytes  int64 // likewise, as the engine estimates it
	Bits       int
	Operations int64
	Iterations int // of all fixpoints
	Work       symbolic.Work
	Unrouted   []string // checks that no route decides but by worlds that are listed
}

// Decide reads a document, decides all its checks on an engine ("" is the
// default one) but those that enumeration alone decides, and compares the answers with
// what the document expects.
func Decide(ctx context.Context, text, engine string) (Result, error) {
	d, errs := (&document.Loader{Library: models.Get}).Load(source.NewFile("bench", text))
	if err := errs.Err(); err != nil {
		return Result{}, err
	}
	return decideAll(ctx, d, engine)
}

func decideAll(ctx context.Context, d *document.Document, engine string) (Result, error) {
	var r Result
	suite, errs := spec.Resolve(d, spec.Options{})
	if err := errs.Err(); err != nil {
		return r, err
	}
	for _, m := range suite.Models {
		var checks []*spec.Check
		o := encode.Options{Symbolic: symbolic.Options{Engine: engine}}
		for _, c := range suite.Checks {
			if c.Model == m && !c.IsEnumerated() {
				checks = append(checks, c)
				o.Asked = append(o.Asked, c.Asked()...)
			}
		}
		sys, err := encode.New(ctx, m, o)
		if err != nil {
			return r, err
		}
		checkers := make(map[spec.Runs]*decide.Decider)
		for _, c := range checks {
			if checkers[c.Runs] == nil {
				count := func(verdict.Progress) { r.Iterations++ }
				made := func(context.Context, *spec.Check) (*encode.System, error) { return sys, nil }
				checkers[c.Runs] = decide.Lazy(m, made, c.Runs, decide.Options{Progress: count, Routes: verdict.RouteChoice{Without: []string{decide.SmallWorlds}}})
			}
			if err := decideOne(ctx, checkers[c.Runs], c); errors.Is(err, errUnrouted) {
				r.Unrouted = append(r.Unrouted, c.Label)
			} else if err != nil {
				return r, err
			}
		}
		stats := sys.Space().Stats()
		r.PeakNodes, r.PeakBytes = max(r.PeakNodes, stats.PeakNodes), max(r.PeakBytes, stats.PeakBytes)
		r.Work = r.Work.Add(sys.Space().Work())
		r.Bits, r.Operations = max(r.Bits, sys.Space().Bits()), r.Operations+stats.Operations
	}
	return r, nil
}

// errUnrouted says that no way to a verdict is left without worlds that are listed.
var errUnrouted = errors.New("no route")

func decideOne(ctx context.Context, checker *decide.Decider, c *spec.Check) error {
	answer, err := checker.Check(ctx, c)
	if err != nil {
		return err
	}
	if answer.Reason == verdict.NoRoute {
		return errUnrouted
	}
	r := report.Result{Check: c, Verdict: answer.Verdict, Value: answer.Value, Chance: answer.Chance, Experiment: answer.Experiment}
	if r.Status() == report.Unmet {
		return errors.New(r.String())
	}
	return nil
}
