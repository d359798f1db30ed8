package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/witness"
)

// longestStrategy is in how many states it is shown what a coalition does.
const longestStrategy = 200

// showCoalition shows a strategy that brings a formula about: what the members do
// in each state to which it can lead. That there is none is a claim.
func (c *Checker) showCoalition(n *witness.Node, e *spec.Coalition, w world) error {
	switch {
	case !n.Holds:
		n.Claim = "by no strategy"
	case e.X.Traits()&spec.Modal != 0 || e.Y != nil && e.Y.Traits()&spec.Modal != 0:
		n.Claim = "by a strategy" // that leads to where more would have to be shown
	default:
		var err error
		if n.Strategy, err = c.strategy(e, n.Env, w); err == nil && n.Strategy == nil {
			n.Claim = "by a strategy that is too long to be shown"
		}
		return err
	}
	return nil
}

// strategy returns what wins in a world; nil if that is too long.
func (c *Checker) strategy(e *spec.Coalition, env *spec.Env, w world) (*witness.Strategy, error) {
	g, err := c.game(e, env)
	if err != nil {
		return nil, err
	}
	allowed := g.can
	if e.Uniform {
		u, err := c.uniform(e, env)
		if err != nil {
			return nil, err
		}
		allowed = u.winner(c.sys.Single(w.state))
	}
	s := &witness.Strategy{Members: g.Members()}
	rings := g.rings(allowed)
	met := c.sys.Single(w.state)
	for open := met; !open.IsEmpty(); {
		if len(s.Plays) == longestStrategy {
			return nil, nil
		}
		state, _ := c.sys.Pick(open)
		one := c.sys.Single(state)
		open = open.Diff(one)
		choices := g.forcing(g.aim(rings, one), allowed).And(one)
		if g.over(one) || choices.IsEmpty() {
			continue
		}
		moves, choice := g.Pick(choices)
		s.Plays = append(s.Plays, witness.Play{State: state, Moves: moves})
		if e.Op != spec.NextTime {
			next := g.After(choice).And(g.all).Diff(met)
			open, met = open.Or(next), met.Or(next)
		}
	}
	return s, nil
}

// over tells whether in a world nothing has to be done any more.
func (g *game) over(one symbolic.Set) bool { return one.SubsetOf(g.reachedGoal()) }

// rings are the iterates of win: from each ring but the first the coalition forces
// the one before. For X and G there is one, which is forced again and again.
func (g *game) rings(allowed symbolic.Set) []symbolic.Set {
	hold := g.all
	switch g.e.Op {
	case spec.NextTime:
		return []symbolic.Set{g.x}
	case spec.Globally:
		return []symbolic.Set{g.win(allowed)}
	case spec.Until:
		hold = g.x
	}
	rings := []symbolic.Set{g.reachedGoal()}
	for {
		last := rings[len(rings)-1]
		next := last.Or(hold.And(g.force(last, allowed)))
		if next.Equal(last) {
			return rings
		}
		rings = append(rings, next)
	}
}

// aim is the ring to force from a world.
func (g *game) aim(rings []symbolic.Set, one symbolic.Set) symbolic.Set {
	i := slices.IndexFunc(rings, one.SubsetOf)
	return rings[max(i-1, 0)]
}
