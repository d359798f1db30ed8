package randmodel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// LearningOptions shape a document with knowledge actions.
type LearningOptions struct {
	Checks int  // how many; default 10
	Depth  int  // of formulas and actions; default 3
	Joint  bool // actions may have &
	// Careless is how many of a hundred agents are asked, or let learn, without regard
	// to who knows of the knowledge action before.
	Careless int
	// Spelt actions do nearly the same in two ways: parts in another order, in other brackets,
	// or with what they tell exchanged, so that views have to be compared across them.
	Spelt bool
	// Seer lets one of the agents see all.
	Seer bool
	// Recall, if not empty, lets agents remember, by clock or perfectly, and adds steps
	// and temporal operators, under perfect behind knowledge actions too.
	Recall string
	// Steps, if joint, are those of two agents at a time.
	Steps string
	// Asking steps have guards and effects that ask what is so after knowledge actions.
	Asking bool
}

// Learning writes a document about some agents who see little of a few variables,
// with questions about knowledge actions.
func Learning(rng *rand.Rand, o LearningOptions) string {
	if o.Checks == 0 {
		o.Checks = 10
	}
	if o.Depth == 0 {
		o.Depth = 3
	}
	l := &learner{rng: rng, o: o}
	return l.document()
}

// agentsOf a document with knowledge actions, and what they may see and learn.
var (
	learners = []string{"i", "j", "k"}
	facts    = []string{"p", "q", "r", "n = 0", "n = 1", "n = 2", "p = q", "n > 0"}
)

type learner struct {
	rng   *rand.Rand
	o     LearningOptions
	fresh int
	runs  bool // temporal operators make sense here
}

func (l *learner) chance(percent int) bool { return l.rng.IntN(100) < percent }

func (l *learner) document() string {
	var b strings.Builder
	b.WriteString("name: learning\nvars:\n  p, q, r: bool\n  n: 0..2\n")
	if l.chance(70) {
		fmt.Fprintf(&b, "init: \"%s | %s\"\n", l.fact(nil), l.fact(nil))
	}
	b.WriteString("agents:\n")
	for _, a := range learners {
		var sees []string
		for _, f := range facts {
			if l.chance(20) {
				sees = append(sees, `"`+f+`"`)
			}
		}
		if l.o.Seer && a == learners[1] {
			fmt.Fprintf(&b, "  %s: {sees: all}\n", a)
			continue
		}
		fmt.Fprintf(&b, "  %s: {sees: [%s]}\n", a, strings.Join(sees, ", "))
	}
	if l.o.Recall != "" {
		l.steps(&b)
	}
	action, _ := l.action(l.o.Depth, learners, learners, nil)
	fmt.Fprintf(&b, "programs:\n  named(v in 0..2): \"L{all} (%s | ?(n = v))\"\ncheck:\n", action)
	for i := range l.o.Checks {
		fmt.Fprintf(&b, "  - id: c%d\n", i)
		l.question(&b)
	}
	return b.String()
}

// steps are a few actions, of which agents see something or nothing.
func (l *learner) steps(b *strings.Builder) {
	joint := l.o.Steps == "joint"
	if joint {
		b.WriteString("steps: joint\n")
	}
	fmt.Fprintf(b, "recall: %s\ndepth: %d\nactions:\n", l.o.Recall, 1+l.rng.IntN(2))
	flipped := "!p"
	if l.o.Asking && l.chance(50) {
		flipped = l.afterwards()
	}
	for i, action := range []string{fmt.Sprintf("flip:\n    then: {p: \"%s\"}", flipped), "put(v in 0..2):\n    then: {n: v}", "draw(v in 0..1):\n    then: {q: v = 1, r: p}"} {
		guard := l.fact(nil)
		switch {
		case l.chance(15):
			guard = l.knowledge(l.rng.IntN(3), 1, learners, nil)
		case l.o.Asking && l.chance(50):
			guard = l.afterwards()
		}
		fmt.Fprintf(b, "  %s\n    when: \"%s\"\n", action, guard)
		if joint {
			fmt.Fprintf(b, "    by: %s\n", []string{"i", "i", "j"}[i])
		}
		if what := []string{"", "v", "v"}[i]; l.chance(70) {
			fmt.Fprintf(b, "    seen: {%s: [%s]}\n", learners[l.rng.IntN(len(learners))], what)
		}
	}
	for _, a := range learners[:2] {
		if joint && l.chance(85) {
			fmt.Fprintf(b, "  rest_%s: {by: %s, seen: {}}\n", a, a)
		}
	}
}

// afterwards is what somebody knows after a knowledge action.
func (l *learner) afterwards() string {
	program, known := l.program(2, learners, nil)
	return fmt.Sprintf("(%s %s)", []string{"[" + program + "]", "<" + program + ">"}[l.rng.IntN(2)], l.formula(1, known, nil))
}

func (l *learner) question(b *strings.Builder) {
	l.runs = l.o.Recall != ""
	f := l.formula(l.o.Depth, learners, nil)
	if l.o.Spelt && l.chance(60) {
		link := l.fact(nil)
		action, known := l.spelt(learners, learners, nil, link)
		asked := []string{link, link, l.knowledge(l.rng.IntN(3), 1+l.rng.IntN(2), known, nil)}
		f = fmt.Sprintf("[L{i, j, k} %s] (KW{%s} %s)", action, known[l.rng.IntN(len(known))], asked[l.rng.IntN(len(asked))])
	} else if l.chance(40) {
		program, known := l.program(2, learners, nil)
		l.runs = l.o.Recall == "perfect"
		f = l.formula(2, known, nil)
		fmt.Fprintf(b, "    after: \"%s\"\n", program)
	}
	l.runs = false
	if l.o.Recall != "" && l.chance(25) {
		b.WriteString("    layer: 1\n")
	}
	kind := []string{"formula", "some", "count"}[l.rng.IntN(3)]
	fmt.Fprintf(b, "    %s: \"%s\"\n", kind, f)
	if l.chance(20) {
		fmt.Fprintf(b, "    at: \"%s\"\n", l.formula(1, learners, nil))
	}
}

// fact is about the state; names are those of numbers.
func (l *learner) fact(names []string) string {
	if len(names) > 0 && l.chance(50) {
		return fmt.Sprintf("(n %s %s)", []string{"=", "!=", "<="}[l.rng.IntN(3)], names[l.rng.IntN(len(names))])
	}
	return "(" + facts[l.rng.IntN(len(facts))] + ")"
}

// formula asks agents in ask alone.
func (l *learner) formula(depth int, ask, names []string) string {
	if depth == 0 {
		return l.fact(names)
	}
	if l.chance(l.o.Careless) {
		ask = learners
	}
	choice := l.rng.IntN(12)
	switch {
	case l.runs && l.chance(35):
		return l.temporal(depth, ask, names)
	case choice < 6 && len(ask) > 0:
		return l.knowledge(choice, depth, ask, names)
	}
	switch choice {
	case 6, 7, 8:
		program, known := l.program(depth, ask, names)
		defer func(runs bool) { l.runs = runs }(l.runs)
		l.runs = l.runs && l.o.Recall == "perfect"
		return fmt.Sprintf("(%s %s)", []string{"[" + program + "]", "<" + program + ">"}[l.rng.IntN(2)], l.formula(depth-1, known, names))
	case 9:
		return "!" + l.formula(depth-1, ask, names)
	case 10:
		return fmt.Sprintf("(%s & %s)", l.formula(depth-1, ask, names), l.formula(depth-1, ask, names))
	case 11:
		name := l.name()
		x := l.formula(depth-1, ask, append(slices.Clone(names), name))
		return fmt.Sprintf("(count(%s in 0..2: %s) %s 1)", name, x, []string{"=", ">", "<="}[l.rng.IntN(3)])
	}
	return fmt.Sprintf("(%s | %s)", l.formula(depth-1, ask, names), l.fact(names))
}

func (l *learner) temporal(depth int, ask, names []string) string {
	x := l.formula(depth-1, ask, names)
	switch choice := l.rng.IntN(9); choice {
	case 6:
		return fmt.Sprintf("(%s{%s} %s)", []string{"AX", "EX", "EF", "AG"}[l.rng.IntN(4)], []string{"flip", "put(1)", "(flip | draw)", "(?p; put)"}[l.rng.IntN(4)], x)
	case 7:
		return fmt.Sprintf("A[%s U %s]", l.fact(names), x)
	case 8:
		return fmt.Sprintf("E[%s U %s]", x, l.fact(names))
	default:
		return fmt.Sprintf("(%s %s)", []string{"AX", "EX", "EF", "AG", "AF", "EG"}[choice], x)
	}
}

func (l *learner) knowledge(choice, depth int, ask, names []string) string {
	i := ask[l.rng.IntN(len(ask))]
	x := l.formula(depth-1, ask, names)
	switch choice {
	case 0, 1:
		return fmt.Sprintf("(K{%s} %s)", i, x)
	case 2:
		return fmt.Sprintf("(S{%s} %s)", i, x)
	case 3:
		return fmt.Sprintf("(KV{%s} (if %s then n else 3))", i, l.fact(names))
	case 4:
		if l.chance(50) {
			return fmt.Sprintf("(share{%s}(%s) %s)", strings.Join(l.some(ask), ", "), x, fraction(l.rng))
		}
		return fmt.Sprintf("(D{%s} %s)", strings.Join(l.some(ask), ", "), x)
	}
	return fmt.Sprintf("(C{%s} %s)", strings.Join(l.some(ask), ", "), x)
}

// some is a part of a list that is not empty.
func (l *learner) some(list []string) []string {
	var part []string
	for len(part) == 0 {
		for _, x := range list {
			if l.chance(60) {
				part = append(part, x)
			}
		}
	}
	return part
}

// program is a knowledge action for ask, and who knows of it then.
func (l *learner) program(depth int, ask, names []string) (string, []string) {
	defer func(runs bool) { l.runs = runs }(l.runs)
	l.runs = false
	if len(ask) == 0 {
		return "L{i} ?false", []string{"i"} // which nobody can execute, whoever i is
	}
	switch choice := l.rng.IntN(12); {
	case depth == 0 || choice < 6:
		return l.learn(depth, ask, ask, names)
	case choice == 6:
		x, known := l.program(depth-1, ask, names)
		y, last := l.program(depth-1, known, names)
		return "(" + x + "; " + y + ")", last
	case choice == 7:
		x, known := l.program(depth-1, ask, names)
		y, more := l.program(depth-1, ask, names)
		return "(" + x + " | " + y + ")", common(known, more)
	case choice == 8:
		name := l.name()
		x, known := l.program(depth-1, ask, append(slices.Clone(names), name))
		return fmt.Sprintf("(some %s in 0..2: %s)", name, x), known
	case choice == 9 && len(ask) == len(learners):
		return fmt.Sprintf("named(%s)", []string{"0", "1", "n"}[l.rng.IntN(3)]), learners
	case choice == 10:
		x, known := l.program(depth-1, ask, names)
		y, more := l.program(depth-1, ask, names)
		return "(" + x + " ! " + y + ")", common(known, more)
	}
	return l.learn(depth, ask, ask, names)
}

func (l *learner) name() string {
	l.fresh++
	return fmt.Sprint("v", l.fresh)
}

// learn lets some of group learn what an action does.
func (l *learner) learn(depth int, group, ask, names []string) (string, []string) {
	who := l.some(group)
	if l.chance(40) {
		who = group
	}
	x, _ := l.action(max(depth-1, 0), who, ask, names)
	return fmt.Sprintf("L{%s} (%s)", strings.Join(who, ", "), x), who
}

// action is what can stand under an L of group: it tells nobody else anything.
// Its tests ask agents in ask. It returns who knows of it.
func (l *learner) action(depth int, group, ask, names []string) (string, []string) {
	if l.chance(l.o.Careless) {
		group = learners
	}
	if l.o.Spelt && len(group) > 0 && l.chance(40) {
		return l.spelt(group, ask, names, l.fact(names))
	}
	if depth == 0 || l.chance(20) {
		return fmt.Sprintf("?%s", l.formula(min(depth, 1), ask, names)), nil
	}
	switch choice := l.rng.IntN(10); {
	case choice < 3 && len(group) > 0:
		return l.learn(depth-1, group, ask, names)
	case choice == 3:
		x, known := l.action(depth-1, common(group, ask), ask, names)
		y, last := l.action(depth-1, common(group, known), known, names)
		return "(" + x + "; " + y + ")", last
	case choice == 4:
		name := l.name()
		x, known := l.action(depth-1, group, ask, append(slices.Clone(names), name))
		return fmt.Sprintf("(some %s in 0..2: %s)", name, x), known
	case choice == 5 && l.o.Joint:
		x, known := l.action(depth-1, group, ask, names)
		y, more := l.action(depth-1, group, ask, names)
		return "(" + x + " & " + y + ")", union(known, more)
	}
	x, known := l.action(depth-1, group, ask, names)
	y, more := l.action(depth-1, group, ask, names)
	op := []string{"(%s | %s)", "(!%s | %s)", "(%s ! %s)", "(%s | !%s)"}[l.rng.IntN(4)]
	return fmt.Sprintf(op, x, y), common(known, more)
}

// spelt is an action that happens in one of two ways that are nearly the same, of which one
// may go with a fact and the other one with its opposite.
func (l *learner) spelt(group, ask, names []string, link string) (string, []string) {
	know := func(who []string, f string) string { return fmt.Sprintf("L{%s} ?%s", strings.Join(who, ", "), f) }
	who := common(group, ask)
	if len(who) == 0 {
		return "?" + l.fact(names), nil
	}
	told, all := l.some(who), strings.Join(who, ", ")
	u := l.fact(names)
	v := []string{"!" + u, "!" + u, u, l.fact(names)}[l.rng.IntN(4)]
	one, other := know(told, u)+" | ?"+v, "?"+u+" | "+know(told, v)
	swapped, told2 := "?"+v+" | "+know(told, u), know(told, v)+" | ?"+u
	var same []string
	for _, x := range []string{one, other, swapped, told2} {
		same = append(same, fmt.Sprintf("L{%s} (%s)", all, x))
	}
	same = append(same, fmt.Sprintf("(%s; L{%s} ?true)", same[0], all), fmt.Sprintf("L{%s} ?%s", all, u))
	p, q := know(who, l.fact(names)), know(who, l.fact(names))
	then := []string{"L{%[1]s} (%[3]s | %[4]s)", "L{%[1]s} ?%[2]s", "%[3]s"}
	if l.o.Joint {
		then = []string{"L{%[1]s} ((?%[2]s & %[3]s) | (?!%[2]s & %[4]s))", "L{%[1]s} ((?!%[2]s & %[3]s) | (?%[2]s & %[4]s))", "((?%[2]s & %[3]s) | (?!%[2]s & %[4]s))"}
	}
	second := func() string { return fmt.Sprintf(then[l.rng.IntN(len(then))], all, link, p, q) }
	return fmt.Sprintf("((%s; %s) | (%s; %s))", same[l.rng.IntN(len(same))], second(), same[l.rng.IntN(len(same))], second()), who
}

func common(x, y []string) []string {
	return slices.DeleteFunc(slices.Clone(x), func(s string) bool { return !slices.Contains(y, s) })
}

func union(x, y []string) []string {
	return slices.DeleteFunc(slices.Clone(learners), func(s string) bool { return !slices.Contains(x, s) && !slices.Contains(y, s) })
}
