package evidence

import (
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/witness"
)

// showCoalition shows a strategy that brings a formula about: what the members do
// in each state to which it can lead. That there is none is a claim.
func (c *maker) showCoalition(n *witness.Node, e *spec.Coalition, w world) error {
	if !n.Holds {
		n.Claim = witness.NoStrategy
		return nil
	}
	var err error
	if n.Strategy, err = c.strategy(e, n.Env, w); err == nil && n.Strategy == nil {
		n.Claim = witness.LongWin
	}
	return err
}

// strategy returns what wins in a world; nil if that is too long.
func (c *maker) strategy(e *spec.Coalition, env *spec.Env, w world) (*witness.Strategy, error) {
	g, err := ctlk.GameOf(c.Evaluator, e, env)
	if err != nil {
		return nil, err
	}
	allowed, starts := g.Can, c.m.System.Single(w.State)
	if e.Uniform {
		u, err := ctlk.UniformOf(c.Evaluator, e, env)
		if err != nil {
			return nil, err
		}
		allowed, starts = u.Winner(starts)
	}
	s := &witness.Strategy{Members: g.Members()}
	rings := g.Rings(allowed)
	met := starts
	for states, open := 0, met; !open.IsEmpty(); states++ {
		if len(s.Plays) == witness.LongestStrategy || states == witness.FarthestStrategy {
			return nil, nil
		}
		state, _ := c.m.System.Pick(open)
		one := c.m.System.Single(state)
		open = open.Diff(one)
		if one.SubsetOf(g.Goal()) {
			continue
		}
		moves, choice := g.Pick(g.Forcing(aim(rings, one), allowed).In(one))
		if slices.ContainsFunc(moves, func(m spec.Move) bool { return m.Action != nil }) {
			s.Plays = append(s.Plays, witness.Play{State: state, Moves: moves})
		}
		if e.Op != spec.NextTime {
			next := g.After(choice).And(c.m.Worlds[0]).Diff(met)
			open, met = open.Or(next), met.Or(next)
		}
	}
	return s, nil
}

// aim is the ring to force from a world.
func aim(rings []symbolic.Set, one symbolic.Set) symbolic.Set {
	i := slices.IndexFunc(rings, one.SubsetOf)
	return rings[max(i-1, 0)]
}
