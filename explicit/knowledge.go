package explicit

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// knows decides an operator about one agent in a world. What the agent
// considers possible is the same throughout its class, so that the answer is
// computed for all worlds at once.
func (s *scope) knows(e *spec.Knows, env *spec.Env, w int) (bool, error) {
	v, err := s.evaluator(w).Eval(e.Agent, env)
	if err != nil {
		return false, err
	}
	agent, err := s.agents.Named(e.Agent, v)
	if err == nil {
		err = s.informed(agent, e.Agent)
	}
	if err != nil {
		return false, err
	}
	in, err := memo.Once(s.sets, memo.KeyOf(e, env, spec.Key(agent.Name)), func() (kleene.Set, error) {
		return s.knownTo(agent, e, env)
	})
	return in.Decided(w, err)
}

func (s *scope) knownTo(agent *spec.Agent, e *spec.Knows, env *spec.Env) (kleene.Set, error) {
	c := s.classesOf(agent)
	if e.Op == spec.KnowsValue {
		values, err := s.values(e.X, env)
		return c.constant(values), err
	}
	x, err := s.truth(e.X, env)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case spec.KnowsWhether:
		return c.all(x).Or(c.all(x.Not())), nil
	case spec.Supposes:
		return c.all(x.Not()).Not(), nil
	}
	return c.all(x), nil
}

// group returns the members of a group in a world, in the order of the model.
func (s *scope) group(g *spec.Group, env *spec.Env, w int) ([]*spec.Agent, error) {
	rigid := env == nil && terms.IsRigid(g)
	if agents := s.groups[g]; rigid && agents != nil {
		return agents, nil
	}
	agents, err := s.agents.Members(g, s.evaluator(w), env)
	for _, a := range agents {
		if err == nil {
			err = s.informed(a, g.Members[0].Agent)
		}
	}
	if rigid && err == nil {
		s.groups[g] = agents
	}
	return agents, s.InWorld(w, err)
}

// groupKnows decides an operator about a group in a world.
func (s *scope) groupKnows(e *spec.GroupKnows, env *spec.Env, w int) (bool, error) {
	switch e.Op {
	case spec.Distributed:
		return s.distributed(e, env, w)
	case spec.Common:
		in, err := s.common(e, env)
		return in.Decided(w, err)
	}
	times, err := terms.Times(e, env)
	if err != nil {
		return false, err
	}
	return s.everybody(e, env, times, w)
}

// Everybody decides in a world what E applied k times makes of the operand.
func (s *scope) Everybody(e *spec.GroupKnows, env *spec.Env, k, w int) (bool, error) {
	holds, err := s.everybody(e, env, k, w)
	return holds, s.InWorld(w, err)
}

// everybody decides in a world what E applied k times makes of the operand.
func (s *scope) everybody(e *spec.GroupKnows, env *spec.Env, k, w int) (bool, error) {
	inner, err := s.repeated(e, env, max(k-1, 0))
	if err != nil || k == 0 {
		return inner.Decided(w, err)
	}
	holds, err := s.allKnow(e.Group, env, inner, w, map[*spec.Agent]kleene.Set{})
	return holds.Decided(err)
}

// repeated is the set of worlds in which E applied k times is true; its group is
// read in all of them unless k is 0. What one more E does not change stays as it
// is, so that no number k takes longer than the worlds do.
func (s *scope) repeated(e *spec.GroupKnows, env *spec.Env, k int) (kleene.Set, error) {
	return memo.Once(s.sets, memo.KeyOf(e, env, fmt.Sprint(k)), func() (kleene.Set, error) {
		x, err := s.truth(e.X, env)
		if err != nil {
			return nil, err
		}
		for range k {
			y, err := s.everywhereAllKnow(e.Group, env, x)
			if err != nil {
				return nil, err
			}
			if y.Equal(x) {
				break
			}
			x = y
		}
		return x, nil
	})
}

func (s *scope) everywhereAllKnow(g *spec.Group, env *spec.Env, x kleene.Set) (kleene.Set, error) {
	y := make(kleene.Set, len(s.worlds))
	known := map[*spec.Agent]kleene.Set{}
	for w := range s.worlds {
		holds, err := s.allKnow(g, env, x, w, known)
		if err != nil {
			return nil, err
		}
		y[w] = holds
	}
	return y, nil
}

// allKnow reports whether all members of the group, as it is in the world, know
// x. What each agent knows is computed once.
func (s *scope) allKnow(g *spec.Group, env *spec.Env, x kleene.Set, w int, known map[*spec.Agent]kleene.Set) (kleene.Value, error) {
	agents, err := s.group(g, env, w)
	if err != nil {
		return kleene.No, err
	}
	all := kleene.Yes
	for _, a := range agents {
		if known[a] == nil {
			known[a] = s.classesOf(a).all(x)
		}
		all = min(all, known[a][w])
	}
	return all, nil
}

// keyOf is a key for agents.
func keyOf(agents []*spec.Agent) string {
	names := make([]spec.Value, len(agents))
	for i, a := range agents {
		names[i] = a.Name
	}
	return spec.Key(names...)
}

// distributed decides D in a world: what the members know who put together
// what they see.
func (s *scope) distributed(e *spec.GroupKnows, env *spec.Env, w int) (bool, error) {
	agents, err := s.group(e.Group, env, w)
	if err != nil {
		return false, err
	}
	in, err := memo.Once(s.sets, memo.KeyOf(e, env, keyOf(agents)), func() (kleene.Set, error) {
		x, err := s.truth(e.X, env)
		if err != nil {
			return nil, err
		}
		return s.classesOf(agents...).all(x), nil
	})
	return in.Decided(w, err)
}

// common is νZ. f ∧ E Z.
func (s *scope) common(e *spec.GroupKnows, env *spec.Env) (kleene.Set, error) {
	return memo.Once(s.sets, memo.KeyOf(e, env, "common"), func() (kleene.Set, error) {
		x, err := s.truth(e.X, env)
		if err != nil {
			return nil, err
		}
		z := x
		for {
			known, err := s.everywhereAllKnow(e.Group, env, z)
			if err != nil {
				return nil, err
			}
			next := x.And(known)
			if next.Equal(z) {
				return z, nil
			}
			z = next
		}
	})
}

// Supposed lists the values that an expression has in the worlds that an agent
// considers possible, in their order.
func (s *scope) Supposed(a *spec.Agent, e spec.Expr, w int) ([]spec.Value, error) {
	c := s.classesOf(a)
	if c.possible != nil && c.possible[w] == nil {
		return nil, kleene.ErrOpen
	}
	var values []spec.Value
	for v, in := range c.near(w) {
		if in != kleene.Yes {
			continue
		}
		x, err := s.evaluator(v).Eval(e, nil)
		if err != nil {
			return nil, s.InWorld(v, err)
		}
		values = append(values, x)
	}
	return slices.CompactFunc(terms.Sorted(values), spec.Equal), nil
}
