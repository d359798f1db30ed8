package question

import (
	"fmt"
	"maps"
	"slices"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/spec"
)

// guards goes through what an action asks of knowledge.
func (w *walker) guards(a *spec.Action) {
	each := func(names []*spec.Bound, list ...spec.Expr) {
		if slices.ContainsFunc(list, func(x spec.Expr) bool { return x != nil && x.Traits()&spec.Modal != 0 }) {
			w.instances(bitblast.BindersOf(names), nil, func(inner *spec.Env) {
				for _, x := range list {
					if x != nil {
						w.walk(x, inner, true, true)
					}
				}
			})
		}
	}
	each(a.Params, a.When...)
	names := slices.Concat(a.Params, a.Outcome)
	each(names, a.Given...)
	for _, as := range a.Then {
		list := []spec.Expr{as.Cond, as.Value}
		for _, p := range as.Path {
			list = append(list, p.Index...)
		}
		each(slices.Concat(names, boundBy(as.Binders)), append(list, spec.Domains(as.Binders)...)...)
	}
}

// execute goes through a knowledge action, and then through what is asked behind it. Outside of every L
// each part is an action of its own.
func (w *walker) execute(p spec.Program, env *spec.Env, then func()) {
	w.count()
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
		w.everyInstance(p.Binders, env, func(inner *spec.Env) { w.execute(p.Body, inner, then) })
	case *spec.Run:
		w.everyCall(p.Named.Params, p.Args, env, func(inner *spec.Env) { w.execute(p.Named.Body, inner, then) })
	default:
		w.tests(p, env)
		before := w.in
		w.in = w.enter(p, env)
		then()
		w.in = before
	}
}

// everyCall calls f for all values of parameters: of an argument that depends on the state all of its type.
func (w *walker) everyCall(params []*spec.Bound, args []spec.Expr, env *spec.Env, f func(*spec.Env)) {
	var open []*spec.Bound
	inner := env
	for i, x := range args {
		if w.walk(x, env, true, true); x.Traits() != 0 {
			open = append(open, params[i])
		} else {
			inner = inner.Bind(params[i], Fixed(x, env))
		}
	}
	w.instances(bitblast.BindersOf(open), inner, w.counted(f))
}

// counted counts what f is called for, of which there may be more values than are asked about.
func (w *walker) counted(f func(*spec.Env)) func(*spec.Env) {
	return func(env *spec.Env) {
		w.count()
		f(env)
	}
}

// everyInstance calls f for all values of names, where a domain depends on the state all of their types.
func (w *walker) everyInstance(bs []spec.Binder, env *spec.Env, f func(*spec.Env)) {
	if len(bs) == 0 {
		f(env)
		return
	}
	b, each := bs[0], func(inner *spec.Env) { w.everyInstance(bs[1:], inner, f) }
	if b.Domain != nil && b.Domain.Traits() != 0 {
		w.walk(b.Domain, env, true, true)
		b.Domain, each = nil, w.counted(each)
	}
	w.instances([]spec.Binder{b}, env, each)
}

// enter is the structure behind a knowledge action.
func (w *walker) enter(p spec.Program, env *spec.Env) *Structure {
	s, name := w.in, NameOf(p, env)
	next := s.behind[name]
	if next == nil {
		w.made++
		next = &Structure{Before: s, Action: p, Env: env, Number: w.made, Key: fmt.Sprintf("@%d ", w.made), learnt: learners(p, env), behind: map[string]*Structure{}}
		s.behind[name] = next
		w.Needs = append(w.Needs, &Need{In: next})
	}
	if next.Action != p {
		panic(circuit.Open("two knowledge actions with the name %s", name))
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
		if slices.ContainsFunc(p.Parts[1:], learns) {
			panic(circuit.Open("what is learnt behind a part of a knowledge action"))
		}
		if len(p.Parts) > 1 {
			before := w.in
			w.in = w.enter(p.Parts[0], env)
			w.tests(&spec.Seq{Parts: p.Parts[1:]}, env)
			w.in = before
		}
	case *spec.SomeOf:
		EachOf(p.Binders, env, func(inner *spec.Env) { w.tests(p.Body, inner) })
	case *spec.Run:
		w.tests(p.Named.Body, Arguments(p, env))
	case *spec.Learn:
		group := Agents(p.Group, env)
		w.ask(group...)
		inner := learners(p.X, env)
		for _, a := range group {
			delete(inner, spec.Key(a))
		}
		if len(inner) > 0 {
			panic(circuit.Open("an agent that learns within an L of others"))
		}
		w.tests(p.X, env)
	default:
		for _, part := range spec.Subprograms(p) {
			w.tests(part, env)
		}
	}
}

// learns tells whether somebody learns of a part of a program. Behind another part that has a
// view named after worlds there, which would have to be compared with those behind others.
func learns(p spec.Program) bool {
	_, learn := p.(*spec.Learn)
	return learn || slices.ContainsFunc(spec.Subprograms(p), learns)
}

// ask refuses questions about agents who did not learn of the knowledge action before.
func (w *walker) ask(who ...spec.Value) {
	for _, a := range who {
		if w.in.learnt != nil && !w.in.learnt[spec.Key(a)] {
			panic(circuit.Open("an agent that did not learn of a knowledge action"))
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
		for _, a := range Agents(p.Group, env) {
			group[spec.Key(a)] = true
		}
		return group
	case *spec.Seq:
		return learners(p.Parts[len(p.Parts)-1], env)
	case *spec.SomeOf:
		EachOf(p.Binders, env, func(inner *spec.Env) { list = append(list, learners(p.Body, inner)) })
	case *spec.Run:
		return learners(p.Named.Body, Arguments(p, env))
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

// EachOf calls f for all values of names whose domains do not depend on the state.
func EachOf(bs []spec.Binder, env *spec.Env, f func(*spec.Env)) {
	w := &walker{}
	w.instances(bs, env, w.counted(f))
}

// Arguments binds the parameters of a named action to arguments that do not depend on the
// state.
func Arguments(p *spec.Run, env *spec.Env) *spec.Env {
	inner := env
	for i, x := range p.Args {
		v := Fixed(x, env)
		if !p.Named.Params[i].Type.Has(v) {
			panic(circuit.Open("an argument outside of its type"))
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

// Structure is what formulas are about: at first that of the model, and behind a knowledge
// action that which it makes of the one before.
type Structure struct {
	Before *Structure // nil: no knowledge action happened
	Action spec.Program
	Env    *spec.Env
	Number int
	Key    string
	learnt map[string]bool // names of those who can be asked; nil: everybody
	behind map[string]*Structure
}

// After is the structure behind a knowledge action.
func (s *Structure) After(p spec.Program, env *spec.Env) *Structure {
	next := s.behind[NameOf(p, env)]
	if next == nil {
		panic(circuit.Open("a knowledge action that was not expected"))
	}
	return next
}
