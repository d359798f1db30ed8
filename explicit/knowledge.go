package explicit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// views partitions the worlds by what the agents see together; over no agents
// all worlds are one class, with memory all that as many steps lead to.
func (s *System) views(agents ...*spec.Agent) classes {
	names := make([]spec.Value, len(agents))
	for i, a := range agents {
		names[i] = a.Name
	}
	c, _ := once(s.memo.classes, spec.Key(names...), func() (classes, error) {
		if len(agents) == 1 {
			return partition(len(s.worlds), func(w int) string { return s.look(agents[0], w) }), nil
		}
		return partition(len(s.worlds), func(w int) string {
			var b strings.Builder
			if s.memory.recall != "" { // time is seen even by nobody
				fmt.Fprint(&b, s.memory.steps[w], "/")
			}
			for _, a := range agents {
				fmt.Fprint(&b, s.views(a).of[w], ",")
			}
			return b.String()
		}), nil
	})
	return c
}

// knows decides an operator about one agent in a world. What the agent
// considers possible is the same throughout its class, so that the answer is
// computed for all worlds at once.
func (s *System) knows(e *spec.Knows, env *spec.Env, w int) (bool, error) {
	v, err := s.evaluator(w).Eval(e.Agent, env)
	if err != nil {
		return false, err
	}
	agent, err := s.agent(e.Agent, v)
	if err == nil {
		err = s.informed(agent, e.Agent)
	}
	if err != nil {
		return false, err
	}
	in, err := once(s.memo.truth, keyOf(e, env, spec.Key(agent.Name)), func() (set, error) {
		return s.knownTo(agent, e, env)
	})
	return in.decided(w, err)
}

func (s *System) knownTo(agent *spec.Agent, e *spec.Knows, env *spec.Env) (set, error) {
	c := s.views(agent)
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
		return c.all(x).or(c.all(x.not())), nil
	case spec.Supposes:
		return c.all(x.not()).not(), nil
	}
	return c.all(x), nil
}

// constant is the set of the worlds in whose class there is one value.
func (c classes) constant(values []spec.Value) set {
	first := make([]spec.Value, c.n)
	same := newSet(c.n, true)
	for w, v := range values {
		k := c.of[w]
		if first[k] == nil {
			first[k] = v
		}
		same[k] = min(same[k], kleeneOf(spec.Equal(first[k], v)))
	}
	y := make(set, len(values))
	for w := range values {
		y[w] = same[c.of[w]]
	}
	return y
}

// group returns the members of a group in a world, in the order of the model.
func (s *System) group(g *spec.Group, env *spec.Env, w int) ([]*spec.Agent, error) {
	agents, err := members(g, s.evaluator(w), s.agents, env)
	for _, a := range agents {
		if err == nil {
			err = s.informed(a, g.Members[0].Agent)
		}
	}
	return agents, s.inWorld(w, err)
}

func members(g *spec.Group, ev *spec.Evaluator, named map[string]*spec.Agent, env *spec.Env) ([]*spec.Agent, error) {
	var agents []*spec.Agent
	for _, m := range g.Members {
		for inner, err := range ev.Instances(m.Binders, env) {
			if err != nil {
				return nil, err
			}
			if m.Cond != nil {
				if holds, err := ev.Holds(m.Cond, inner); err != nil {
					return nil, err
				} else if !holds {
					continue
				}
			}
			v, err := ev.Eval(m.Agent, inner)
			if err != nil {
				return nil, err
			}
			a, err := agentOf(named, m.Agent, v)
			if err != nil {
				return nil, err
			}
			agents = append(agents, a)
		}
	}
	slices.SortFunc(agents, func(a, b *spec.Agent) int { return a.Index - b.Index })
	return slices.Compact(agents), nil
}

// groupKnows decides an operator about a group in a world.
func (s *System) groupKnows(e *spec.GroupKnows, env *spec.Env, w int) (bool, error) {
	switch e.Op {
	case spec.Distributed:
		return s.distributed(e, env, w)
	case spec.Common:
		in, err := s.common(e, env)
		return in.decided(w, err)
	}
	times, err := timesOf(e, env)
	if err != nil {
		return false, err
	}
	return s.everybody(e, env, times, w)
}

// timesOf is how often E is to be applied.
func timesOf(e *spec.GroupKnows, env *spec.Env) (int, error) {
	if e.Times == nil {
		return 1, nil
	}
	n, err := number(e.Times, env)
	if err == nil && n < 0 {
		err = &spec.Undefined{Place: e.Times.Span(), Reason: fmt.Sprintf("nothing is repeated %d times", n)}
	}
	return n, err
}

// everybody decides in a world what E applied k times makes of the operand.
func (s *System) everybody(e *spec.GroupKnows, env *spec.Env, k, w int) (bool, error) {
	inner, err := s.repeated(e, env, max(k-1, 0))
	if err != nil || k == 0 {
		return inner.decided(w, err)
	}
	holds, err := s.allKnow(e.Group, env, inner, w, map[*spec.Agent]set{})
	if err == nil && holds == open {
		err = errOpen
	}
	return holds == yes, err
}

// repeated is the set of worlds in which E applied k times is true; its group is
// read in all of them unless k is 0. What one more E does not change stays as it
// is, so that no number k takes longer than the worlds do.
func (s *System) repeated(e *spec.GroupKnows, env *spec.Env, k int) (set, error) {
	return once(s.memo.truth, keyOf(e, env, fmt.Sprint(k)), func() (set, error) {
		x, err := s.truth(e.X, env)
		if err != nil {
			return nil, err
		}
		for range k {
			y, err := s.everywhereAllKnow(e.Group, env, x)
			if err != nil {
				return nil, err
			}
			if y.equal(x) {
				break
			}
			x = y
		}
		return x, nil
	})
}

func (s *System) everywhereAllKnow(g *spec.Group, env *spec.Env, x set) (set, error) {
	y := make(set, len(s.worlds))
	known := map[*spec.Agent]set{}
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
func (s *System) allKnow(g *spec.Group, env *spec.Env, x set, w int, known map[*spec.Agent]set) (kleene, error) {
	agents, err := s.group(g, env, w)
	if err != nil {
		return no, err
	}
	all := yes
	for _, a := range agents {
		if known[a] == nil {
			known[a] = s.views(a).all(x)
		}
		all = min(all, known[a][w])
	}
	return all, nil
}

// distributed decides D in a world: what the members know who put together
// what they see.
func (s *System) distributed(e *spec.GroupKnows, env *spec.Env, w int) (bool, error) {
	agents, err := s.group(e.Group, env, w)
	if err != nil {
		return false, err
	}
	names := make([]spec.Value, len(agents))
	for i, a := range agents {
		names[i] = a.Name
	}
	in, err := once(s.memo.truth, keyOf(e, env, spec.Key(names...)), func() (set, error) {
		x, err := s.truth(e.X, env)
		if err != nil {
			return nil, err
		}
		return s.views(agents...).all(x), nil
	})
	return in.decided(w, err)
}

// common is νZ. f ∧ E Z.
func (s *System) common(e *spec.GroupKnows, env *spec.Env) (set, error) {
	return once(s.memo.truth, keyOf(e, env, "common"), func() (set, error) {
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
			next := x.and(known)
			if next.equal(z) {
				return z, nil
			}
			z = next
		}
	})
}
