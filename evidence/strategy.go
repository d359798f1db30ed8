package evidence

import (
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
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
	var rings []ctlk.Ring
	if !e.Uniform {
		rings = g.Winning()
	} else {
		u, err := ctlk.UniformOf(c.Evaluator, e, env)
		if err != nil {
			return nil, err
		}
		allowed, starts = u.Winner(starts)
		rings = g.Rings(allowed)
	}
	none := c.m.Space().Empty()
	t := &player{Game: g, states: c.m.System, worlds: c.m.Worlds[0], allowed: allowed, rings: rings, shown: none}
	var failed symbolic.Set
	if e.Op == spec.NextTime {
		failed = t.once(starts)
	} else {
		failed = t.follow(starts, g.Goal(), g.Failed())
	}
	t.follow(failed, none, none)
	if t.long {
		return nil, nil
	}
	return &witness.Strategy{Members: g.Members(), Plays: t.plays}, nil
}

// player collects what a strategy says in the states to which it leads.
type player struct {
	*ctlk.Game
	states  *encode.System
	worlds  symbolic.Set
	allowed encode.Choices
	rings   []ctlk.Ring
	plays   []witness.Play
	shown   symbolic.Set // the states that were looked at
	visits  int
	long    bool // it is more than is shown
}

// once follows a strategy for one step, and returns where what is asked for has failed then.
func (t *player) once(open symbolic.Set) (failed symbolic.Set) {
	failed = open.Diff(open)
	for !open.IsEmpty() && !t.long {
		state, one := t.least(open)
		open = open.Diff(one)
		failed = failed.Or(t.act(state, one).And(t.Failed()))
	}
	return failed
}

// follow follows a strategy to where the play is over, and returns where what is asked for has
// failed on the way.
func (t *player) follow(open, over, lost symbolic.Set) (failed symbolic.Set) {
	met := open
	failed = open.Diff(open)
	for !open.IsEmpty() && !t.long {
		state, one := t.least(open)
		open = open.Diff(one)
		switch {
		case one.SubsetOf(over):
		case one.SubsetOf(lost):
			failed = failed.Or(one)
		default:
			next := t.act(state, one).Diff(met)
			open, met = open.Or(next), met.Or(next)
		}
	}
	return failed
}

// least is the least of some states, and the set of it.
func (t *player) least(open symbolic.Set) (spec.State, symbolic.Set) {
	state, _ := t.states.Pick(open)
	return state, t.states.Single(state)
}

// act collects what is done in a state, and returns where it leads.
func (t *player) act(state spec.State, one symbolic.Set) symbolic.Set {
	moves, choice := t.Pick(t.forced(one).In(one))
	if !one.SubsetOf(t.shown) && slices.ContainsFunc(moves, func(m spec.Move) bool { return m.Action != nil }) {
		t.plays = append(t.plays, witness.Play{State: state, Moves: moves})
	}
	t.shown, t.visits = t.shown.Or(one), t.visits+1
	t.long = len(t.plays) > witness.LongestStrategy || t.visits > witness.FarthestStrategy
	return t.After(choice).And(t.worlds)
}

// forced are the choices that force what is aimed for from a world.
func (t *player) forced(one symbolic.Set) encode.Choices {
	i := slices.IndexFunc(t.rings, func(r ctlk.Ring) bool { return one.SubsetOf(r.In) })
	if t.rings[i].By == nil {
		t.rings[i].By = t.Forcing(t.rings[i].Aim, t.allowed)
	}
	return t.rings[i].By
}
