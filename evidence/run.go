package evidence

import (
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/witness"
)

// run returns the steps of an execution of a program from a world into a set; the world
// is surely in the preimage of the set.
func run(m *kripke.Structure, p ctlk.Program, from world, into kripke.Set) []move {
	switch p := p.(type) {
	case *ctlk.Single:
		return []move{kind{p.Step, p.Env, p.Moves}.into(m, from, into)}
	case *ctlk.Sequence:
		return runSequence(m, p, from, into)
	case *ctlk.Union:
		for _, b := range p.Branches {
			if from.In(b.When) && from.In(b.Program.Before(into, false)) {
				return run(m, b.Program, from, into)
			}
		}
		panic("evidence: no branch where the preimage has one")
	case *ctlk.Star:
		return runStar(m, p, from, into)
	}
	return nil // a test
}

func runSequence(m *kripke.Structure, p *ctlk.Sequence, from world, into kripke.Set) []move {
	after := make([]kripke.Set, len(p.Parts)) // each part
	for i, part := range slices.Backward(p.Parts) {
		after[i] = into
		into = part.Before(into, false)
	}
	var all []move
	for i, part := range p.Parts {
		more := run(m, part, from, after[i])
		all, from = append(all, more...), lastWorld(from, more)
	}
	return all
}

// runStar takes as few rounds as it can: the iterates of the preimage tell how many are
// left.
func runStar(m *kripke.Structure, p *ctlk.Star, from world, into kripke.Set) []move {
	rings := []kripke.Set{into}
	for !from.In(into) {
		into = into.Or(p.Body.Before(into, false))
		rings = append(rings, into)
	}
	var all []move
	for i := ringOf(from, rings); i > 0; i = ringOf(from, rings) {
		more := run(m, p.Body, from, rings[i-1])
		all, from = append(all, more...), lastWorld(from, more)
	}
	return all
}

// kind are steps of one action, or of any where step is nil.
type kind struct {
	step  *spec.Step
	env   *spec.Env
	moves kripke.Moves
}

// anyKind are all steps.
func anyKind(m *kripke.Structure) kind { return kind{nil, nil, m.Every()} }

// into is a step into a set, from where one exists. Where worlds record more than a
// state, it is looked for by where it leads.
func (k kind) into(m *kripke.Structure, from world, into kripke.Set) move {
	here := m.Layers[from.Layer]
	for _, e := range here.Next {
		goal := into[e.To]
		if len(m.BitsIn(from.Layer))+len(m.BitsIn(e.To)) > 0 {
			if goal = goal.And(m.Reached(from.Layer, e, k.moves[from.Layer].Image(from.At))); goal.IsEmpty() {
				continue
			}
			goal = m.PickIn(e.To, goal).At
		}
		landing := e.Goal(into.Replace(e.To, goal))
		if m.Graph != nil {
			if landing = landing.And(k.moves[from.Layer].Image(from.At)); landing.IsEmpty() {
				continue
			}
			landing = m.Graph.One(landing)
		}
		if step, ok := k.landing(m, from, landing); ok {
			to := m.PickIn(e.To, goal.And(here.System.Single(step.To)))
			return move{step, world{to, from.steps + 1, &past{from, step, landing}}}
		}
	}
	panic("evidence: no step where the preimage has one")
}

// landing is a step from a world into a part of what steps lead to.
func (k kind) landing(m *kripke.Structure, from world, landing symbolic.Set) (witness.Step, bool) {
	sys := m.Layers[from.Layer].System
	if sys.Model().Joint {
		return sys.JointInstance(k.moves[from.Layer], from.State, from.At, landing)
	}
	return sys.InstanceAt(k.step, k.env, from.State, from.At, landing)
}

// origin returns the shortest way from an initial world into a set of worlds,
// which is not empty; where agents count steps, a way of so many.
func origin(m *kripke.Structure, into kripke.Set, steps int) (world, []move) {
	var path []kripke.Set
	if m.Memory {
		path = m.Ways(into, steps)
	} else {
		path = m.Shortest(into)
	}
	start := world{World: m.Pick(path[0])}
	moves := make([]move, len(path)-1)
	every := anyKind(m)
	for i, from := 0, start; i < len(moves); i++ {
		moves[i] = every.into(m, from, path[i+1])
		from = moves[i].to
	}
	return start, moves
}
