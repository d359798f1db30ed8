package explicit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// alternative is one way in which a knowledge action may happen: the worlds in
// which it can, and what each agent sees of it, by Agent.Index; "" is nothing.
// named says that the action as it is written, with its marks, admits it.
type alternative struct {
	dom   set
	view  []string
	named bool
	done  string // in the words of the action
}

// party is a set of agents.
type party map[*spec.Agent]bool

func (p party) names() string {
	agents := slices.SortedFunc(maps.Keys(p), func(a, b *spec.Agent) int { return a.Index - b.Index })
	var names []string
	for _, a := range agents {
		names = append(names, a.Name.String())
	}
	return strings.Join(names, ", ")
}

// alternatives are those of the type of a knowledge action on the worlds of where.
func (s *System) alternatives(p spec.Program, env *spec.Env, where set) ([]alternative, error) {
	var all []alternative
	var err error
	switch p := p.(type) {
	case *spec.Test:
		all, err = s.testAlternative(p, env, where)
	case *spec.Choice:
		all, err = s.choiceAlternatives(p, env, where)
	case *spec.Seq:
		all, err = s.seqAlternatives(p.Parts, env, where)
	case *spec.Both:
		all, err = s.bothAlternatives(p, env, where)
	case *spec.Learn:
		all, err = s.learnAlternatives(p, env, where)
	default: // some, or a named action
		var bodies []body
		if bodies, err = s.bodies(p, &spec.Evaluator{Budget: maxNodes}, env); err == nil {
			all, err = s.union(bodies, where)
		}
	}
	return merged(all), err
}

// body is a program with its names bound.
type body struct {
	p   spec.Program
	env *spec.Env
}

// bodies are the instances of some, or the body of a named action.
func (s *System) bodies(p spec.Program, ev *spec.Evaluator, env *spec.Env) ([]body, error) {
	if run, ok := p.(*spec.Run); ok {
		inner, err := givenArguments(ev, run, env, env)
		return []body{{run.Named.Body, inner}}, err
	}
	var all []body
	some := p.(*spec.SomeOf)
	for inner, err := range ev.Instances(some.Binders, env) {
		if err != nil {
			return nil, err
		}
		all = append(all, body{some.Body, inner})
	}
	return all, nil
}

func (s *System) union(bodies []body, where set) ([]alternative, error) {
	var all []alternative
	for _, b := range bodies {
		more, err := s.alternatives(b.p, b.env, where)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

func (s *System) testAlternative(p *spec.Test, env *spec.Env, where set) ([]alternative, error) {
	in, err := s.truth(p.X, env)
	if err != nil {
		return nil, err
	}
	return []alternative{{in.and(where), make([]string, len(s.model.Agents)), true, spec.PerformedTest(p, env)}}, nil
}

func (s *System) choiceAlternatives(p *spec.Choice, env *spec.Env, where set) ([]alternative, error) {
	var all []alternative
	for i, part := range p.Parts {
		more, err := s.alternatives(part, env, where)
		if err != nil {
			return nil, err
		}
		for j := range more {
			more[j].named = more[j].named && (p.Marked < 0 || p.Marked == i)
		}
		all = append(all, more...)
	}
	return all, nil
}

// seqAlternatives takes the first part, and the others in the worlds that it
// leads to: where there are none it is asked no more. An agent sees the parts of which
// it sees something.
func (s *System) seqAlternatives(parts []spec.Program, env *spec.Env, where set) ([]alternative, error) {
	if len(parts) == 1 {
		return s.alternatives(parts[0], env, where)
	}
	between, err := s.extended(parts[0], env, where)
	if err != nil || len(between.worlds) == 0 { // nobody is anywhere who could be asked
		return nil, err
	}
	rest, err := between.seqAlternatives(parts[1:], env, newSet(len(between.worlds), true))
	if err != nil {
		return nil, err
	}
	var all []alternative
	for i, x := range between.extension.alternatives {
		for _, y := range rest {
			both := alternative{newSet(len(s.worlds), false), make([]string, len(x.view)), x.named && y.named, x.done + "; " + y.done}
			for w, origin := range between.extension.origin {
				if between.extension.of[w] == i && y.dom.has(w) {
					both.dom[origin] = yes
				}
			}
			for a := range both.view {
				both.view[a] = joined(x.view[a], y.view[a])
			}
			all = append(all, both)
		}
	}
	return all, nil
}

// joined is the view of a sequence: "a;b;c", without what is not seen.
func joined(x, y string) string {
	if x == "" || y == "" {
		return x + y
	}
	return x + ";" + y
}

// bothAlternatives takes all parts at once. An agent sees the set of what it
// sees of them.
func (s *System) bothAlternatives(p *spec.Both, env *spec.Env, where set) ([]alternative, error) {
	type combination struct {
		alternative
		seen [][]string // by agent
	}
	all := []combination{{alternative{where, nil, true, ""}, make([][]string, len(s.model.Agents))}}
	for _, part := range p.Parts {
		ways, err := s.alternatives(part, env, where)
		if err != nil {
			return nil, err
		}
		var next []combination
		for _, c := range all {
			for _, y := range ways {
				seen := make([][]string, len(c.seen))
				for a := range seen {
					seen[a] = append(slices.Clone(c.seen[a]), y.view[a])
				}
				next = append(next, combination{alternative{c.dom.and(y.dom), nil, c.named && y.named, spec.PerformedBoth(c.done, y.done)}, seen})
			}
		}
		all = next
	}
	var out []alternative
	for _, c := range all {
		for _, views := range c.seen {
			c.view = append(c.view, together(views))
		}
		out = append(out, c.alternative)
	}
	return out, nil
}

// together is the set of what is seen, "{a,b}"; of one thing that thing.
func together(views []string) string {
	slices.Sort(views)
	views = slices.DeleteFunc(slices.Compact(views), func(v string) bool { return v == "" })
	switch len(views) {
	case 0:
		return ""
	case 1:
		return views[0]
	}
	return "{" + strings.Join(views, ",") + "}"
}

// learnAlternatives lets the group see among which domains the action chose, and
// what each saw of the choice.
func (s *System) learnAlternatives(p *spec.Learn, env *spec.Env, where set) ([]alternative, error) {
	group, err := s.learning(p, env)
	if err != nil {
		return nil, err
	}
	all, err := s.alternatives(p.X, env, where)
	if err != nil {
		return nil, err
	}
	var domains []string
	for _, x := range all {
		domains = append(domains, x.dom.key())
	}
	slices.Sort(domains)
	learnt := fmt.Sprintf("L{%s|%s}", group.names(), strings.Join(slices.Compact(domains), " "))
	for i := range all {
		all[i].done = spec.PerformedLearn(group, all[i].done)
		for _, a := range s.model.Agents {
			if group[a] {
				all[i].view[a.Index] = learnt + "(" + all[i].view[a.Index] + ")"
			} else {
				all[i].view[a.Index] = ""
			}
		}
	}
	return all, nil
}

// merged drops alternatives for which there is no world, and joins those that
// differ for nobody.
func merged(all []alternative) []alternative {
	var out []alternative
	at := map[string]int{}
	for _, x := range all {
		if x.dom.count() == 0 {
			continue
		}
		key := x.dom.key() + "\n" + strings.Join(x.view, "\n")
		if i, ok := at[key]; ok {
			if x.named && !out[i].named {
				out[i].named, out[i].done = true, x.done
			}
			continue
		}
		at[key] = len(out)
		out = append(out, x)
	}
	return out
}

// learning is the group of an L, which has to know of everything that happens in
// it, and to have known of what happened before.
func (s *System) learning(p *spec.Learn, env *spec.Env) (party, error) {
	group, err := s.party(p.Group, env)
	if err != nil {
		return nil, err
	}
	for a := range group {
		if err := s.informed(a, p); err != nil {
			return nil, err
		}
	}
	inner, err := s.learners(p.X, env)
	if err != nil {
		return nil, err
	}
	for _, a := range s.model.Agents {
		if inner[a] && !group[a] {
			return nil, &spec.Undefined{Place: p.Span(), Reason: spec.Outsider(a)}
		}
	}
	return group, nil
}

func (s *System) party(g *spec.Group, env *spec.Env) (party, error) {
	agents, err := members(g, &spec.Evaluator{Budget: maxNodes}, s.agents, env)
	group := party{}
	for _, a := range agents {
		group[a] = true
	}
	return group, err
}

// learners are the agents who know afterwards what happened: gr of Definition 5.
func (s *System) learners(p spec.Program, env *spec.Env) (party, error) {
	switch p := p.(type) {
	case *spec.Test:
		return party{}, nil
	case *spec.Learn:
		return s.party(p.Group, env)
	case *spec.Seq:
		return s.learners(p.Parts[len(p.Parts)-1], env)
	case *spec.Choice:
		return s.combined(s.sameNames(p.Parts, env), true)
	case *spec.Both:
		return s.combined(s.sameNames(p.Parts, env), false)
	}
	bodies, err := s.bodies(p, &spec.Evaluator{Budget: maxNodes}, env)
	if err != nil {
		return nil, err
	}
	return s.combined(bodies, true)
}

func (s *System) sameNames(parts []spec.Program, env *spec.Env) []body {
	var all []body
	for _, p := range parts {
		all = append(all, body{p, env})
	}
	return all
}

// combined are the learners of all bodies, or of some.
func (s *System) combined(bodies []body, all bool) (party, error) {
	group := party{}
	for i, b := range bodies {
		more, err := s.learners(b.p, b.env)
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
