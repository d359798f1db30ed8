package ctlk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// alternative is one way in which a knowledge action may happen: the worlds of a
// layer in which it can, and what each agent sees of it, by Agent.Index; "" is nothing.
// named says that the action as it is written, with its marks, admits it.
type alternative struct {
	dom   symbolic.Set
	view  []string
	named bool
	done  string // in the words of the action
}

// alternatives are those of the type of a knowledge action in the worlds of layer k
// (Act-CTL-Kn, knowledge actions).
func (c *Checker) alternatives(p spec.Program, env *spec.Env, o encode.Occurrence, k int) ([]alternative, error) {
	var all []alternative
	var err error
	switch p := p.(type) {
	case *spec.Test:
		var in truth
		if in, err = c.everywhere(p.X, env); err == nil {
			all = []alternative{{in.sure[k], make([]string, len(c.sys.Model().Agents)), true, spec.PerformedTest(p, env)}}
		}
	case *spec.Choice:
		all, err = c.choiceAlternatives(p, env, o, k)
	case *spec.Seq:
		all, err = c.seqAlternatives(p.Parts, env, o, k)
	case *spec.Both:
		all, err = c.bothAlternatives(p, env, o, k)
	case *spec.Learn:
		all, err = c.learnAlternatives(p, env, o, k)
	default:
		var bodies []body
		if bodies, err = c.bodies(p, env); err == nil {
			all, err = c.union(bodies, o, k)
		}
	}
	if err == nil && len(all) > encode.MaxAlternatives {
		err = c.refuse(Unsupported, p.Span(), "this knowledge action may happen in more than %d ways", encode.MaxAlternatives)
	}
	if err != nil {
		return nil, err
	}
	return c.merged(all), nil
}

// body is a program with its names bound, in some worlds.
type body struct {
	p spec.Program
	instance
}

// bodies are the instances of some, or the body of a named action, each with the
// worlds in which the domains and arguments have the values that make it.
func (c *Checker) bodies(p spec.Program, env *spec.Env) ([]body, error) {
	var inner spec.Program
	var instances []instance
	var err error
	switch p := p.(type) {
	case *spec.SomeOf:
		inner = p.Body
		instances, err = c.everyInstance(p.Binders, env, c.frame.all)
	case *spec.Run:
		inner = p.Named.Body
		instances, err = c.arguments(p.Named.Params, p.Args, env, c.frame.all)
	default:
		panic(fmt.Sprintf("ctlk: %T in a knowledge action", p))
	}
	var all []body
	for _, in := range instances {
		all = append(all, body{inner, in})
	}
	return all, err
}

func (c *Checker) union(bodies []body, o encode.Occurrence, k int) ([]alternative, error) {
	var all []alternative
	for _, b := range bodies {
		more, err := c.alternatives(b.p, b.env, o, k)
		if err != nil {
			return nil, err
		}
		if all = append(all, more...); len(all) > encode.MaxAlternatives {
			break
		}
	}
	return all, nil
}

func (c *Checker) choiceAlternatives(p *spec.Choice, env *spec.Env, o encode.Occurrence, k int) ([]alternative, error) {
	var all []alternative
	for i, part := range p.Parts {
		more, err := c.alternatives(part, env, o, k)
		if err != nil {
			return nil, err
		}
		for _, x := range more {
			x.named = x.named && (p.Marked < 0 || p.Marked == i)
			all = append(all, x)
		}
	}
	return all, nil
}

// seqAlternatives takes the first part, and the others in the worlds that it
// leads to. An agent sees the parts of which it sees something.
func (c *Checker) seqAlternatives(parts []spec.Program, env *spec.Env, o encode.Occurrence, k int) ([]alternative, error) {
	if len(parts) == 1 {
		return c.alternatives(parts[0], env, o, k)
	}
	between, err := c.extend(parts[0], env, o)
	if err != nil {
		return nil, err
	}
	var all []alternative
	err = c.inside(between, func() error {
		o.Depth++
		rest, err := c.seqAlternatives(parts[1:], env, o, k)
		for i, x := range between.extension.waysIn(k) {
			for _, y := range rest {
				dom := between.extension.origins(y.dom.And(between.extension.is(i)))
				all = append(all, alternative{dom, eachView(x.view, y.view, joined), x.named && y.named, x.done + "; " + y.done})
			}
		}
		return err
	})
	return all, err
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
func (c *Checker) bothAlternatives(p *spec.Both, env *spec.Env, o encode.Occurrence, k int) ([]alternative, error) {
	all := []alternative{{c.frame.all[k], make([]string, len(c.sys.Model().Agents)), true, ""}}
	for _, part := range p.Parts {
		ways, err := c.alternatives(part, env, o, k)
		if err != nil {
			return nil, err
		}
		var next []alternative
		for _, x := range all {
			for _, y := range ways {
				if dom := x.dom.And(y.dom); !dom.IsEmpty() {
					next = append(next, alternative{dom, eachView(x.view, y.view, listed), x.named && y.named, spec.PerformedBoth(x.done, y.done)})
				}
			}
		}
		if all = next; len(all) > encode.MaxAlternatives {
			break
		}
	}
	for i := range all {
		for a, list := range all[i].view {
			all[i].view[a] = together(list)
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
func (c *Checker) learnAlternatives(p *spec.Learn, env *spec.Env, o encode.Occurrence, k int) ([]alternative, error) {
	group, err := c.learning(p, env)
	if err != nil {
		return nil, err
	}
	all, err := c.alternatives(p.X, env, o, k)
	if err != nil {
		return nil, err
	}
	var domains []int
	for _, x := range all {
		domains = append(domains, c.numberOf(x.dom))
	}
	slices.Sort(domains)
	var learnt strings.Builder
	learnt.WriteString("L" + group.names() + "|")
	for _, d := range slices.Compact(domains) {
		learnt.WriteString(strconv.Itoa(d) + " ")
	}
	for i, x := range all {
		view := make([]string, len(x.view))
		for _, a := range c.sys.Model().Agents {
			if group[a] {
				view[a.Index] = learnt.String() + "(" + x.view[a.Index] + ")"
			}
		}
		all[i].view, all[i].done = view, spec.PerformedLearn(group, x.done)
	}
	return all, nil
}

// numberOf is the same for equal sets.
func (c *Checker) numberOf(x symbolic.Set) int {
	n, ok := c.numbers[x]
	if !ok {
		n = len(c.numbers)
		c.numbers[x] = n
	}
	return n
}

// merged drops alternatives for which there is no world, and joins those that
// differ for nobody.
func (c *Checker) merged(all []alternative) []alternative {
	var out []alternative
	at := map[string]int{}
	for _, x := range all {
		if x.dom.IsEmpty() {
			continue
		}
		key := strconv.Itoa(c.numberOf(x.dom)) + "\n" + strings.Join(x.view, "\n")
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
