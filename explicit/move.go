package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// eachMove runs f over the enabled instances of all actions.
func eachMove(m *spec.Model, st spec.State, work *Budget, ask Asking, f func(spec.Move) error) error {
	for _, a := range m.Actions {
		err := instances(a, st, work, ask, func(args []spec.Value) error { return f(spec.Move{Action: a, Args: args}) })
		if err != nil {
			return err
		}
	}
	return nil
}

// instances runs f over the arguments for which the guards of a hold.
func instances(a *spec.Action, st spec.State, work *Budget, ask Asking, f func(args []spec.Value) error) error {
	s := newSearch(st, a.When, work)
	s.asks(ask)
	s.overArgs(a.Params)
	s.found = func(values []spec.Value) error { return f(slices.Clone(values)) }
	s.missing = func(values []spec.Value, err error) error {
		return fault(spec.Move{Action: a, Args: slices.Clone(values)}, st, err)
	}
	return s.run()
}

// ownerOf evaluates who owns a move of a joint step.
func ownerOf(move spec.Move) (spec.Value, error) {
	return terms.In(nil).Eval(move.Action.By, namesOf(move))
}

// namesOf binds the arguments and the outcome of a move.
func namesOf(move spec.Move) *spec.Env {
	env := (*spec.Env)(nil).BindAll(move.Action.Params, move.Args)
	return env.BindAll(move.Action.Outcome[:len(move.Outcome)], move.Outcome)
}

// inStep evaluates what may ask about the present step.
func inStep(moves []spec.Move, st spec.State, ask Asking) *spec.Evaluator {
	return &spec.Evaluator{State: st, Moves: moves, Modal: ask, Budget: terms.MaxNodes}
}
