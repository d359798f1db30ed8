package certify

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// way is one way to take a step in a state.
type way struct {
	moves []spec.Move // one, or those of all movers
	guard lit
	to    *eval // the state behind it
}

// ways are all ways to take an action in a state.
func (k *checker) ways(e *eval, a *spec.Action) []way {
	at := waysAt{e, a}
	known, ok := k.known[at]
	if !ok {
		known.list, known.fault = k.take(e, a)
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
	e *eval
	a *spec.Action
}

// actions are all actions one by one, or the one joint step.
func (k *checker) actions() []*spec.Action {
	if k.model.Joint {
		return []*spec.Action{nil}
	}
	return k.model.Actions
}

// doing is e in a step.
func (e *eval) doing(moves []spec.Move) *eval {
	in := *e
	in.moves = moves
	return &in
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
func (k *checker) before(e *eval, p spec.Program, env *spec.Env, at use, in predicate) lit {
	out := no
	step := func(a *spec.Action, takes func(in *eval) (lit, lit)) {
		for _, w := range k.ways(e, a) {
			if does, _ := takes(e.doing(w.moves)); k.and(w.guard, does) != no {
				out = k.or(out, k.all(w.guard, does, k.onward(w.to, in)))
			}
		}
	}
	switch p := p.(type) {
	case nil, *spec.AnyStep:
		for _, a := range k.actions() {
			step(a, func(*eval) (lit, lit) { return yes, no })
		}
	case *spec.Step:
		a := p.Action
		if k.model.Joint {
			a = nil
		}
		step(a, func(s *eval) (lit, lit) { return s.truth(&spec.Does{Step: p}, env) })
	case *spec.Doing:
		step(nil, func(s *eval) (lit, lit) { return s.truth(p.X, env) })
	case *spec.Test:
		if l, _ := e.truth(p.X, env); l != no {
			out = k.and(l, in(e))
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
		return k.before(e, p.Parts[0], env, then, func(t *eval) lit { return k.before(t, rest, env, at, in) })
	case *spec.Choice:
		for _, part := range p.Parts {
			out = k.or(out, k.before(e, part, env, at, in))
		}
	case *spec.SomeOf:
		for _, i := range e.instances(p.Binders, instance{env: env, when: yes}) {
			if i.when != no {
				out = k.or(out, k.and(i.when, k.before(e, p.Body, i.env, at, in)))
			}
		}
	case *spec.Run:
		calls, _ := e.calls(p.Named.Params, p.Args, env)
		for _, c := range calls {
			out = k.or(out, k.and(c.when, k.before(e, p.Named.Body, c.env, at, in)))
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
func (k *checker) onward(t *eval, in predicate) lit {
	if t.place.open {
		return k.input()
	}
	return k.and(k.lasting(t), in(t))
}

// repeated is μZ. in ∪ before(Z), of which the certificate has the set, from below and from above.
func (k *checker) repeated(e *eval, p *spec.Star, env *spec.Env, at use, in predicate) lit {
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
func (k *checker) undefined(e *eval, p spec.Program, env *spec.Env) lit {
	out := no
	switch p := p.(type) {
	case *spec.Step:
		for _, x := range p.Args {
			if x != nil {
				_, u := e.of(x, env)
				out = k.or(out, u)
			}
		}
	case *spec.Test:
		_, out = e.truth(p.X, env)
	case *spec.Doing:
		_, out = e.doing(nil).truth(p.X, env)
		for _, w := range k.ways(e, nil) {
			_, u := e.doing(w.moves).truth(p.X, env)
			out = k.or(out, u)
		}
	case *spec.SomeOf:
		for _, i := range e.instances(p.Binders, instance{env: env, when: yes}) {
			if out = k.or(out, i.undef); i.when != no {
				out = k.or(out, k.and(i.when, k.undefined(e, p.Body, i.env)))
			}
		}
	case *spec.Run:
		calls, undef := e.calls(p.Named.Params, p.Args, env)
		for out = undef; len(calls) > 0; calls = calls[1:] {
			out = k.or(out, k.and(calls[0].when, k.undefined(e, p.Named.Body, calls[0].env)))
		}
	default:
		for _, part := range spec.Subprograms(p) {
			out = k.or(out, k.undefined(e, part, env))
		}
	}
	return out
}
