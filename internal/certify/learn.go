package certify

import (
	"fmt"
	"maps"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// guards goes through what an action asks of knowledge.
func (w *walker) guards(a *spec.Action) {
	each := func(names []*spec.Bound, env *spec.Env, list ...spec.Expr) {
		if slices.ContainsFunc(list, func(x spec.Expr) bool { return x != nil && x.Traits()&spec.Modal != 0 }) {
			for _, inner := range everyValue(names, env) {
				for _, x := range list {
					if x != nil {
						w.walk(x, inner, true, true)
					}
				}
			}
		}
	}
	each(a.Params, nil, a.When...)
	names := slices.Concat(a.Params, a.Outcome)
	each(names, nil, a.Given...)
	for _, as := range a.Then {
		list := []spec.Expr{as.Cond, as.Value}
		for _, p := range as.Path {
			list = append(list, p.Index...)
		}
		each(slices.Concat(names, boundBy(as.Binders)), nil, append(list, spec.Domains(as.Binders)...)...)
	}
}

// execute goes through a knowledge action, and then through what is asked behind it. Outside of every L
// each part is an action of its own.
func (w *walker) execute(p spec.Program, env *spec.Env, then func()) {
	switch p := p.(type) {
	case *spec.Seq:
		if len(p.Parts) == 0 {
			then()
			return
		}
		w.execute(p.Parts[0], env, func() { w.execute(&spec.Seq{Parts: p.Parts[1:]}, env, then) })
	case *spec.Choice:
		for i, part := range p.Parts {
			if p.Marked < 0 || p.Marked == i {
				w.execute(part, env, then)
			}
		}
	case *spec.SomeOf:
		for _, inner := range w.bindings(boundBy(p.Binders), env, func(i int, inner *spec.Env) ([]spec.Value, bool) {
			d := p.Binders[i].Domain
			if d == nil || !w.constant(d, inner) {
				return nil, false
			}
			return spec.Elems(fixed(d, inner)), true
		}) {
			w.execute(p.Body, inner, then)
		}
	case *spec.Run:
		for _, inner := range w.bindings(p.Named.Params, env, func(i int, _ *spec.Env) ([]spec.Value, bool) {
			if !w.constant(p.Args[i], env) {
				return nil, false
			}
			return []spec.Value{fixed(p.Args[i], env)}, true
		}) {
			w.execute(p.Named.Body, inner, then)
		}
	default:
		w.tests(p, env)
		before := w.in
		w.in = w.enter(p, env)
		then()
		w.in = before
	}
}

// enter is the structure behind a knowledge action.
func (w *walker) enter(p spec.Program, env *spec.Env) *Structure {
	s, name := w.in, NameOf(p, env)
	next := s.behind[name]
	if next == nil {
		w.made++
		next = &Structure{Before: s, Action: p, Env: env, Number: w.made, Key: fmt.Sprintf("@%d ", w.made), learnt: learners(p, env), behind: map[string]*Structure{}}
		s.behind[name] = next
		w.needs = append(w.needs, &Need{In: next})
	}
	if next.Action != p {
		panic(open("two knowledge actions with the name %s", name))
	}
	return next
}

// tests goes through those of a knowledge action, each where it is made.
func (w *walker) tests(p spec.Program, env *spec.Env) {
	switch p := p.(type) {
	case *spec.Test:
		w.walk(p.X, env, true, true)
	case *spec.Seq:
		w.tests(p.Parts[0], env)
		if len(p.Parts) > 1 {
			before := w.in
			w.in = w.enter(p.Parts[0], env)
			w.tests(&spec.Seq{Parts: p.Parts[1:]}, env)
			w.in = before
		}
	case *spec.SomeOf:
		eachOf(p.Binders, env, func(inner *spec.Env) { w.tests(p.Body, inner) })
	case *spec.Run:
		w.tests(p.Named.Body, argumentsOf(p, env))
	case *spec.Learn:
		group := agents(p.Group, env)
		w.ask(group...)
		inner := learners(p.X, env)
		for _, a := range group {
			delete(inner, spec.Key(a))
		}
		if len(inner) > 0 {
			panic(open("an agent that learns within an L of others"))
		}
		w.tests(p.X, env)
	default:
		for _, part := range spec.Subprograms(p) {
			w.tests(part, env)
		}
	}
}

// ask refuses questions about agents who did not learn of the knowledge action before.
func (w *walker) ask(who ...spec.Value) {
	for _, a := range who {
		if w.in.learnt != nil && !w.in.learnt[spec.Key(a)] {
			panic(open("an agent that did not learn of a knowledge action"))
		}
	}
}

// learners are the agents who can be asked behind a knowledge action
// (docs/semantics.md#learners).
func learners(p spec.Program, env *spec.Env) map[string]bool {
	list, common := []map[string]bool(nil), true
	switch p := p.(type) {
	case *spec.Learn:
		group := map[string]bool{}
		for _, a := range agents(p.Group, env) {
			group[spec.Key(a)] = true
		}
		return group
	case *spec.Seq:
		return learners(p.Parts[len(p.Parts)-1], env)
	case *spec.SomeOf:
		eachOf(p.Binders, env, func(inner *spec.Env) { list = append(list, learners(p.Body, inner)) })
	case *spec.Run:
		return learners(p.Named.Body, argumentsOf(p, env))
	default:
		for _, part := range spec.Subprograms(p) {
			list = append(list, learners(part, env))
		}
		_, both := p.(*spec.Both)
		common = !both
	}
	all := map[string]bool{}
	for i, more := range list {
		if i == 0 || !common {
			maps.Copy(all, more)
		}
		maps.DeleteFunc(all, func(a string, _ bool) bool { return common && !more[a] })
	}
	return all
}

// eachOf calls f for all values of names whose domains do not depend on the state.
func eachOf(bs []spec.Binder, env *spec.Env, f func(*spec.Env)) { (&walker{}).instances(bs, env, f) }

// argumentsOf binds the parameters of a named action to arguments that do not depend on the
// state.
func argumentsOf(p *spec.Run, env *spec.Env) *spec.Env {
	inner := env
	for i, x := range p.Args {
		v := fixed(x, env)
		if !p.Named.Params[i].Type.Has(v) {
			panic(open("an argument outside of its type"))
		}
		inner = inner.Bind(p.Named.Params[i], v)
	}
	return inner
}

func boundBy(bs []spec.Binder) (list []*spec.Bound) {
	for _, b := range bs {
		list = append(list, b.Bound)
	}
	return list
}

// constant tells whether an expression does not depend on the state. If it does, what it asks of
// knowledge is gone through.
func (w *walker) constant(x spec.Expr, env *spec.Env) bool {
	w.walk(x, env, true, true)
	return x.Traits() == 0
}

// bindings bind names to the values that they are known to have, or to all of their types.
func (w *walker) bindings(bs []*spec.Bound, env *spec.Env, known func(i int, env *spec.Env) ([]spec.Value, bool)) []*spec.Env {
	list := []*spec.Env{env}
	for i, b := range bs {
		var next []*spec.Env
		for _, e := range list {
			vs, ok := known(i, e)
			if !ok {
				vs = (*eval)(nil).list(b.Type)
			}
			for _, v := range vs {
				if b.Type.Has(v) {
					next = append(next, e.Bind(b, v))
				}
			}
		}
		if list = next; len(list) > mostNeeds {
			panic(open("names with more than %d values", mostNeeds))
		}
	}
	return list
}

// everyValue binds names to all values of their types.
func everyValue(bs []*spec.Bound, env *spec.Env) []*spec.Env {
	return (&walker{}).bindings(bs, env, func(int, *spec.Env) ([]spec.Value, bool) { return nil, false })
}
