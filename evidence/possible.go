package evidence

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// remembers tells whether what agents consider possible depends on more than the state.
func (c *maker) remembers() bool {
	return c.m.Product == nil && (c.m.Memory || c.m.Graph != nil || c.m.System.HasPublicKnowledge())
}

// notes adds to a path from a world what is considered possible along it; at its
// beginning only where a run begins, elsewhere that was said.
func (p *pathMaker) notes(start world) error {
	if p.away || p.m.GoesOn() || len(p.asked) == 0 || !p.remembers() {
		return nil
	}
	if start.past == nil {
		if err := p.note(start, 0); err != nil {
			return err
		}
	}
	for i, m := range p.way[:min(len(p.way), witness.MostNoted)] {
		if err := p.note(m.to, i+1); err != nil {
			return err
		}
	}
	return nil
}

// note adds what is considered possible in a world.
func (p *pathMaker) note(w world, after int) error {
	for _, s := range p.asked {
		if p.m.Graph != nil && p.m.Home([]*spec.Agent{s.Agent}, w.Layer) < 0 {
			continue
		}
		near, err := p.near([]*spec.Agent{s.Agent}, w)
		if err != nil {
			return err
		}
		here := near[near.Layer()]
		cases, undefined, err := p.m.System.Cases(s.About, nil, nil)
		if err != nil {
			return err
		}
		if !undefined.Disjoint(here) {
			continue
		}
		var values []spec.Value
		for _, k := range cases {
			if !k.When.Disjoint(here) {
				values = append(values, k.Value)
			}
		}
		p.path.Possible = append(p.path.Possible, witness.PossibleOf(s, after, values))
	}
	return nil
}
