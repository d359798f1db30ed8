package randmodel

import "fmt"

// assignment gives a variable a new value inside its type.
func (a expressions) assignment(v variable, s scope) (target, value string) {
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
func (a expressions) cells(x string, index kind, value string, s scope) (string, string) {
	if a.chance(60) {
		return fmt.Sprintf("%s[%s]", x, a.value(index, s)), value
	}
	name := a.name()
	return fmt.Sprintf("%s[%s] for %s in %s if %s", x, name, name, index, a.state(1, append(s[:len(s):len(s)], bound{name, index}))), value
}
