package ctlk

import (
	"slices"
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// observers are those whose knowledge a check asks about, each an agent or, for D,
// a group that puts together what its members see. Perfect recall has a finite
// structure for them (information.go) where
//
//   - there is one, of whom guards and effects may ask as well, or
//   - there are more, and no operator of one stands inside an operator of another.
type observers struct {
	all     [][]*spec.Agent
	guarded bool // actions ask, too
}

// observer is whose operator an expression stands in: an agent or a group, or a name
// that is bound to one of some agents.
type observer struct {
	key   string
	bound *spec.Bound
}

func observerKey(agents []*spec.Agent) string {
	var key strings.Builder
	for _, a := range agents {
		key.WriteString(strconv.Itoa(a.Index) + " ")
	}
	return key.String()
}

// observers recognises the observers of a check, nil where it asks one what another
// one knows.
func (c *Checker) observers(chk *spec.Check) *observers {
	if historic(chk) {
		return nil
	}
	o := &observers{}
	for _, a := range c.base.Model().Actions {
		for _, e := range spec.Expressions(a) {
			o.guarded = o.guarded || e.Traits()&spec.Epistemic != 0
			if !c.observed(e, nil, o) {
				return nil
			}
		}
	}
	if chk.Formula != nil && !c.observed(chk.Formula, nil, o) || chk.At != nil && !c.observed(chk.At, nil, o) {
		return nil
	}
	if len(o.all) == 0 || o.guarded && len(o.all) > 1 {
		return nil
	}
	return o
}

// observed collects the observers in an expression that stands in an operator of
// under (nil: in none), and tells whether it asks nobody else there.
func (c *Checker) observed(e spec.Expr, under *observer, o *observers) bool {
	if e.Traits()&spec.Modal == 0 {
		return true
	}
	inner := under
	switch e := e.(type) {
	case *spec.Update, *spec.Coalition:
		return false
	case *spec.Knows:
		inner = c.observer(e.Agent)
		o.add(c.meant(e.Agent)...)
	case *spec.GroupKnows:
		if inner = c.observerOf(e, o); inner == nil {
			return false
		}
	}
	if under != nil && *inner != *under {
		return false
	}
	return !slices.ContainsFunc(spec.Children(e), func(below spec.Expr) bool { return !c.observed(below, inner, o) })
}

// add adds agents, each as an observer.
func (o *observers) add(agents ...*spec.Agent) {
	for _, a := range agents {
		o.addGroup([]*spec.Agent{a})
	}
}

func (o *observers) addGroup(group []*spec.Agent) {
	if !slices.ContainsFunc(o.all, func(known []*spec.Agent) bool { return slices.Equal(known, group) }) {
		o.all = append(o.all, group)
	}
}

// observer is who stands in an operator about one agent. An expression may be
// another agent in each world: what it is, is the observer, and equals no other.
func (c *Checker) observer(agent spec.Expr) *observer {
	if agents := c.meant(agent); len(agents) == 1 {
		return &observer{key: observerKey(agents)}
	}
	if ref, ok := agent.(*spec.BoundRef); ok {
		return &observer{bound: ref.Bound}
	}
	return &observer{key: agent.Span().Text() + strconv.Itoa(agent.Span().Start)}
}

// meant are the agents that an expression may be, in their order.
func (c *Checker) meant(e spec.Expr) []*spec.Agent {
	asked := map[*spec.Agent]bool{}
	c.mean(e, asked)
	return slices.DeleteFunc(slices.Clone(c.base.Model().Agents), func(a *spec.Agent) bool { return !asked[a] })
}

// observerOf is who stands in an operator about a group; nil: what is known of
// others, or of a group that is not always the same one. That everybody knows
// something is something about each of them.
func (c *Checker) observerOf(e *spec.GroupKnows, o *observers) *observer {
	group, fixed := c.fixed(e.Group)
	if len(group) == 1 && fixed {
		o.addGroup(group)
		return &observer{key: observerKey(group)}
	}
	switch {
	case e.Op == spec.Distributed && fixed && len(group) > 0:
		o.addGroup(group)
		return &observer{key: observerKey(group)}
	case e.Op == spec.Everybody && e.Times == nil && e.X.Traits()&spec.Epistemic == 0:
		o.add(group...)
		return &observer{key: "everybody"}
	}
	return nil
}

// fixed are the agents who may be in a group, in their order, and whether all of
// them always are.
func (c *Checker) fixed(g *spec.Group) (agents []*spec.Agent, always bool) {
	asked, always := map[*spec.Agent]bool{}, true
	for _, m := range g.Members {
		c.mean(m.Agent, asked)
		switch e := m.Agent.(type) {
		case *spec.Const:
			always = always && m.Cond == nil && len(m.Binders) == 0
		case *spec.BoundRef:
			always = always && m.Cond == nil && len(m.Binders) == 1 && m.Binders[0].Bound == e.Bound && m.Binders[0].Domain == nil
		default:
			always = false
		}
	}
	return slices.DeleteFunc(slices.Clone(c.base.Model().Agents), func(a *spec.Agent) bool { return !asked[a] }), always
}
