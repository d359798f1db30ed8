package spec

import (
	"slices"
	"strconv"
	"strings"
)

// Observers are those whose knowledge a check asks about, each an agent or, for D,
// a group that puts together what its members see. Perfect recall has a finite
// structure for them (docs/semantics.md#information-graphs) where
//
//   - there is one, of whom guards and effects may ask as well, or
//   - there are more, and no operator of one stands inside an operator of another.
type Observers struct {
	All     [][]*Agent
	Guarded bool // actions ask, too
	model   *Model
}

// observer is whose operator an expression stands in: an agent or a group, a name
// that is bound to one of some agents, or another expression for one of them.
type observer struct {
	key   string
	bound *Bound
	agent Expr
}

// keyOfAgents is the same for equal lists of agents.
func keyOfAgents(agents []*Agent) string {
	var key strings.Builder
	for _, a := range agents {
		key.WriteString(strconv.Itoa(a.Index) + " ")
	}
	return key.String()
}

// observersOf recognises the observers of a check, nil where it asks one what another
// one knows.
func observersOf(c *Check, historic bool) *Observers {
	if historic {
		return nil
	}
	o := &Observers{model: c.Model}
	for _, a := range c.Model.Actions {
		for _, e := range Expressions(a) {
			o.Guarded = o.Guarded || e.Traits()&Epistemic != 0
			if !o.observed(e, nil) {
				return nil
			}
		}
	}
	if c.Formula != nil && !o.observed(c.Formula, nil) || c.At != nil && !o.observed(c.At, nil) {
		return nil
	}
	if len(o.All) == 0 || o.Guarded && len(o.All) > 1 {
		return nil
	}
	return o
}

// observed collects the observers in an expression that stands in an operator of
// under (nil: in none), and tells whether it asks nobody else there.
func (o *Observers) observed(e Expr, under *observer) bool {
	if e.Traits()&Modal == 0 {
		return true
	}
	inner := under
	switch e := e.(type) {
	case *Update, *Coalition, *Share:
		return false
	case *Knows:
		inner = o.observer(e.Agent)
		o.add(o.model.MayBe(e.Agent)...)
	case *GroupKnows:
		if inner = o.observerOf(e); inner == nil {
			return false
		}
	}
	if under != nil && *inner != *under {
		return false
	}
	return !slices.ContainsFunc(Children(e), func(below Expr) bool { return !o.observed(below, inner) })
}

// add adds agents, each as an observer.
func (o *Observers) add(agents ...*Agent) {
	for _, a := range agents {
		o.addGroup([]*Agent{a})
	}
}

func (o *Observers) addGroup(group []*Agent) {
	if !slices.ContainsFunc(o.All, func(known []*Agent) bool { return slices.Equal(known, group) }) {
		o.All = append(o.All, group)
	}
}

// observer is who stands in an operator about one agent. An expression may be
// another agent in each world: what it is, is the observer, and equals no other.
func (o *Observers) observer(agent Expr) *observer {
	if agents := o.model.MayBe(agent); len(agents) == 1 {
		return &observer{key: keyOfAgents(agents)}
	}
	if ref, ok := agent.(*BoundRef); ok {
		return &observer{bound: ref.Bound}
	}
	return &observer{agent: agent}
}

// observerOf is who stands in an operator about a group; nil: what is known of
// others, or of a group that is not always the same one. That everybody knows
// something is something about each of them.
func (o *Observers) observerOf(e *GroupKnows) *observer {
	group, fixed := o.fixed(e.Group)
	if len(group) == 1 && fixed {
		o.addGroup(group)
		return &observer{key: keyOfAgents(group)}
	}
	switch {
	case e.Op == Distributed && fixed && len(group) > 0:
		o.addGroup(group)
		return &observer{key: keyOfAgents(group)}
	case e.Op == Everybody && e.Times == nil && e.X.Traits()&Epistemic == 0:
		o.add(group...)
		return &observer{key: "everybody"}
	}
	return nil
}

// fixed are the agents who may be in a group, in their order, and whether all of
// them always are.
func (o *Observers) fixed(g *Group) (agents []*Agent, always bool) {
	asked, always := map[*Agent]bool{}, true
	for _, m := range g.Members {
		for _, a := range o.model.MayBe(m.Agent) {
			asked[a] = true
		}
		switch e := m.Agent.(type) {
		case *Const:
			always = always && m.Cond == nil && len(m.Binders) == 0
		case *BoundRef:
			always = always && m.Cond == nil && len(m.Binders) == 1 && m.Binders[0].Bound == e.Bound && m.Binders[0].Domain == nil
		default:
			always = false
		}
	}
	return slices.DeleteFunc(slices.Clone(o.model.Agents), func(a *Agent) bool { return !asked[a] }), always
}
