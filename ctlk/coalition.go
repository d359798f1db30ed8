package ctlk

import (
	"errors"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// A coalition brings about a formula by a strategy of its members (Alur, Henzinger
// and Kupferman, "Alternating-time temporal logic", JACM 2002). With full
// information that is a fixpoint over what it can force in one step. A turn is a part
// of the steps among which some members choose (encode.Game); where it can be the turn of
// several, nobody chooses whose it is. So in each turn that there is in a state, some choice
// has to lead into X, and nowhere else:
//
//	force(X) = {s : s has a step, and for each turn of s and some choice d in it,
//	            (s,d) ∈ lead(W) \ lead(W \ X)}
//
//	<<B>> X f      force(f)
//	<<B>> F f      μZ. f ∪ force(Z)
//	<<B>> [f U g]  μZ. g ∪ f ∩ force(Z)
//	<<B>> G f      νZ. f ∩ (D ∪ force(Z))
//
// where D are the worlds without a step, or none under runs: ispl. Under fairness only fair runs
// have to be won (fair.go).
type Game struct {
	*setting
	*encode.Game
	e    *spec.Coalition
	all  symbolic.Set   // the worlds
	fair []symbolic.Set // the fairness predicates, nil where all runs count
	Can  encode.Choices // with which there is a step
	can  []symbolic.Set // where there are some, by turn
	live symbolic.Set   // the worlds with a step
	x, y symbolic.Set
	dead symbolic.Set
}

// coalition is the meaning of an operator about a coalition with full information.
func coalition(c *Evaluator, x spec.Expr, env *spec.Env, _ kripke.Set) (meaning, error) {
	g, err := GameOf(c, x.(*spec.Coalition), env)
	if err != nil {
		return meaning{}, err
	}
	return meaning{kripke.Exactly(kripke.Set{g.Win(g.Can)}), c.m.None()}, nil
}

// coalitionWithin is where in some worlds a coalition can bring about something.
// UniformOf strategies are searched for only where they are asked for.
func coalitionWithin(c *Evaluator, x spec.Expr, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	e := x.(*spec.Coalition)
	if c.o.Remembered != nil {
		t, err := c.o.Remembered(c, e, env)
		if err != nil {
			return kripke.Truth{}, err
		}
		return t.Within(where), nil
	}
	if !e.Uniform {
		return c.Modal(e, env, where)
	}
	u, err := UniformOf(c, e, env)
	if err != nil {
		return kripke.Truth{}, err
	}
	u.decide(where[0])
	if !where[0].Diff(u.won).SubsetOf(u.lost) {
		return kripke.Truth{}, ErrStrategies
	}
	return kripke.Exactly(kripke.Set{u.won}.And(where)), nil
}

// ErrStrategies ends a check with the verdict Unknown.
var ErrStrategies = errors.New("there are more uniform strategies than were tried")

// GameOf evaluates what an operator is about.
func GameOf(c *Evaluator, e *spec.Coalition, env *spec.Env) (*Game, error) {
	if !c.m.Single() {
		return nil, c.refuse(verdict.Unsupported, e.Span(), "coalitions are asked about under recall: none")
	}
	members, err := coalitionOf(c, e, env)
	if err != nil {
		return nil, err
	}
	g := &Game{setting: c.setting, e: e, all: c.m.Worlds[0]}
	if g.Game, err = c.m.System.Game(members); err != nil {
		return nil, err
	}
	x, err := c.Everywhere(e.X, env)
	if err != nil {
		return nil, err
	}
	g.x = x.Lower[0]
	if e.Op == spec.Until {
		y, err := c.Everywhere(e.Y, env)
		if err != nil {
			return nil, err
		}
		g.y = y.Lower[0]
	}
	to := g.all
	if c.m.Fair != nil {
		to = to.Or(c.m.Unfair[0])
		for _, x := range c.m.Fair {
			g.fair = append(g.fair, x[0])
		}
	}
	g.Can = g.Leading(to).In(g.all)
	for i := range g.Turns {
		g.can = append(g.can, g.Where(i, g.Can))
	}
	g.live = c.m.Space().OrAll(g.can...)
	g.dead = c.m.Space().Empty()
	if c.o.Runs != spec.IsplRuns {
		g.dead = g.all.Diff(g.live)
	}
	return g, nil
}

// coalitionOf are the members of a coalition, which are the same everywhere.
func coalitionOf(c *Evaluator, e *spec.Coalition, env *spec.Env) ([]*spec.Agent, error) {
	b, err := GroupOf(c, e.Group, env)
	if err != nil {
		return nil, err
	}
	if !b.undefined.IsEmpty() {
		return nil, c.noGroup(e.Group, env, c.m.Pick(b.undefined))
	}
	var who []*spec.Agent
	for _, m := range b.Members {
		who = append(who, m.Agent)
	}
	return who, nil
}

// Forcing are the choices among those allowed that force the next world into x, if it
// is their turn.
func (g *Game) Forcing(x symbolic.Set, allowed encode.Choices) encode.Choices {
	return allowed.Diff(g.Leading(g.all.Diff(x)))
}

// Force is where the coalition forces the next world into x by choices among those allowed.
func (g *Game) Force(x symbolic.Set, allowed encode.Choices) symbolic.Set {
	forcing, forced := g.Forcing(x, allowed), g.live
	for i, can := range g.can {
		forced = forced.Diff(can.Diff(g.Where(i, forcing)))
	}
	return forced
}

// Win is where the coalition reaches its goal by choices among those allowed.
func (g *Game) Win(allowed encode.Choices) symbolic.Set {
	z := g.Start()
	switch {
	case g.fair != nil:
		return allOf(g.fairRings(allowed))
	case g.e.Op == spec.NextTime:
		return g.Step(z, allowed)
	}
	for i := 1; ; i++ {
		next := g.Step(z, allowed)
		g.Tick("coalition", i, kripke.Set{next})
		if next.Equal(z) {
			return z
		}
		z = next
	}
}

// Start is where iterating the equation begins.
func (g *Game) Start() symbolic.Set {
	if g.e.Op == spec.Until {
		return g.y
	}
	return g.x
}

// Step is the right side of the equation.
func (g *Game) Step(z symbolic.Set, allowed encode.Choices) symbolic.Set {
	forced := g.Force(z, allowed)
	switch g.e.Op {
	case spec.NextTime:
		return forced
	case spec.Globally:
		return g.x.And(g.dead.Or(forced))
	case spec.Until:
		return g.y.Or(g.x.And(forced))
	}
	return g.x.Or(forced)
}

// Goal are the worlds in which the play is over.
func (g *Game) Goal() symbolic.Set {
	switch g.e.Op {
	case spec.Eventually:
		return g.x
	case spec.Until:
		return g.y
	}
	return g.m.Space().Empty()
}

// Ring are the worlds of In that are in no ring before, in which the play is over or the
// coalition forces Aim.
type Ring struct{ In, Aim symbolic.Set }

// allOf is what is in some ring.
func allOf(rings []Ring) symbolic.Set { return rings[len(rings)-1].In }

// Rings are the iterates of a search for where the coalition wins by choices among those
// allowed: from each ring but the first it forces the one before. For X and G there is
// one.
func (g *Game) Rings(allowed encode.Choices) []Ring {
	switch {
	case g.fair != nil:
		return g.fairRings(allowed)
	case g.e.Op == spec.NextTime:
		return []Ring{{g.Win(allowed), g.x}}
	case g.e.Op == spec.Globally:
		z := g.Win(allowed)
		return []Ring{{z, z}}
	}
	rings := []Ring{{g.Goal(), g.Goal()}}
	for {
		z := allOf(rings)
		next := g.Step(z, allowed)
		if next.Equal(z) {
			return rings
		}
		rings = append(rings, Ring{next, z})
	}
}
