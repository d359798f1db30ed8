package ctlk

import (
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
)

// share is the meaning of a comparison of the share of a formula among the worlds that a group
// considers possible: the worlds are divided by the group (docs/semantics.md#shares).
func share(c *Evaluator, x spec.Expr, env *spec.Env, worlds kripke.Set) (meaning, error) {
	e := x.(*spec.Share)
	f, err := c.Everywhere(e.X, env)
	if err != nil {
		return meaning{}, err
	}
	m := meaning{holds: kripke.Exactly(c.m.None()), undefined: c.m.None()}
	groups := []part{{nil, c.m.Worlds}}
	if e.Group != nil {
		b, err := GroupOf(c, e.Group, env)
		if err != nil {
			return meaning{}, err
		}
		m.undefined, groups = b.undefined, parts(c, b)
	}
	for _, g := range groups {
		where := g.when.And(worlds)
		if where.IsEmpty() {
			continue
		}
		x, err := compared(c, g.agents, where, f, e)
		if err != nil {
			return meaning{}, err
		}
		m.holds = m.holds.Or(x.Within(where))
	}
	return m, nil
}

// compared is where the share compares as e says. "At least" and "above" grow with f; where f is
// open the other comparisons are made of these two, so that what is open of one is open of all.
func compared(c *Evaluator, agents []*spec.Agent, where kripke.Set, f kripke.Truth, e *spec.Share) (kripke.Truth, error) {
	if f.Exact() {
		x, err := kripke.Shared(c.m, agents, where, f.Lower, e.Bound, c.o.Classes, e.Allows)
		return kripke.Exactly(x), err
	}
	least := func(sign int) (kripke.Truth, error) {
		return f.Each(func(x kripke.Set) (kripke.Set, error) {
			return kripke.Shared(c.m, agents, where, x, e.Bound, c.o.Classes, func(s int) bool { return s >= sign })
		})
	}
	switch e.Op {
	case spec.Ge:
		return least(0)
	case spec.Gt:
		return least(1)
	case spec.Lt:
		x, err := least(0)
		return negated(x, where, err)
	case spec.Le:
		x, err := least(1)
		return negated(x, where, err)
	}
	atLeast, err := least(0)
	if err != nil {
		return kripke.Truth{}, err
	}
	above, err := least(1)
	if err != nil {
		return kripke.Truth{}, err
	}
	equal := atLeast.Without(above)
	if e.Op == spec.Ne {
		equal = equal.Not(where)
	}
	return equal, nil
}
