package explicit

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// actions find the alternatives of knowledge actions in the worlds of a structure.
type actions struct {
	*scope
	began *structure // in which the whole action began
	// after is the same behind a knowledge action.
	after func(p spec.Program, env *spec.Env, where kleene.Set) (*actions, error)
}

// alternatives are those of the type of a knowledge action on the worlds of where.
func (s *actions) alternatives(p spec.Program, env *spec.Env, where kleene.Set) ([]alternative, error) {
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
		var bodies []terms.Body
		if bodies, err = terms.Bodies(p, terms.In(nil), env); err == nil {
			all, err = s.union(bodies, where)
		}
	}
	return merged(all), err
}

func (s *actions) union(bodies []terms.Body, where kleene.Set) ([]alternative, error) {
	var all []alternative
	for _, b := range bodies {
		more, err := s.alternatives(b.P, b.Env, where)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

func (s *actions) testAlternative(p *spec.Test, env *spec.Env, where kleene.Set) ([]alternative, error) {
	in, err := s.truth(p.X, env)
	if err != nil {
		return nil, err
	}
	return []alternative{{in.And(where), make([]string, len(s.model.Agents)), true, spec.PerformedTest(p, env)}}, nil
}

func (s *actions) choiceAlternatives(p *spec.Choice, env *spec.Env, where kleene.Set) ([]alternative, error) {
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
func (s *actions) seqAlternatives(parts []spec.Program, env *spec.Env, where kleene.Set) ([]alternative, error) {
	if len(parts) == 1 {
		return s.alternatives(parts[0], env, where)
	}
	between, err := s.after(parts[0], env, where)
	if err != nil || len(between.worlds) == 0 { // nobody is anywhere who could be asked
		return nil, err
	}
	rest, err := between.seqAlternatives(parts[1:], env, kleene.NewSet(len(between.worlds), true))
	if err != nil {
		return nil, err
	}
	var all []alternative
	for i, x := range between.product.alternatives {
		for _, y := range rest {
			both := alternative{kleene.NewSet(len(s.worlds), false), make([]string, len(x.view)), x.named && y.named, x.done + "; " + y.done}
			for w, origin := range between.product.origin {
				if between.product.of[w] == i && y.dom.Has(w) {
					both.dom[origin] = kleene.Yes
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
func (s *actions) bothAlternatives(p *spec.Both, env *spec.Env, where kleene.Set) ([]alternative, error) {
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
				next = append(next, combination{alternative{c.dom.And(y.dom), nil, c.named && y.named, spec.PerformedBoth(c.done, y.done)}, seen})
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
func (s *actions) learnAlternatives(p *spec.Learn, env *spec.Env, where kleene.Set) ([]alternative, error) {
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
		domains = append(domains, s.nameOf(x.dom))
	}
	slices.Sort(domains)
	learnt := fmt.Sprintf("L{%s|%s}", group.Names(), strings.Join(slices.Compact(domains), " "))
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

// nameOf names a domain as one of the worlds in which the action began: behind different parts
// of it two domains are the same if they come from the same worlds, where everybody has seen
// the same since.
func (s *actions) nameOf(domain kleene.Set) string {
	origins, nothing := map[string]kleene.Set{}, strings.Join(make([]string, len(s.model.Agents)), "\n")
	for w, in := range domain {
		if in == kleene.No {
			continue
		}
		at, origin, view := s.structure, w, make([]string, len(s.model.Agents))
		for ; at != s.began; at = at.product.before {
			x := at.product.alternatives[at.product.of[origin]]
			for a := range view {
				view[a] = joined(x.view[a], view[a])
			}
			origin = at.product.origin[origin]
		}
		seen := strings.Join(view, "\n")
		if origins[seen] == nil {
			origins[seen] = kleene.NewSet(len(s.began.worlds), false)
		}
		origins[seen][origin] = max(origins[seen][origin], in)
	}
	if same, ok := origins[nothing]; ok && len(origins) == 1 {
		return s.numbered(same.Key())
	}
	var name strings.Builder
	for _, seen := range slices.Sorted(maps.Keys(origins)) {
		fmt.Fprintf(&name, "%s\n%s\n", seen, s.numbered(origins[seen].Key()))
	}
	return s.numbered(name.String())
}

// numbered is a short name for a long one, as long as knowledge actions begin in this structure.
func (s *actions) numbered(name string) string {
	if s.began.domains == nil {
		s.began.domains = map[string]int{}
	}
	n, ok := s.began.domains[name]
	if !ok {
		n = len(s.began.domains)
		s.began.domains[name] = n
	}
	return strconv.Itoa(n)
}

// merged drops alternatives for which there is no world, and joins those that
// differ for nobody.
func merged(all []alternative) []alternative {
	var out []alternative
	at := map[string]int{}
	for _, x := range all {
		if x.dom.Count() == 0 {
			continue
		}
		key := x.dom.Key() + "\n" + strings.Join(x.view, "\n")
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
func (s *actions) learning(p *spec.Learn, env *spec.Env) (terms.Group, error) {
	group, err := s.agents.Group(p.Group, env)
	if err != nil {
		return nil, err
	}
	for _, a := range group.Sorted() {
		if err := s.informed(a, p); err != nil {
			return nil, err
		}
	}
	inner, err := s.agents.Learners(p.X, env)
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
