package batch

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// System is the Engine of the program: package decide decides, package replay goes through
// what is shown.
type System struct{}

// Open makes ready to decide checks of m. The symbolic system, which is asked all of
// them, is made when it is needed.
func (System) Open(_ context.Context, m *spec.Model, checks []*spec.Check, o OpenOptions) (Decider, error) {
	o.Encode.Asked = asked(checks)
	o.Encode.Symbolic.Process = true
	o.Encode.Symbolic.Companion = &symbolic.Companion{}
	if asksDiagrams(o.Encode) {
		o.Routes.Without = append(slices.Clip(o.Routes.Without), decide.SmallWorlds)
	}
	d := &decider{model: m, how: o.Encode, o: decide.Options{Progress: o.Progress, Alternatives: o.Alternatives, NoEvidence: o.NoEvidence, Routes: o.Routes, Meter: o.Encode.Symbolic.Meter, Companion: o.Encode.Symbolic.Companion}, deciders: map[spec.Runs]*decide.Decider{}, unbuilt: map[spec.Limits]error{}}
	d.replayer = replay.NewReplayer(m, explicit.Options{Interrupted: func() error { return d.interrupted() }})
	return d, nil
}

// asksDiagrams tells whether something is said about how diagrams are to be made: who says
// so wants to see them.
func asksDiagrams(o encode.Options) bool {
	s := o.Symbolic
	return len(o.Order) > 0 || s.Reorder || s.Engine != "" || s.Reach != ""
}

// asked are the formulas that the order of bits should suit.
func asked(checks []*spec.Check) []spec.Expr {
	var all []spec.Expr
	for _, c := range checks {
		all = append(all, c.Asked()...)
	}
	return all
}

// decider is a model with a decider for each reading of runs.
type decider struct {
	model *spec.Model
	how   encode.Options // the model becomes a system
	sys   *encode.System // nil: nothing symbolic was asked
	// unbuilt is why no system could be built within some limits, so that the next
	// check with the same limits does not try again.
	unbuilt  map[spec.Limits]error
	o        decide.Options
	deciders map[spec.Runs]*decide.Decider
	replayer *replay.Replayer
	// interrupted ends the present replay.
	interrupted func() error
}

// system returns the symbolic system, which is built within the limits of a check if
// there is none.
func (d *decider) system(ctx context.Context, c *spec.Check) (*encode.System, error) {
	if err := d.unbuilt[c.Limits]; d.sys != nil || err != nil {
		return d.sys, err
	}
	if d.o.Progress != nil {
		d.o.Progress(verdict.Progress{Check: c.Label, Phase: "encoding"})
	}
	o := d.how
	o.Symbolic.Nodes, o.Symbolic.Memory = c.Limits.Nodes, c.Limits.Memory
	sys, err := encode.New(ctx, d.model, o)
	if err != nil {
		if limit := (*symbolic.LimitError)(nil); c.Limits != (spec.Limits{}) && !(errors.As(err, &limit) && limit.Kind == symbolic.Overtaken) {
			d.unbuilt[c.Limits] = err
		}
		return nil, err
	}
	// Limits of the first check, within which the system was built, are not those
	// of the next ones, which bring their own.
	sys.Space().SetLimits(symbolic.Limits{})
	d.sys = sys
	return sys, nil
}

// WriteOrder writes the order of the cells, where there is one.
func (d *decider) WriteOrder(w io.Writer) error {
	if d.sys == nil {
		return nil
	}
	return encode.WriteOrder(d.sys, w)
}

func (d *decider) Usable() error {
	if d.sys == nil {
		return nil
	}
	return d.sys.Space().Usable()
}

func (d *decider) Decide(ctx context.Context, c *spec.Check) (*verdict.Answer, error) {
	of := d.deciders[c.Runs]
	if of == nil {
		of = decide.Lazy(d.model, d.system, c.Runs, d.o)
		d.deciders[c.Runs] = of
	}
	a, err := of.Check(ctx, c)
	if err != nil {
		return nil, placed(err)
	}
	if listed := of.Listed(); listed != nil {
		d.replayer.Listed(c, listed)
	} else if a.States != nil {
		d.replayer.Worlds(c, a.States)
	}
	return a, nil
}

// placed gives the errors of package encode a place, as those of ctlk have.
func placed(err error) error {
	var fault *encode.FaultError
	var known interface{ Diagnostic() source.Diagnostic }
	if errors.As(err, &known) || !errors.As(err, &fault) {
		return err
	}
	return &placedError{err, fault.Place}
}

type placedError struct {
	error
	place source.Span
}

func (e *placedError) Unwrap() error { return e.error }

// Diagnostic is the error with its place.
func (e *placedError) Diagnostic() source.Diagnostic {
	return source.Diagnostic{Span: e.place, Message: e.Error()}
}
