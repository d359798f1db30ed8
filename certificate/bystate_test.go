package certificate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// What is asked by the state: arguments of what is defined and of programs, and domains of quantifiers.
func TestRandomArgumentsByState(t *testing.T) { random(t, byState) }

// byState writes a document that asks such questions.
func byState(rng *rand.Rand, _ uint64) string {
	var b strings.Builder
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	state := func() string {
		return pick("coin", "n = 1", "told[turn]", "turn in team", "coin & n > 0", "turn = ann")
	}
	asks := func(p, x string) string {
		return pick(fmt.Sprintf("K{%s} coin", p), fmt.Sprintf("KV{%s} n", p), fmt.Sprintf("S{%s} n = %s", p, x), fmt.Sprintf("K{%s} (n = %s | told[%s])", p, x, p), fmt.Sprintf("KW{%s} (n > %s)", p, x), fmt.Sprintf("EX n = %s", x), fmt.Sprintf("AF{_; <= 2} told[%s]", p))
	}
	fmt.Fprintf(&b, "vars: {turn: Agent, coin: bool, n: 0..2, told: array Agent of bool, team: set Agent}\ninit: %q\n", pick("turn = ann & !told[ann] & !told[bob] & team = {ann}", "!told[ann] & n = 0 & team = {turn}", "n = 1 & !told[turn] & team = {ann, bob}"))
	fmt.Fprintf(&b, "agents:\n  ann: {sees: [turn, told, %s]}\n  bob: {sees: [turn, %s, %s]}\n", pick("n", `"if told[ann] then coin else none"`), pick("team", "n > 0"), pick("told", `"if told[bob] then coin else none"`))
	fmt.Fprintf(&b, "define:\n  near(p in Agent, x in 0..2): %q\n  far(p in Agent): %q\n", asks("p", "x")+pick(" & ", " | ", " -> ")+state(), asks("p", "n"))
	fmt.Fprintf(&b, "actions:\n  look: {when: %q, then: {\"told[turn]\": \"true\", n: %s}}\n  pass: {then: {turn: \"if turn = ann then bob else ann\", team: %q}}\n", pick("!told[turn]", "true"), pick("n", "2", "(n + 1) mod 3"), pick("team", "team + {turn}", "{turn}"))
	fmt.Fprintf(&b, "programs:\n  if_near(p in Agent): \"%s; ?(%s)\"\n", pick("look", "pass", "_"), asks("p", "n"))
	fmt.Fprintf(&b, "recall: %s\ncheck:\n", pick("none", "none", "clock"))
	call := func() string {
		return pick("near(turn, n)", "near(turn, if coin then n else 0)", "far(turn)", "near(if coin then ann else bob, 1)",
			"(exists p in team: "+asks("p", "n")+")", "(forall p in team: near(p, n))", "(forall x in {n, 1}: "+asks("turn", "x")+")", "(count(p in team: "+asks("p", "1")+") = 1)", "EX{if_near(turn)} "+state(), "AX{if_near(if coin then ann else turn)} "+state())
	}
	for i := range 8 {
		fmt.Fprintf(&b, "  - {id: q%d, formula: \"%s%s%s%s\"}\n", i, pick("", "AG ", "EF ", "K{ann} ", "AX "), "("+call(), pick(" & ", " | ", " -> ", " <-> "), pick(state(), call(), "!"+call())+")")
	}
	fmt.Fprintf(&b, "  - {id: n, count: %q}\n", call())
	return b.String()
}
