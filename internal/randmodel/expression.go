package randmodel

import (
	"fmt"
	"strings"
)

// expressions writes what is evaluated in one state.
type expressions struct{ *vocabulary }

// state is a formula about one state.
func (a expressions) state(depth int, s scope) string {
	if depth == 0 || a.chance(30) {
		return a.atom(s)
	}
	x, y := a.state(depth-1, s), a.state(depth-1, s)
	switch a.rng.IntN(8) {
	case 0:
		return "!" + x
	case 1:
		return fmt.Sprintf("(%s & %s)", x, y)
	case 2:
		return fmt.Sprintf("(%s -> %s)", x, y)
	case 3:
		return fmt.Sprintf("(%s <-> %s)", x, y)
	case 4:
		return fmt.Sprintf("(if %s then %s else %s)", x, y, a.atom(s))
	case 5:
		name := a.name()
		return fmt.Sprintf("(%s %s in Color: %s)", pick(a, "forall", "exists"), name, a.state(depth-1, append(s[:len(s):len(s)], bound{name, color})))
	case 6:
		name := a.name()
		return fmt.Sprintf("(count(%s in %s: %s) %s %d)", name, pick(a, color, agent), a.state(depth-1, s), a.relation(), a.rng.IntN(4))
	}
	return fmt.Sprintf("(%s | %s)", x, y)
}

// atom is a formula about a variable, or about a bound name.
func (a expressions) atom(s scope) string {
	if a.asking && a.chance(25) {
		return a.does(s)
	}
	if a.risky() {
		return a.riskyAtom(s)
	}
	if len(s) > 0 && a.chance(25) {
		b := pick(a, s...)
		return a.about(b.name, b.typ, s)
	}
	v := pick(a, a.vars...)
	return a.about(v.name, v.typ, s)
}

// about is a formula about something of the given type.
func (a expressions) about(x string, k kind, s scope) string {
	switch k {
	case boolean:
		return x
	case number, wide:
		return fmt.Sprintf("(%s %s %s)", x, a.relation(), a.value(number, s))
	case colors:
		return fmt.Sprintf("(%s in %s)", a.value(color, s), x)
	case byColor:
		return fmt.Sprintf("%s[%s]", x, a.value(color, s))
	case byAgent:
		return fmt.Sprintf("(%s[%s] %s %d)", x, a.value(agent, s), a.relation(), a.rng.IntN(3))
	}
	return fmt.Sprintf("(%s %s %s)", x, pick(a, "=", "!="), a.value(k, s))
}

// riskyAtom has no value in some states, as a rule.
func (a expressions) riskyAtom(s scope) string {
	v := pick(a, a.vars...)
	switch v.typ {
	case maybeColor:
		return fmt.Sprintf("(next(%s) = %s)", v.name, a.value(color, s))
	case maybeAgent:
		return fmt.Sprintf("(next(%s) = %s)", v.name, a.value(agent, s))
	case number, wide:
		return fmt.Sprintf("(4 / %s > 1)", v.name)
	case colors:
		return fmt.Sprintf("(min(%s in %s: ord(%s)) = 0)", a.name(), v.name, "red")
	}
	return a.about(v.name, v.typ, s)
}

// value is an expression whose value is surely inside the type.
func (a expressions) value(k kind, s scope) string {
	if name := a.inScope(k, s); name != "" && a.chance(60) {
		return name
	}
	if a.chance(30) {
		for _, v := range a.vars {
			if v.typ == k {
				return v.name
			}
		}
	}
	switch k {
	case boolean:
		return a.state(1, s)
	case number:
		return fmt.Sprint(a.rng.IntN(3))
	case wide:
		return fmt.Sprint(a.rng.IntN(4))
	case color:
		return pick(a, "red", "green", "blue", "blue", "next(red)")
	case agent:
		return pick(a, a.agents...)
	case maybeColor:
		return pick(a, "none", a.value(color, s))
	case maybeAgent:
		return pick(a, "none", a.value(agent, s))
	case colors:
		return pick(a, "{}", "{"+a.value(color, s)+"}", "{"+a.value(color, s)+", blue}")
	}
	return ""
}

// who is an agent, often one that depends on the state.
func (a expressions) who(s scope) string {
	if a.risky() {
		for _, v := range a.vars {
			if v.typ == maybeAgent {
				return v.name
			}
		}
	}
	return a.value(agent, s)
}

func (a expressions) group(s scope) string {
	switch a.rng.IntN(5) {
	case 0:
		return "all"
	case 1:
		x := a.name()
		return fmt.Sprintf("%s in Agent: %s", x, a.state(1, append(s[:len(s):len(s)], bound{x, agent})))
	}
	list := []string{a.who(s)}
	for range a.rng.IntN(2) {
		list = append(list, a.who(s))
	}
	return strings.Join(list, ", ")
}

// something is an expression of any type.
func (a expressions) something(s scope) string {
	v := pick(a, a.vars...)
	switch v.typ {
	case byColor:
		return v.name + "[" + a.value(color, s) + "]"
	case number, wide:
		return fmt.Sprintf("(%s + %s)", v.name, a.value(number, s))
	}
	return v.name
}

// observable is a variable, an expression, or a family with a condition.
func (a expressions) observable() string {
	v := pick(a, a.vars...)
	switch a.rng.IntN(4) {
	case 0:
		return a.state(1, nil)
	case 1:
		x := a.name()
		s := scope{{x, color}}
		return fmt.Sprintf("%s for %s in Color if %s", a.state(1, s), x, a.state(1, s))
	}
	return v.name
}
