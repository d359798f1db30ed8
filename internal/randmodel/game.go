package randmodel

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// GameOptions shape a game.
type GameOptions struct {
	Checks int // how many
	Joint  bool
	Recall string // clock or perfect; empty: none
	Fair   bool   // some runs count alone
	Shared bool   // ann and bob observe the same
}

// game is a graph of few states in which agents move, each of whom sees something of where they are.
type game struct {
	rng    *rand.Rand
	o      GameOptions
	states int
}

const moves = 3

// Game writes a game and questions about what uniform strategies of coalitions bring about.
func Game(rng *rand.Rand, o GameOptions) string {
	g := &game{rng, o, 5 + rng.IntN(2)}
	var b strings.Builder
	fmt.Fprintf(&b, "vars: {s: 0..%d}\ninit: s <= %d\nagents:\n", g.states-1, rng.IntN(3))
	seen := ""
	for _, who := range []string{"ann", "bob"} {
		if looks := 1 + rng.IntN(3); seen == "" || !o.Shared {
			seen = g.table(func(int) string { return fmt.Sprint(rng.IntN(looks)) })
		}
		fmt.Fprintf(&b, "  %s: {sees: [%q]}\n", who, seen)
	}
	b.WriteString("  dan: {sees: []}\n")
	fmt.Fprintf(&b, "runs: %s\n", []string{"maximal", "maximal", "ispl"}[rng.IntN(3)])
	if o.Recall != "" {
		fmt.Fprintf(&b, "recall: %s\n", o.Recall)
	}
	if o.Fair {
		fmt.Fprintf(&b, "fairness: [%q]\n", g.set(5))
	}
	if o.Joint {
		g.together(&b)
	} else {
		g.inTurn(&b)
	}
	b.WriteString("check:\n")
	for i := range o.Checks {
		kind := []string{"formula", "some", "count"}[rng.IntN(3)]
		fmt.Fprintf(&b, "  - {id: q%d, %s: %q}\n", i, kind, g.question())
	}
	return b.String()
}

// table is what something is in each state.
func (g *game) table(value func(s int) string) string {
	text := value(0)
	for s := 1; s < g.states; s++ {
		text = fmt.Sprintf("if s = %d then %s else %s", s, value(s), text)
	}
	return text
}

// set is a condition that of ten states so many satisfy.
func (g *game) set(likely int) string {
	text := "false"
	for s := range g.states {
		if g.rng.IntN(10) < likely {
			text += fmt.Sprintf(" | s = %d", s)
		}
	}
	return text
}

// inTurn writes moves of one agent, or of nobody, at a time.
func (g *game) inTurn(b *strings.Builder) {
	b.WriteString("actions:\n")
	seen := ""
	if g.o.Recall != "" && g.rng.IntN(3) > 0 {
		seen = "seen: {}, "
	}
	strict := g.rng.IntN(2) == 0
	by := make([][]int, g.states)
	for s := range by {
		mover := g.rng.IntN(3)
		for range moves {
			if !strict {
				mover = g.rng.IntN(3)
			}
			by[s] = append(by[s], mover)
		}
	}
	for i, owner := range []string{"by: ann, ", "by: bob, ", ""} {
		when, to, hidden := "false", "0", seen
		for s := range by {
			for k, mover := range by[s] {
				if mover == i && g.rng.IntN(3) > 0 {
					when += fmt.Sprintf(" | s = %d & k = %d", s, k)
					to = fmt.Sprintf("if s = %d & k = %d then %d else %s", s, k, g.rng.IntN(g.states), to)
				}
			}
		}
		if g.o.Shared && owner != "" { // who moves observes it
			hidden = ""
		}
		fmt.Fprintf(b, "  move%d(k in 0..%d): {%s%swhen: %q, then: {s: %q}}\n", i, moves-1, owner, hidden, when, to)
	}
}

// together writes moves of ann and bob at once, not all of which are possible everywhere, and what follows.
func (g *game) together(b *strings.Builder) {
	b.WriteString("steps: joint\nactions:\n")
	for _, who := range []string{"ann", "bob"} {
		fmt.Fprintf(b, "  %s_does(k in 0..1): {by: %s, when: %q}\n", who, who, fmt.Sprintf("k = 0 | %s", g.set(8)))
	}
	given := "false"
	for s := range g.states {
		for pair := range 4 {
			for range g.rng.IntN(3) {
				given += fmt.Sprintf(" | s = %d & to = %d & does{ann_does(%d)} & does{bob_does(%d)}", s, g.rng.IntN(g.states), pair/2, pair%2)
			}
		}
	}
	fmt.Fprintf(b, "  lead: {by: dan, outcome: to in 0..%d, given: %q, then: {s: to}}\n", g.states-1, given)
}

// question is what a coalition can bring about, sometimes inside of another operator.
func (g *game) question() string {
	pick := func(list ...string) string { return list[g.rng.IntN(len(list))] }
	text := pick("ann", "bob", "ann, bob", "ann", "bob, dan") + "; uniform" + pick("", ": subjective")
	goal := func(likely int) string {
		if g.rng.IntN(5) == 0 {
			return pick("", "!") + fmt.Sprintf("K{%s} (%s)", pick("ann", "bob"), g.set(likely))
		}
		return fmt.Sprintf("(%s)", g.set(likely))
	}
	switch op := pick("X", "F", "F", "G", "U"); op {
	case "U":
		text = fmt.Sprintf("<<%s>> [%s U %s]", text, goal(7), goal(3))
	case "G":
		text = fmt.Sprintf("<<%s>> G %s", text, goal(7))
	default:
		text = fmt.Sprintf("<<%s>> %s %s", text, op, goal(3))
	}
	if g.o.Recall != "" {
		return pick("", "", "!", "K{ann} ", "!K{bob} ") + text
	}
	return pick("", "", "!", "AG !", "EF ", "K{ann} ", "!K{bob} ") + text
}
