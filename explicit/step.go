package explicit

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Successors lists all enabled instances of all actions in a state, with the
// states that they lead to: actions in the order of the document, arguments in
// the order of their types.
func Successors(m *spec.Model, st spec.State) ([]witness.Step, error) {
	return successors(m, st, newBudget(successorWork), nil)
}

// asking decides what somebody knows where a step is taken; nil: nobody asks.
type asking = func(e spec.Expr, env *spec.Env) (bool, error)

func successors(m *spec.Model, st spec.State, work *budget, ask asking) ([]witness.Step, error) {
	var steps []witness.Step
	for _, a := range m.Actions {
		err := instances(a, st, work, ask, func(args []spec.Value) error {
			to, err := effect(a, args, st, ask)
			steps = append(steps, witness.Step{Moves: []spec.Move{{Action: a, Args: args}}, To: to})
			return err
		})
		if err != nil {
			return nil, withModel(m, err)
		}
	}
	return steps, nil
}

// instances runs f over the arguments for which the guards of a hold.
func instances(a *spec.Action, st spec.State, work *budget, ask asking, f func(args []spec.Value) error) error {
	s := newSearch(st, a.When, work)
	s.asks(ask)
	s.overArgs(a.Params)
	s.found = func(values []spec.Value) error { return f(slices.Clone(values)) }
	s.missing = func(values []spec.Value, err error) error {
		return fault(a, slices.Clone(values), st, err)
	}
	return s.run()
}

// Apply takes one instance of an action in a state. It reports false, and no
// state, where a guard does not hold.
func Apply(a *spec.Action, args []spec.Value, st spec.State) (spec.State, bool, error) {
	return apply(a, args, st, nil)
}

func apply(a *spec.Action, args []spec.Value, st spec.State, ask asking) (spec.State, bool, error) {
	if len(args) != len(a.Params) {
		return nil, false, fmt.Errorf("%s takes %d arguments, not %d", a.Name, len(a.Params), len(args))
	}
	for i, b := range a.Params {
		if args[i] == nil || !b.Type.Has(args[i]) {
			return nil, false, fmt.Errorf("argument %d of %s is no value of %s", i+1, a.Name, b.Type)
		}
	}
	ev := spec.Evaluator{State: st, Modal: ask, Budget: maxNodes}
	enabled, err := ev.HoldsAll(a.When, (*spec.Env)(nil).BindAll(a.Params, args))
	if err != nil {
		return nil, false, fault(a, args, st, err)
	}
	if !enabled {
		return nil, false, nil
	}
	to, err := effect(a, args, st, ask)
	return to, err == nil, err
}
