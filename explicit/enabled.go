package explicit

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// What follows is for those who look at steps in an order of their own.

// InitialStates lists the initial states, in the order of the variables' types.
func InitialStates(m *spec.Model, o Options) ([]spec.State, error) {
	o = o.withDefaults()
	return initialStates(m, o, o.search())
}

// Instances lists the arguments for which the guards of an action hold in a state. It
// takes from the work of a budget.
func Instances(m *spec.Model, a *spec.Action, st spec.State, work *Budget) ([][]spec.Value, error) {
	var all [][]spec.Value
	err := instances(a, st, work, nil, func(args []spec.Value) error {
		all = append(all, args)
		return nil
	})
	return all, withModel(m, err)
}

// Effect is the state to which moves lead that are possible.
func Effect(m *spec.Model, moves []spec.Move, st spec.State) (spec.State, error) {
	to, err := effect(moves, st, nil, nil)
	return to, withModel(m, err)
}

// Steps lists the steps from a state, taking from the work of a budget.
func Steps(m *spec.Model, st spec.State, work *Budget) ([]witness.Step, error) {
	return successors(m, st, work, nil)
}

// Owner is the agent who owns a move in a state. It is nil if nobody does: the action has no owner, or one that has
// no value there or is no agent (docs/semantics.md#undefined).
func Owner(m *spec.Model, move spec.Move, st spec.State) (*spec.Agent, error) {
	if move.Action.By == nil {
		return nil, nil
	}
	v, err := inStep([]spec.Move{move}, st, nil).Eval(move.Action.By, namesOf(move))
	switch {
	case errors.As(err, new(*spec.Undefined)):
		return nil, nil
	case err != nil:
		return nil, withModel(m, fault(move, st, err))
	}
	k := slices.IndexFunc(m.Agents, func(a *spec.Agent) bool { return spec.Equal(v, a.Name) })
	if k < 0 {
		return nil, nil
	}
	return m.Agents[k], nil
}

// OwnerAmong is the place among agents of the one who owns a move in a state, -1: none of them does, or the
// owner has no value.
func OwnerAmong(agents []*spec.Agent, move spec.Move, st spec.State) int {
	if move.Action.By == nil {
		return -1
	}
	owner, err := inStep([]spec.Move{move}, st, nil).Eval(move.Action.By, namesOf(move))
	if err != nil {
		return -1
	}
	return slices.IndexFunc(agents, func(a *spec.Agent) bool { return spec.Equal(owner, a.Name) })
}

// Arrow is a step between worlds.
type Arrow struct {
	Moves []spec.Move
	To    int // Beyond if it was not followed
}

// Arrows lists the steps from a world.
func (s *structure) Arrows(w int) []Arrow {
	all := make([]Arrow, len(s.out[w]))
	for i, e := range s.out[w] {
		all[i] = Arrow{e.moves, e.to}
	}
	return all
}

// Starts are the numbers of the worlds in which runs begin.
func (s *structure) Starts() []int { return s.initial }

// Cut tells whether steps lead beyond the worlds.
func (s *structure) Cut() bool { return s.cut }
