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
func (a *author) owner(s scope) (by string, writer int) {
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
func (a *author) mayAssign(owner, v int) bool {
	return !a.o.Joint || v%len(a.agents) == owner || a.chance(5)
}

// does asks whether somebody takes an action, or two.
func (a *author) does(s scope) string {
	a.asking = false
	defer func() { a.asking = true }()
	return "does{" + a.together(s) + "}"
}

// together is what is done in one step.
func (a *author) together(s scope) string {
	act := pick(a, a.acts...)
	text := act.name + a.arguments(act.params, s)
	switch a.rng.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s | %s)", text, a.together(s))
	case 1:
		return fmt.Sprintf("(%s & %s)", text, a.together(s))
	case 2:
		x := a.name()
		return fmt.Sprintf("(some %s in Color: %s)", x, a.together(append(s[:len(s):len(s)], bound{x, color})))
	}
	return text
}

// coalition is a formula about what some agents can bring about.
func (a *author) coalition(depth int, s scope) string {
	who := pick(a, a.agents...)
	if a.chance(30) {
		who += ", " + pick(a, a.agents...)
	}
	if a.chance(50) {
		who += "; uniform"
	}
	x := a.formula(depth-1, s, anything)
	if a.chance(25) {
		return fmt.Sprintf("(<<%s>> [%s U %s])", who, a.formula(depth-1, s, anything), x)
	}
	return fmt.Sprintf("(<<%s>> %s %s)", who, pick(a, "X", "F", "G"), x)
}
