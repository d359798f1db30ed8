package randmodel

import "fmt"

// kind is a type, as it is written.
type kind string

// The types. Every kind of type of the language is among them but records.
const (
	boolean    kind = "bool"
	number     kind = "Small"
	color      kind = "Color"
	agent      kind = "Agent"
	maybeColor kind = "Color?"
	maybeAgent kind = "Agent?"
	colors     kind = "set Color"
	byColor    kind = "array Color of bool"
	byAgent    kind = "array Agent of Small"
	wide       kind = "-1..3"
)

func (a *author) kind() kind {
	return pick(a, boolean, boolean, number, color, color, agent, maybeColor, maybeAgent, colors, byColor, byAgent, wide)
}

func (a *author) size(k kind) int {
	n := len(a.agents)
	power := 1
	for range n {
		power *= 3
	}
	return map[kind]int{boolean: 2, number: 3, color: 3, agent: n, maybeColor: 4, maybeAgent: n + 1,
		colors: 8, byColor: 8, byAgent: power, wide: 5}[k]
}

// state is a formula about one state.
func (a *author) state(depth int, s scope) string {
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

func (a *author) relation() string { return pick(a, "=", "!=", "<", "<=", ">", ">=") }

// atom is a formula about a variable, or about a bound name.
func (a *author) atom(s scope) string {
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
func (a *author) about(x string, k kind, s scope) string {
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
func (a *author) riskyAtom(s scope) string {
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
func (a *author) value(k kind, s scope) string {
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

func (a *author) inScope(k kind, s scope) string {
	var names []string
	for _, b := range s {
		if b.typ == k {
			names = append(names, b.name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return pick(a, names...)
}

// assignment gives a variable a new value inside its type.
func (a *author) assignment(v variable, s scope) (target, value string) {
	x := v.name
	switch v.typ {
	case boolean:
		return x, pick(a, "!"+x, a.state(1, s), "true")
	case number, color, agent:
		return x, pick(a, "next("+x+")", "prev("+x+")", a.value(v.typ, s),
			fmt.Sprintf("if %s then %s else %s", a.state(1, s), a.value(v.typ, s), x))
	case wide:
		return x, pick(a, fmt.Sprintf("if %s < 3 then %s + 1 else -1", x, x), fmt.Sprintf("max(%s - 1, -1)", x), a.value(wide, s))
	case colors:
		c := "{" + a.value(color, s) + "}"
		return x, pick(a, x+" + "+c, x+" - "+c, x+" * "+c, a.value(colors, s))
	case byColor:
		return a.cells(x, color, a.state(1, s), s)
	case byAgent:
		return a.cells(x, agent, a.value(number, s), s)
	}
	return x, a.value(v.typ, s)
}

// cells assigns one cell of an array, or several.
func (a *author) cells(x string, index kind, value string, s scope) (string, string) {
	if a.chance(60) {
		return fmt.Sprintf("%s[%s]", x, a.value(index, s)), value
	}
	name := a.name()
	return fmt.Sprintf("%s[%s] for %s in %s if %s", x, name, name, index, a.state(1, append(s[:len(s):len(s)], bound{name, index}))), value
}
