package ctlk

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// alternatives are those of the type of a knowledge action in the worlds of layer k
// (docs/semantics.md#knowledge-actions).
func alternatives(c *Evaluator, p spec.Program, env *spec.Env, o encode.Occurrence, k int) ([]kripke.Alternative, error) {
	var all []kripke.Alternative
	var err error
	switch p := p.(type) {
	case *spec.Test:
		var in kripke.Truth
		if in, err = c.Everywhere(p.X, env); err == nil {
			all = []kripke.Alternative{{Domain: in.Lower[k], View: make([]string, len(c.m.Model().Agents)), Named: true, Done: spec.PerformedTest(p, env)}}
		}
	case *spec.Choice:
		all, err = choiceAlternatives(c, p, env, o, k)
	case *spec.Seq:
		all, err = seqAlternatives(c, p.Parts, env, o, k)
	case *spec.Both:
		all, err = bothAlternatives(c, p, env, o, k)
	case *spec.Learn:
		all, err = learnAlternatives(c, p, env, o, k)
	default:
		var bodies []Body
		if bodies, err = Bodies(c, p, env); err == nil {
			all, err = union(c, bodies, o, k)
		}
	}
	if err == nil && len(all) > encode.MaxAlternatives {
		err = c.refuse(verdict.Unsupported, p.Span(), "this knowledge action may happen in more than %d ways", encode.MaxAlternatives)
	}
	if err != nil {
		return nil, err
	}
	return merged(c, all), nil
}

// Body is a program with its names bound, in some worlds.
type Body struct {
	spec.Program
	Instance
}

// Bodies are the instances of some, or the body of a named action, each with the
// worlds in which the domains and arguments have the values that make it.
func Bodies(c *Evaluator, p spec.Program, env *spec.Env) ([]Body, error) {
	var inner spec.Program
	var instances []Instance
	var err error
	switch p := p.(type) {
	case *spec.SomeOf:
		inner = p.Body
		instances, err = c.EveryInstance(p.Binders, env, c.m.Worlds)
	case *spec.Run:
		inner = p.Named.Body
		instances, err = c.Arguments(p.Named.Params, p.Args, env, c.m.Worlds)
	default:
		panic(fmt.Sprintf("ctlk: %T in a knowledge action", p))
	}
	var all []Body
	for _, in := range instances {
		all = append(all, Body{inner, in})
	}
	return all, err
}

func union(c *Evaluator, bodies []Body, o encode.Occurrence, k int) ([]kripke.Alternative, error) {
	var all []kripke.Alternative
	for _, b := range bodies {
		more, err := alternatives(c, b.Program, b.Env, o, k)
		if err != nil {
			return nil, err
		}
		if all = append(all, more...); len(all) > encode.MaxAlternatives {
			break
		}
	}
	return all, nil
}

func choiceAlternatives(c *Evaluator, p *spec.Choice, env *spec.Env, o encode.Occurrence, k int) ([]kripke.Alternative, error) {
	var all []kripke.Alternative
	for i, part := range p.Parts {
		more, err := alternatives(c, part, env, o, k)
		if err != nil {
			return nil, err
		}
		for _, x := range more {
			x.Named = x.Named && (p.Marked < 0 || p.Marked == i)
			all = append(all, x)
		}
	}
	return all, nil
}

// seqAlternatives takes the first part, and the others in the worlds that it
// leads to. An agent sees the parts of which it sees something.
func seqAlternatives(c *Evaluator, parts []spec.Program, env *spec.Env, o encode.Occurrence, k int) ([]kripke.Alternative, error) {
	if len(parts) == 1 {
		return alternatives(c, parts[0], env, o, k)
	}
	between, err := Behind(c, parts[0], env, o)
	if err != nil {
		return nil, err
	}
	o.Depth++
	rest, err := seqAlternatives(between.behindPartOf(c), parts[1:], env, o, k)
	if err != nil {
		return nil, err
	}
	var all []kripke.Alternative
	first := between.m.Product
	for i, x := range first.WaysIn(k) {
		for _, y := range rest {
			all = append(all, kripke.Alternative{
				Domain: first.Origins(y.Domain.And(first.Is(i))), View: eachView(x.View, y.View, joined),
				Named: x.Named && y.Named, Done: x.Done + "; " + y.Done,
			})
		}
	}
	return all, nil
}

// eachView combines what each agent sees of two actions.
func eachView(x, y []string, how func(x, y string) string) []string {
	view := make([]string, len(x))
	for a := range x {
		view[a] = how(x[a], y[a])
	}
	return view
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
func bothAlternatives(c *Evaluator, p *spec.Both, env *spec.Env, o encode.Occurrence, k int) ([]kripke.Alternative, error) {
	all := []kripke.Alternative{{Domain: c.m.Worlds[k], View: make([]string, len(c.m.Model().Agents)), Named: true}}
	for _, part := range p.Parts {
		ways, err := alternatives(c, part, env, o, k)
		if err != nil {
			return nil, err
		}
		var next []kripke.Alternative
		for _, x := range all {
			for _, y := range ways {
				if dom := x.Domain.And(y.Domain); !dom.IsEmpty() {
					next = append(next, kripke.Alternative{Domain: dom, View: eachView(x.View, y.View, listed), Named: x.Named && y.Named, Done: spec.PerformedBoth(x.Done, y.Done)})
				}
			}
		}
		if all = next; len(all) > encode.MaxAlternatives {
			break
		}
	}
	for i := range all {
		for a, list := range all[i].View {
			all[i].View[a] = together(list)
		}
	}
	return all, nil
}

// listed adds what is seen to a list, a line each.
func listed(list, v string) string {
	if v == "" {
		return list
	}
	return list + v + "\n"
}

// together is the set of what is listed, "{a,b}"; of one thing that thing.
func together(list string) string {
	views := strings.Split(strings.TrimSuffix(list, "\n"), "\n")
	slices.Sort(views)
	if views = slices.Compact(views); len(views) == 1 {
		return views[0]
	}
	return "{" + strings.Join(views, ",") + "}"
}

// learnAlternatives lets the group see among which domains the action chose, and
// what each saw of the choice.
func learnAlternatives(c *Evaluator, p *spec.Learn, env *spec.Env, o encode.Occurrence, k int) ([]kripke.Alternative, error) {
	group, err := learning(c, p, env)
	if err != nil {
		return nil, err
	}
	all, err := alternatives(c, p.X, env, o, k)
	if err != nil {
		return nil, err
	}
	var numbers []int
	for _, x := range all {
		numbers = append(numbers, c.nameOf(x.Domain, k))
	}
	slices.Sort(numbers)
	var learnt strings.Builder
	learnt.WriteString("L" + group.names() + "|")
	for _, d := range slices.Compact(numbers) {
		learnt.WriteString(strconv.Itoa(d) + " ")
	}
	for i, x := range all {
		view := make([]string, len(x.View))
		for _, a := range c.m.Model().Agents {
			if group[a] {
				view[a.Index] = learnt.String() + "(" + x.View[a.Index] + ")"
			}
		}
		all[i].View, all[i].Done = view, spec.PerformedLearn(group, x.Done)
	}
	return all, nil
}

// behindPartOf returns c, behind a part of a knowledge action whose alternatives another evaluator
// finds, for the parts that follow.
func (c *Evaluator) behindPartOf(whole *Evaluator) *Evaluator {
	d, s := *c, *c.setting
	s.began = cmp.Or(whole.began, whole.m)
	d.setting = &s
	return &d
}

// nameOf numbers a domain in layer k as one of the worlds in which the action began: behind
// different parts of it two domains are the same if they come from the same worlds, where
// everybody has seen the same since.
func (c *Evaluator) nameOf(domain symbolic.Set, k int) int {
	origins := map[string]symbolic.Set{}
	var back func(m *kripke.Structure, part symbolic.Set, view []string)
	back = func(m *kripke.Structure, part symbolic.Set, view []string) {
		if c.began == nil || m == c.began {
			seen := strings.Join(view, "\n")
			if before, ok := origins[seen]; ok {
				part = part.Or(before)
			}
			origins[seen] = part
			return
		}
		for i, x := range m.Product.WaysIn(k) {
			if here := part.And(m.Product.Is(i)); !here.IsEmpty() {
				back(m.Product.Before, m.Product.Origins(here), eachView(x.View, view, joined))
			}
		}
	}
	nothing := make([]string, len(c.m.Model().Agents))
	back(c.m, domain, nothing)
	if same, ok := origins[strings.Join(nothing, "\n")]; ok && len(origins) == 1 {
		return c.domains.numberOf(same)
	}
	var name strings.Builder
	for _, seen := range slices.Sorted(maps.Keys(origins)) {
		fmt.Fprintf(&name, "%s\n%d\n", seen, c.domains.numberOf(origins[seen]))
	}
	return c.domains.numberOf(name.String())
}

// merged drops alternatives for which there is no world, and joins those that
// differ for nobody.
func merged(c *Evaluator, all []kripke.Alternative) []kripke.Alternative {
	var out []kripke.Alternative
	at := map[string]int{}
	for _, x := range all {
		if x.Domain.IsEmpty() {
			continue
		}
		key := strconv.Itoa(c.domains.numberOf(x.Domain)) + "\n" + strings.Join(x.View, "\n")
		if i, ok := at[key]; ok {
			if x.Named && !out[i].Named {
				out[i].Named, out[i].Done = true, x.Done
			}
			continue
		}
		at[key] = len(out)
		out = append(out, x)
	}
	return out
}
