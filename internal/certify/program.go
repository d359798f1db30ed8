package certify

import (
	"fmt"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// way is one way to take a step from a world.
type way struct {
	bitblast.Way
	to *world
}

// ways are all ways to take an action in a state.
func (k *checker) ways(e *world, a *spec.Action) []way {
	at := waysAt{e, a}
	known, ok := k.known[at]
	if !ok {
		var list []bitblast.Way
		list, known.fault = e.Ways(a)
		for _, w := range list {
			known.list = append(known.list, way{w, k.at(e.place.next, w.To, k.recorded(e, w.Moves))})
		}
		k.known[at] = known
		if k.made += len(known.list); k.made > mostPaths {
			panic(open("more than %d ways to go on, in all the states that programs lead to", mostPaths))
		}
	}
	return known.list
}

// all are all ways to take a step.
func (k *checker) all(e *world) (list []way) {
	for _, a := range e.Actions() {
		list = append(list, k.ways(e, a)...)
	}
	return list
}

// steps are ways without what is recorded.
func steps(list []way) (steps []bitblast.Way) {
	for _, w := range list {
		steps = append(steps, w.Way)
	}
	return steps
}

const mostPaths = 1 << 17

// ways are some, and where one is faulty.
type ways struct {
	list  []way
	fault lit
}

// waysAt are those to take an action in a state; nil: to take a joint step.
type waysAt struct {
	e *world
	a *spec.Action
}

// use is what a program leads to: what it is called in a certificate, and which one of the document it is.
type use struct{ name, which string }

// before is where a program (nil: any step) leads into what in says of states, for a use. A path through the program
// is followed choice by choice.
func (k *checker) before(e *world, p spec.Program, env *spec.Env, at use, in predicate) lit {
	switch p := p.(type) {
	case nil, *spec.AnyStep, *spec.Step, *spec.Doing:
		return k.step(e, p, env, in)
	case *spec.Test:
		if l, _ := e.Truth(p.X, env); l != no {
			return k.And(l, in(e))
		}
		return no
	case *spec.Seq:
		if len(p.Parts) == 1 {
			return k.before(e, p.Parts[0], env, at, in)
		}
		rest, then := &spec.Seq{Parts: p.Parts[1:]}, use{}
		if question.Repeats(p.Parts[0]) {
			then = use{question.Then(rest.Parts, env, at.name), fmt.Sprintf("%p %s", &rest.Parts[0], at.which)}
		}
		return k.before(e, p.Parts[0], env, then, func(t *world) lit { return k.before(t, rest, env, at, in) })
	case *spec.Star:
		return k.repeated(e, p, env, at, in)
	}
	out, branches := no, []bitblast.Branch(nil)
	branches, _ = e.Branches(p, env)
	for _, b := range branches {
		out = k.Or(out, k.And(b.When, k.before(e, b.Program, b.Env, at, in)))
	}
	return out
}

// step is where a step that a program asks for leads into a set. None leads to a state from which no run counts.
func (k *checker) step(e *world, p spec.Program, env *spec.Env, in predicate) lit {
	out, actions := no, e.Actions()
	does := func(*bitblast.State) (lit, lit) { return yes, no }
	switch p := p.(type) {
	case *spec.Step:
		if does = func(s *bitblast.State) (lit, lit) { return s.Truth(&spec.Does{Step: p}, env) }; !k.model.Joint {
			actions = []*spec.Action{p.Action}
		}
	case *spec.Doing:
		does = func(s *bitblast.State) (lit, lit) { return s.Truth(p.X, env) }
	}
	for _, a := range actions {
		for _, w := range k.ways(e, a) {
			if l, _ := does(e.Doing(w.Moves)); k.And(w.Guard, l) != no {
				out = k.Or(out, k.All(w.Guard, l, k.onward(w.to, in)))
			}
		}
	}
	return out
}

// onward is where a step leads into a set. Of the worlds after the last layer nothing is known: they may
// be in it or not.
func (k *checker) onward(t *world, in predicate) lit {
	if t.place.open {
		return k.Input()
	}
	return k.And(k.lasting(t), in(t))
}

// repeated is μZ. in ∪ before(Z), of which the certificate has the set, from below and from above.
func (k *checker) repeated(e *world, p *spec.Star, env *spec.Env, at use, in predicate) lit {
	key := question.NameOf(p, env) + " " + at.name
	name, which := e.place.key+key, fmt.Sprintf("%p %s", p, at.which)
	switch {
	case k.starred[name] == "":
		k.starred[name] = which
		back := k.here.place
		k.visit(e.place)
		r := &rule{hold: always, goal: in, bound: question.Unbounded}
		r.next = func(layer int, z predicate) lit {
			return k.before(k.here, p.X, env, use{question.UseOf(key, layer), fmt.Sprint(which, layer)}, z)
		}
		k.below(key, r, k.member(key))
		k.above(key, r, k.member(key))
		k.visit(back)
	case k.starred[name] != which:
		panic(open("two repetitions with the same name: %s", name))
	}
	return k.member(key)(e)
}

// undefined is where some test, argument or domain in a program has no value, or an argument
// is outside its type.
func (k *checker) undefined(e *world, p spec.Program, env *spec.Env) lit {
	out := no
	switch p := p.(type) {
	case *spec.Step:
		for _, x := range p.Args {
			if x != nil {
				_, u := e.Of(x, env)
				out = k.Or(out, u)
			}
		}
	case *spec.Test:
		_, out = e.Truth(p.X, env)
	case *spec.Doing:
		_, out = e.Doing(nil).Truth(p.X, env)
		for _, w := range k.ways(e, nil) {
			_, u := e.Doing(w.Moves).Truth(p.X, env)
			out = k.Or(out, u)
		}
	case *spec.Choice, *spec.SomeOf, *spec.Run:
		var branches []bitblast.Branch
		branches, out = e.Branches(p, env)
		for _, b := range branches {
			out = k.Or(out, k.And(b.When, k.undefined(e, b.Program, b.Env)))
		}
	default:
		for _, part := range spec.Subprograms(p) {
			out = k.Or(out, k.undefined(e, part, env))
		}
	}
	return out
}
