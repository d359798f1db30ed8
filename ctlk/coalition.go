package ctlk

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// A coalition brings about a formula by a strategy of its members (Alur, Henzinger
// and Kupferman, "Alternating-time temporal logic", JACM 2002). With full
// information that is a fixpoint over what it can force in one step: a choice of
// the members forces the next state into X if some step has it, and no step that
// has it leads elsewhere,
//
//	force(X) = {s : for some choice d of the members, (s,d) ∈ lead(W) \ lead(W \ X)}
//
//	<<B>> X f      force(f)
//	<<B>> F f      μZ. f ∪ force(Z)
//	<<B>> [f U g]  μZ. g ∪ f ∩ force(Z)
//	<<B>> G f      νZ. f ∩ (D ∪ force(Z))
//
// where D are the worlds without a step, or none under runs: ispl.
type game struct {
	*Checker
	*encode.Game
	e    *spec.Coalition
	all  symbolic.Set // the worlds
	can  symbolic.Set // the choices with which there is a step
	x, y symbolic.Set
	dead symbolic.Set
}

// coalition is the meaning of an operator about a coalition with full information.
func (c *Checker) coalition(e *spec.Coalition, env *spec.Env) (meaning, error) {
	g, err := c.game(e, env)
	if err != nil {
		return meaning{}, err
	}
	return meaning{exactly(set{g.win(g.can)}), c.frame.none()}, nil
}

// coalitionWithin is where in some worlds a coalition can bring about something.
// Uniform strategies are searched for only where they are asked for.
func (c *Checker) coalitionWithin(e *spec.Coalition, env *spec.Env, where set) (truth, error) {
	if !e.Uniform {
		return c.modalWithin(e, env, where)
	}
	u, err := c.uniform(e, env)
	if err != nil {
		return truth{}, err
	}
	u.decide(where[0])
	if !where[0].Diff(u.won).SubsetOf(u.lost) {
		return truth{}, errStrategies
	}
	return exactly(set{u.won}.And(where)), nil
}

// errStrategies ends a check with the verdict Unknown.
var errStrategies = errors.New("there are more uniform strategies than were tried")

// game evaluates what an operator is about.
func (c *Checker) game(e *spec.Coalition, env *spec.Env) (*game, error) {
	if !c.frame.single() {
		return nil, c.refuse(Unsupported, e.Span(), "coalitions are asked about under recall: none")
	}
	members, err := c.coalitionOf(e, env)
	if err != nil {
		return nil, err
	}
	g := &game{Checker: c, e: e, all: c.frame.all[0]}
	if g.Game, err = c.sys.Game(members); err != nil {
		return nil, err
	}
	x, err := c.everywhere(e.X, env)
	if err != nil {
		return nil, err
	}
	g.x = x.sure[0]
	if e.Op == spec.Until {
		y, err := c.everywhere(e.Y, env)
		if err != nil {
			return nil, err
		}
		g.y = y.sure[0]
	}
	g.can = g.Leading(g.all).And(g.all)
	g.dead = c.empty()
	if c.runs != spec.IsplRuns {
		g.dead = g.all.Diff(g.States(g.can))
	}
	return g, nil
}

// coalitionOf are the members of a coalition, which are the same everywhere.
func (c *Checker) coalitionOf(e *spec.Coalition, env *spec.Env) ([]*spec.Agent, error) {
	b, err := c.band(e.Group, env)
	if err != nil {
		return nil, err
	}
	var who []*spec.Agent
	for _, m := range b.members {
		if !m.when.IsEmpty() && !slices.Contains(who, m.agent) {
			who = append(who, m.agent)
		}
	}
	return who, nil
}

// forcing are the choices among those allowed that force the next world into x.
func (g *game) forcing(x, allowed symbolic.Set) symbolic.Set {
	return allowed.Diff(g.Leading(g.all.Diff(x)))
}

func (g *game) force(x, allowed symbolic.Set) symbolic.Set {
	return g.States(g.forcing(x, allowed))
}

// win is where the coalition reaches its goal by choices among those allowed.
func (g *game) win(allowed symbolic.Set) symbolic.Set {
	goal, hold := g.x, g.all
	switch g.e.Op {
	case spec.NextTime:
		return g.force(g.x, allowed)
	case spec.Globally:
		return g.iterate(g.x, func(z symbolic.Set) symbolic.Set { return g.x.And(g.dead.Or(g.force(z, allowed))) })
	case spec.Until:
		goal, hold = g.y, g.x
	}
	return g.iterate(goal, func(z symbolic.Set) symbolic.Set { return goal.Or(hold.And(g.force(z, allowed))) })
}

func (g *game) iterate(z symbolic.Set, step func(symbolic.Set) symbolic.Set) symbolic.Set {
	for i := 1; ; i++ {
		next := step(z)
		g.tick("coalition", i, set{next})
		if next.Equal(z) {
			return z
		}
		z = next
	}
}
