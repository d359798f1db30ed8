package batch

import (
	"context"
	"errors"
	"io"

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

// Open makes a symbolic system of m, so that the checks can be asked of it. Literal checks
// need none.
func (System) Open(ctx context.Context, m *spec.Model, checks []*spec.Check, o OpenOptions) (Decider, error) {
	d := &decider{model: m, o: decide.Options{Progress: o.Progress, Routes: o.Routes}, deciders: map[spec.Runs]*decide.Decider{}}
	d.replayer = replay.NewReplayer(m, explicit.Options{Interrupted: func() error { return d.interrupted() }})
	if checks[0].IsLiteral() {
		return d, nil
	}
	o.Encode.Asked = asked(checks)
	o.Encode.Symbolic.Process = true
	sys, err := encode.New(ctx, m, o.Encode)
	if err != nil {
		return nil, placed(err)
	}
	// Limits of the first check, within which the system was built, are not those
	// of the next ones, which bring their own.
	sys.Space().SetLimits(symbolic.Limits{})
	d.sys = sys
	return d, nil
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
	model    *spec.Model
	sys      *encode.System // nil: nothing symbolic is asked
	o        decide.Options
	deciders map[spec.Runs]*decide.Decider
	replayer *replay.Replayer
	// interrupted ends the present replay.
	interrupted func() error
}

// WriteOrder writes the order of the cells, where there is one.
func (d *decider) WriteOrder(w io.Writer) error {
	if d.sys == nil {
		return nil
	}
	return d.sys.WriteOrder(w)
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
		if of = decide.Enumerating(d.model, c.Runs, d.o); d.sys != nil {
			of = decide.New(d.sys, c.Runs, d.o)
		}
		d.deciders[c.Runs] = of
	}
	a, err := of.Check(ctx, c)
	if err != nil {
		return nil, placed(err)
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
