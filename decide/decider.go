package decide

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Options of a Decider.
type Options struct {
	// Progress, if not nil, is called now and then from the goroutine that decides.
	Progress func(verdict.Progress)
	// NoEvidence leaves out runs that show verdicts.
	NoEvidence bool
	// Routes says which ways to a verdict may be taken.
	Routes verdict.RouteChoice

	tune *tuning // nil: the defaults
}

// Decider decides the checks of one model under one reading of runs. It keeps what
// routes find out about the model and its formulas. Like its system it belongs to one
// goroutine at a time.
type Decider struct {
	base *encode.System // without bits for the past; it cares for all states
	runs spec.Runs
	o    Options
	tune tuning

	label    string // of the present check, for progress
	states   map[*encode.System]*ctlk.Evaluator
	searches map[*encode.System]*search
	overs    map[*encode.System]*ctlk.Evaluator // nil: not better than the reachable states
	wides    map[*encode.System]*ctlk.Evaluator // conceivable worlds
	public   publicSystems
	memories []*memory
	layers   layers
	graphs   map[graphOf]*graph
}

// New returns a decider. Under runs "" the model's own reading applies.
func New(sys *encode.System, runs spec.Runs, o Options) *Decider {
	if runs == "" {
		runs = sys.Model().Runs
	}
	d := &Decider{
		base: sys, runs: runs, o: o, tune: defaults,
		states:   map[*encode.System]*ctlk.Evaluator{},
		searches: map[*encode.System]*search{},
		overs:    map[*encode.System]*ctlk.Evaluator{},
		wides:    map[*encode.System]*ctlk.Evaluator{},
		public:   publicSystems{},
		layers:   newLayers(),
		graphs:   map[graphOf]*graph{},
	}
	if o.tune != nil {
		d.tune = *o.tune
	}
	return d
}

// Check answers one question. Limits of the check, and ctx, end it with the verdict
// Unknown. Errors are mistakes in the model or the question, *verdict.Mistake.
//
// A limit may cost the space (symbolic.LimitError.Dead); all further answers
// are then Unknown for the same reason, until a new system is made.
func (d *Decider) Check(ctx context.Context, chk *spec.Check) (*verdict.Answer, error) {
	d.label = chk.Label
	ctx, cancel := withTime(ctx, chk.Limits.Time)
	defer cancel()
	q := &question{Decider: d, ctx: ctx, chk: chk, sys: d.base, profile: spec.ProfileOf(chk, d.runs)}
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
	a.Nodes, a.Warnings = q.sys.Space().Stats().PeakNodes, q.warnings.All()
	return a, nil
}

func withTime(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}

// limits are those of a check, and others where it has none.
func limits(l spec.Limits, other symbolic.Limits) symbolic.Limits {
	if l.Nodes > 0 {
		other.Nodes = l.Nodes
	}
	if l.Memory > 0 {
		other.Memory = l.Memory
	}
	return other
}

// report tells of progress in a system.
func (d *Decider) report(sys *encode.System, phase string, iteration int, reached func() *big.Int) {
	if d.o.Progress != nil {
		d.o.Progress(verdict.Progress{Check: d.label, Phase: phase, Iteration: iteration, Nodes: sys.Space().Stats().Nodes, Reached: reached})
	}
}

// reporting is report for searches of states.
func (d *Decider) reporting(sys *encode.System, phase string) symbolic.Progress {
	return func(iteration int, reached func() symbolic.Set) {
		d.report(sys, phase, iteration, func() *big.Int { return sys.Count(reached()) })
	}
}
