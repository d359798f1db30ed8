package ctlk

import (
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
)

// A group may depend on the state, a nonrigid set in the words of Fagin,
// Halpern, Moses and Vardi (Reasoning about Knowledge, section 6.4). It is read
// in the world where the operator stands. E{B; k} is E{B} … E{B} and C{B} f is
// νZ. f ∩ E{B} Z, so there it is read again in each world that the operator
// leads to. Only D needs to know the group as a whole and divides the worlds.

// GroupOf is a group: the worlds in which each agent belongs to it, and where it has no
// value. Agents who never belong are left out.
type Group struct {
	Members   []Member
	undefined kripke.Set
}

// Member is an agent and where it belongs to a group.
type Member struct {
	Agent *spec.Agent
	When  kripke.Set
}

// agents are those who belong to it in some world.
func (g Group) agents() []*spec.Agent {
	var who []*spec.Agent
	for _, m := range g.Members {
		who = append(who, m.Agent)
	}
	return who
}

// At are the members in a world.
func (g Group) At(w kripke.World) []*spec.Agent {
	var who []*spec.Agent
	for _, m := range g.Members {
		if w.In(m.When) {
			who = append(who, m.Agent)
		}
	}
	return who
}

// part is what a group is in some worlds.
type part struct {
	agents []*spec.Agent
	when   kripke.Set
}

// groupKnows is the meaning of an operator about a group.
func groupKnows(c *Evaluator, x spec.Expr, env *spec.Env, asked kripke.Set) (meaning, error) {
	e := x.(*spec.GroupKnows)
	f, err := c.Everywhere(e.X, env)
	if err != nil {
		return meaning{}, err
	}
	times, err := Times(c, e, env)
	if err != nil || times == 0 {
		return meaning{holds: f, undefined: c.m.None()}, err
	}
	b, err := GroupOf(c, e.Group, env)
	if err != nil {
		return meaning{}, err
	}
	if e.Op == spec.Distributed {
		return distributed(c, b, f)
	}
	if (e.Op == spec.Common || times > 1) && !b.undefined.IsEmpty() {
		return meaning{}, c.noGroup(e.Group, env, c.m.Pick(b.undefined))
	}
	if e.Op == spec.Common {
		return common(c, b, f, asked)
	}
	worlds := c.m.Worlds
	doubt, err := f.Not(worlds).Each(func(x kripke.Set) (kripke.Set, error) { return last(Doubts(c, e.Op, b, x, times)) })
	if err != nil {
		return meaning{}, err
	}
	return meaning{holds: doubt.Not(worlds).Within(worlds.Diff(b.undefined)), undefined: b.undefined}, nil
}

// Times is how often E is applied.
func Times(c *Evaluator, e *spec.GroupKnows, env *spec.Env) (int, error) {
	if e.Times == nil {
		return 1, nil
	}
	return c.number(e.Times, env)
}

// GroupOf evaluates a group in all worlds.
func GroupOf(c *Evaluator, g *spec.Group, env *spec.Env) (Group, error) {
	in, undefined := map[*spec.Agent]kripke.Set{}, c.m.None()
	for _, m := range g.Members {
		instances, none, err := c.instances(m.Binders, m.Cond, env, c.m.Worlds)
		if err != nil {
			return Group{}, err
		}
		undefined = undefined.Or(none)
		for _, one := range instances {
			none, err := enrol(c, in, m.Agent, one)
			if err != nil {
				return Group{}, err
			}
			undefined = undefined.Or(none)
		}
	}
	b := Group{undefined: undefined}
	for _, a := range c.m.Model().Agents {
		if when, ok := in[a]; ok {
			b.Members = append(b.Members, Member{a, when})
		}
	}
	return b, nil
}

// enrol adds the agents that e is in the worlds of one, and returns where it is
// none.
func enrol(c *Evaluator, in map[*spec.Agent]kripke.Set, e spec.Expr, one Instance) (kripke.Set, error) {
	cases, undefined, err := c.Values(e, one.Env, one.When)
	if err != nil {
		return nil, err
	}
	for _, k := range cases {
		a, ok := c.agents[spec.Key(k.Value)]
		if !ok || !c.m.Informed(a) {
			undefined = undefined.Or(k.When)
			continue
		}
		if old, ok := in[a]; ok {
			k.When = k.When.Or(old)
		}
		in[a] = k.When
	}
	return undefined, nil
}

// doubted is where some member considers a world of x possible: ¬E{B} ¬x.
func doubted(c *Evaluator, b Group, x kripke.Set) (kripke.Set, error) {
	found := c.m.None()
	for _, m := range b.Members {
		y, err := c.m.Closure([]*spec.Agent{m.Agent}, x)
		if err != nil {
			return nil, err
		}
		found = found.Or(y.And(m.When))
	}
	return found, nil
}

// Doubts are the layers of what is not known: the worlds of doubt, those from
// which one confusion of a member leads there, two, and so on, up to as many as E
// is applied or to where nothing changes. For C each includes the one before.
func Doubts(c *Evaluator, op spec.GroupOp, b Group, doubt kripke.Set, times int) ([]kripke.Set, error) {
	layers := []kripke.Set{doubt}
	for i := 1; op == spec.Common || i <= times; i++ {
		next, err := doubted(c, b, doubt)
		if err != nil {
			return nil, err
		}
		if op == spec.Common {
			next = next.Or(doubt)
		}
		c.Tick("group knowledge", i, next)
		if next.Equal(doubt) {
			break
		}
		doubt = next
		layers = append(layers, doubt)
	}
	return layers, nil
}

func last(layers []kripke.Set, err error) (kripke.Set, error) {
	if err != nil {
		return nil, err
	}
	return layers[len(layers)-1], nil
}

// common is C{B} f, of a group that is known everywhere, in the worlds that are asked about at least.
// Where f is false so is C{B} f. So it is looked for among the worlds alone that agree, in what all
// members see, with one that is asked about and in which f may be true: no confusions lead out of these.
func common(c *Evaluator, b Group, f kripke.Truth, asked kripke.Set) (meaning, error) {
	worlds := c.m.Worlds
	if !asked.Equal(worlds) {
		var err error
		if worlds, err = c.m.Agreeing(b.agents(), asked.And(f.Upper)); err != nil {
			return meaning{}, err
		}
	}
	holds, err := f.Within(worlds).Each(func(x kripke.Set) (kripke.Set, error) { return commonly(c, b, x, worlds) })
	return meaning{holds, c.m.None(), asked.Or(worlds)}, err
}

// commonly is C{B} f in some worlds, which the members do not confuse with others.
//
// Each member confuses worlds with those that the members before it have found: chains need not be
// the shortest, and are followed to their ends with fewer closures.
func commonly(c *Evaluator, b Group, f, worlds kripke.Set) (kripke.Set, error) {
	doubt := worlds.Diff(f)
	if doubt.IsEmpty() {
		return worlds, nil
	}
	for i, still := 0, 0; still < len(b.Members); i++ {
		m := b.Members[i%len(b.Members)]
		y, err := c.m.Closure([]*spec.Agent{m.Agent}, doubt)
		if err != nil {
			return nil, err
		}
		next := doubt.Or(y.And(m.When))
		c.Tick("group knowledge", i+1, next)
		if still++; !next.Equal(doubt) {
			still = 0
		}
		doubt = next
	}
	return worlds.Diff(doubt), nil
}

// distributed is D{B} f: the worlds are divided by the group.
func distributed(c *Evaluator, b Group, f kripke.Truth) (meaning, error) {
	m := meaning{holds: kripke.Exactly(c.m.None()), undefined: b.undefined}
	for _, g := range parts(c, b) {
		x, err := know(c, g.agents, f)
		if err != nil {
			return meaning{}, err
		}
		m.holds = m.holds.Or(x.Within(g.when))
	}
	return m, nil
}

// parts divides the worlds by what the group is there. Only groups that
// occur are followed: each member divides what is left of the groups formed by
// the members before.
func parts(c *Evaluator, b Group) []part {
	all := []part{{nil, c.m.Worlds.Diff(b.undefined)}}
	for _, m := range b.Members {
		var next []part
		for _, g := range all {
			if without := g.when.Diff(m.When); !without.IsEmpty() {
				next = append(next, part{g.agents, without})
			}
			if with := g.when.And(m.When); !with.IsEmpty() {
				next = append(next, part{append(g.agents[:len(g.agents):len(g.agents)], m.Agent), with})
			}
		}
		all = next
	}
	return all
}
