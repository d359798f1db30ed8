package randmodel

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Document writes a random document.
func Document(rng *rand.Rand, o Options) string {
	a := &author{formulas{expressions{&vocabulary{rng: rng, o: o.withDefaults()}}}}
	a.declare()
	var b strings.Builder
	for _, section := range []func(*strings.Builder){
		a.writeHead, a.writeVars, a.writeInit, a.writeDefines, a.writeAgents,
		a.writeActions, a.writePrograms, a.writeHistory, a.writeRuns, a.writeChecks,
	} {
		section(&b)
	}
	return b.String()
}

// author writes one document.
type author struct{ formulas }

func (a *author) writeHead(b *strings.Builder) {
	b.WriteString("name: random\ntypes:\n  Color: [red, green, blue]\n  Small: 0..2\n")
	if a.o.Joint {
		b.WriteString("steps: joint\n")
	}
}

func (a *author) writeVars(b *strings.Builder) {
	b.WriteString("vars:\n")
	for _, v := range a.vars {
		fmt.Fprintf(b, "  %s: %q\n", v.name, v.typ)
	}
}

func (a *author) writeInit(b *strings.Builder) {
	b.WriteString("init:\n")
	for range 1 + a.rng.IntN(2) {
		fmt.Fprintf(b, "  - %q\n", fmt.Sprintf("%s | %s", a.state(1, nil), a.state(0, nil)))
	}
}

func (a *author) writeDefines(b *strings.Builder) {
	if a.define {
		fmt.Fprintf(b, "define:\n  def0(c in Color): %q\n", a.formula(1, scope{{"c", color}}, timeless))
	}
}

func (a *author) writeAgents(b *strings.Builder) {
	b.WriteString("agents:\n")
	for _, name := range a.agents {
		var sees []string
		for range a.rng.IntN(3) {
			sees = append(sees, fmt.Sprintf("%q", a.observable()))
		}
		all := ""
		if a.chance(5) {
			all = "all"
		} else {
			all = "[" + strings.Join(sees, ", ") + "]"
		}
		fmt.Fprintf(b, "  %s: {sees: %s}\n", name, all)
	}
}

func (a *author) writeActions(b *strings.Builder) {
	b.WriteString("actions:\n")
	for _, act := range a.acts {
		var s scope
		for range act.params {
			s = append(s, bound{a.name(), ""})
		}
		var params []string
		for i, k := range act.params {
			s[i].typ = k
			params = append(params, fmt.Sprintf("%s in %s", s[i].name, k))
		}
		fmt.Fprintf(b, "  %s%s:\n", act.name, inParentheses(params))
		a.writeAction(b, s)
	}
	if a.o.Turns { // so that somebody owns something
		fmt.Fprintf(b, "  stay: {by: %s, when: %q}\n", pick(a, a.agents...), a.state(1, nil))
	}
	if !a.o.Joint {
		return
	}
	for _, name := range a.agents {
		if a.chance(80) {
			fmt.Fprintf(b, "  rest_%s: {by: %s}\n", name, name)
		}
	}
}

func inParentheses(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (a *author) writeAction(b *strings.Builder, s scope) {
	if a.o.Recall != "" && !a.o.Joint {
		a.writeObservers(b, s)
	}
	if a.o.Turns && a.chance(75) {
		fmt.Fprintf(b, "    by: %q\n", a.value(agent, s))
	}
	if a.chance(85) {
		b.WriteString("    when:\n")
		for range 1 + a.rng.IntN(2) {
			fmt.Fprintf(b, "      - %q\n", a.state(1, s))
		}
		a.writeQuestions(b, s)
	}
	writer := 0
	if a.o.Joint {
		var by string
		by, writer = a.owner(s)
		s = a.writeJoint(b, by, s)
		if a.o.Recall != "" {
			a.writeObservers(b, s)
		}
	}
	then := ""
	a.asking = a.o.Joint
	first := a.rng.IntN(len(a.vars))
	for i, v := range a.vars {
		if i != first && a.chance(60) || !a.mayAssign(writer, i) {
			continue
		}
		target, value := a.assignment(v, s)
		if a.asks && v.typ == boolean && a.chance(20) {
			a.asking = false
			value = a.knowledge(1, s, timeless)
			a.asking = a.o.Joint
		}
		then += fmt.Sprintf("      %q: %q\n", target, value)
	}
	a.asking = false
	if then != "" {
		b.WriteString("    then:\n" + then)
	}
}

func (a *author) writePrograms(b *strings.Builder) {
	if !a.chance(50) {
		return
	}
	b.WriteString("programs:\n")
	for i := range 1 + a.rng.IntN(2) {
		s := scope{{fmt.Sprintf("c%d", i), color}}
		params := []kind{color}
		head := fmt.Sprintf("prog%d", i)
		text := head + fmt.Sprintf("(c%d in Color)", i)
		if a.chance(50) {
			s, params, text = nil, nil, head
		}
		body, idle := a.program(2, s)
		fmt.Fprintf(b, "  %s: %q\n", text, body)
		a.progs = append(a.progs, program{signature{head, params}, idle})
	}
}

func (a *author) writeRuns(b *strings.Builder) {
	runs := a.o.Runs
	finite := a.o.Recall == "perfect" || a.asks || a.past // whose tests may ask, too
	switch {
	case runs == "" && finite:
		runs = pick(a, "maximal", "maximal", "ispl")
	case runs == "":
		runs = pick(a, "maximal", "maximal", "infinite", "ispl")
	}
	fmt.Fprintf(b, "runs: %s\n", runs)
	a.writeRecall(b)
	if a.o.Fairness || !finite && a.chance(16) {
		b.WriteString("fairness:\n")
		for range 1 + a.rng.IntN(2) {
			fmt.Fprintf(b, "  - %q\n", a.state(1, nil))
		}
	}
}

func (a *author) writeChecks(b *strings.Builder) {
	b.WriteString("check:\n")
	for i := range a.o.Checks {
		fmt.Fprintf(b, "  - id: q%d\n", i)
		if a.o.Plans {
			a.writePlan(b)
			continue
		}
		a.writeQuestion(b)
		if a.chance(15) {
			fmt.Fprintf(b, "    at: %q\n", a.formula(1, nil, timeless))
		}
		if a.o.Recall != "" && a.chance(25) {
			fmt.Fprintf(b, "    layer: %d\n", a.rng.IntN(3))
		}
	}
}

func (a *author) writeQuestion(b *strings.Builder) {
	kind := pick(a, "formula", "formula", "some", "count", "least")
	if kind != "least" {
		fmt.Fprintf(b, "    %s: %q\n", kind, a.formula(a.o.Depth, nil, anything))
		return
	}
	m := a.name()
	fmt.Fprintf(b, "    least: %s in 0..3\n", m)
	body, _ := a.busyProgram(1, nil)
	fmt.Fprintf(b, "    formula: %q\n", fmt.Sprintf("%s{%s; <= %s} %s",
		pick(a, "AF", "EF", "AG", "EG"), body, m, a.formula(1, nil, anything)))
}
