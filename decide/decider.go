package decide

import (
	"context"
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// SmallWorlds is the route that asks for no diagrams. Who wants to see what comes of these
// does not take it.
const SmallWorlds = "small-worlds"

// listing are the routes that answer by worlds, or histories, that are listed. Who wants to see what
// comes of diagrams takes none of them.
var listing = []string{SmallWorlds, "knowledge-trees", "parts-of-layers"}

// Options of a Decider.
type Options struct {
	// Progress, if not nil, is called now and then from the goroutine that decides.
	Progress func(verdict.Progress)
	// NoEvidence leaves out runs that show verdicts.
	NoEvidence bool
	// Alternatives asks of plans what could be done at first instead.
	Alternatives bool
	// Routes says which ways to a verdict may be taken.
	Routes verdict.RouteChoice
	// Meter, if not nil, is told of work that is not done in a space.
	Meter *symbolic.Meter
	// Companion, if not nil, is that of the spaces of the system: worlds are listed in
	// turns with their work.
	Companion *symbolic.Companion

	tune *tuning // nil: the defaults
}

// Encoded makes the symbolic system of a model, within the limits of the check that is the
// first to need it.
type Encoded func(ctx context.Context, chk *spec.Check) (*encode.System, error)

// Decider decides the checks of one model under one reading of runs. It keeps what
// routes find out about the model and its formulas. Like its system it belongs to one
// goroutine at a time.
type Decider struct {
	model   *spec.Model
	encoded Encoded
	base    *encode.System // without bits for the past; it cares for all states; nil: no route has asked for it
	runs    spec.Runs
	o       Options
	tune    tuning

	label string      // of the present check, for progress
	kept  map[any]any // what routes found out, by keys of a type of their own for each kind
}

// New returns a decider that has its system, and so asks that. Under runs "" the model's
// own reading applies.
func New(sys *encode.System, runs spec.Runs, o Options) *Decider {
	o.Routes.Without = slices.Concat(o.Routes.Without, listing)
	d := Lazy(sys.Model(), nil, runs, o)
	d.base = sys
	return d
}

// Lazy returns a decider whose system is made when a route asks for it: what enumeration
// decides needs none.
func Lazy(m *spec.Model, encoded Encoded, runs spec.Runs, o Options) *Decider {
	if runs == "" {
		runs = m.Runs
	}
	d := &Decider{model: m, encoded: encoded, runs: runs, o: o, tune: defaults, kept: map[any]any{}}
	if o.tune != nil {
		d.tune = *o.tune
	}
	return d
}

// With is the decider with other options. It knows what the decider knows, and belongs to the same
// goroutine.
func (d *Decider) With(o Options) *Decider {
	other := *d
	other.o = o
	return &other
}

// recall returns what was kept under a key.
func recall[T any](d *Decider, key any) (kept T, ok bool) {
	kept, ok = d.kept[key].(T)
	return kept, ok
}

// unlimited takes the limits off a system (nil: none) that was built within those of one
// check: the next one brings its own.
func unlimited(sys *encode.System) *encode.System {
	if sys != nil {
		sys.Space().SetLimits(symbolic.Limits{})
	}
	return sys
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

// report tells of progress in a system (nil: in none).
func (d *Decider) report(sys *encode.System, phase string, iteration int, reached func() *big.Int) {
	if d.o.Progress == nil {
		return
	}
	p := verdict.Progress{Check: d.label, Phase: phase, Iteration: iteration, Reached: reached}
	if sys != nil {
		p.Nodes = sys.Space().Stats().Nodes
	}
	d.o.Progress(p)
}

// reportPause is how many steps a search takes from one report to the next: a counter makes a
// hundred thousand iterations a second, and to tell of each takes as long as some of them.
const reportPause = 1 << 12

// reporting is report for searches of states.
func (d *Decider) reporting(sys *encode.System, phase string) symbolic.Progress {
	next := int64(0)
	return func(iteration int, reached func() symbolic.Set) {
		steps := sys.Space().Work().Steps
		if d.o.Progress == nil || steps < next {
			return
		}
		next = steps + reportPause
		d.report(sys, phase, iteration, func() *big.Int { return sys.Count(reached()) })
	}
}
