package bench

import (
	"fmt"
	"strings"
)

// Family is a kind of problem that grows with a number.
type Family struct {
	Name string
	// Small is for tests. At the sizes that are measured diagrams dominate; those
	// of Short make a quick comparison.
	Small        int
	Short, Sizes []int
	// Spec writes the document of a size; its checks have expectations.
	Spec func(n int) string
}

// Families lists the problems. Their answers are known: from closed formulas,
// or because the protocol is correct.
func Families() []Family {
	return []Family{
		{"queens", 6, []int{7}, []int{7, 8}, queens},
		{"milner", 20, []int{80}, []int{80, 160}, milner},
		{"philosophers", 10, []int{20}, []int{20, 30}, philosophers},
		{"cryptographers", 20, []int{150}, []int{200, 300}, cryptographers},
		{"sliding", 6, []int{8}, []int{8, 9}, sliding},
		{"counters", 10, []int{12}, []int{12, 14}, counters},
		{"eleusis", 8, []int{16}, []int{8, 16, 32, 52}, eleusis},
	}
}

// queens places n queens one in each row; the numbers of ways are known (OEIS
// A000170).
func queens(n int) string {
	ways := map[int]int{4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352}[n]
	return fmt.Sprintf(`
params: {n: %d}
types: {Row: 1..n, Column: 1..n}
vars: {queen: "array Row, Column of bool"}
init:
  - "forall r in Row: exists c in Column: queen[r, c]"
  - "forall r in Row, c, d in Column: c < d -> !(queen[r, c] & queen[r, d])"
  - "forall c in Column, r, s in Row: r < s -> !(queen[r, c] & queen[s, c])"
  - "forall r, s in Row, c, d in Column: r < s & (c + s = d + r | c + r = d + s) -> !(queen[r, c] & queen[s, d])"
check:
  - {id: ways, count: "true", expect: %d}
`, n, ways)
}

// milner is Milner's scheduler of n cyclers, which start their tasks in turn
// and finish them in any order (R. Milner, "Communication and concurrency",
// 1989), with the start of a task and the handing on of the turn as one step: the
// turn and the running tasks are independent, which makes n * 2^n states.
func milner(n int) string {
	return fmt.Sprintf(`
params: {n: %d}
types: {Cycler: 1..n}
vars:
  token: Cycler
  busy: array Cycler of bool
init: "token = 1 & forall c in Cycler: !busy[c]"
actions:
  start(c in Cycler):
    when: token = c & !busy[c]
    then: {"busy[c]": true, token: next(token)}
  finish(c in Cycler):
    when: busy[c]
    then: {"busy[c]": false}
agents:
  c in Cycler: {sees: ["busy[c]", token = c]}
check:
  - {id: states, count: "true", expect: "n * pow(2, n)"}
  - {id: in-turn, formula: "AG forall c in Cycler: token = c & !busy[c] -> EX{start(c)} busy[c]", expect: holds}
`, n)
}

// philosophers sit at a round table with a fork between each two; everybody
// takes the left one first, and so they may starve.
func philosophers(n int) string {
	return fmt.Sprintf(`
params: {n: %d}
types: {Seat: 1..n, Fork: [free, left, right]}
vars: {fork: array Seat of Fork}     # left: held by the philosopher whose left fork it is
init: "forall s in Seat: fork[s] = free"
define:
  other(s in Seat): if s = n then 1 else s + 1     # the right fork of s
  eats(s in Seat): fork[s] = left & fork[other(s)] = right
actions:
  take_left(s in Seat): {when: "fork[s] = free", then: {"fork[s]": left}}
  take_right(s in Seat): {when: "fork[s] = left & fork[other(s)] = free", then: {"fork[other(s)]": right}}
  put(s in Seat): {when: eats(s), then: {"fork[s]": free, "fork[other(s)]": free}}
agents:
  s in Seat: {sees: ["fork[s]", "fork[other(s)]"]}
check:
  - {id: may-starve, formula: "EF (AX false & forall s in Seat: fork[s] = left)", expect: holds}
  - {id: never-both, formula: "AG forall s in Seat: !(eats(s) & eats(other(s)))", expect: holds}
  - {id: may-eat, formula: "forall s in Seat: EF K{s} eats(s)", expect: holds}
`, n)
}

// cryptographers asks one of n dining cryptographers about all others.
func cryptographers(n int) string {
	return fmt.Sprintf(`
use: dining-cryptographers
with: {n: %d}
check:
  - {id: anonymous, formula: AG anonymous_for(1), expect: holds}
  - {id: everybody-knows, formula: "AG (over -> C{all} (odd <-> paid))", expect: holds}
`, n)
}

// sliding is a puzzle of n places in rows of two, or of three if n is odd: half of
// the orders of the tiles can be reached. With nine places it is the 8-puzzle.
func sliding(n int) string {
	width, states := 2+n%2, 1
	for i := 3; i <= n; i++ {
		states *= i
	}
	return fmt.Sprintf(`
params: {n: %d, width: %d}
types:
  Place: 0..n - 1
  Tile: 0..n - 1                    # 0 is the gap
vars: {at: array Place of Tile}
init: "forall p in Place: at[p] = p"
define:
  beside(p, q in Place): "p - q in {-width, width} | p / width = q / width & p - q in {-1, 1}"
actions:
  slide(p, q in Place):
    when: at[p] = 0 & at[q] != 0 & beside(p, q)
    then: {"at[p]": "at[q]", "at[q]": 0}
check:
  - {id: states, count: "true", expect: %d}
  - {id: back-again, formula: "AG EF forall p in Place: at[p] = p", expect: holds}
`, n, width, states)
}

// counters are a chain of n bits counting up and down.
func counters(n int) string {
	return fmt.Sprintf(`
params: {n: %d}
types: {Bit: 1..n}
vars:
  bit: array Bit of bool
  up: bool
init: "up & forall b in Bit: !bit[b]"
define:
  lowest: "exists b in Bit: !bit[b]"
  any: "exists b in Bit: bit[b]"
actions:
  count_up(b in Bit):
    when: "up & !bit[b] & forall c in 1..b - 1: bit[c]"
    then: {"bit[c] for c in Bit if c <= b": c = b}
  count_down(b in Bit):
    when: "!up & bit[b] & forall c in 1..b - 1: !bit[c]"
    then: {"bit[c] for c in Bit if c <= b": c < b}
  turn:
    when: "if up then !lowest else !any"
    then: {up: "!up"}
check:
  - {id: states, count: "true", expect: "pow(2, n + 1)"}
  - {id: returns, formula: "AF (!up & !any)", expect: holds}
`, n)
}

// eleusis asks whether the dealer keeps the law. With few cards they are dealt in
// all ways and the game goes on as long as it can; with many, one deal is played
// for three moves.
func eleusis(n int) string {
	decks := map[int][2]int{8: {4, 2}, 16: {4, 4}, 32: {8, 4}, 52: {13, 4}}
	values, suits := decks[n][0], decks[n][1]
	with := fmt.Sprintf("deal: %q, laws: [match], moves: 3", dealAll(values, suits))
	rule, states := "corrected_2", ""
	switch n {
	case 8:
		with = "deal: none, hand: 2, laws: [parity, match], moves: none"
		rule = "(law = parity -> corrected_1) & (law = match -> corrected_2)"
		states = `{id: states, count: "true", expect: 58016}`
	case 16:
		with = "deal: none, hand: 7, laws: [parity], moves: none"
		rule = "corrected_1"
		states = `{id: states, count: "true", expect: 4622296384}`
	}
	if states != "" {
		states = "  - " + states + "\n"
	}
	return fmt.Sprintf(`
use: eleusis
with: {values: %d, suits: %d, %s}
check:
%s  - {id: complete, formula: complete, expect: holds}
  - {id: rule, formula: "%s", expect: holds}
`, values, suits, with, states, rule)
}

// dealAll deals a deck in the order of values: a top card, then one card to each
// player in turn.
func dealAll(values, suits int) string {
	names := map[int]string{1: "A", 11: "J", 12: "Q", 13: "K"}
	hands := make([][]string, 3)
	for i := range values * suits {
		value := i/suits + 1
		name, ok := names[value]
		if !ok {
			name = fmt.Sprint(value)
		}
		hand := min(i, 1+i%2)
		hands[hand] = append(hands[hand], name+string("SHCD"[i%suits]))
	}
	var parts []string
	for _, h := range hands {
		parts = append(parts, strings.Join(h, " "))
	}
	return strings.Join(parts, " | ")
}

// anonymity asks the dining cryptographers, for each of them and each other one, whether
// somebody who has not paid can name or rule out the payer.
func anonymity(n int) string {
	return fmt.Sprintf(`
use: dining-cryptographers
with: {n: %d}
check:
  - {id: anonymous, formula: "AG forall i in Crypt: anonymous_for(i)", expect: holds}
`, n)
}

// silentChildren are muddy children who are silent until all know.
func silentChildren(n int) string {
	return fmt.Sprintf(`
use: muddy-children
with: {n: %d}
check:
  - {id: all-know, after: father%s, formula: muddy = n & <answer> true, expect: holds}
`, n, strings.Repeat("; silence", n-1))
}

// announcements are those of dining cryptographers, once around the table.
func announcements(n int) string {
	around := make([]string, n)
	for i := range around {
		around[i] = fmt.Sprintf("say(%d)", i+1)
	}
	return fmt.Sprintf(`
use: dining-announcements
with: {n: %d}
check:
  - {id: anonymous, after: %s, formula: "KW{1} payer = none & (payer != none & payer != 1 -> !KV{1} payer)", expect: holds}
`, n, strings.Join(around, "; "))
}

// inTurn are dining cryptographers who announce one after the other, and remember.
func inTurn(n int) string {
	return fmt.Sprintf(`
params: {n: %d}
types: {Crypt: 1..n}
vars:
  payer: Crypt?
  coin: array Crypt of bool     # coin i lies between i and the next one
  said: array Crypt of bool?
define:
  left(i in Crypt): if i = 1 then n else i - 1
  odd(i in Crypt): (coin[i] != coin[left(i)]) != (payer = i)
  over: said[n] != none
init: "forall i in Crypt: said[i] = none"
agents:
  i in Crypt: {sees: [payer = i, "coin[i]", "coin[left(i)]", "said[j] for j in Crypt"]}
actions:
  say(i in Crypt):
    when: "said[i] = none & forall j in Crypt: j < i -> said[j] != none"
    then: {"said[i]": odd(i)}
recall: perfect
check:
  - id: anonymous
    formula: "AG (over -> forall i in Crypt: KW{i} payer = none & (payer != none & payer != i -> !KV{i} payer))"
    expect: holds
`, n)
}

// cluedo asks in games of so many cards what a suspicion tells those who see that a card is
// shown, and what to win tells.
func cluedo(n int) string {
	with := map[int]string{
		6:  "players: 3, hand: 1, guests: 2, weapons: 2, rooms: 2",
		9:  "players: 3, hand: 2, guests: 3, weapons: 3, rooms: 3",
		12: "players: 3, hand: 3, guests: 4, weapons: 4, rooms: 4",
		15: "players: 4, hand: 3, guests: 5, weapons: 5, rooms: 5",
		21: "players: 6, hand: 3, guests: 6, weapons: 6, rooms: 9",
	}[n]
	return fmt.Sprintf(`
use: cluedo
with: {%s}
params: {c1: 1, c2: guests + 1, c3: guests + weapons + 1}
check:
  - {id: none, formula: "[nocard(1, 2, c1, c2, c3)] C{all} !has(2, c1, c2, c3)", expect: holds}
  - {id: shown, formula: "[showcard(1, 2, c2, c1, c2, c3)] (K{1} K{2} K{1} holder[c2] = 2 & C{all} has(2, c1, c2, c3))", expect: holds}
  - {id: secret, formula: "[nocard(1, 2, c1, c2, c3)] [showcard(1, 3, c2, c1, c2, c3)] KV{2} holder[c2]", expect: fails}
  - {id: won, formula: "[nocard(1, 2, c1, c2, c3)] [nocard(1, 3, c1, c2, c3)] ((<win(1)> true <-> knows(1)) & [win(1)] C{all} knows(1))", expect: holds}
`, with)
}

// cluedoPlay asks in games of so many cards, played by the rules, what players remember.
func cluedoPlay(n int) string {
	with := map[int]string{
		4: "players: 1, hand: 1, guests: 2, weapons: 1, rooms: 1",
		6: "players: 3, hand: 1, guests: 2, weapons: 2, rooms: 2",
		7: "players: 4, hand: 1, guests: 3, weapons: 2, rooms: 2",
		9: "players: 3, hand: 2, guests: 3, weapons: 3, rooms: 3",
	}[n]
	return fmt.Sprintf(`
use: cluedo-play
with: {%s}
check:
  - id: nobody-forgets
    formula: "AX{suspect; say_none | show} forall p in Player, c in Card: KV{p} holder[c] -> AX KV{p} holder[c]"
    expect: holds
  - id: what-was-shown
    if: players > 1
    formula: |
      forall c in Card: AX{suspect; show(c)} (C{1, 2} holder[c] = 2 & C{all} exists d in suspicion: holder[d] = 2)
    expect: holds
`, with)
}
