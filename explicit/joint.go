package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// jointMoves runs f over all joint steps from a state: every mover takes one of
// its enabled moves, and then every action gets an outcome that satisfies its
// conditions, which may ask what the others do. A mover without an enabled
// move, and an action without an outcome, leave no step.
func jointMoves(m *spec.Model, st spec.State, work *Budget, ask Asking, f func([]spec.Move) error) error {
	choices, err := choicesAt(m, st, work, ask)
	if err != nil {
		return err
	}
	return eachJoint(choices, nil, work, func(moves []spec.Move) error {
		return eachOutcome(moves, st, work, ask, f)
	})
}

// choicesAt lists the enabled moves of each mover.
func choicesAt(m *spec.Model, st spec.State, work *Budget, ask Asking) ([][]spec.Move, error) {
	choices := make([][]spec.Move, len(m.Movers))
	err := eachMove(m, st, work, ask, func(move spec.Move) error {
		owner, err := ownerOf(move)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(m.Movers, func(who *spec.Mover) bool { return spec.Equal(who.Agent.Name, owner) })
		choices[i] = append(choices[i], move)
		return nil
	})
	return choices, err
}

// eachJoint runs f over the combinations of one move from each list.
func eachJoint(choices [][]spec.Move, moves []spec.Move, work *Budget, f func([]spec.Move) error) error {
	if len(moves) == len(choices) {
		return f(moves)
	}
	for _, move := range choices[len(moves)] {
		if !work.Spend(1) {
			return work.Exceeded()
		}
		if err := eachJoint(choices, append(slices.Clip(moves), move), work, f); err != nil {
			return err
		}
	}
	return nil
}

// eachOutcome runs f over the outcomes of a joint move.
func eachOutcome(moves []spec.Move, st spec.State, work *Budget, ask Asking, f func([]spec.Move) error) error {
	outcomes := make([][]spec.Move, len(moves)) // of each move, the move with an outcome
	for i, move := range moves {
		types := make([]spec.Type, len(move.Action.Outcome))
		for k, b := range move.Action.Outcome {
			types[k] = b.Type
		}
		for values := range spec.Tuples(types) {
			if !work.Spend(1) {
				return work.Exceeded()
			}
			with := move
			with.Outcome = slices.Clone(values)
			ev := inStep(moves, st, ask)
			holds, err := ev.HoldsAll(move.Action.Given, namesOf(with))
			if more := work.evaluations().evaluated(ev); more != nil {
				return more
			}
			if err != nil {
				return fault(with, st, err)
			}
			if holds {
				outcomes[i] = append(outcomes[i], with)
			}
		}
	}
	return eachJoint(outcomes, nil, work, f)
}
