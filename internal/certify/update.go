package certify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// alternative is one way in which a knowledge action may happen: the worlds of a structure in
// which it can, what each agent sees of it (by Agent.Index; "" is nothing), and whether the action as it is
// written, with its marks, admits it.
type alternative struct {
	domain func(e *world) lit
	view   []string
	named  bool
}

const mostPlaces = 1 << 10

// behind makes the places behind a knowledge action: of each place before one for each
// alternative. A claim says which states are worlds there; without it there are none. Which views
// are equal depends on all worlds, so these have to be reached.
func (k *checker) behind(s *question.Structure) {
	k.reached()
	for _, layer := range k.places[""] {
		k.visit(layer)
		all := k.alternatives(s.Before, s.Action, s.Env)
		for _, p := range k.alike(s.Before, k.here.place, nil) {
			for i, x := range all {
				k.happens(s, p, i, x)
			}
		}
	}
}

// happens makes the place to which an alternative leads from one.
func (k *checker) happens(s *question.Structure, p *place, i int, x alternative) {
	q := &place{key: fmt.Sprintf("%s@%d.%d ", p.key, s.Number, i), in: s, layer: p.layer, before: p, way: i, named: x.named}
	for a, v := range x.view {
		q.view = append(q.view, k.names.Of(p.view[a]+"/"+v))
	}
	domain := x.domain(k.in(k.one, p))
	claim := k.cert.Claims[q.key+question.Reached]
	if claim == nil {
		k.never(wrong("there is no set for %s", q.key+question.Reached), k.valid, domain)
		return
	}
	q.root = claim.Set
	k.never(wrong("these are other worlds: %s", q.key+question.Reached), k.valid, k.Iff(domain, k.worlds(k.in(k.one, q))).Not())
	if k.places[s.Key] = append(k.places[s.Key], q); len(k.places[s.Key]) > mostPlaces {
		panic(open("more than %d alternatives of knowledge actions", mostPlaces))
	}
}

// alternatives are those of the type of a knowledge action in a structure
// (docs/semantics.md#knowledge-actions).
func (k *checker) alternatives(s *question.Structure, p spec.Program, env *spec.Env) (all []alternative) {
	switch p := p.(type) {
	case *spec.Test:
		for _, at := range k.alike(s, k.here.place, nil) {
			k.visit(at)
			_, undef := k.here.Truth(p.X, env)
			k.never(open("a test of a knowledge action may have no value"), k.isHere, undef)
		}
		all = []alternative{{func(e *world) lit { l, _ := e.Truth(p.X, env); return k.And(k.worlds(e), l) }, make([]string, len(k.model.Agents)), true}}
	case *spec.Choice:
		for i, part := range p.Parts {
			for _, x := range k.alternatives(s, part, env) {
				x.named = x.named && (p.Marked < 0 || p.Marked == i)
				all = append(all, x)
			}
		}
	case *spec.SomeOf:
		question.EachOf(p.Binders, env, func(inner *spec.Env) { all = append(all, k.alternatives(s, p.Body, inner)...) })
	case *spec.Run:
		return k.alternatives(s, p.Named.Body, question.Arguments(p, env))
	case *spec.Seq:
		if len(p.Parts) == 1 {
			return k.alternatives(s, p.Parts[0], env)
		}
		between := s.After(p.Parts[0], env)
		rest := k.alternatives(between, &spec.Seq{Parts: p.Parts[1:]}, env)
		for i, x := range k.alternatives(s, p.Parts[0], env) {
			for _, y := range rest {
				all = append(all, alternative{func(e *world) lit {
					for _, q := range k.places[between.Key] {
						if q.before == e.place && q.way == i {
							return y.domain(k.in(e, q))
						}
					}
					return no
				}, question.EachView(x.view, y.view, k.names.After), x.named && y.named})
			}
		}
	case *spec.Both:
		all = []alternative{{k.worlds, make([]string, len(k.model.Agents)), true}}
		for i := 0; i < len(p.Parts) && len(all) <= mostPlaces; i++ {
			var next []alternative
			for _, x := range all {
				for _, y := range k.alternatives(s, p.Parts[i], env) {
					next = append(next, alternative{func(e *world) lit { return k.And(x.domain(e), y.domain(e)) }, question.EachView(x.view, y.view, question.Listed), x.named && y.named})
				}
			}
			all = next
		}
		for _, x := range all {
			for a, list := range x.view {
				x.view[a] = k.names.Together(list)
			}
		}
	case *spec.Learn:
		all = k.alternatives(s, p.X, env)
		var numbers []string
		for _, x := range all {
			numbers = append(numbers, k.number(s, x))
		}
		slices.Sort(numbers)
		learnt, group := strings.Join(slices.Compact(numbers), " "), question.Agents(p.Group, env)
		for i, x := range all {
			all[i].view = make([]string, len(x.view))
			for _, a := range question.Named(k.model, group) {
				all[i].view[a.Index] = k.names.Of(fmt.Sprintf("%s|%s|%s", spec.NewSet(group...), learnt, x.view[a.Index]))
			}
		}
	default:
		panic(open("%T in a knowledge action", p))
	}
	if len(all) > mostPlaces {
		panic(open("a knowledge action with more than %d alternatives", mostPlaces))
	}
	return k.merged(s, all)
}

// number names the domain of an alternative: equal ones in a structure have the same name, and
// none has the name "". That of a domain without worlds is "".
func (k *checker) number(s *question.Structure, x alternative) string {
	var at []lit
	for _, p := range k.alike(s, k.here.place, nil) {
		at = append(at, k.And(k.valid, x.domain(k.in(k.one, p))))
	}
	if !k.Possible(k.Any(at...)) {
		return ""
	}
	key := fmt.Sprint(k.here.place.layer, s.Key)
	for i, other := range k.domains[key] {
		differ := no
		for j, l := range at {
			differ = k.Or(differ, k.Iff(l, other[j]).Not())
		}
		if !k.Possible(differ) {
			return fmt.Sprintf("d%d.%d", s.Number, i)
		}
	}
	k.domains[key] = append(k.domains[key], at)
	return fmt.Sprintf("d%d.%d", s.Number, len(k.domains[key])-1)
}

// merged drops alternatives for which there is no world, and joins those that differ for
// nobody.
func (k *checker) merged(s *question.Structure, all []alternative) (out []alternative) {
	known := map[string]int{}
	for _, x := range all {
		n := k.number(s, x)
		if n == "" {
			continue
		}
		key := n + "\n" + strings.Join(x.view, "\n")
		if i, ok := known[key]; ok {
			out[i].named = out[i].named || x.named
			continue
		}
		known[key] = len(out)
		out = append(out, x)
	}
	return out
}

// end is a world behind a knowledge action, and where it leads there.
type end struct {
	when lit
	e    *world
}

// ends are the worlds to which a knowledge action leads, as it is written or all of its type, and
// where an argument or a domain in it has no value. What stands outside of every L is taken
// part by part, and its arguments are read where it stands.
func (k *checker) ends(e *world, p spec.Program, env *spec.Env, all bool) (list []end, undef lit) {
	undef = no
	each := func(when lit, e *world, p spec.Program, env *spec.Env) {
		more, u := k.ends(e, p, env, all)
		undef = k.Or(undef, k.And(when, u))
		for _, x := range more {
			list = append(list, end{k.And(when, x.when), x.e})
		}
	}
	switch p := p.(type) {
	case *spec.Seq:
		if len(p.Parts) == 0 {
			return []end{{yes, e}}, no
		}
		var first []end
		first, undef = k.ends(e, p.Parts[0], env, all)
		for _, x := range first {
			each(x.when, x.e, &spec.Seq{Parts: p.Parts[1:]}, env)
		}
	case *spec.Choice, *spec.SomeOf, *spec.Run:
		var branches []bitblast.Branch
		branches, undef = e.Branches(p, env)
		for _, b := range branches {
			if b.Named {
				each(b.When, e, b.Program, b.Env)
			}
		}
	default:
		for _, q := range k.places[e.place.in.After(p, env).Key] {
			if q.before == e.place && (all || q.named) {
				at := k.in(e, q)
				list = append(list, end{k.worlds(at), at})
			}
		}
	}
	return list, undef
}

// update certifies <α> f, or as complement [α] f, by what f is behind α.
func (k *checker) update(n *question.Need, x *spec.Update) {
	list, undef := k.ends(k.here, x.Action, n.Env, false)
	k.never(open("an argument or a domain may have no value"), k.isHere, undef)
	some := no
	for _, i := range list {
		f, u := i.e.Truth(x.X, n.Env)
		k.never(open("an operand may have no value"), k.isHere, i.when, u)
		some = k.Or(some, k.And(i.when, k.Iff(f, k.When(!x.All))))
	}
	k.obeys(n, &rule{next: func(int, predicate) lit { return some }, once: true}, x.All)
}
