package terms

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// Body is a program with its names bound.
type Body struct {
	P   spec.Program
	Env *spec.Env
}

// Bodies are the instances of some, or the body of a named action.
func Bodies(p spec.Program, ev *spec.Evaluator, env *spec.Env) ([]Body, error) {
	if run, ok := p.(*spec.Run); ok {
		inner, err := GivenArguments(ev, run, env, env)
		return []Body{{run.Named.Body, inner}}, err
	}
	var all []Body
	some := p.(*spec.SomeOf)
	for inner, err := range ev.Instances(some.Binders, env) {
		if err != nil {
			return nil, err
		}
		all = append(all, Body{some.Body, inner})
	}
	return all, nil
}

// Each are programs with the same names bound.
func Each(parts []spec.Program, env *spec.Env) []Body {
	var all []Body
	for _, p := range parts {
		all = append(all, Body{p, env})
	}
	return all
}

// OpenArguments binds the parameters for which no argument is given.
func OpenArguments(p *spec.Run) []spec.Binder {
	var open []spec.Binder
	for i, b := range p.Named.Params {
		if i >= len(p.Args) || p.Args[i] == nil {
			open = append(open, spec.Binder{Bound: b})
		}
	}
	return open
}

// GivenArguments binds in inner the parameters whose arguments are given, as
// their values in env.
func GivenArguments(ev *spec.Evaluator, p *spec.Run, env, inner *spec.Env) (*spec.Env, error) {
	values, err := Arguments(ev, p.Args, p.Named.Params, env)
	for i, v := range values {
		if v != nil {
			inner = inner.Bind(p.Named.Params[i], v)
		}
	}
	return inner, err
}

// Arguments evaluates the arguments that are given; nil stays open. One outside
// the type of its parameter has no value.
func Arguments(ev *spec.Evaluator, args []spec.Expr, params []*spec.Bound, env *spec.Env) ([]spec.Value, error) {
	values := make([]spec.Value, len(params))
	for i, e := range args {
		if e == nil {
			continue
		}
		v, err := ev.Eval(e, env)
		if err != nil {
			return nil, err
		}
		if !params[i].Type.Has(v) {
			return nil, &spec.Undefined{Place: e.Span(),
				Reason: fmt.Sprintf("%s is not a value of %s, the type of %s", v, params[i].Type, params[i].Name)}
		}
		values[i] = v
	}
	return values, nil
}

// Does reports whether one of the moves is of the action with the arguments wanted;
// nil is any argument.
func Does(moves []spec.Move, a *spec.Action, want []spec.Value) bool {
	return slices.ContainsFunc(moves, func(m spec.Move) bool { return m.Action == a && m.HasArgs(want) })
}

// BoundBy lists the names that binders bind.
func BoundBy(binders []spec.Binder) []*spec.Bound {
	names := make([]*spec.Bound, len(binders))
	for i, b := range binders {
		names[i] = b.Bound
	}
	return names
}
