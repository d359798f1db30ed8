package terms

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// Agents are the agents of a model, by key of the name.
type Agents map[string]*spec.Agent

// AgentsOf are the agents of a model.
func AgentsOf(m *spec.Model) Agents {
	named := Agents{}
	for _, a := range m.Agents {
		named[spec.Key(a.Name)] = a
	}
	return named
}

// Named returns the agent that a value names, which an expression has.
func (agents Agents) Named(at spec.Expr, v spec.Value) (*spec.Agent, error) {
	if a, ok := agents[spec.Key(v)]; ok {
		return a, nil
	}
	return nil, &spec.Undefined{Place: at.Span(), Reason: fmt.Sprintf("%s is no agent", v)}
}

// Members returns the members of a group where an evaluator stands, in the order of
// the model.
func (agents Agents) Members(g *spec.Group, ev *spec.Evaluator, env *spec.Env) ([]*spec.Agent, error) {
	var all []*spec.Agent
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
			a, err := agents.Named(m.Agent, v)
			if err != nil {
				return nil, err
			}
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b *spec.Agent) int { return a.Index - b.Index })
	return slices.Compact(all), nil
}

// IsRigid tells whether the members of a group are the same in all states.
func IsRigid(g *spec.Group) bool {
	for _, m := range g.Members {
		for _, e := range append(spec.Domains(m.Binders), m.Agent, m.Cond) {
			if e != nil && e.Traits() != 0 {
				return false
			}
		}
	}
	return true
}

// Group is a set of agents.
type Group map[*spec.Agent]bool

// Sorted lists the members in the order of the model.
func (g Group) Sorted() []*spec.Agent {
	return slices.SortedFunc(maps.Keys(g), func(a, b *spec.Agent) int { return a.Index - b.Index })
}

// Names lists the names of the members, in the order of the model.
func (g Group) Names() string {
	var names []string
	for _, a := range g.Sorted() {
		names = append(names, a.Name.String())
	}
	return strings.Join(names, ", ")
}

// Group is the group of a knowledge action, which reads no state.
func (agents Agents) Group(g *spec.Group, env *spec.Env) (Group, error) {
	members, err := agents.Members(g, In(nil), env)
	group := Group{}
	for _, a := range members {
		group[a] = true
	}
	return group, err
}

// Learners are the agents who know after a knowledge action what happened: its group gr
// (van Ditmarsch, "The Description of Game Actions in Cluedo", 2002, Definition 5).
func (agents Agents) Learners(p spec.Program, env *spec.Env) (Group, error) {
	switch p := p.(type) {
	case *spec.Test:
		return Group{}, nil
	case *spec.Learn:
		return agents.Group(p.Group, env)
	case *spec.Seq:
		return agents.Learners(p.Parts[len(p.Parts)-1], env)
	case *spec.Choice:
		return agents.combined(Each(p.Parts, env), true)
	case *spec.Both:
		return agents.combined(Each(p.Parts, env), false)
	}
	bodies, err := Bodies(p, In(nil), env)
	if err != nil {
		return nil, err
	}
	return agents.combined(bodies, true)
}

// combined are the learners of all bodies, or of some.
func (agents Agents) combined(bodies []Body, all bool) (Group, error) {
	group := Group{}
	for i, b := range bodies {
		more, err := agents.Learners(b.P, b.Env)
		if err != nil {
			return nil, err
		}
		switch {
		case !all || i == 0:
			maps.Copy(group, more)
		default:
			maps.DeleteFunc(group, func(a *spec.Agent, _ bool) bool { return !more[a] })
		}
	}
	return group, nil
}
