package certify

import (
	"fmt"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/spec"
)

// one is an operator about an agent of those whom another one asks, by the state that it is asked in.
type one struct {
	agent spec.Value
	of    spec.Expr
}

// byAgent makes of an operator that asks by the state whom it asks one for each agent: of all that are
// asked each has to know. nil: the same are asked everywhere.
func byAgent(x spec.Expr, m *spec.Model) (list []one) {
	for _, a := range m.Agents {
		name := &spec.Const{Value: a.Name}
		switch x := x.(type) {
		case *spec.Knows:
			if varies(&spec.Group{Members: []spec.Member{{Agent: x.Agent}}}) {
				y := *x
				y.Agent = name
				list = append(list, one{a.Name, &y})
			}
		case *spec.GroupKnows:
			if x.Op == spec.Everybody && x.Times == nil && varies(x.Group) {
				y := *x
				y.Group = &spec.Group{Members: []spec.Member{{Agent: name}}}
				list = append(list, one{a.Name, &y})
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
		panic(open("a group that depends on what is known"))
	}
	return traits != 0
}

// asked are the agents whom an operator asks in a state, and where one has no value.
func (e *world) asked(x spec.Expr, env *spec.Env) (list []bitblast.Choice, undef lit) {
	if x, ok := x.(*spec.Knows); ok {
		return e.Members(&spec.Group{Members: []spec.Member{{Agent: x.Agent}}}, env)
	}
	return e.Members(x.(*spec.GroupKnows).Group, env)
}

// claimed is the truth of an operator in a state, which is read from the set of a claim, or from those of all whom it asks there.
func (k *checker) claimed(e *world, x spec.Expr, env *spec.Env) lit {
	read := func(by string) lit { return k.set(e, k.claim(e.place, named(k.needs, e.place.in.Key, x, env, by)).Set) }
	if byAgent(x, k.model) == nil {
		return read("")
	}
	list, undef := e.asked(x, env)
	k.never(open("who is asked may have no value"), k.worlds(e), undef)
	out := yes
	for _, c := range list {
		if c.When != no {
			out = k.And(out, k.Implies(c.When, read(by(c.Value))))
		}
	}
	return out
}

// by tells operators of different agents apart.
func by(agent spec.Value) string { return fmt.Sprintf(" by %s", agent) }
