package symmetry

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// formula compares operators about other worlds.
func (p *proof) formula(x, y spec.Expr) bool {
	switch a := x.(type) {
	case *spec.Knows:
		b, ok := y.(*spec.Knows)
		return ok && a.Op == b.Op && p.is(a.Agent, b.Agent, p.named()) && p.compare(a.X, b.X, anything).ok
	case *spec.GroupKnows:
		b, ok := y.(*spec.GroupKnows)
		return ok && a.Op == b.Op && p.group(a.Group, b.Group) && p.same(a.Times, b.Times) && p.same(a.X, b.X)
	case *spec.Share:
		b, ok := y.(*spec.Share)
		return ok && a.Op == b.Op && a.Bound.Cmp(b.Bound) == 0 && p.group(a.Group, b.Group) && p.same(a.X, b.X)
	case *spec.Coalition:
		b, ok := y.(*spec.Coalition)
		return ok && a.Op == b.Op && a.Uniform == b.Uniform && a.Subjective == b.Subjective && p.group(a.Group, b.Group) && p.same(a.X, b.X) && p.same(a.Y, b.Y)
	case *spec.Temporal:
		b, ok := y.(*spec.Temporal)
		return ok && a.All == b.All && a.Op == b.Op && p.program(a.Program, b.Program) && p.same(a.Bound, b.Bound) && p.same(a.X, b.X) && p.same(a.Y, b.Y)
	case *spec.Update:
		b, ok := y.(*spec.Update)
		return ok && a.All == b.All && p.program(a.Action, b.Action) && p.same(a.X, b.X)
	case *spec.OnRuns:
		b, ok := y.(*spec.OnRuns)
		return ok && a.All == b.All && p.same(a.X, b.X)
	case *spec.Path:
		b, ok := y.(*spec.Path)
		return ok && a.Op == b.Op && p.same(a.X, b.X) && p.same(a.Y, b.Y)
	}
	return false
}

// group compares sets of agents.
func (p *proof) group(a, b *spec.Group) bool {
	if a == nil || b == nil {
		return a == b
	}
	if p.names(a.Members, b.Members) {
		return true
	}
	return matched(a.Members, b.Members, func(m, n spec.Member) bool {
		return p.binders(m.Binders, n.Binders) && p.same(m.Cond, n.Cond) && p.is(m.Agent, n.Agent, p.named())
	})
}

// names compares members that are all given by their names.
func (p *proof) names(as, bs []spec.Member) bool {
	named := func(m spec.Member) bool { return len(m.Binders) == 0 && m.Cond == nil && isConst(m.Agent) }
	if len(as) != len(bs) {
		return false
	}
	given := map[string]bool{}
	for _, m := range bs {
		if !named(m) {
			return false
		}
		given[spec.Key(m.Agent.(*spec.Const).Value)] = true
	}
	p.budget -= len(as)
	for _, m := range as {
		if !named(m) {
			return false
		}
		to := spec.Key(p.agent(m.Agent.(*spec.Const).Value))
		if !given[to] {
			return false
		}
		delete(given, to)
	}
	return len(given) == 0
}

// program compares programs.
func (p *proof) program(x, y spec.Program) bool {
	if p.budget--; p.budget < 0 {
		return false
	}
	switch a := x.(type) {
	case nil:
		return y == nil
	case *spec.Step:
		b, ok := y.(*spec.Step)
		return ok && a.Action == b.Action && p.args(a.Args, b.Args, a.Action.Params)
	case *spec.AnyStep:
		_, ok := y.(*spec.AnyStep)
		return ok
	case *spec.Test:
		b, ok := y.(*spec.Test)
		return ok && p.same(a.X, b.X)
	case *spec.Doing:
		b, ok := y.(*spec.Doing)
		return ok && p.same(a.X, b.X)
	case *spec.Seq:
		b, ok := y.(*spec.Seq)
		return ok && slices.EqualFunc(a.Parts, b.Parts, p.program)
	case *spec.Choice:
		b, ok := y.(*spec.Choice)
		return ok && a.Marked == b.Marked && slices.EqualFunc(a.Parts, b.Parts, p.program)
	case *spec.Both:
		b, ok := y.(*spec.Both)
		return ok && slices.EqualFunc(a.Parts, b.Parts, p.program)
	case *spec.Learn:
		b, ok := y.(*spec.Learn)
		return ok && p.group(a.Group, b.Group) && p.program(a.X, b.X)
	case *spec.Star:
		b, ok := y.(*spec.Star)
		return ok && p.program(a.X, b.X)
	case *spec.Repeat:
		b, ok := y.(*spec.Repeat)
		return ok && a.Most == b.Most && p.program(a.X, b.X)
	case *spec.SomeOf:
		b, ok := y.(*spec.SomeOf)
		return ok && p.binders(a.Binders, b.Binders) && p.program(a.Body, b.Body)
	case *spec.Run:
		b, ok := y.(*spec.Run)
		return ok && a.Named == b.Named && p.args(a.Args, b.Args, a.Named.Params) && p.program(a.Named.Body, b.Named.Body)
	}
	return false
}

// args compares arguments, of which some may be left open.
func (p *proof) args(as, bs []spec.Expr, params []*spec.Bound) bool {
	if len(as) != len(bs) {
		return false
	}
	for i, a := range as {
		if a == nil || bs[i] == nil {
			if a != nil || bs[i] != nil {
				return false
			}
		} else if !p.is(a, bs[i], params[i].Type) {
			return false
		}
	}
	return true
}

// matched tells whether each of some parts, whose order says nothing, has another one as its
// image.
func matched[Part any](as, bs []Part, image func(a, b Part) bool) bool {
	if len(as) != len(bs) {
		return false
	}
	taken := make([]bool, len(bs))
	for i, a := range as {
		at := -1
		if !taken[i] && image(a, bs[i]) {
			at = i
		}
		for k := 0; at < 0 && k < len(bs); k++ {
			if k != i && !taken[k] && image(a, bs[k]) {
				at = k
			}
		}
		if at < 0 {
			return false
		}
		taken[at] = true
	}
	return true
}
