package explicit

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// What follows is for those who stand in one world and look around.

// Onward is the system in which steps can be taken from an outcome, in a world of the same
// number: that of the histories that go on from there.
func (o Outcome) Onward() (*System, error) { return o.System.goOn() }

// World is a world of a system, by its number.
type World struct {
	*System
	Number int
}

// At is one of the worlds.
func (s *System) At(w int) World { return World{s, w} }

// Informed tells whether an agent learnt of all knowledge actions before: of others nobody
// can say what they consider possible.
func (s *System) Informed(a *spec.Agent) bool { return s.learnt == nil || s.learnt[a] }

// Confused are the worlds that an agent confuses with this one, itself among them.
func (w World) Confused(a *spec.Agent) []int {
	classes := w.Classes(a)
	var all []int
	for v, class := range classes {
		if class == classes[w.Number] {
			all = append(all, v)
		}
	}
	return all
}

// Done is what knowledge actions did on the way to the world.
func (w World) Done() []string {
	_, _, done := w.comesFrom(w.Number)
	return done
}

// Asks says what is known in the world, for guards and effects of the steps from there.
func (w World) Asks() Asking {
	return func(e spec.Expr, env *spec.Env) (bool, error) { return w.Modal(e, env, w.Number) }
}

// Unmet is the first part of the guards of a move that does not hold in a state, nil where
// all do. Where one has no value it fails.
func Unmet(m *spec.Model, move spec.Move, st spec.State, ask Asking) (spec.Expr, error) {
	ev := inStep([]spec.Move{move}, st, ask)
	for _, c := range conjuncts(move.Action.When) {
		holds, err := ev.Holds(c.Expr, namesOf(move))
		if err != nil {
			return nil, withModel(m, fault(move, st, err))
		}
		if !holds {
			return c.Expr, nil
		}
	}
	return nil, nil
}

// Label writes the moves of a step as a program would.
func (a Arrow) Label() string {
	text := ""
	for i, m := range a.Moves {
		if i > 0 {
			text += " & "
		}
		text += m.String()
	}
	return text
}

// IsTooLarge tells whether an error says that there is too much to be enumerated.
func IsTooLarge(err error) bool { return errors.As(err, new(*TooLarge)) }

// Neighbours are up to most worlds that lead from one to another of which somebody confuses
// each with the next, this one first. It tells whether these are all.
func (w World) Neighbours(most int) (worlds []int, all bool) {
	worlds = []int{w.Number}
	for i := 0; i < len(worlds); i++ {
		for _, a := range w.model.Agents {
			if !w.Informed(a) {
				continue
			}
			for _, v := range w.At(worlds[i]).Confused(a) {
				if slices.Contains(worlds, v) {
					continue
				}
				if len(worlds) == most {
					return worlds, false
				}
				worlds = append(worlds, v)
			}
		}
	}
	return worlds, true
}
