package ctlk

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

// knows is the meaning of an operator about one agent: the worlds are split by
// who that is (Act-CTL-Kn, knowledge).
//
// The operand and the agent are needed in all worlds; what is known is looked for in
// some of them alone, which the agents do not confuse with others.
func (c *Checker) knows(e *spec.Knows, env *spec.Env, worlds set) (meaning, error) {
	operator, err := c.about(e, env, worlds)
	if err != nil {
		return meaning{}, err
	}
	m := meaning{holds: exactly(c.frame.none())}
	cases, undefined, err := c.values(e.Agent, env, c.frame.all)
	if err != nil {
		return meaning{}, err
	}
	m.undefined = undefined
	for _, k := range cases {
		agent, ok := c.agents[spec.Key(k.value)]
		if !ok || !c.frame.informed(agent) {
			m.undefined = m.undefined.Or(k.when)
			continue
		}
		if k.when.Disjoint(worlds) {
			continue
		}
		x, err := operator([]*spec.Agent{agent})
		if err != nil {
			return meaning{}, err
		}
		if k.when.Equal(c.frame.all) {
			m.holds = x
			break
		}
		m.holds = m.holds.or(x.within(k.when))
	}
	return m, nil
}

// about evaluates the operand of e and returns the operator, which is left to
// be applied to an agent.
func (c *Checker) about(e *spec.Knows, env *spec.Env, worlds set) (func([]*spec.Agent) (truth, error), error) {
	if e.Op == spec.KnowsValue && e.X.Traits()&spec.Modal == 0 && c.frame.graph == nil {
		return func(a []*spec.Agent) (truth, error) { return c.knowValue(worlds, a, e.X, env) }, nil
	}
	if e.Op == spec.KnowsValue {
		bits, err := c.bits(e.X, env)
		if err != nil {
			return nil, err
		}
		return func(a []*spec.Agent) (truth, error) { return c.knowWhether(worlds, a, bits...) }, nil
	}
	f, err := c.everywhere(e.X, env)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case spec.KnowsThat:
		return func(a []*spec.Agent) (truth, error) { return c.knowIn(worlds, a, f) }, nil
	case spec.Supposes:
		return func(a []*spec.Agent) (truth, error) {
			return f.within(worlds).each(func(x set) (set, error) { return c.frame.closure(a, x) })
		}, nil
	case spec.KnowsWhether:
		return func(a []*spec.Agent) (truth, error) { return c.knowWhether(worlds, a, f) }, nil
	}
	panic(fmt.Sprintf("ctlk: knowledge operator %d", e.Op))
}

// know is W \ cl(W \ f): what the agents know together.
func (c *Checker) know(agents []*spec.Agent, f truth) (truth, error) {
	return c.knowIn(c.frame.all, agents, f)
}

// knowIn is know in some worlds, which the agents do not confuse with others.
func (c *Checker) knowIn(worlds set, agents []*spec.Agent, f truth) (truth, error) {
	doubt, err := f.not(worlds).each(func(x set) (set, error) { return c.frame.closure(agents, x) })
	return negated(doubt, worlds, err)
}

// knowWhether is where each of the bits has one value in all worlds confused
// with the present one: not both in one where it is true and in one where it is
// false. Each bit is asked about only where those before it are known: these
// worlds, which soon are few, are confused with each other alone.
func (c *Checker) knowWhether(worlds set, agents []*spec.Agent, bits ...truth) (truth, error) {
	known := exactly(worlds)
	for _, b := range bits {
		most, err := c.unsure(agents, known.perhaps, b, true)
		if err != nil {
			return truth{}, err
		}
		least := most
		if !b.exact() {
			if least, err = c.unsure(agents, known.perhaps, b, false); err != nil {
				return truth{}, err
			}
		}
		known = known.without(truth{least, most})
	}
	return known, nil
}

// unsure is what looks to the agents like a world of where in which b is true and
// like one in which it is false; where b is open, either if hopeful, else neither.
func (c *Checker) unsure(agents []*spec.Agent, where set, b truth, hopeful bool) (set, error) {
	yes, no := b.bound(hopeful), b.bound(!hopeful)
	if !where.Equal(c.frame.all) {
		yes, no = yes.And(where), no.And(where)
	}
	if yes.Equal(no) && c.frame.graph == nil {
		return c.frame.torn(agents, where, yes)
	}
	like, err := c.frame.closure(agents, yes)
	if err != nil {
		return nil, err
	}
	unlike, err := c.frame.closure(agents, where.Diff(no))
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
func (c *Checker) knowValue(asked set, agents []*spec.Agent, e spec.Expr, env *spec.Env) (truth, error) {
	known := c.frame.none()
	for k, l := range c.frame.layers {
		worlds := c.frame.all[k]
		if worlds.IsEmpty() {
			continue
		}
		if asked[k].IsEmpty() {
			if _, undefined, err := c.bitsIn(e, env, k, worlds); err != nil {
				return truth{}, err
			} else if bad := undefined.And(worlds); !bad.IsEmpty() {
				return truth{}, c.noValue(e, env, c.pickIn(k, bad))
			}
			continue
		}
		view, err := l.sys.View(agents...)
		if err != nil {
			return truth{}, err
		}
		finer, err := l.sys.Refine(e, env, agents...)
		if err != nil {
			return truth{}, err
		}
		if bad := finer.Undefined.And(worlds); !bad.IsEmpty() {
			return truth{}, c.noValue(e, env, c.pickIn(k, bad))
		}
		vectors := c.frame.lookingAt(finer.View, agents, k, worlds)
		for _, b := range finer.Bits {
			if view.Sees(b) {
				continue
			}
			unknown := c.frame.tornAt(view, agents, k, vectors, vectors.And(b))
			vectors, worlds = vectors.Diff(unknown), worlds.Diff(unknown)
		}
		known[k] = worlds
	}
	return exactly(known), nil
}
