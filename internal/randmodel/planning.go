package randmodel

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Planning writes a small game with a check that asks for a plan: what is hidden is asked for, with answers that are read by
// nothing, or by what comes later; somebody else may move, or chance.
func Planning(r *rand.Rand) string {
	var b strings.Builder
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	init := pick("!told & n = 0 & !b", "!told & n = 0 & !b & s = t", "!told & n = 0 & shown = s", "n = 0 & !told & !b & s != t")
	if !strings.Contains(init, "shown") {
		init += " & (exists x in Colour: shown = x)"
	}
	fmt.Fprintf(&b, "types: {Colour: 1..3}\nvars:\n  s, t: Colour\n  told: bool\n  shown: Colour\n  n: 0..2\n  b: bool\ninit: %q\n", init)
	fmt.Fprintf(&b, "agents:\n  ann: {sees: [told, %s]}\n  bob: {sees: [%s]}\n", pick("n", "shown", "shown, n", "n, b"), pick("told", "s", "n", "t, told"))
	b.WriteString("actions:\n")
	fmt.Fprintf(&b, "  ask(x in Colour):\n    by: ann\n    when: %q\n    then: {told: %s, n: %s}\n    %s\n",
		pick("true", "n < 2", "!b", "x != shown"), pick("s = x", "x = t", "s = x | t = x", "s = t"), pick("n", "(n + 1) mod 3"), pick("seen: {ann: []}", "doc: none"))
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "  look:\n    by: ann\n    when: %q\n    then: {shown: %s, b: '%s'}\n", pick("true", "n > 0", "!b"), pick("s", "t", "if s = t then s else t"), pick("b", "!b", "s = t"))
	}
	switch r.IntN(4) {
	case 0:
		fmt.Fprintf(&b, "  stir(x in Colour):\n    when: %q\n    then: {%s: x, n: 0}\n    %s\n", pick("n = 2", "b"), pick("t", "s", "shown"), pick("seen: {}", "doc: none"))
	case 1:
		fmt.Fprintf(&b, "  reply(x in Colour):\n    by: bob\n    when: %q\n    then: {shown: x, b: false}\n", pick("b & x = s", "b & x != s", "n = 1 & x = t"))
	}
	fmt.Fprintf(&b, "recall: perfect\ncheck:\n  - id: p\n    plan: %q\n    by: ann\n", pick("KV{ann} s", "KV{ann} s & KV{ann} t", "KW{ann} s = t", "K{ann} b", "KV{ann} s & n = 0", "!S{ann} s = t | KV{ann} s",
		"exists x in Colour: K{ann} s != x", "told", "KV{ann} s & !KV{bob} s", "KV{ann} t & K{ann} !KV{bob} t"))
	if r.IntN(3) == 0 {
		b.WriteString("    cost: {ask: 2}\n")
	}
	return b.String()
}

// Guessing writes a small game with a check that asks for a plan in which something is heard that makes values of what is hidden
// more likely than others, and leaves them possible; then they are guessed, or looked at.
func Guessing(r *rand.Rand) string {
	var b strings.Builder
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	n := 2 + r.IntN(2)
	fmt.Fprintf(&b, "recall: perfect\nvars: {s: 1..%d, heard, won: bool, shown: 0..2}\ninit: %q\n", n, "!heard & !won & shown = 0"+pick("", "", " & s > 1", " & (exists x in 1..2: s = x)"))
	fmt.Fprintf(&b, "agents:\n  ann: {sees: [%s]}\n", pick("heard, won", "won", "heard, won, shown"))
	fmt.Fprintf(&b, "actions:\n  hear(x in 1..%d):\n    {when: %q, then: {heard: true}, seen: {ann: [%q]}}\n", 2+r.IntN(3), "!heard"+pick("", "", " & (x = 1 | s = 2)"),
		pick("x <= s", "if s = 1 then x <= 2 else x <= 1", "s = x | x = 1", "x = 1", "(x + s) mod 3"))
	fmt.Fprintf(&b, "  guess(y in 1..%d):\n    {by: ann, when: heard, then: {won: %q}}\n", n, pick("y = s", "y = s", "won | y = s"))
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "  look:\n    {by: ann, when: heard, then: {shown: %q}}\n", pick("min(s, 2)", "if s = 1 then 1 else 2", "s mod 2"))
	}
	fmt.Fprintf(&b, "check:\n  - id: p\n    plan: %q\n    by: ann\n%s%s", pick("won", "won", "won & K{ann} won", "KV{ann} s", "won | KV{ann} s"), pick("", "", "    cost: {guess: 2}\n", "    cost: {guess: 1}\n"), pick("", "", "    after: hear(_)\n"))
	return b.String()
}

// Contingent writes a small game with a check that asks for a plan of agents who see the same, about what they know: steps are
// interleaved or joint, some cost nothing, some are hidden, others may come first, and what is seen of a step is not always a part of
// the state that it leads to.
func Contingent(r *rand.Rand) string {
	var b strings.Builder
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	joint, together := r.IntN(3) == 0, r.IntN(3) == 0
	fmt.Fprintf(&b, "recall: perfect\nvars: {s: 1..%d, t: 1..2, told: bool, n: 0..2}\n", 2+r.IntN(2))
	fmt.Fprintf(&b, "init: %q\n", pick("!told & n = 0", "!told & n = 0 & s != t", "!told", "n = s - 1", "!told & n = 0 & t = 1"))
	sees := pick("told", "told", "told, n", "told, s = t")
	steps, air := "", ""
	if joint {
		steps, air = "steps: joint\n", "  air: {sees: []}\n"
	}
	fmt.Fprintf(&b, "agents:\n  ann: {sees: [%s]}\n  bob: {sees: [%s]}\n%s  eve: {sees: [n]}\n%s", sees, sees, air, steps)
	all := "all"
	if !together {
		all = "ann"
	}
	seen := func() string {
		return pick("", "", fmt.Sprintf(", seen: {%s: [%s]}", all, pick("", "s", "x", "s = x", "n", "told")), ", seen: {}")
	}
	none := strings.NewReplacer("[x]", "[t]", "s = x", "s = 1")
	b.WriteString("actions:\n")
	fmt.Fprintf(&b, "  ask(x in 1..2):\n    {by: ann, when: %q, then: {told: %q}%s}\n", pick("true", "true", "n < 2", "x = t", "!told"), pick("s = x", "s = x", "t = x", "s = t"), seen())
	fmt.Fprintf(&b, "  look:\n    {by: ann, when: %q, then: {told: %q}%s}\n", pick("true", "n > 0", "told"), pick("s = t", "!told", "s = 1"), none.Replace(seen()))
	owner := pick("bob", "eve")
	switch {
	case joint:
		fmt.Fprintf(&b, "  rest:\n    {by: ann}\n  add:\n    {by: %s, then: {n: \"(n + 1) mod 3\"}}\n  stay:\n    {by: %s, when: %q%s}\n", owner, owner, pick("true", "n = 2", "s = 1"), none.Replace(seen()))
		fmt.Fprintf(&b, "  toss:\n    by: %s\n    outcome: x in 1..2\n    given: %q\n    then: {t: x}\n", pick("air", "air", owner), pick("true", "told -> x = t", "does{ask} | x = t"))
	default:
		for range r.IntN(3) {
			switch by := pick("", "by: eve, ", "by: bob, "); r.IntN(3) {
			case 0:
				if !strings.Contains(b.String(), "stir") {
					fmt.Fprintf(&b, "  stir(x in 1..2):\n    {%swhen: %q, then: {%s: x}%s}\n", by, pick("true", "n = 1", "told"), pick("t", "s"), seen())
				}
			case 1:
				if !strings.Contains(b.String(), "add") {
					fmt.Fprintf(&b, "  add:\n    {%swhen: %q, then: {n: n + 1}%s}\n", by, pick("n < 2", "n = 0", "n < 2 & s = 1"), none.Replace(seen()))
				}
			default:
				if !strings.Contains(b.String(), "tell") {
					fmt.Fprintf(&b, "  tell(x in bool):\n    {%swhen: %q, then: {told: x}%s}\n", by, pick("x = (s = t)", "x != told", "n = 1"), strings.Replace(seen(), "s = x", "x", 1))
				}
			}
		}
	}
	by := "ann"
	if together {
		by = "[ann, bob]"
	}
	goal := pick("KV{ann} s", "KV{ann} s", "KV{ann} s & KV{ann} t", "KW{ann} s = t", "K{ann} told", "KV{ann} s & n = 0", "exists x in 1..2: K{ann} s != x", "KV{ann} t | K{ann} s = 1", "C{ann} KW{ann} s = 1", "told & s = t")
	fmt.Fprintf(&b, "check:\n  - id: p\n    plan: %q\n    by: %s\n", goal, by)
	if !joint {
		b.WriteString(pick("", "", "    cost: {ask: 2}\n", "    cost: {ask: 1}\n", "    cost: {ask: 2, look: 1}\n"))
	}
	b.WriteString(pick("", "", "", "", "    within: 1\n", "    within: 2\n"))
	return b.String()
}

// Paying writes a small game with some checks that ask for plans in which much costs nothing: what is hidden is looked at, box
// by box, and boxes have no names; some steps are paid for, and some only after others; and somebody else may move, so
// that what comes of one choice costs something, or nothing.
func Paying(r *rand.Rand) string {
	var b strings.Builder
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	fmt.Fprintf(&b, "recall: perfect\ntypes: {Box: 1..%d}\nvars:\n  full, opened: array Box of bool\n  paid, due: bool\n  k: 0..2\ninit: %q\n", 2+r.IntN(2),
		"(forall x in Box: !opened[x]) & !paid & !due & k = 0"+pick("", "", " & (exists x in Box: full[x])", " & (count(x in Box: full[x]) = 1)"))
	fmt.Fprintf(&b, "agents: {ann: {sees: [%s]}, eve: {sees: all}}\nactions:\n", pick("", "", "paid", "k", "paid, due"))
	seen := func(what string) string { return fmt.Sprintf("seen: {ann: [%q]}", what) }
	fmt.Fprintf(&b, "  open(x in Box): {by: ann, when: %q, then: {\"opened[x]\": true%s}, %s}\n", pick("!opened[x]", "!opened[x]", "paid & !opened[x]", "!opened[x] & !due"), pick("", "", ", paid: false", ", due: true"), seen("full[x]"))
	fmt.Fprintf(&b, "  pay: {by: ann, when: %q, then: {paid: true}%s}\n", pick("true", "!paid", "!due"), pick("", "", ", "+seen("exists x in Box: full[x]")))
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "  buy(x in Box): {by: ann, when: %q, %s}\n", pick("true", "k < 2"), seen("full[x]"))
	}
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "  weigh(x in Box, y in Box): {by: ann, when: %q, then: {k: \"min(k + 1, 2)\"}, %s}\n", "k < 2 & x != y", seen("full[x] = full[y]"))
	}
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "  ask: {by: ann, when: \"!due%s\", then: {due: true, k: \"min(k + 1, 2)\"}, %s}\n", pick("", " & k < 2"), seen("count(x in Box: full[x]) "+pick("> 1", "mod 2 = 0", "= k")))
	}
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "  tell(x in Box): {by: eve, when: %q, then: {due: false}, seen: {ann: [%s]}}\n", pick("due & full[x]", "due & opened[x]", "due & !full[x]"), pick("x", "\"opened[x]\""))
		fmt.Fprintf(&b, "  tick: {by: eve, when: %q, then: {due: false, paid: true}, seen: {ann: [k]}}\n", pick("due", "due & !paid", "k = 2 & !paid"))
	}
	b.WriteString("check:\n")
	for i := range 2 {
		goal := pick("KV{ann} full", "KV{ann} full", "KV{ann} full & paid", "KV{ann} full & !due", "KV{ann} full & KV{ann} k", "KV{ann} (count(x in Box: full[x])) & (forall x in Box: opened[x])", "KV{ann} full & (forall x in Box: opened[x])")
		cost := "pay: 1"
		for _, other := range []string{"open", "buy", "weigh", "ask", "tell", "tick"} {
			switch {
			case !strings.Contains(b.String(), "  "+other):
			case other == "buy":
				cost += ", buy: " + pick("1", "2") // without end if it costs nothing
			default:
				cost += ", " + other + ": " + pick("0", "0", "1", "2")
			}
		}
		fmt.Fprintf(&b, "  - {id: p%d, plan: %q, by: ann, cost: {%s}%s}\n", i, goal, cost, pick("", "", "", ", within: 1", ", within: 2"))
	}
	return b.String()
}
