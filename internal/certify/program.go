package certify

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
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

// Then names what a program leads to that has to be followed by others.
func Then(parts []spec.Program, env *spec.Env, name string) string {
	for _, p := range slices.Backward(parts) {
		name = fmt.Sprintf("%s (%d) %s", NameOf(p, env), size(p), name)
	}
	return name
}

// size counts the parts of a program: of (α; β){<= n} all that stands at one place of the document differs in it.
func size(p spec.Program) int {
	n := 1
	for _, part := range spec.Subprograms(p) {
		n += size(part)
	}
	return n
}

// Repeats tells whether there is a * in a program.
func Repeats(p spec.Program) bool {
	_, star := p.(*spec.Star)
	if run, ok := p.(*spec.Run); ok {
		return Repeats(run.Named.Body)
	}
	return star || p != nil && slices.ContainsFunc(spec.Subprograms(p), Repeats)
}

// before is where a program (nil: any step) leads into what in says of states, for a use. A path through the program is followed choice by choice, and no step leads to a state from
// which no run counts.
func (k *checker) before(e *world, p spec.Program, env *spec.Env, at use, in predicate) lit {
	out := no
	step := func(a *spec.Action, takes func(s *bitblast.State) (lit, lit)) {
		for _, w := range k.ways(e, a) {
			if does, _ := takes(e.Doing(w.Moves)); k.And(w.Guard, does) != no {
				out = k.Or(out, k.All(w.Guard, does, k.onward(w.to, in)))
			}
		}
	}
	switch p := p.(type) {
	case nil, *spec.AnyStep:
		for _, a := range e.Actions() {
			step(a, func(*bitblast.State) (lit, lit) { return yes, no })
		}
	case *spec.Step:
		a := p.Action
		if k.model.Joint {
			a = nil
		}
		step(a, func(s *bitblast.State) (lit, lit) { return s.Truth(&spec.Does{Step: p}, env) })
	case *spec.Doing:
		step(nil, func(s *bitblast.State) (lit, lit) { return s.Truth(p.X, env) })
	case *spec.Test:
		if l, _ := e.Truth(p.X, env); l != no {
			out = k.And(l, in(e))
		}
	case *spec.Seq:
		if len(p.Parts) == 1 {
			return k.before(e, p.Parts[0], env, at, in)
		}
		rest := &spec.Seq{Parts: p.Parts[1:]}
		then := use{}
		if Repeats(p.Parts[0]) {
			then = use{Then(rest.Parts, env, at.name), fmt.Sprintf("%p %s", &rest.Parts[0], at.which)}
		}
		return k.before(e, p.Parts[0], env, then, func(t *world) lit { return k.before(t, rest, env, at, in) })
	case *spec.Choice:
		for _, part := range p.Parts {
			out = k.Or(out, k.before(e, part, env, at, in))
		}
	case *spec.SomeOf:
		for _, i := range e.Instances(p.Binders, bitblast.Instance{Env: env, When: yes}) {
			if i.When != no {
				out = k.Or(out, k.And(i.When, k.before(e, p.Body, i.Env, at, in)))
			}
		}
	case *spec.Run:
		calls, _ := e.Calls(p.Named.Params, p.Args, env)
		for _, c := range calls {
			out = k.Or(out, k.And(c.When, k.before(e, p.Named.Body, c.Env, at, in)))
		}
	case *spec.Star:
		return k.repeated(e, p, env, at, in)
	default:
		panic(open("a program with &"))
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
	key := NameOf(p, env) + " " + at.name
	name, which := e.place.key+key, fmt.Sprintf("%p %s", p, at.which)
	switch {
	case k.starred[name] == "":
		k.starred[name] = which
		back := k.here.place
		k.visit(e.place)
		r := &rule{hold: always, goal: in, bound: unbounded}
		r.next = func(layer int, z predicate) lit {
			return k.before(k.here, p.X, env, use{UseOf(key, layer), fmt.Sprint(which, layer)}, z)
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
	case *spec.SomeOf:
		for _, i := range e.Instances(p.Binders, bitblast.Instance{Env: env, When: yes}) {
			if out = k.Or(out, i.Undef); i.When != no {
				out = k.Or(out, k.And(i.When, k.undefined(e, p.Body, i.Env)))
			}
		}
	case *spec.Run:
		calls, undef := e.Calls(p.Named.Params, p.Args, env)
		for out = undef; len(calls) > 0; calls = calls[1:] {
			out = k.Or(out, k.And(calls[0].When, k.undefined(e, p.Named.Body, calls[0].Env)))
		}
	default:
		for _, part := range spec.Subprograms(p) {
			out = k.Or(out, k.undefined(e, part, env))
		}
	}
	return out
}
