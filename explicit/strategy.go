package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Strategy is one by which a coalition brings about its goal from a world in which it can:
// what the members do in each state to which it may lead. It is nil if these are too many to be
// shown.
func (s *System) Strategy(e *spec.Coalition, env *spec.Env, w int) (*witness.Strategy, error) {
	agents, err := s.group(e.Group, env, w)
	if err != nil {
		return nil, err
	}
	g := s.gameOf(e, agents)
	if err := g.prepare(e, env, agents); err != nil {
		return nil, err
	}
	starts := []int{w}
	if e.Uniform {
		if starts, err = g.settle(w); err != nil {
			return nil, err
		}
	}
	f := &following{game: g, rings: g.rings(), shown: map[int]bool{}}
	var failed []int
	if g.op == spec.NextTime {
		for _, v := range starts {
			failed = append(failed, slices.DeleteFunc(f.act(v), func(to int) bool { return g.x.Has(to) })...)
		}
	} else {
		failed = f.follow(starts, g.isOver, g.isLost)
	}
	never := func(int) bool { return false }
	f.follow(failed, never, never)
	if f.long {
		return nil, nil
	}
	return &witness.Strategy{Members: g.members, Plays: f.plays}, nil
}

// following collects what a strategy says in the worlds to which it leads.
type following struct {
	*game
	rings  []ring
	plays  []witness.Play
	shown  map[int]bool
	visits int
	long   bool // it is more than is shown
}

// follow follows a strategy to where the play is over, and returns where what is asked for has
// failed on the way.
func (f *following) follow(open []int, over, lost func(w int) bool) (failed []int) {
	met := map[int]bool{}
	for i := 0; i < len(open) && !f.long; i++ {
		w := open[i]
		switch {
		case met[w] || over(w):
		case lost(w):
			failed = append(failed, w)
		default:
			open = append(open, f.act(w)...)
		}
		met[w] = true
	}
	return failed
}

// act collects what is done in a world, and returns where it leads.
func (f *following) act(w int) (to []int) {
	acts := make([]spec.Move, len(f.members))
	for _, t := range f.turns[w] {
		c := t.forcing(aim(f.rings, w))
		for k, m := range c.acts {
			if m.Action != nil {
				acts[k] = m
			}
		}
		to = append(to, c.to...)
	}
	if !f.shown[w] && slices.ContainsFunc(acts, func(m spec.Move) bool { return m.Action != nil }) {
		f.plays = append(f.plays, witness.Play{State: f.worlds[w], Moves: acts})
	}
	f.shown[w] = true
	f.visits++
	f.long = len(f.plays) > witness.LongestStrategy || f.visits > witness.FarthestStrategy
	return to
}

// settle leaves the choices of a uniform strategy that wins in a world, and returns the worlds
// from which it has to.
func (g *game) settle(w int) ([]int, error) {
	err := g.eachUniform(func() bool { return !g.inside(g.win()).Has(w) })
	starts := []int{w}
	for _, a := range g.from {
		of := g.classesOf(a).of
		for v := range of {
			if of[v] == of[w] && !slices.Contains(starts, v) {
				starts = append(starts, v)
			}
		}
	}
	return starts, err
}

// isOver tells whether the play is over in a world.
func (g *game) isOver(w int) bool {
	switch g.op {
	case spec.Eventually:
		return g.x.Has(w)
	case spec.Until:
		return g.y.Has(w)
	}
	return false
}

// isLost tells whether what is asked for has failed in a world, so that a run from there is won only
// if it is not fair.
func (g *game) isLost(w int) bool {
	return !g.isOver(w) && g.op != spec.Eventually && !g.x.Has(w)
}

// ring are the worlds of in that are in no ring before: the play is over there, or aim is
// forced.
type ring struct{ in, aim kleene.Set }

// rings are the iterates of a search for where the coalition wins: from each but the first it
// forces the one before. For X and G there is one.
func (g *game) rings() []ring {
	hold, goal := kleene.NewSet(len(g.worlds), true), kleene.NewSet(len(g.worlds), false)
	var rings []ring
	if g.fair != nil && g.op != spec.Eventually {
		rings = g.avoid(nil, hold, goal)
		goal = rings[len(rings)-1].in
	}
	switch g.op {
	case spec.NextTime:
		return append(rings, ring{g.win(), g.x.Or(goal)})
	case spec.Globally:
		z := g.win()
		return append(rings, ring{z, z})
	case spec.Until:
		hold, goal = g.x, g.y.Or(goal)
	default:
		goal = g.x
	}
	return g.avoid(rings, hold, goal)
}

// avoid adds the rings of a search for where all runs that count reach a goal through hold. Under
// fairness a ring aims for what is in none before only where its condition is false.
func (g *game) avoid(rings []ring, hold, goal kleene.Set) []ring {
	conditions := g.fair
	if conditions == nil {
		conditions = []kleene.Set{kleene.NewSet(len(g.worlds), true)}
	}
	rings = append(rings, ring{goal, goal})
	for {
		before := len(rings)
		for _, c := range conditions {
			z := rings[len(rings)-1].in
			off := hold.And(c.Not())
			aim := kleene.Fixpoint(z.Or(off), func(y kleene.Set) kleene.Set { return z.Or(off.And(g.cpre(y))) })
			if in := z.Or(hold.And(g.cpre(aim))); !in.Equal(z) {
				rings = append(rings, ring{in, aim})
			}
		}
		if len(rings) == before {
			return rings
		}
	}
}

// aim is what is forced from a world.
func aim(rings []ring, w int) kleene.Set {
	return rings[slices.IndexFunc(rings, func(r ring) bool { return r.in.Has(w) })].aim
}

// forcing is a choice that leads nowhere but into z.
func (t turn) forcing(z kleene.Set) choice {
	return t[slices.IndexFunc(t, func(c choice) bool { return c.forces(z) })]
}
