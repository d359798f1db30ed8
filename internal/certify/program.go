package certify

import (
	"github.com/epibdd/epibdd/spec"
)

// way is one way to take a step in a state.
type way struct {
	moves []move // one, or those of all movers
	guard lit
	to    *eval // the state behind it
}

// move is an action with arguments, whose names, and those of its outcome, env binds.
type move struct {
	action *spec.Action
	args   []spec.Value
	env    *names
}

// ways are all ways to take an action in a state.
func (k *checker) ways(e *eval, a *spec.Action) []way {
	at := waysAt{e, a}
	known, ok := k.known[at]
	if !ok {
		if a == nil {
			known.list, known.fault = k.takeTogether(e)
		} else {
			known.list, known.fault = k.take(e, a)
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
func (e *eval) doing(moves []move) *eval {
	in := *e
	in.moves = moves
	return &in
}

// does is where a move is an action with these arguments.
func (e *eval) does(p *spec.Step, env *names, moves []move) (holds, undef lit) {
	given := make([]value, len(p.Args))
	holds, undef = no, no
	for i, x := range p.Args {
		if x != nil {
			var u lit
			given[i], u = e.of(x, env)
			undef = e.or(undef, u)
		}
	}
	for _, m := range moves {
		when := e.when(m.action == p.Action)
		for i, x := range p.Args {
			if x != nil && when != no {
				when = e.and(when, e.is(given[i], m.args[i]))
			}
		}
		holds = e.or(holds, when)
	}
	return holds, undef
}

// before is where a program (nil: any step) leads into what in says of states. A path through
// the program is followed choice by choice.
func (k *checker) before(e *eval, p spec.Program, env *names, in func(*eval) lit) lit {
	out := no
	switch p := p.(type) {
	case nil, *spec.AnyStep:
		for _, a := range k.actions() {
			for _, w := range k.ways(e, a) {
				out = k.or(out, k.and(w.guard, in(w.to)))
			}
		}
	case *spec.Step:
		a := p.Action
		if k.model.Joint {
			a = nil
		}
		for _, w := range k.ways(e, a) {
			does, _ := e.does(p, env, w.moves)
			if when := k.and(w.guard, does); when != no {
				out = k.or(out, k.and(when, in(w.to)))
			}
		}
	case *spec.Doing:
		for _, w := range k.ways(e, nil) {
			holds, _ := e.doing(w.moves).truth(p.X, env)
			if when := k.and(w.guard, holds); when != no {
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
		panic(open("a program with * or &"))
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
	case *spec.Doing:
		_, out = e.doing(nil).truth(p.X, env)
		for _, w := range k.ways(e, nil) {
			_, u := e.doing(w.moves).truth(p.X, env)
			out = k.or(out, u)
		}
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
