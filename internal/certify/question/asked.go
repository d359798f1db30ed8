package question

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/spec"
)

// One is an operator about an agent of those whom another one asks, by the state that it is asked in.
type One struct {
	Agent spec.Value
	Of    spec.Expr
}

// Group is whom an operator asks what they know.
func Group(x spec.Expr) *spec.Group {
	if x, ok := x.(*spec.Knows); ok {
		return &spec.Group{Members: []spec.Member{{Agent: x.Agent}}}
	}
	return x.(*spec.GroupKnows).Group
}

// ByAgent makes of an operator that asks by the state whom it asks one for each agent whom it may ask by the type
// of who is asked: of all that are asked each has to know. nil: the same are asked everywhere.
func ByAgent(x spec.Expr, m *spec.Model) (list []One) {
	for _, a := range m.Agents {
		name := &spec.Const{Value: a.Name}
		mayBeIn := func(g *spec.Group) bool {
			return varies(g) && slices.ContainsFunc(g.Members, func(b spec.Member) bool { return slices.Contains(m.MayBe(b.Agent), a) })
		}
		switch x := x.(type) {
		case *spec.Knows:
			if mayBeIn(Group(x)) {
				y := *x
				y.Agent = name
				list = append(list, One{a.Name, &y})
			}
		case *spec.GroupKnows:
			if x.Op == spec.Everybody && x.Times == nil && mayBeIn(x.Group) {
				y := *x
				y.Group = &spec.Group{Members: []spec.Member{{Agent: name}}}
				list = append(list, One{a.Name, &y})
			}
		}
	}
	return list
}

// varies tells whether a group depends on the state.
func varies(g *spec.Group) bool {
	traits := spec.Traits(0)
	for _, m := range g.Members {
		if traits |= m.Agent.Traits(); m.Cond != nil {
			traits |= m.Cond.Traits()
		}
		for _, d := range spec.Domains(m.Binders) {
			traits |= d.Traits()
		}
	}
	if traits&spec.Modal != 0 {
		panic(circuit.Open("a group that depends on what is known"))
	}
	return traits != 0
}

// By tells operators of different agents apart.
func By(agent spec.Value) string { return fmt.Sprintf(" by %s", agent) }

// Asked are the operand of an operator about knowledge, and the groups of agents each of
// which it asks, one step after the other: links that lead to worlds that look alike.
func Asked(n *Need) (operand spec.Expr, groups [][]spec.Value, links int) {
	switch x := n.Expr.(type) {
	case *spec.Knows:
		return x.X, [][]spec.Value{{Fixed(x.Agent, n.Env)}}, 1
	case *spec.GroupKnows:
		who := Agents(x.Group, n.Env)
		for _, a := range who {
			groups = append(groups, []spec.Value{a})
		}
		switch {
		case x.Op == spec.Distributed:
			return x.X, [][]spec.Value{who}, 1
		case x.Op == spec.Everybody && x.Times == nil || len(who) == 0 && x.Times != nil && Bound(x.Times, n.Env) > 0:
			return x.X, groups, 1 // of nobody all is known
		}
		return x.X, groups, Bound(x.Times, n.Env)
	}
	return nil, nil, 0
}
