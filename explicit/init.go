package explicit

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// initialStates lists the states in which all initial conditions hold, in the
// order of the variables' types; or those that it is told.
func initialStates(m *spec.Model, o Options, work *Budget) ([]spec.State, error) {
	if o.Starts != nil {
		return o.Starts, nil
	}
	var states []spec.State
	s := newSearch(nil, m.Init, work)
	s.overVars(m.Vars)
	s.found = func(values []spec.Value) error {
		if len(states) == o.MaxStates {
			return &TooLarge{What: "initial states", Limit: o.MaxStates}
		}
		states = append(states, slices.Clone(values))
		return nil
	}
	s.missing = func(values []spec.Value, err error) error {
		return withModel(m, fault(spec.Move{}, slices.Clone(values), err))
	}
	if err := s.run(); err != nil {
		if large := (*TooLarge)(nil); errors.As(err, &large) {
			large.Initial = len(states)
		}
		return nil, err
	}
	return states, nil
}

// IsInitial reports whether all initial conditions hold in a state.
func IsInitial(m *spec.Model, st spec.State) (bool, error) {
	holds, err := terms.In(st).HoldsAll(m.Init, nil)
	return holds, withModel(m, fault(spec.Move{}, st, err))
}
