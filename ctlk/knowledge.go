package ctlk

import (
	"fmt"

	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
)

// knows is the meaning of an operator about one agent: the worlds are split by
// who that is (docs/semantics.md#knowledge).
//
// The operand and the agent are needed in all worlds; what is known is looked for in
// some of them alone, which the agents do not confuse with others.
func knows(c *Evaluator, x spec.Expr, env *spec.Env, worlds kripke.Set) (meaning, error) {
	e := x.(*spec.Knows)
	operator, err := about(c, e, env, worlds)
	if err != nil {
		return meaning{}, err
	}
	m := meaning{holds: kripke.Exactly(c.m.None())}
	cases, undefined, err := c.Values(e.Agent, env, c.m.Worlds)
	if err != nil {
		return meaning{}, err
	}
	m.undefined = undefined
	for _, k := range cases {
		agent, ok := c.agents[spec.Key(k.Value)]
		if !ok || !c.m.Informed(agent) {
			m.undefined = m.undefined.Or(k.When)
			continue
		}
		if k.When.Disjoint(worlds) {
			continue
		}
		x, err := operator([]*spec.Agent{agent})
		if err != nil {
			return meaning{}, err
		}
		if k.When.Equal(c.m.Worlds) {
			m.holds = x
			break
		}
		m.holds = m.holds.Or(x.Within(k.When))
	}
	return m, nil
}

// about evaluates the operand of e and returns the operator, which is left to
// be applied to an agent.
func about(c *Evaluator, e *spec.Knows, env *spec.Env, worlds kripke.Set) (func([]*spec.Agent) (kripke.Truth, error), error) {
	if e.Op == spec.KnowsValue && e.X.Traits()&spec.Modal == 0 && c.m.Graph == nil {
		return func(a []*spec.Agent) (kripke.Truth, error) { return knowValue(c, worlds, a, e.X, env) }, nil
	}
	if e.Op == spec.KnowsValue {
		bits, err := c.Bits(e.X, env)
		if err != nil {
			return nil, err
		}
		return func(a []*spec.Agent) (kripke.Truth, error) { return knowWhether(c, worlds, a, bits...) }, nil
	}
	f, err := c.Everywhere(e.X, env)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case spec.KnowsThat:
		return func(a []*spec.Agent) (kripke.Truth, error) { return knowIn(c, worlds, a, f) }, nil
	case spec.Supposes:
		return func(a []*spec.Agent) (kripke.Truth, error) {
			return f.Within(worlds).Each(func(x kripke.Set) (kripke.Set, error) { return c.m.Closure(a, x) })
		}, nil
	case spec.KnowsWhether:
		return func(a []*spec.Agent) (kripke.Truth, error) { return knowWhether(c, worlds, a, f) }, nil
	}
	panic(fmt.Sprintf("ctlk: knowledge operator %d", e.Op))
}

// know is W \ cl(W \ f): what the agents know together.
func know(c *Evaluator, agents []*spec.Agent, f kripke.Truth) (kripke.Truth, error) {
	return knowIn(c, c.m.Worlds, agents, f)
}

// knowIn is know in some worlds, which the agents do not confuse with others.
func knowIn(c *Evaluator, worlds kripke.Set, agents []*spec.Agent, f kripke.Truth) (kripke.Truth, error) {
	doubt, err := f.Not(worlds).Each(func(x kripke.Set) (kripke.Set, error) { return c.m.Closure(agents, x) })
	return negated(doubt, worlds, err)
}

// knowWhether is where each of the bits has one value in all worlds confused
// with the present one: not both in one where it is true and in one where it is
// false. Each bit is asked about only where those before it are known: these
// worlds, which soon are few, are confused with each other alone.
func knowWhether(c *Evaluator, worlds kripke.Set, agents []*spec.Agent, bits ...kripke.Truth) (kripke.Truth, error) {
	known := kripke.Exactly(worlds)
	for _, b := range bits {
		most, err := unsure(c, agents, known.Upper, b, true)
		if err != nil {
			return kripke.Truth{}, err
		}
		least := most
		if !b.Exact() {
			if least, err = unsure(c, agents, known.Upper, b, false); err != nil {
				return kripke.Truth{}, err
			}
		}
		known = known.Without(kripke.Truth{Lower: least, Upper: most})
	}
	return known, nil
}

// unsure is what looks to the agents like a world of where in which b is true and
// like one in which it is false; where b is open, either if hopeful, else neither.
func unsure(c *Evaluator, agents []*spec.Agent, where kripke.Set, b kripke.Truth, upper bool) (kripke.Set, error) {
	yes, no := b.Bound(upper), b.Bound(!upper)
	if !where.Equal(c.m.Worlds) {
		yes, no = yes.And(where), no.And(where)
	}
	if yes.Equal(no) && c.m.Graph == nil {
		return c.m.Torn(agents, where, yes)
	}
	like, err := c.m.Closure(agents, yes)
	if err != nil {
		return nil, err
	}
	unlike, err := c.m.Closure(agents, where.Diff(no))
	if err != nil {
		return nil, err
	}
	return like.And(unlike), nil
}

// knowValue is where an expression about states has one value in all worlds
// confused with the present one. All worlds that agree on the value and on what
// the agents see may stand for each other, so that the bits of the value are looked
// at among far simpler sets than that of the worlds, and each of them only where
// those before it are known.
func knowValue(c *Evaluator, asked kripke.Set, agents []*spec.Agent, e spec.Expr, env *spec.Env) (kripke.Truth, error) {
	known := c.m.None()
	undefined, err := c.m.System.Undefined(e, env)
	if err != nil {
		return kripke.Truth{}, err
	}
	for k, l := range c.m.Layers {
		worlds := c.m.Worlds[k]
		if worlds.IsEmpty() {
			continue
		}
		if asked[k].IsEmpty() {
			if bad := undefined.And(worlds); !bad.IsEmpty() {
				return kripke.Truth{}, c.noValue(e, env, c.m.PickIn(k, bad))
			}
			continue
		}
		view, err := l.System.View(agents...)
		if err != nil {
			return kripke.Truth{}, err
		}
		finer, err := l.System.Refine(e, env, agents...)
		if err != nil {
			return kripke.Truth{}, err
		}
		if bad := finer.Undefined.And(worlds); !bad.IsEmpty() {
			return kripke.Truth{}, c.noValue(e, env, c.m.PickIn(k, bad))
		}
		vectors := c.m.LookingLike(finer.View, agents, k, worlds)
		for _, b := range finer.Bits {
			if view.Sees(b) {
				continue
			}
			unknown := c.m.TornBy(view, agents, k, vectors, vectors.And(b))
			vectors, worlds = vectors.Diff(unknown), worlds.Diff(unknown)
		}
		known[k] = worlds
	}
	return kripke.Exactly(known), nil
}
