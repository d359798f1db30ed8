package evidence

import (
	"slices"

	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/witness"
)

// world is one world of a structure, with the way that evidence takes to it.
type world struct {
	kripke.World
	steps int   // taken since the run began, where agents count them
	past  *past // nil: a run begins here
}

// past is the way to a world.
type past struct {
	from world
	step witness.Step
	seen symbolic.Set // where it leads, with what was recorded of it
}

// move is a step and where it leads.
type move struct {
	step witness.Step
	to   world
}

// lastWorld is where moves from a world lead.
func lastWorld(from world, moves []move) world {
	if len(moves) == 0 {
		return from
	}
	return moves[len(moves)-1].to
}

// stepsOf are moves as evidence shows them.
func stepsOf(moves []move) []witness.Step {
	steps := make([]witness.Step, len(moves))
	for i, m := range moves {
		steps[i] = m.step
	}
	return steps
}

// ringOf is the first of growing sets that has a world.
func ringOf(w world, rings []kripke.Set) int {
	i := slices.IndexFunc(rings, w.In)
	if i < 0 {
		panic("evidence: a path left the rings that lead it")
	}
	return i
}

// same tells whether two are one world.
func (w world) same(v world) bool { return w.ID() == v.ID() }
