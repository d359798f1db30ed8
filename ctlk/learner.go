package ctlk

import (
	"maps"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// party is a set of agents.
type party map[*spec.Agent]bool

func (p party) names() string {
	agents := slices.SortedFunc(maps.Keys(p), func(a, b *spec.Agent) int { return a.Index - b.Index })
	var all []string
	for _, a := range agents {
		all = append(all, a.Name.String())
	}
	return strings.Join(all, ",")
}

// learning is the group of an L, which has to know of everything that happens in
// it, and to have known of what happened before.
func (c *Checker) learning(p *spec.Learn, env *spec.Env) (party, error) {
	group, err := c.party(p.Group, env)
	if err != nil {
		return nil, err
	}
	for _, a := range c.sys.Model().Agents {
		if group[a] && !c.frame.informed(a) {
			return nil, c.refuse(NoValue, p.Span(), "%s", spec.Uninformed(a))
		}
	}
	inner, err := c.learners(p.X, env)
	if err != nil {
		return nil, err
	}
	for _, a := range c.sys.Model().Agents {
		if inner[a] && !group[a] {
			return nil, c.refuse(NoValue, p.Span(), "%s", spec.Outsider(a))
		}
	}
	return group, nil
}

// party evaluates a group that is the same in all worlds.
func (c *Checker) party(g *spec.Group, env *spec.Env) (party, error) {
	b, err := c.band(g, env)
	if err != nil {
		return nil, err
	}
	if !b.undefined.IsEmpty() {
		return nil, c.noGroup(g, env, c.pick(b.undefined))
	}
	group := party{}
	for _, m := range b.members {
		group[m.agent] = true
	}
	return group, nil
}

// learners are the agents who know afterwards what happened: gr of Definition 5.
func (c *Checker) learners(p spec.Program, env *spec.Env) (party, error) {
	switch p := p.(type) {
	case *spec.Test:
		return party{}, nil
	case *spec.Learn:
		return c.party(p.Group, env)
	case *spec.Seq:
		return c.learners(p.Parts[len(p.Parts)-1], env)
	case *spec.Choice:
		return c.combined(sameNames(p.Parts, env, c.frame.all), true)
	case *spec.Both:
		return c.combined(sameNames(p.Parts, env, c.frame.all), false)
	}
	bodies, err := c.bodies(p, env)
	if err != nil {
		return nil, err
	}
	return c.combined(bodies, true)
}

func sameNames(parts []spec.Program, env *spec.Env, where set) []body {
	var all []body
	for _, p := range parts {
		all = append(all, body{p, instance{env, where}})
	}
	return all
}

// combined are the learners of all bodies, or of some.
func (c *Checker) combined(bodies []body, all bool) (party, error) {
	group := party{}
	for i, b := range bodies {
		more, err := c.learners(b.p, b.env)
		if err != nil {
			return nil, err
		}
		if !all || i == 0 {
			maps.Copy(group, more)
			continue
		}
		maps.DeleteFunc(group, func(a *spec.Agent, _ bool) bool { return !more[a] })
	}
	return group, nil
}
