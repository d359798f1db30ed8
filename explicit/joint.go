package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// jointMoves runs f over all joint steps from a state: every mover takes one of
// its enabled moves, and then every action gets an outcome that satisfies its
// conditions, which may ask what the others do. A mover without an enabled
// move, and an action without an outcome, leave no step.
func (s *stepper) jointMoves(st spec.State, ask Asking, f func([]spec.Move) error) error {
	choices, err := choicesAt(s.model, st, s.work, ask)
	if err != nil {
		return err
	}
	return eachJoint(choices, nil, s.work, func(moves []spec.Move) error {
		return s.eachOutcome(moves, st, ask, f)
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
func (s *stepper) eachOutcome(moves []spec.Move, st spec.State, ask Asking, f func([]spec.Move) error) error {
	all := make([][]spec.Move, len(moves)) // of each move, the move with an outcome
	for i, move := range moves {
		outcomes, err := s.outcomes(move, moves, st, ask)
		if err != nil {
			return err
		}
		for _, values := range outcomes {
			with := move
			with.Outcome = values
			all[i] = append(all[i], with)
		}
	}
	return eachJoint(all, nil, s.work, f)
}
