package ispl

import (
	"strconv"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// naming gives everything in a model a name of the spec language, where
// variables of all agents, propositions, types and values share one name space.
// Names stay as they are where they can; a variable that shares its name is
// called Agent_variable, and a word of the spec language gets a _ behind it.
type naming struct {
	used   map[string]bool
	vars   map[*Var]string
	props  map[*Prop]string
	acting map[*Agent]string // the type of the actions of an agent, one for those who can do the same
	values map[string]string
	agents map[*Agent]string
}

// nameAll chooses the names.
func nameAll(m *Model) *naming {
	n := &naming{
		used: map[string]bool{}, vars: map[*Var]string{}, props: map[*Prop]string{},
		acting: map[*Agent]string{}, values: map[string]string{}, agents: map[*Agent]string{},
	}
	for _, a := range m.Agents {
		for _, v := range a.Vars {
			for _, id := range v.Type.Values {
				n.value(id.Name)
			}
		}
		for _, id := range a.Actions {
			n.value(id.Name)
		}
	}
	for _, a := range m.Agents {
		n.agents[a] = n.value(a.Name.Name)
	}
	many := map[string]int{}
	for _, a := range m.Agents {
		for _, v := range a.Vars {
			many[v.Name.Name]++
		}
	}
	for _, p := range m.Props {
		many[p.Name.Name]++
	}
	for _, a := range m.Agents {
		for _, v := range a.Vars {
			name := v.Name.Name
			if many[name] > 1 || n.used[name] {
				name = a.Name.Name + "_" + name
			}
			n.vars[v] = n.fresh(name)
		}
	}
	for _, p := range m.Props {
		n.props[p] = n.fresh(p.Name.Name)
	}
	n.types(m)
	return n
}

// types names the types of actions.
func (n *naming) types(m *Model) {
	alike := map[string][]*Agent{}
	var lists []string
	for _, a := range m.Agents {
		if len(a.Actions) < 2 {
			continue
		}
		list := ""
		for _, id := range a.Actions {
			list += id.Name + " "
		}
		if alike[list] == nil {
			lists = append(lists, list)
		}
		alike[list] = append(alike[list], a)
	}
	for _, list := range lists {
		name := n.fresh(together(alike[list]) + "_action")
		for _, a := range alike[list] {
			n.acting[a] = name
		}
	}
}

// together is a name for agents: their own without the number, if they have it in
// common.
func together(agents []*Agent) string {
	stem := func(a *Agent) string { return strings.TrimRight(a.Name.Name, "0123456789_") }
	for _, a := range agents[1:] {
		if stem(a) != stem(agents[0]) {
			return "common"
		}
	}
	if len(agents) == 1 {
		return agents[0].Name.Name
	}
	return stem(agents[0])
}

// value names a value of an enumeration, an action or an agent. Equal names of
// different types stay equal: the types tell them apart.
func (n *naming) value(name string) string {
	if known, ok := n.values[name]; ok {
		return known
	}
	n.values[name] = n.fresh(name)
	return n.values[name]
}

// fresh returns a name that nothing has, like the one given.
func (n *naming) fresh(name string) string {
	if spec.IsReserved(name) {
		name += "_"
	}
	free := name
	for i := 2; n.used[free]; i++ {
		free = name + "_" + strconv.Itoa(i)
	}
	n.used[free] = true
	return free
}
