package randmodel

import (
	"fmt"
	"strings"
)

// writeRecall says what agents remember, and how far runs are followed.
func (a *author) writeRecall(b *strings.Builder) {
	if a.o.Recall == "" {
		return
	}
	fmt.Fprintf(b, "recall: %s\n", a.o.Recall)
	switch {
	case a.o.AnyDepth:
		b.WriteString("depth: auto\n")
	case a.o.Recall == "perfect" || a.chance(20):
		fmt.Fprintf(b, "depth: %d\n", 1+a.rng.IntN(4))
	}
}

// writeObservers says whose step it is, and who observes what of it.
func (a *author) writeObservers(b *strings.Builder, s scope) {
	if owned := map[bool]int{true: 75, false: 30}[a.o.Plans]; !a.o.Joint && a.chance(owned) {
		fmt.Fprintf(b, "    by: %q\n", a.value(agent, s))
	}
	if a.chance(30) {
		return
	}
	if a.chance(25) {
		b.WriteString("    seen: {}\n")
		return
	}
	b.WriteString("    seen:\n")
	used := map[string]bool{}
	for range 1 + a.rng.IntN(2) {
		who, inner := a.observer(s)
		if used[who] {
			continue
		}
		used[who] = true
		var what []string
		for range a.rng.IntN(3) {
			what = append(what, fmt.Sprintf("%q", a.observed(inner)))
		}
		fmt.Fprintf(b, "      %q: [%s]\n", who, strings.Join(what, ", "))
	}
}

// observer is whom an entry of seen names, with the names that it binds.
func (a expressions) observer(s scope) (who string, inner scope) {
	switch a.rng.IntN(4) {
	case 0:
		return "all", s
	case 1:
		x := a.name()
		inner = append(s[:len(s):len(s)], bound{x, agent})
		return fmt.Sprintf("%s in Agent if %s", x, a.state(1, inner)), inner
	case 2:
		return fmt.Sprintf("if %s then %s else %s", a.state(1, s), a.value(agent, s), a.value(agent, s)), s
	}
	return a.value(agent, s), s
}

// observed is an argument, or anything else.
func (a expressions) observed(s scope) string {
	if len(s) > 0 && a.chance(60) {
		return pick(a, s...).name
	}
	if a.chance(30) {
		x := a.name()
		inner := append(s[:len(s):len(s)], bound{x, color})
		return fmt.Sprintf("%s for %s in Color if %s", a.state(1, inner), x, a.state(1, inner))
	}
	return a.state(1, s)
}

// writeQuestions are guards that ask what somebody knows, or look back.
func (a *author) writeQuestions(b *strings.Builder, s scope) {
	if a.asks && a.chance(40) {
		fmt.Fprintf(b, "      - %q\n", a.formula(1, s, timeless)+" | "+a.knowledge(1, s, timeless))
	}
	if a.past && a.chance(25) {
		fmt.Fprintf(b, "      - %q\n", pick(a, "", "!")+a.lookBack(s))
	}
}

func (a *author) writeHistory(b *strings.Builder) {
	if !a.past {
		return
	}
	body, _ := a.program(2, scope{{"past", color}})
	fmt.Fprintf(b, "history:\n  was(past in Color): %q\n", pick(a, "", "_*; ")+body)
	a.back = true
}
