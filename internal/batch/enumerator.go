package batch

import (
	"context"
	"errors"
	"math/big"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/literal"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// enumerator decides literal checks, for which there is nothing symbolic.
type enumerator struct {
	progress func(verdict.Progress)
	systems  map[spec.Runs]*explicit.System
	// interrupted ends the present check.
	interrupted func() error
}

func newEnumerator(progress func(verdict.Progress)) *enumerator {
	return &enumerator{progress: progress, systems: map[spec.Runs]*explicit.System{}}
}

func (e *enumerator) Usable() error { return nil }

// Replay has nothing to do: the claim was found by enumeration.
func (e *enumerator) Replay(context.Context, *spec.Check, *witness.Node) ([]report.Doubt, error) {
	return nil, nil
}

func (e *enumerator) Decide(ctx context.Context, c *spec.Check) (*verdict.Answer, error) {
	e.interrupted = func() error { return symbolic.Interrupted(ctx) }
	if e.progress != nil {
		e.progress(verdict.Progress{Check: c.Label, Phase: "enumeration"})
	}
	answer, err := e.decide(c)
	var large *explicit.TooLarge
	if errors.As(err, &large) {
		return &verdict.Answer{Verdict: verdict.Unknown, Reason: verdict.Enumeration, Detail: large.Error()}, nil
	}
	return answer, enumerated(err, c)
}

func (e *enumerator) decide(c *spec.Check) (*verdict.Answer, error) {
	s := e.systems[c.Runs]
	if s == nil {
		var err error
		if s, err = explicit.New(c.Model, c.Runs, explicit.Options{Interrupted: func() error { return e.interrupted() }}); err != nil {
			return nil, err
		}
		e.systems[c.Runs] = s
	}
	found, err := literal.New(s, c.Interpretation).Check(c)
	if err != nil {
		return nil, err
	}
	a := &verdict.Answer{Verdict: verdict.Fails, States: big.NewInt(int64(len(s.States())))}
	if found.Holds {
		a.Verdict = verdict.Holds
	}
	switch c.Kind {
	case spec.CountCheck:
		a.Verdict, a.Value = verdict.Holds, big.NewInt(int64(found.Count))
	case spec.LeastCheck:
		if n, ok := found.Least.(spec.Int); ok {
			a.Value = big.NewInt(int64(n))
		}
	default:
		if found.Where != nil {
			a.Run = &witness.Node{Formula: c.Formula, Holds: found.Holds, State: found.Where, Claim: "decided by enumeration"}
		}
	}
	return a, nil
}

// enumerated gives the errors of package explicit a place.
func enumerated(err error, c *spec.Check) error {
	var fault *explicit.Fault
	var undefined *explicit.UndefinedIn
	switch {
	case errors.As(err, &fault):
		return &placedError{err, fault.Place}
	case errors.As(err, &undefined):
		return &placedError{err, undefined.Place}
	case errors.Is(err, explicit.ErrNothingAt) && c.At != nil:
		return &placedError{err, c.At.Span()}
	case errors.Is(err, explicit.ErrNoWay):
		return &placedError{err, c.After.Span()}
	}
	return err
}
