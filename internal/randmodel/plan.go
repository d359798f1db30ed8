package randmodel

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// writePlan asks what a plan costs.
func (a *author) writePlan(b *strings.Builder) {
	goal := a.formula(1+a.rng.IntN(2), nil, timeless)
	by := pick(a, a.agents...)
	if who := pick(a, a.agents...); who != by && a.chance(15) {
		by = "[" + by + ", " + who + "]"
	} else if a.chance(75) { // what is known is a better question than what is so
		switch value, fact := a.something(nil), a.state(1, nil); a.rng.IntN(5) {
		case 0:
			goal = fmt.Sprintf("KV{%s} %s", by, value)
		case 1:
			goal = fmt.Sprintf("KW{%s} %s", by, fact)
		case 2:
			goal = fmt.Sprintf("%s & KV{%s} %s", fact, by, value)
		case 3:
			goal = fmt.Sprintf("K{%s} %s", by, fact)
		case 4:
			goal = fmt.Sprintf("%s | KV{%s} %s", fact, by, value)
		}
	}
	fmt.Fprintf(b, "    plan: %q\n    by: %s\n", goal, by)
	if a.chance(40) {
		cost := fmt.Sprintf("%s: %d", a.acts[0].name, 1+a.rng.IntN(3))
		for _, act := range a.acts[1:] {
			if a.chance(70) {
				cost += fmt.Sprintf(", %s: %d", act.name, a.rng.IntN(4))
			}
		}
		fmt.Fprintf(b, "    cost: {%s}\n", cost)
	}
	b.WriteString(expected(a.rng))
	if a.chance(25) {
		var all []string
		for range 1 + a.rng.IntN(2) {
			step := "_"
			switch {
			case a.chance(25):
				step = "?(" + a.state(1, nil) + ")"
			case a.chance(60):
				act := pick(a, a.acts...)
				step = act.name + a.arguments(act.params, nil)
			}
			all = append(all, step)
		}
		fmt.Fprintf(b, "    after: %q\n", strings.Join(all, "; "))
	}
}

// expected bounds what a plan may cost, and expects something of it.
func expected(r *rand.Rand) string {
	text := ""
	if r.IntN(4) == 0 {
		text += fmt.Sprintf("    within: %d\n", 1+r.IntN(6))
	}
	switch r.IntN(6) {
	case 0:
		text += "    starts: \"> 0\"\n"
	case 1:
		text += "    mean: \"<= 2\"\n"
	case 2:
		text += "    worst: \"<= 3\"\n"
	case 3:
		text += "    worst: none\n    mean: none\n    starts: 1\n"
	}
	return text
}

// Chancy writes a small game with checks that ask for plans in which chance and those who plan take turns: how many things may
// happen, and how they look, depends on what is hidden, by tables, so that what is left is not equally likely.
func Chancy(r *rand.Rand) string {
	var b strings.Builder
	n := 2 + r.IntN(3)
	table := func(most int) string { // a number for each s
		text := fmt.Sprint(r.IntN(most + 1))
		for s := 2; s <= n; s++ {
			text = fmt.Sprintf("if s = %d then %d else %s", s, r.IntN(most+1), text)
		}
		return "(" + text + ")"
	}
	fmt.Fprintf(&b, "recall: perfect\nvars: {s: 1..%d, turn: 0..3, shown: 0..2, won: bool}\ninit: \"turn = %d & shown = 0 & !won\"\nagents: {ann: {sees: [turn, won%s]}, eve: {sees: [%s]}}\nactions:\n", n, r.IntN(2), []string{"", ", shown"}[r.IntN(2)], []string{"", "won", "turn, shown"}[r.IntN(3)])
	for _, when := range []string{"turn = 0", "turn = 2"} {
		fmt.Fprintf(&b, "  hear%s(k in 0..3): {when: \"%s & k <= %s\", then: {turn: turn + 1}, seen: {ann: [\"%s%s\"]}}\n", when[7:], when, table(3), table(2), []string{"", " = k", " <= k"}[r.IntN(3)])
	}
	fmt.Fprintf(&b, "  peek(k in 1..2): {by: ann, when: \"turn mod 2 = 1\", then: {shown: \"if k = 1 then %s else %s\", turn: \"(turn + 1) mod 4\"}}\n", table(2), table(1))
	if r.IntN(3) > 0 {
		fmt.Fprintf(&b, "  guess(y in 1..%d): {by: ann, when: \"turn mod 2 = 1\", then: {won: \"%s\"}}\n", n, []string{"y = s", "won | y = s", "y = s | y = s + 1"}[r.IntN(3)])
	} else {
		fmt.Fprintf(&b, "  guess(y in 1..%d): {by: ann, when: \"turn mod 2 = 1\", then: {won: \"y = s\", turn: \"(turn + 1) mod 4\"}}\n", n)
	}
	b.WriteString("check:\n")
	for i, goal := range []string{"won", []string{"KV{ann} s", "won | KV{ann} s", "KW{ann} s = 1", "won & turn = 1"}[r.IntN(4)], []string{"won & !KV{eve} s", "KV{ann} s & S{eve} s = 1", "won | K{eve} s != 1"}[r.IntN(3)]} {
		fmt.Fprintf(&b, "  - {id: p%d, plan: %q, by: ann%s%s%s}\n", i, goal, []string{"", ", cost: {guess: 2, peek: 1}", ", cost: {guess: 1}", ", cost: {guess: 3, peek: 2, hear0: 1}"}[r.IntN(4)],
			[]string{"", "", "", fmt.Sprintf(", within: %d", 1+r.IntN(4))}[r.IntN(4)], []string{"", "", "", ", after: _"}[r.IntN(4)])
	}
	return b.String()
}

// Seeking writes a small game with some checks that ask for plans: what is hidden is an element, a set or an array over values
// without names; whose turn it is may depend on the state; chance has a part in what is observed; some actions ask what is known,
// and groups may be empty.
func Seeking(r *rand.Rand) string {
	var b strings.Builder
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	n := 2 + r.IntN(2)
	hidden := pick("one", "one", "set", "array")
	fmt.Fprintf(&b, "recall: perfect\ntypes: {Place: 1..%d}\nvars:\n  turn: 0..2\n  told: bool\n  shown: 0..2\n  won: bool\n  last: \"Place?\"\n", n)
	is := "s = x"
	switch hidden {
	case "one":
		b.WriteString("  s: Place\n")
	case "set":
		b.WriteString("  s: set Place\n")
		is = "x in s"
	case "array":
		b.WriteString("  s: array Place of bool\n")
		is = "s[x]"
	}
	fmt.Fprintf(&b, "init:\n  - %q\n", "turn = 0 & !told & shown = 0 & !won & last = none")
	if hidden != "one" {
		fmt.Fprintf(&b, "  - %q\n", fmt.Sprintf("(count(x in Place: %s) %s 1)", is, pick("=", "<=", ">=")))
	}
	sees := pick("told, won", "told", "told, shown", "won, shown, turn", "told, won, last", "told, (shown = 1)")
	bob := pick(sees, sees, "won", "turn", "s", "told, s")
	fmt.Fprintf(&b, "agents:\n  ann: {sees: [%s]}\n  bob: {sees: [%s]}\n  eve: {sees: [%s]}\n", sees, bob, pick("", "told", "s"))
	seen := func() string {
		return pick("", "", ", seen: {all: [x]}", ", seen: {ann: [\""+is+"\"]}", ", seen: {all: [\""+is+"\"]}", ", seen: {}", ", seen: {ann: [x], bob: [x]}", ", seen: {ann: [\""+is+" | told\"]}", ", seen: {bob: []}")
	}
	owner := func() string {
		return pick("by: ann", "by: ann", "by: ann", "by: \"if turn = 1 then bob else ann\"", "by: bob", "doc: none")
	}
	guard := func() string {
		return pick("true", "true", "true", "turn < 2", "!told", "turn = 0", "!K{ann} won", is, "last != x", "shown = 0 | "+is, "S{ann} ("+is+")", "!won")
	}
	b.WriteString("actions:\n")
	fmt.Fprintf(&b, "  ask(x in Place):\n    {%s, when: %q, then: {told: %q%s}%s}\n", owner(), guard(), pick(is, is, "told | ("+is+")", "!("+is+")"), pick("", ", last: x", ", turn: (turn + 1) mod 3", ", shown: if shown < 2 then shown + 1 else 2"), seen())
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "  guess(x in Place):\n    {%s, when: %q, then: {won: %q%s}%s}\n", owner(), guard(), pick(is, "won | ("+is+")"), pick("", ", last: x", ", turn: 2"), seen())
	}
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "  move(x in Place):\n    {%s, when: %q, then: {%s}%s}\n", pick("by: ann", "by: bob", "doc: none", "doc: none"), guard(), pick("turn: (turn + 1) mod 3", "shown: \"if "+is+" then 1 else 2\"", "last: x", "told: \"shown = 1\""), seen())
	}
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "  noise(k in 1..3):\n    {%s, when: %q, then: {turn: %s}%s}\n", pick("doc: none", "doc: none", "by: eve"), pick("turn = 1", "turn = 0", "turn = 0 & (k < 3 | told)", "turn = 1 & !told"), pick("2", "(turn + 1) mod 3"),
			pick("", ", seen: {all: [\"k <= shown\"]}", ", seen: {ann: [\"k < 2 | told\"], bob: [\"k < 2 | told\"]}", ", seen: {}", ", seen: {ann: [\"exists x in Place: "+is+" & k = 1\"]}"))
	}
	b.WriteString("check:\n")
	for i := range 3 {
		by := pick("ann", "ann", "ann", "ann", "bob", "[ann, bob]")
		who := strings.Trim(strings.Split(by, ",")[0], "[")
		goal := strings.ReplaceAll(pick("KV{who} s", "KV{who} s", "KV{who} s", "won", "won & K{who} won", "K{who} won", "exists x in Place: K{who} (is)", "exists x in Place: K{who} !(is)", "KW{who} told & !told", "KV{who} s & !K{eve} told", "D{p in Agent: p = eve & told} won | KV{who} s",
			"C{who} (forall x in Place: is -> told)", "E{who; 2} (told | won)", "KV{who} s & turn = 2", "won | KV{who} s", "KV{who} last & KV{who} s", "!KV{who} s & won", "D{who, eve} won", "C{p in Agent: p = ann & told} KV{ann} s"), "who", who)
		fmt.Fprintf(&b, "  - id: p%d\n    plan: %q\n    by: %s\n", i, strings.ReplaceAll(goal, "(is)", "("+is+")"), by)
		b.WriteString(pick("", "", "", "    cost: {ask: 1}\n", "    cost: {ask: 2}\n"))
		b.WriteString(expected(r))
		b.WriteString(pick("", "", "", "", "    after: ask(_)\n", "    after: \"ask(_); ?told\"\n", "    after: \"_; ?(!told)\"\n", "    after: \"?("+pick("exists x in Place: "+is, "turn = 0", "forall x in Place: !("+is+")")+")\"\n"))
	}
	return strings.ReplaceAll(b.String(), "x in Place: is ->", "x in Place: ("+is+") ->")
}
