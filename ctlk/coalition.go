package ctlk

import (
	"errors"
	"math"

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
	won  []Ring // those by Can, if they were found and are few, see keptRings
}

// coalition is the meaning of an operator about a coalition with full information.
func coalition(c *Evaluator, x spec.Expr, env *spec.Env, _ kripke.Set) (meaning, error) {
	g, err := GameOf(c, x.(*spec.Coalition), env)
	if err != nil {
		return meaning{}, err
	}
	return meaning{holds: kripke.Exactly(kripke.Set{g.Winnable()}), undefined: c.m.None()}, nil
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

// gameKey is an operator about a coalition with the values of its names.
type gameKey KeyOf

// GameOf returns the game of an operator, which is kept.
func GameOf(c *Evaluator, e *spec.Coalition, env *spec.Env) (*Game, error) {
	id := gameKey(Key(e, env))
	if g, ok := recall[*Game](c, id); ok {
		return g, nil
	}
	g, err := gameOf(c, e, env)
	if err == nil {
		c.memo.kept[id] = g
	}
	return g, err
}

// gameOf evaluates what an operator is about.
func gameOf(c *Evaluator, e *spec.Coalition, env *spec.Env) (*Game, error) {
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
	if c.m.Fair == nil {
		g.Can = g.Possible().In(g.all) // no step leaves the worlds
	} else {
		g.Can = g.Leading(g.all.Or(c.m.Unfair[0])).In(g.all)
		for _, x := range c.m.Fair {
			g.fair = append(g.fair, x[0])
		}
	}
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
	return g.forced(g.Forcing(x, allowed))
}

// forced is where there is one of the choices that force something in each turn.
func (g *Game) forced(forcing encode.Choices) symbolic.Set {
	forced := g.live
	for i, can := range g.can {
		forced = forced.Diff(can.Diff(g.Where(i, forcing)))
	}
	return forced
}

// keptRings is how many rings are kept of a game, and of how many the choices that force them, for those
// who show what the coalition does: more would hold on to too many sets.
const keptRings = 64

// Winnable is where the coalition reaches its goal by whatever it can do.
func (g *Game) Winnable() symbolic.Set {
	if !g.arrives() {
		return g.Win(g.Can)
	}
	z, rings := g.arrive(g.Can, keptRings)
	g.won = rings
	return z
}

// arrives tells whether the coalition wins once it arrives somewhere.
func (g *Game) arrives() bool {
	return g.fair == nil && (g.e.Op == spec.Eventually || g.e.Op == spec.Until)
}

// arrive is Win and Rings of a game that is won on arrival; nil: there are more rings than most.
func (g *Game) arrive(allowed encode.Choices, most int) (z symbolic.Set, rings []Ring) {
	z = g.Goal()
	rings = []Ring{{In: z, Aim: z}}
	for i := 1; ; i++ {
		forcing := g.Forcing(z, allowed)
		next := g.next(g.forced(forcing))
		g.Tick("coalition", i, kripke.Set{next})
		if next.Equal(z) {
			return z, rings
		}
		switch {
		case i >= most:
			rings = nil
		case i < keptRings:
			rings = append(rings, Ring{next, z, forcing})
		default:
			rings = append(rings, Ring{In: next, Aim: z})
		}
		z = next
	}
}

// Win is where the coalition reaches its goal by choices among those allowed.
func (g *Game) Win(allowed encode.Choices) symbolic.Set {
	z := g.Start()
	switch {
	case g.fair != nil:
		return allOf(g.fairRings(allowed))
	case g.arrives():
		z, _ = g.arrive(allowed, 0)
		return z
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
	return g.next(g.Force(z, allowed))
}

// next is the right side of the equation, given what is forced.
func (g *Game) next(forced symbolic.Set) symbolic.Set {
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
// coalition forces Aim, by By; nil: it was not kept.
type Ring struct {
	In, Aim symbolic.Set
	By      encode.Choices
}

// allOf is what is in some ring.
func allOf(rings []Ring) symbolic.Set { return rings[len(rings)-1].In }

// Winning are the rings of a search for where the coalition wins by whatever it can do.
func (g *Game) Winning() []Ring {
	if g.won != nil {
		return g.won
	}
	return g.Rings(g.Can)
}

// Rings are the iterates of a search for where the coalition wins by choices among those
// allowed: from each ring but the first it forces the one before. For X and G there is
// one.
func (g *Game) Rings(allowed encode.Choices) []Ring {
	switch {
	case g.fair != nil:
		return g.fairRings(allowed)
	case g.e.Op == spec.NextTime:
		return []Ring{{In: g.Win(allowed), Aim: g.x}}
	case g.e.Op == spec.Globally:
		z := g.Win(allowed)
		return []Ring{{In: z, Aim: z}}
	}
	_, rings := g.arrive(allowed, math.MaxInt)
	return rings
}
