package ispl

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// modeller writes random models as text: an Environment, sometimes, and two or
// three agents, over few small variables, so that much of what is written is
// connected.
type modeller struct {
	*rand.Rand
	b      strings.Builder
	env    bool
	names  []string
	vars   map[string][]variable // by agent
	local  map[string][]string
	single bool
	groups int // 2: formulas ask what groups can bring about, 0: they do not
}

type variable struct {
	name, typ string // b, n or e
	public    bool
}

func randomModel(seed uint64) string { return newModeller(seed, 2).model() }

func newModeller(seed uint64, groups int) *modeller {
	return &modeller{groups: groups, Rand: rand.New(rand.NewPCG(seed, 17)), vars: map[string][]variable{}, local: map[string][]string{}}
}

func (m *modeller) model() string {
	if m.single = m.chance(50); m.single {
		m.add("Semantics = SA;\n")
	}
	if m.env = m.chance(80); m.env {
		m.names = append(m.names, "Environment")
	}
	m.names = append(m.names, []string{"P", "Q", "R"}[:1+m.IntN(2)]...)
	for i, a := range m.names {
		for k := range 1 + m.IntN(2) {
			v := variable{fmt.Sprintf("%c%d", 'u'+i, k), pick(m, "b", "n", "e"), a == "Environment" && m.chance(40)}
			m.vars[a] = append(m.vars[a], v)
		}
	}
	for _, a := range m.names {
		m.agent(a)
	}
	m.add("Evaluation\n")
	for i := range 4 {
		m.add("  p%d if %s;\n", i, m.cond(2, "", false))
	}
	m.add("end Evaluation\nInitStates\n  %s;\nend InitStates\n", m.initial())
	m.add("Groups\n  g = {%s};\n  h = {%s};\nend Groups\n", strings.Join(m.names, ", "), m.names[m.IntN(len(m.names))])
	if m.chance(30) {
		m.add("Fairness\n  %s;\nend Fairness\n", pick(m, "p0", "p0 or !p1", "p1 -> p2"))
	}
	m.add("Formulae\n")
	for range 6 {
		m.add("  %s;\n", m.formula(3))
	}
	m.add("end Formulae\n")
	return m.b.String()
}

func (m *modeller) add(format string, args ...any) { fmt.Fprintf(&m.b, format, args...) }
func (m *modeller) chance(percent int) bool        { return m.IntN(100) < percent }

func pick[T any](m *modeller, from ...T) T { return from[m.IntN(len(from))] }

var typeText = map[string]string{"b": "boolean", "n": "0..2", "e": "{a, b, none}"}

func (m *modeller) agent(a string) {
	m.add("Agent %s\n", a)
	sections := []string{"Vars"}
	if a == "Environment" {
		sections = []string{"Obsvars", "Vars"}
	} else if m.env {
		for _, v := range m.vars["Environment"] {
			if !v.public && m.chance(50) {
				m.local[a] = append(m.local[a], v.name)
			}
		}
		m.add("  Lobsvars = {%s};\n", strings.Join(m.local[a], ", "))
	}
	for _, s := range sections {
		m.add("  %s:\n", s)
		for _, v := range m.vars[a] {
			if len(sections) == 1 || v.public == (s == "Obsvars") {
				m.add("    %s: %s;\n", v.name, typeText[v.typ])
			}
		}
		m.add("  end %s\n", s)
	}
	if m.chance(40) {
		m.add("  RedStates: %s; end RedStates\n", m.cond(2, a, false))
	}
	m.add("  Actions = {x, y};\n  Protocol:\n")
	for range m.IntN(3) {
		m.add("    %s: {%s};\n", m.cond(2, a, false), pick(m, "x", "y", "x, y"))
	}
	m.add("    Other: {%s};\n  end Protocol\n  Evolution:\n", pick(m, "x", "y", "x, y"))
	for range 1 + m.IntN(4) {
		var assigns []string
		for _, v := range m.vars[a] {
			if len(assigns) == 0 || !m.single && m.chance(40) {
				assigns = append(assigns, v.name+" = "+m.value(v.typ, a))
			}
		}
		if m.single {
			v := pick(m, m.vars[a]...)
			assigns = []string{v.name + " = " + m.value(v.typ, a)}
		}
		when := m.cond(2, a, true)
		m.add("    %s if %s;\n", strings.Join(assigns, " and "), when)
		if m.chance(25) { // what is otherwise
			name, _, _ := strings.Cut(assigns[0], " =")
			m.add("    %s = %s if !(%s);\n", name, m.value(m.typeOf(a, name), a), when)
		}
	}
	m.add("  end Evolution\nend Agent\n")
}

func (m *modeller) typeOf(a, name string) string {
	for _, v := range m.vars[a] {
		if v.name == name {
			return v.typ
		}
	}
	panic(name)
}

// value is an expression of a type that a may read; "" is an evaluation.
func (m *modeller) value(typ, a string) string {
	v, ok := m.variable(typ, a)
	if !ok || m.chance(40) {
		v = map[string]string{"b": pick(m, "true", "false"), "n": fmt.Sprint(m.IntN(3)), "e": pick(m, "a", "b", "none")}[typ]
	}
	switch {
	case typ == "n" && m.chance(15):
		return fmt.Sprintf("%s / %s", v, pick(m, "2", "2", "3", "-2", "2 / 3"))
	case typ == "n" && m.chance(40):
		return fmt.Sprintf("%s %s %s", v, pick(m, "+", "-", "*"), m.value(typ, a))
	case typ == "b" && m.chance(20):
		return fmt.Sprintf("(%s %s %s)", v, pick(m, "|", "&", "^"), m.value(typ, a))
	case typ == "b" && m.chance(20):
		return "~" + v
	}
	return v
}

// variable is one that a may read, as a writes it.
func (m *modeller) variable(typ, a string) (string, bool) {
	var all []string
	for _, owner := range m.names {
		for _, v := range m.vars[owner] {
			switch {
			case v.typ != typ:
			case owner == a:
				all = append(all, v.name)
			case a == "" || owner == "Environment" && (v.public || strings.Contains(strings.Join(m.local[a], " ")+" ", v.name+" ")):
				all = append(all, owner+"."+v.name)
			}
		}
	}
	if len(all) == 0 {
		return "", false
	}
	return pick(m, all...), true
}

func (m *modeller) cond(depth int, a string, acts bool) string {
	if depth > 0 {
		switch m.IntN(5) {
		case 0:
			return "!(" + m.cond(depth-1, a, acts) + ")"
		case 1:
			return "(" + m.cond(depth-1, a, acts) + " and " + m.cond(depth-1, a, acts) + ")"
		case 2:
			return m.cond(depth-1, a, acts) + pick(m, " and ", " or ") + m.cond(depth-1, a, acts)
		}
	}
	if acts && m.chance(50) {
		who := pick(m, m.names...)
		if who == a {
			return "Action = " + pick(m, "x", "y")
		}
		return who + ".Action = " + pick(m, "x", "y")
	}
	typ := pick(m, "b", "n", "e")
	x, ok := m.variable(typ, a)
	if !ok {
		return m.cond(0, a, acts)
	}
	op := pick(m, "=", "<>")
	if typ == "n" {
		op = pick(m, "=", "<>", "<", "<=", ">", ">=")
	}
	return x + " " + op + " " + m.value(typ, a)
}

func (m *modeller) initial() string {
	var parts []string
	for _, a := range m.names {
		for _, v := range m.vars[a] {
			if m.chance(70) {
				value := map[string]string{"b": "false", "n": "0", "e": "none"}[v.typ]
				parts = append(parts, fmt.Sprintf("%s%s.%s = %s%s", pick(m, "", "", "!("), a, v.name, value, ""))
				if strings.HasPrefix(parts[len(parts)-1], "!(") {
					parts[len(parts)-1] += ")"
				}
			}
		}
	}
	if len(parts) == 0 {
		return fmt.Sprintf("%s.%s = %s.%s", m.names[0], m.vars[m.names[0]][0].name, m.names[0], m.vars[m.names[0]][0].name)
	}
	return strings.Join(parts, " and ")
}

func (m *modeller) formula(depth int) string {
	if depth == 0 {
		if m.chance(10) {
			return pick(m, m.names...) + pick(m, ".GreenStates", ".RedStates")
		}
		return fmt.Sprintf("p%d", m.IntN(4))
	}
	x := m.formula(depth - 1)
	switch m.IntN(8 + m.groups) {
	case 8:
		return fmt.Sprintf("<%s> %s (%s)", pick(m, "g", "h"), pick(m, "X", "F", "G"), x)
	case 9:
		return fmt.Sprintf("<%s> (%s U %s)", pick(m, "g", "h"), x, m.formula(depth-1))
	case 0:
		return "!" + x
	case 1, 2:
		return fmt.Sprintf("(%s %s %s)", x, pick(m, "and", "or", "->"), m.formula(depth-1))
	case 3:
		return fmt.Sprintf("%s(%s U %s)", pick(m, "A", "E"), x, m.formula(depth-1))
	case 4:
		return fmt.Sprintf("%s(%s, %s)", pick(m, "K", "K", "O"), pick(m, m.names...), x)
	case 5:
		return fmt.Sprintf("%s(%s, %s)", pick(m, "GK", "GCK", "DK"), pick(m, "g", "h"), x)
	}
	return fmt.Sprintf("%s (%s)", pick(m, "AG", "EG", "AX", "EX", "AF", "EF"), x)
}
