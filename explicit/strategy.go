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
	play := &witness.Strategy{Members: g.members}
	rings := g.rings()
	met := map[int]bool{}
	for _, v := range starts {
		met[v] = true
	}
	for i := 0; i < len(starts); i++ {
		v := starts[i]
		if len(play.Plays) == witness.LongestStrategy || i == witness.FarthestStrategy {
			return nil, nil
		}
		if g.isOver(v) {
			continue
		}
		acts := make([]spec.Move, len(g.members))
		for _, t := range g.turns[v] {
			c := t.forcing(aim(rings, v))
			for k, m := range c.acts {
				if m.Action != nil {
					acts[k] = m
				}
			}
			for _, to := range c.to {
				if g.op != spec.NextTime && !met[to] {
					met[to] = true
					starts = append(starts, to)
				}
			}
		}
		if slices.ContainsFunc(acts, func(m spec.Move) bool { return m.Action != nil }) {
			play.Plays = append(play.Plays, witness.Play{State: g.worlds[v], Moves: acts})
		}
	}
	return play, nil
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

// rings are the iterates of a search for where the coalition wins: from each but the first it
// forces the one before. For X and G there is one, which is forced again and again.
func (g *game) rings() []kleene.Set {
	hold, goal := g.x, g.y
	switch g.op {
	case spec.NextTime:
		return []kleene.Set{g.x}
	case spec.Globally:
		return []kleene.Set{g.win()}
	case spec.Eventually:
		hold, goal = kleene.NewSet(len(g.worlds), true), g.x
	}
	rings := []kleene.Set{goal}
	for {
		last := rings[len(rings)-1]
		next := last.Or(hold.And(g.cpre(last)))
		if next.Equal(last) {
			return rings
		}
		rings = append(rings, next)
	}
}

// aim is the ring to force from a world.
func aim(rings []kleene.Set, w int) kleene.Set {
	i := slices.IndexFunc(rings, func(z kleene.Set) bool { return z.Has(w) })
	return rings[max(i-1, 0)]
}

// forcing is a choice that leads nowhere but into z.
func (t turn) forcing(z kleene.Set) choice {
	return t[slices.IndexFunc(t, func(c choice) bool { return c.forces(z) })]
}
