package ctlk

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// From children with mud on their foreheads, and players with hats, one bit is hidden each. An
// agent does not know it where the world is one with either value. So nobody of many knows its
// own bit in the worlds that stay worlds whichever one of these bits is turned, and these are
// found in one pass (symbolic.Set.Erode). One by one they are a set for each agent, none of
// which has many nodes in common with another.

// errNotOwn ends the search for own bits: something else is asked.
var errNotOwn = errors.New("not about own bits")

// foldOwn is fold of "all do not know their own bit" and of "some know theirs"; false: the
// quantifier is about something else, or goes wrong for some instance.
func foldOwn(c *Evaluator, e *spec.Fold, env *spec.Env, where kripke.Set) (kripke.Truth, bool) {
	if c.m.Graph != nil || len(c.m.Product.Bits()) > 0 || len(c.open) > 0 || slices.ContainsFunc(e.Binders, asksState) {
		return kripke.Truth{}, false
	}
	own := make([][]symbolic.Bit, len(where)) // by layer
	err := c.forEvery(e.Binders, env, where, func(in Instance) error {
		knows, env, not := c.inside(e.Body, in)
		if knows == nil || not != (e.Op == spec.Forall) || !in.When.Equal(where) {
			return errNotOwn
		}
		return c.addOwn(own, knows, env, where)
	})
	if err != nil {
		return kripke.Truth{}, false
	}
	found := slices.Clone(where)
	for k, here := range where {
		unknown := c.m.Worlds[k].Erode(c.m.Space().Cube(own[k]...))
		if e.Op == spec.Forall {
			found[k] = here.And(unknown)
		} else {
			found[k] = here.Diff(unknown)
		}
	}
	return kripke.Exactly(found), true
}

// asksState tells whether the domain of a binder depends on the state.
func asksState(b spec.Binder) bool { return b.Domain != nil && b.Domain.Traits() != 0 }

// inside looks through negations and definitions for the operator of an agent who knows
// whether something is true, and returns it with its names; nil: there is another one.
func (c *Evaluator) inside(e spec.Expr, in Instance) (knows *spec.Knows, env *spec.Env, not bool) {
	for {
		switch x := e.(type) {
		case *spec.Knows:
			if x.Op != spec.KnowsWhether || x.Agent.Traits() != 0 || x.X.Traits()&spec.Modal != 0 {
				return nil, nil, false
			}
			return x, in.Env, not
		case *spec.Unary:
			if x.Op != spec.Not {
				return nil, nil, false
			}
			e, not = x.X, !not
		case *spec.Call:
			instances, err := c.Arguments(x.Define.Params, x.Args, in.Env, in.When)
			if err != nil || len(instances) != 1 || !instances[0].When.Equal(in.When) {
				return nil, nil, false
			}
			e, in = x.Define.Body, instances[0]
		default:
			return nil, nil, false
		}
	}
}

// addOwn adds the one bit that is hidden from the agent of an operator, if that is what it
// is about.
func (c *Evaluator) addOwn(own [][]symbolic.Bit, e *spec.Knows, env *spec.Env, where kripke.Set) error {
	name, undefined, err := c.constant(e.Agent, env, where)
	if err != nil || !undefined.IsEmpty() || len(name) != 1 {
		return errNotOwn
	}
	agent, ok := c.agents[spec.Key(name[0].Value)]
	if !ok || !c.m.Informed(agent) {
		return errNotOwn
	}
	for k, l := range c.m.Layers {
		if where[k].IsEmpty() {
			continue
		}
		view, err := l.System.View(agent)
		if err != nil {
			return err
		}
		hidden, ok := view.Hidden()
		if !ok {
			return errNotOwn
		}
		finer, err := l.System.Refine(e.X, env, agent)
		if err != nil {
			return err
		}
		bit := c.m.Space().Lit(hidden)
		if !finer.Undefined.IsEmpty() || len(finer.Bits) != 1 || !finer.Bits[0].Equal(bit) && !finer.Bits[0].Equal(bit.Not()) {
			return errNotOwn
		}
		own[k] = append(own[k], hidden)
	}
	return nil
}
