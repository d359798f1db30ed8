package ctlk

import (
	"errors"

	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// refuse is a mistake in a formula or program, in no state in particular.
func (s *setting) refuse(kind verdict.Kind, place source.Span, format string, args ...any) error {
	return verdict.Refuse(s.m.Model(), kind, place, format, args...)
}

// noValue explains why e has no value in a world.
func (c *Evaluator) noValue(e spec.Expr, env *spec.Env, w kripke.World) error {
	_, err := c.InWorld(w).Eval(e, env)
	return c.undefinedAt(e, w, err)
}

// noMeaning is noValue for a modal operator whose agent, group or number has no
// value.
func (c *Evaluator) noMeaning(e spec.Expr, env *spec.Env, w kripke.World) error {
	switch e := e.(type) {
	case *spec.Knows:
		return c.noAgent(e.Agent, env, w)
	case *spec.GroupKnows:
		return c.noGroup(e.Group, env, w)
	case *spec.Share:
		return c.noGroup(e.Group, env, w)
	}
	return c.undefinedAt(e, w, nil)
}

// noAgent explains why e is not an agent in a world; nil: it is one.
func (c *Evaluator) noAgent(e spec.Expr, env *spec.Env, w kripke.World) error {
	v, err := c.InWorld(w).Eval(e, env)
	if err != nil {
		return c.undefinedAt(e, w, err)
	}
	if a, ok := c.agents[spec.Key(v)]; ok {
		if c.m.Informed(a) {
			return nil
		}
		return c.undefinedAt(e, w, &spec.Undefined{Place: e.Span(), Reason: spec.Uninformed(a)})
	}
	return c.undefinedAt(e, w, &spec.Undefined{Place: e.Span(), Reason: v.String() + " is not an agent"})
}

// noGroup explains why a group has no value in a world.
func (c *Evaluator) noGroup(g *spec.Group, env *spec.Env, w kripke.World) error {
	ev := c.InWorld(w)
	for _, m := range g.Members {
		for inner, err := range ev.Instances(m.Binders, env) {
			if err != nil {
				return c.undefinedAt(m.Agent, w, err)
			}
			if m.Cond != nil {
				if in, err := ev.Holds(m.Cond, inner); err != nil || !in {
					continue
				}
			}
			if err := c.noAgent(m.Agent, inner, w); err != nil {
				return err
			}
		}
	}
	return c.undefinedAt(g.Members[0].Agent, w, nil)
}

// noDomain is noValue for the domain that has none.
func (c *Evaluator) noDomain(binders []spec.Binder, env *spec.Env, w kripke.World) error {
	for _, err := range c.InWorld(w).Instances(binders, env) {
		if err != nil {
			return c.undefinedAt(binders[0].Domain, w, err)
		}
	}
	return c.undefinedAt(binders[0].Domain, w, nil)
}

// noArgument is noValue for the argument of a step that has none.
func (c *Evaluator) noArgument(p *spec.Step, env *spec.Env, w kripke.World) error {
	for _, arg := range p.Args {
		if arg == nil {
			continue
		}
		if _, err := c.InWorld(w).Eval(arg, env); err != nil {
			return c.undefinedAt(arg, w, err)
		}
	}
	return &verdict.Mistake{Kind: verdict.NoValue, Place: p.Span(), Message: "an argument has no value", State: w.State, Model: c.m.Model()}
}

// undefinedAt is a mistake about e in a world, explained by what evaluation said.
func (s *setting) undefinedAt(e spec.Expr, w kripke.World, err error) error {
	if known := (*verdict.Mistake)(nil); errors.As(err, &known) {
		return known
	}
	out := &verdict.Mistake{Kind: verdict.NoValue, Place: e.Span(), Message: "this has no value", State: w.State, Model: s.m.Model()}
	if u := (*spec.Undefined)(nil); errors.As(err, &u) {
		out.Place, out.Message, out.Cause = u.Place, u.Reason, u
	}
	return out
}
