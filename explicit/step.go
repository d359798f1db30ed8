package explicit

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Successors lists all steps from a state, with the states that they lead to:
// all enabled instances of all actions, actions in the order of the document,
// arguments in the order of their types; or with joint steps all combinations of
// them, one for every mover.
func Successors(m *spec.Model, st spec.State, ask Asking) ([]witness.Step, error) {
	return successors(m, st, newBudget(successorWork), ask)
}

func successors(m *spec.Model, st spec.State, work *Budget, ask Asking) ([]witness.Step, error) {
	return newStepper(m, work).all(st, ask)
}

// Walker takes steps from one state after the other, for whoever does so in many.
type Walker struct{ steps *stepper }

// NewWalker walks through a model.
func NewWalker(m *spec.Model) *Walker { return &Walker{newStepper(m, nil)} }

// Successors are those of a state, as the function of the same name lists them.
func (w *Walker) Successors(st spec.State, ask Asking) ([]witness.Step, error) {
	w.steps.work = newBudget(successorWork)
	return w.steps.all(st, ask)
}

// all lists the steps from a state.
func (s *stepper) all(st spec.State, ask Asking) ([]witness.Step, error) {
	var steps []witness.Step
	err := s.each(st, ask, func(moves []spec.Move, to spec.State) error {
		steps = append(steps, witness.Step{Moves: moves, To: slices.Clone(to)})
		return nil
	})
	return steps, err
}

// Apply takes a step in a state: one move, or with joint steps one of each
// mover, in their order. It reports false, and no state, where a condition of an
// action does not hold.
func Apply(m *spec.Model, moves []spec.Move, st spec.State) (spec.State, bool, error) {
	return ApplyAsking(m, moves, st, nil)
}

// ApplyAsking is Apply for actions that may ask what somebody knows.
func ApplyAsking(m *spec.Model, moves []spec.Move, st spec.State, ask Asking) (spec.State, bool, error) {
	for i := range moves {
		if err := wellFormed(moves[i]); err != nil {
			return nil, false, err
		}
	}
	if err := inTurn(m, moves); err != nil {
		return nil, false, err
	}
	for _, conditions := range []func(*spec.Action) []spec.Expr{
		func(a *spec.Action) []spec.Expr { return a.When },
		func(a *spec.Action) []spec.Expr { return a.Given },
	} {
		for _, move := range moves {
			holds, err := inStep(moves, st, ask).HoldsAll(conditions(move.Action), namesOf(move))
			if err != nil {
				return nil, false, fault(move, st, err)
			}
			if !holds {
				return nil, false, nil
			}
		}
	}
	to, err := effect(moves, st, nil, ask)
	return to, err == nil, err
}

func malformed(format string, args ...any) error { return &Malformed{fmt.Sprintf(format, args...)} }

// wellFormed checks that a move has all its values, each of its type.
func wellFormed(move spec.Move) error {
	a := move.Action
	check := func(what string, names []*spec.Bound, values []spec.Value) error {
		if len(values) != len(names) {
			return malformed("%s takes %d %ss, not %d", a.Name, len(names), what, len(values))
		}
		for i, b := range names {
			if values[i] == nil || !b.Type.Has(values[i]) {
				return malformed("%s %d of %s is no value of %s", what, i+1, a.Name, b.Type)
			}
		}
		return nil
	}
	if err := check("argument", a.Params, move.Args); err != nil {
		return err
	}
	return check("outcome", a.Outcome, move.Outcome)
}

// inTurn checks that those who have to take part in a step do so.
func inTurn(m *spec.Model, moves []spec.Move) error {
	if !m.Joint {
		if len(moves) != 1 {
			return malformed("%d actions are taken at once", len(moves))
		}
		return nil
	}
	if len(moves) != len(m.Movers) {
		return malformed("%d agents act, and %d have to", len(moves), len(m.Movers))
	}
	for i, move := range moves {
		owner, err := ownerOf(move)
		if err != nil {
			return err
		}
		if !spec.Equal(owner, m.Movers[i].Agent.Name) {
			return malformed("%s is no action of %s", move, m.Movers[i].Agent.Name)
		}
	}
	return nil
}
