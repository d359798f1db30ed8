package certify

import (
	"github.com/epibdd/epibdd/spec"
)

// way is one way to take an action in a state.
type way struct {
	args  []spec.Value
	guard lit
	to    *eval // the state behind it
}

// ways are all ways to take an action in a state.
func (k *checker) ways(e *eval, a *spec.Action) []way {
	at := waysAt{e, a}
	if known, ok := k.known[at]; ok {
		return known
	}
	list, _ := k.take(e, a)
	k.known[at] = list
	return list
}

type waysAt struct {
	e *eval
	a *spec.Action
}

// before is where a program (nil: any step) leads into what in says of states. A path through
// the program is followed choice by choice.
func (k *checker) before(e *eval, p spec.Program, env *names, in func(*eval) lit) lit {
	out := no
	switch p := p.(type) {
	case nil, *spec.AnyStep:
		for _, a := range k.model.Actions {
			for _, w := range k.ways(e, a) {
				out = k.or(out, k.and(w.guard, in(w.to)))
			}
		}
	case *spec.Step:
		given := make([]value, len(p.Args))
		for i, x := range p.Args {
			if x != nil {
				given[i], _ = e.of(x, env)
			}
		}
		for _, w := range k.ways(e, p.Action) {
			when := w.guard
			for i, x := range p.Args {
				if x != nil {
					when = k.and(when, e.is(given[i], w.args[i]))
				}
			}
			if when != no {
				out = k.or(out, k.and(when, in(w.to)))
			}
		}
	case *spec.Test:
		l, _ := e.truth(p.X, env)
		if l != no {
			out = k.and(l, in(e))
		}
	case *spec.Seq:
		rest := in
		if len(p.Parts) > 1 {
			rest = func(t *eval) lit { return k.before(t, &spec.Seq{Parts: p.Parts[1:]}, env, in) }
		}
		return k.before(e, p.Parts[0], env, rest)
	case *spec.Choice:
		for _, part := range p.Parts {
			out = k.or(out, k.before(e, part, env, in))
		}
	case *spec.SomeOf:
		for _, i := range e.instances(p.Binders, instance{env, yes, no}) {
			if i.when != no {
				out = k.or(out, k.and(i.when, k.before(e, p.Body, i.env, in)))
			}
		}
	case *spec.Run:
		return k.before(e, p.Named.Body, e.given(p, env), in)
	default:
		panic(open("a program with *, & or does"))
	}
	return out
}

// given binds the parameters of a named program.
func (e *eval) given(p *spec.Run, env *names) *names {
	for i, x := range p.Args {
		v, _ := e.of(x, env)
		env = env.bind(p.Named.Params[i], v)
	}
	return env
}

// undefined is where some test, argument or domain in a program has no value, or an argument
// is outside its type.
func (k *checker) undefined(e *eval, p spec.Program, env *names) lit {
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
	case *spec.SomeOf:
		for _, i := range e.instances(p.Binders, instance{env, yes, no}) {
			if out = k.or(out, i.undef); i.when != no {
				out = k.or(out, k.and(i.when, k.undefined(e, p.Body, i.env)))
			}
		}
	case *spec.Run:
		for i, x := range p.Args {
			v, u := e.of(x, env)
			out = k.any(out, u, e.within(v, p.Named.Params[i].Type).not())
		}
		out = k.or(out, k.undefined(e, p.Named.Body, e.given(p, env)))
	default:
		for _, part := range spec.Subprograms(p) {
			out = k.or(out, k.undefined(e, part, env))
		}
	}
	return out
}
