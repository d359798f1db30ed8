package ctlk

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

// knows is the meaning of an operator about one agent: the worlds are split by
// who that is (Act-CTL-Kn, knowledge under recall none).
func (c *Checker) knows(e *spec.Knows, env *spec.Env) (meaning, error) {
	operator, err := c.about(e, env)
	if err != nil {
		return meaning{}, err
	}
	m := meaning{holds: c.empty()}
	worlds := c.frame.worlds()
	cases, undefined, err := c.values(e.Agent, env, worlds)
	if err != nil {
		return meaning{}, err
	}
	m.undefined = undefined
	for _, k := range cases {
		agent, ok := c.agents[spec.Key(k.Value)]
		if !ok {
			m.undefined = m.undefined.Or(k.When)
			continue
		}
		x, err := operator([]*spec.Agent{agent})
		if err != nil {
			return meaning{}, err
		}
		m.holds = m.holds.Or(x.And(k.When))
	}
	return m, nil
}

// about evaluates the operand of e and returns the operator, which is left to
// be applied to an agent.
func (c *Checker) about(e *spec.Knows, env *spec.Env) (func([]*spec.Agent) (set, error), error) {
	worlds := c.frame.worlds()
	if e.Op == spec.KnowsValue {
		bits, undefined, err := c.sys.Bits(e.X, env, c.everywhere)
		if err != nil {
			return nil, err
		}
		if bad := undefined.And(worlds); !bad.IsEmpty() {
			return nil, c.noValue(e.X, env, bad)
		}
		return func(a []*spec.Agent) (set, error) { return c.knowWhether(a, bits...) }, nil
	}
	f, err := c.everywhere(e.X, env)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case spec.KnowsThat:
		return func(a []*spec.Agent) (set, error) { return c.know(a, f) }, nil
	case spec.Supposes:
		return func(a []*spec.Agent) (set, error) { return c.frame.closure(a, f) }, nil
	case spec.KnowsWhether:
		return func(a []*spec.Agent) (set, error) { return c.knowWhether(a, f) }, nil
	}
	panic(fmt.Sprintf("ctlk: knowledge operator %d", e.Op))
}

// know is W \ cl(W \ f): what the agents know together.
func (c *Checker) know(agents []*spec.Agent, f set) (set, error) {
	worlds := c.frame.worlds()
	x, err := c.frame.closure(agents, worlds.Diff(f))
	return subtract(worlds, x, err)
}

// knowWhether is where each of the bits has one value in all worlds confused
// with the present one.
func (c *Checker) knowWhether(agents []*spec.Agent, bits ...set) (set, error) {
	worlds := c.frame.worlds()
	known := worlds
	for _, b := range bits {
		b = b.And(worlds)
		yes, err := c.frame.closure(agents, b)
		if err != nil {
			return set{}, err
		}
		no, err := c.frame.closure(agents, worlds.Diff(b))
		if err != nil {
			return set{}, err
		}
		known = known.Diff(yes.And(no))
	}
	return known, nil
}
