package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/witness"
)

func (p *single) run(from world, into set) []move {
	return []move{p.instance(p, from, into)}
}

func (p *test) run(world, set) []move { return nil }

func (p *sequence) run(from world, into set) []move {
	after := make([]set, len(p.parts)) // each part
	for i, part := range slices.Backward(p.parts) {
		after[i] = into
		into = part.before(into, false)
	}
	var all []move
	for i, part := range p.parts {
		more := part.run(from, after[i])
		all, from = append(all, more...), lastWorld(from, more)
	}
	return all
}

func (p *union) run(from world, into set) []move {
	for _, b := range p.branches {
		if p.isIn(from, b.when) && p.isIn(from, b.program.before(into, false)) {
			return b.program.run(from, into)
		}
	}
	panic("ctlk: no branch where the preimage has one")
}

// run of a star takes as few rounds as it can: the iterates of before tell how
// many are left.
func (p *star) run(from world, into set) []move {
	rings := []set{into}
	for !p.isIn(from, into) {
		into = into.Or(p.body.before(into, false))
		rings = append(rings, into)
	}
	var all []move
	for i := p.ringOf(from, rings); i > 0; i = p.ringOf(from, rings) {
		more := p.body.run(from, rings[i-1])
		all, from = append(all, more...), lastWorld(from, more)
	}
	return all
}

// ringOf is the first of growing sets that has a world.
func (c *Checker) ringOf(w world, rings []set) int {
	i := slices.IndexFunc(rings, func(x set) bool { return c.isIn(w, x) })
	if i < 0 {
		panic("ctlk: a path left the rings that lead it")
	}
	return i
}

// anyStep is some step into a set, from where one exists.
func (c *Checker) anyStep(from world, into set) move { return c.instance(c.everyStep(), from, into) }

// everyStep are all steps, as a program.
func (c *Checker) everyStep() *single { return &single{c, nil, nil, c.frame.every()} }

// instance is a step that exists. Where worlds record more than a state, it is
// looked for by where it leads.
func (c *Checker) instance(p *single, from world, into set) move {
	here := c.frame.layers[from.layer]
	for _, e := range here.next {
		goal := into[e.to]
		if len(c.frame.bitsIn(from.layer))+len(c.frame.bitsIn(e.to)) > 0 {
			if goal = goal.And(c.frame.reached(from.layer, e, p.moves[from.layer].Image(from.at))); goal.IsEmpty() {
				continue
			}
			goal = c.pickIn(e.to, goal).at
		}
		landing := e.goal(into.replace(e.to, goal))
		if g := c.frame.graph; g != nil {
			if landing = landing.And(p.moves[from.layer].Image(from.at)); landing.IsEmpty() {
				continue
			}
			landing = g.one(landing)
		}
		if step, ok := p.into(from, landing); ok {
			w := c.pickIn(e.to, goal.And(here.sys.Single(step.To)))
			w.steps, w.past = from.steps+1, &past{from, step, landing}
			return move{step, w}
		}
	}
	panic("ctlk: no step where the preimage has one")
}

// into is a step of p from a world into a part of what steps lead to.
func (p *single) into(from world, landing symbolic.Set) (witness.Step, bool) {
	sys := p.frame.layers[from.layer].sys
	if sys.Model().Joint {
		return sys.JointInstance(p.moves[from.layer], from.state, from.at, landing)
	}
	return sys.InstanceAt(p.step, p.env, from.state, from.at, landing)
}

// lastWorld is where moves from a world lead.
func lastWorld(from world, moves []move) world {
	if len(moves) == 0 {
		return from
	}
	return moves[len(moves)-1].to
}
