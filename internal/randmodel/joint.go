package randmodel

import (
	"fmt"
	"strings"
)

// With joint steps every action has an owner, an agent or the first argument
// that is one, and may have an outcome. Most agents have an action that is always
// possible. A variable is mostly assigned by one agent, so that conflicts are few.

// owner chooses who owns an action with the arguments in s, and the agent that is
// to write its variables.
func (a *vocabulary) owner(s scope) (by string, writer int) {
	if name := a.inScope(agent, s); name != "" && a.chance(40) {
		return name, -1
	}
	writer = a.rng.IntN(len(a.agents))
	return a.agents[writer], writer
}

// writeJoint writes what an action of a joint step has besides guards and
// effects, and returns the names that its effects may use.
func (a *author) writeJoint(b *strings.Builder, by string, s scope) scope {
	fmt.Fprintf(b, "    by: %s\n", by)
	if a.chance(30) {
		x := bound{a.name(), pick(a, boolean, number, color)}
		s = append(s[:len(s):len(s)], x)
		fmt.Fprintf(b, "    outcome: %s in %s\n", x.name, x.typ)
	}
	if a.chance(40) {
		a.asking = true
		fmt.Fprintf(b, "    given: %q\n", fmt.Sprintf("%s | %s", a.state(1, s), a.state(0, s)))
		a.asking = false
	}
	return s
}

// mayAssign says whether an agent assigns a variable.
func (a *vocabulary) mayAssign(owner, v int) bool {
	return !a.o.Joint || v%len(a.agents) == owner || a.chance(5)
}
