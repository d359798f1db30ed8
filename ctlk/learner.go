package ctlk

import (
	"maps"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// agents is a set of agents.
type agents map[*spec.Agent]bool

func (p agents) names() string {
	sorted := slices.SortedFunc(maps.Keys(p), func(a, b *spec.Agent) int { return a.Index - b.Index })
	var all []string
	for _, a := range sorted {
		all = append(all, a.Name.String())
	}
	return strings.Join(all, ",")
}

// learning is the group of an L, which has to know of everything that happens in
// it, and to have known of what happened before.
func learning(c *Evaluator, p *spec.Learn, env *spec.Env) (agents, error) {
	group, err := groupEverywhere(c, p.Group, env)
	if err != nil {
		return nil, err
	}
	for _, a := range c.m.Model().Agents {
		if group[a] && !c.m.Informed(a) {
			return nil, c.refuse(verdict.NoValue, p.Span(), "%s", spec.Uninformed(a))
		}
	}
	inner, err := learners(c, p.X, env)
	if err != nil {
		return nil, err
	}
	for _, a := range c.m.Model().Agents {
		if inner[a] && !group[a] {
			return nil, c.refuse(verdict.NoValue, p.Span(), "%s", spec.Outsider(a))
		}
	}
	return group, nil
}

// groupEverywhere evaluates a group that is the same in all worlds.
func groupEverywhere(c *Evaluator, g *spec.Group, env *spec.Env) (agents, error) {
	b, err := GroupOf(c, g, env)
	if err != nil {
		return nil, err
	}
	if !b.undefined.IsEmpty() {
		return nil, c.noGroup(g, env, c.m.Pick(b.undefined))
	}
	group := agents{}
	for _, m := range b.Members {
		group[m.Agent] = true
	}
	return group, nil
}

// learners are the agents who know afterwards what happened (docs/semantics.md#learners).
func learners(c *Evaluator, p spec.Program, env *spec.Env) (agents, error) {
	switch p := p.(type) {
	case *spec.Test:
		return agents{}, nil
	case *spec.Learn:
		return groupEverywhere(c, p.Group, env)
	case *spec.Seq:
		return learners(c, p.Parts[len(p.Parts)-1], env)
	case *spec.Choice:
		return combined(c, SameNames(p.Parts, env, c.m.Worlds), true)
	case *spec.Both:
		return combined(c, SameNames(p.Parts, env, c.m.Worlds), false)
	}
	bodies, err := Bodies(c, p, env)
	if err != nil {
		return nil, err
	}
	return combined(c, bodies, true)
}

// SameNames are programs in some worlds, with the same names bound.
func SameNames(parts []spec.Program, env *spec.Env, where kripke.Set) []Body {
	var all []Body
	for _, p := range parts {
		all = append(all, Body{p, Instance{env, where}})
	}
	return all
}

// combined are the learners of all bodies, or of some.
func combined(c *Evaluator, bodies []Body, all bool) (agents, error) {
	group := agents{}
	for i, b := range bodies {
		more, err := learners(c, b.Program, b.Env)
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
