package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

func (p *single) run(from spec.State, into set) []witness.Step {
	return []witness.Step{p.instance(p.step, p.env, from, into)}
}

func (p *test) run(spec.State, set) []witness.Step { return nil }

func (p *sequence) run(from spec.State, into set) []witness.Step {
	after := make([]set, len(p.parts)) // each part
	for i, part := range slices.Backward(p.parts) {
		after[i] = into
		into = part.before(into)
	}
	var all []witness.Step
	for i, part := range p.parts {
		more := part.run(from, after[i])
		all, from = append(all, more...), lastState(from, more)
	}
	return all
}

func (p *union) run(from spec.State, into set) []witness.Step {
	for _, b := range p.branches {
		if p.isIn(from, b.when) && p.isIn(from, b.program.before(into)) {
			return b.program.run(from, into)
		}
	}
	panic("ctlk: no branch where the preimage has one")
}

// run of a star takes as few rounds as it can: the iterates of before tell how
// many are left.
func (p *star) run(from spec.State, into set) []witness.Step {
	layers := []set{into}
	for !p.isIn(from, into) {
		into = into.Or(p.body.before(into))
		layers = append(layers, into)
	}
	var all []witness.Step
	for i := p.layer(from, layers); i > 0; i = p.layer(from, layers) {
		more := p.body.run(from, layers[i-1])
		all, from = append(all, more...), lastState(from, more)
	}
	return all
}

// layer is the first of growing sets that has a state.
func (c *Checker) layer(state spec.State, layers []set) int {
	one := c.sys.Single(state)
	i := slices.IndexFunc(layers, one.SubsetOf)
	if i < 0 {
		panic("ctlk: a path left the layers that lead it")
	}
	return i
}

// instance is a step that exists.
func (c *Checker) instance(p *spec.Step, env *spec.Env, from spec.State, into set) witness.Step {
	step, ok := c.sys.Instance(p, env, from, into)
	if !ok {
		panic("ctlk: no step where the preimage has one")
	}
	return step
}

// lastState is where steps from a state lead.
func lastState(from spec.State, steps []witness.Step) spec.State {
	if len(steps) == 0 {
		return from
	}
	return steps[len(steps)-1].To
}
