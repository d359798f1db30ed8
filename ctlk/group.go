package ctlk

import (
	"github.com/epibdd/epibdd/spec"
)

// A group may depend on the state, a nonrigid set in the words of Fagin,
// Halpern, Moses and Vardi (Reasoning about Knowledge, section 6.4). It is read
// in the world where the operator stands. E{B; k} is E{B} … E{B} and C{B} f is
// νZ. f ∩ E{B} Z, so there it is read again in each world that the operator
// leads to. Only D needs to know the group as a whole and divides the worlds.

// band is a group: the worlds in which each agent belongs to it, and where it
// has no value. Agents who never belong are left out.
type band struct {
	members   []membership
	undefined set
}

type membership struct {
	agent *spec.Agent
	when  set
}

// company is what a band is in some worlds.
type company struct {
	agents []*spec.Agent
	when   set
}

// groupKnows is the meaning of an operator about a group.
func (c *Checker) groupKnows(e *spec.GroupKnows, env *spec.Env) (meaning, error) {
	f, err := c.everywhere(e.X, env)
	if err != nil {
		return meaning{}, err
	}
	times, err := c.times(e, env)
	if err != nil || times == 0 {
		return meaning{f, c.frame.none()}, err
	}
	b, err := c.band(e.Group, env)
	if err != nil {
		return meaning{}, err
	}
	if e.Op == spec.Distributed {
		return c.distributed(b, f)
	}
	if (e.Op == spec.Common || times > 1) && !b.undefined.IsEmpty() {
		return meaning{}, c.noGroup(e.Group, env, c.pick(b.undefined))
	}
	worlds := c.frame.all
	doubt, err := f.not(worlds).each(func(x set) (set, error) { return c.last(c.doubts(e.Op, b, x, times)) })
	if err != nil {
		return meaning{}, err
	}
	return meaning{doubt.not(worlds).within(worlds.Diff(b.undefined)), b.undefined}, nil
}

// times is how often E is applied.
func (c *Checker) times(e *spec.GroupKnows, env *spec.Env) (int, error) {
	if e.Times == nil {
		return 1, nil
	}
	return c.number(e.Times, env)
}

// band evaluates a group in all worlds.
func (c *Checker) band(g *spec.Group, env *spec.Env) (band, error) {
	in, undefined := map[*spec.Agent]set{}, c.frame.none()
	for _, m := range g.Members {
		instances, none, err := c.instances(m.Binders, m.Cond, env, c.frame.all)
		if err != nil {
			return band{}, err
		}
		undefined = undefined.Or(none)
		for _, one := range instances {
			none, err := c.enrol(in, m.Agent, one)
			if err != nil {
				return band{}, err
			}
			undefined = undefined.Or(none)
		}
	}
	b := band{undefined: undefined}
	for _, a := range c.sys.Model().Agents {
		if when, ok := in[a]; ok {
			b.members = append(b.members, membership{a, when})
		}
	}
	return b, nil
}

// enrol adds the agents that e is in the worlds of one, and returns where it is
// none.
func (c *Checker) enrol(in map[*spec.Agent]set, e spec.Expr, one instance) (set, error) {
	cases, undefined, err := c.values(e, one.env, one.when)
	if err != nil {
		return nil, err
	}
	for _, k := range cases {
		a, ok := c.agents[spec.Key(k.value)]
		if !ok || !c.frame.informed(a) {
			undefined = undefined.Or(k.when)
			continue
		}
		if old, ok := in[a]; ok {
			k.when = k.when.Or(old)
		}
		in[a] = k.when
	}
	return undefined, nil
}

// doubted is where some member considers a world of x possible: ¬E{B} ¬x.
func (c *Checker) doubted(b band, x set) (set, error) {
	found := c.frame.none()
	for _, m := range b.members {
		y, err := c.frame.closure([]*spec.Agent{m.agent}, x)
		if err != nil {
			return nil, err
		}
		found = found.Or(y.And(m.when))
	}
	return found, nil
}

// doubts are the layers of what is not known: the worlds of doubt, those from
// which one confusion of a member leads there, two, and so on, up to as many as E
// is applied or to where nothing changes. For C each includes the one before.
func (c *Checker) doubts(op spec.GroupOp, b band, doubt set, times int) ([]set, error) {
	layers := []set{doubt}
	for i := 1; op == spec.Common || i <= times; i++ {
		next, err := c.doubted(b, doubt)
		if err != nil {
			return nil, err
		}
		if op == spec.Common {
			next = next.Or(doubt)
		}
		c.tick("group knowledge", i, next)
		if next.Equal(doubt) {
			break
		}
		doubt = next
		layers = append(layers, doubt)
	}
	return layers, nil
}

func (c *Checker) last(layers []set, err error) (set, error) {
	if err != nil {
		return nil, err
	}
	return layers[len(layers)-1], nil
}

// distributed is D{B} f: the worlds are divided by the group.
func (c *Checker) distributed(b band, f truth) (meaning, error) {
	m := meaning{exactly(c.frame.none()), b.undefined}
	for _, g := range c.companies(b) {
		x, err := c.know(g.agents, f)
		if err != nil {
			return meaning{}, err
		}
		m.holds = m.holds.or(x.within(g.when))
	}
	return m, nil
}

// companies divides the worlds by what the group is there. Only groups that
// occur are followed: each member divides what is left of the groups formed by
// the members before.
func (c *Checker) companies(b band) []company {
	all := []company{{nil, c.frame.all.Diff(b.undefined)}}
	for _, m := range b.members {
		var next []company
		for _, g := range all {
			if without := g.when.Diff(m.when); !without.IsEmpty() {
				next = append(next, company{g.agents, without})
			}
			if with := g.when.And(m.when); !with.IsEmpty() {
				next = append(next, company{append(g.agents[:len(g.agents):len(g.agents)], m.agent), with})
			}
		}
		all = next
	}
	return all
}
