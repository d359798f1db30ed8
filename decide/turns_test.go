package decide

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// turnGame is a game with turns as tables: in state s there is a step of move k to to[s][k], if
// that is no -1, which is ann's, bob's, or (2) nobody's.
type turnGame struct {
	to, owner [][]int
	look      [2][]int // what ann and bob see of a state
}

const (
	gameStates = 6
	gameMoves  = 3
)

func randomTurnGame(rng *rand.Rand) *turnGame {
	g := &turnGame{}
	strict := rng.IntN(2) == 0
	for range gameStates {
		to, owner, mover := make([]int, gameMoves), make([]int, gameMoves), rng.IntN(3)
		for k := range to {
			to[k], owner[k] = rng.IntN(gameStates+3)-3, rng.IntN(3)
			to[k] = max(to[k], -1)
			if strict {
				owner[k] = mover
			}
		}
		g.to, g.owner = append(g.to, to), append(g.owner, owner)
		for i := range g.look {
			g.look[i] = append(g.look[i], rng.IntN(4))
		}
	}
	return g
}

// document writes the game down.
func (g *turnGame) document(questions []string) string {
	table := func(value func(s, k int) string) string {
		text := value(0, 0)
		for s := range gameStates {
			for k := range gameMoves {
				if s+k > 0 {
					text = fmt.Sprintf("if s = %d & k = %d then %s else %s", s, k, value(s, k), text)
				}
			}
		}
		return text
	}
	looks := func(i int) string {
		text := fmt.Sprint(g.look[i][0])
		for s := range gameStates {
			text = fmt.Sprintf("if s = %d then %d else %s", s, g.look[i][s], text)
		}
		return text
	}
	who := func(s, k int) string { return []string{"ann", "bob", "dan"}[g.owner[s][k]] }
	free := func(s, k int) string { return fmt.Sprint(g.owner[s][k] == 2) }
	can := func(s, k int) string { return fmt.Sprint(g.to[s][k] >= 0) }
	to := func(s, k int) string { return fmt.Sprint(max(g.to[s][k], 0)) }
	var b strings.Builder
	fmt.Fprintf(&b, "vars: {s: 0..%d}\ninit: s = 0\nagents:\n  ann: {sees: [%q]}\n  bob: {sees: [%q]}\n  dan: {sees: []}\n", gameStates-1, looks(0), looks(1))
	fmt.Fprintf(&b, "define:\n  who(k in 0..%d): %q\n  free(k in 0..%d): %q\n  can(k in 0..%d): %q\n  to(k in 0..%d): %q\n",
		gameMoves-1, table(who), gameMoves-1, table(free), gameMoves-1, table(can), gameMoves-1, table(to))
	fmt.Fprintf(&b, "actions:\n  move(k in 0..%d):\n    by: who(k)\n    when: can(k) & !free(k)\n    then: {s: to(k)}\n", gameMoves-1)
	fmt.Fprintf(&b, "  happen(k in 0..%d):\n    when: can(k) & free(k)\n    then: {s: to(k)}\ncheck:\n", gameMoves-1)
	for i, q := range questions {
		fmt.Fprintf(&b, "  - {id: q%d, %s}\n", i, q)
	}
	return b.String()
}

// turnQuestion is what a coalition can bring about: X, G or F of x, or x until y, sets of states.
type turnQuestion struct {
	members []int
	uniform bool
	// subjective says that a strategy wins from all states that some member considers possible.
	subjective bool
	op         string
	x, y       []bool
	// knows are agents of whom the first is asked whether it knows that the next one does, and so on, that x.
	knows []int
}

func (q *turnQuestion) String() string {
	set := func(in []bool) string {
		var all []string
		for s := range in {
			if in[s] {
				all = append(all, fmt.Sprintf("s = %d", s))
			}
		}
		return "(" + strings.Join(append(all, "false"), " | ") + ")"
	}
	var who []string
	for _, i := range q.members {
		who = append(who, []string{"ann", "bob", "", "dan"}[i])
	}
	text := strings.Join(who, ", ")
	if q.uniform {
		text += "; uniform"
		if q.subjective {
			text += ": subjective"
		}
	}
	x := set(q.x)
	for _, i := range slices.Backward(q.knows) {
		x = fmt.Sprintf("K{%s} %s", []string{"ann", "bob"}[i], x)
	}
	if q.op == "U" {
		return fmt.Sprintf("<<%s>> [(%s) U %s]", text, x, set(q.y))
	}
	return fmt.Sprintf("<<%s>> %s (%s)", text, q.op, x)
}

// wins is where some strategy wins: all of them are tried, and all plays of each are
// followed.
func (g *turnGame) wins(q *turnQuestion) []bool {
	look := func(i, s int) int {
		if q.uniform {
			return g.look[i][s]
		}
		return s
	}
	// What a member may do where it sees what.
	type seen struct{ member, look int }
	var all []seen
	options := map[seen][]int{}
	for s := range gameStates {
		for k, to := range g.to[s] {
			if i := g.owner[s][k]; to >= 0 && slices.Contains(q.members, i) {
				v := seen{i, look(i, s)}
				if options[v] == nil {
					all = append(all, v)
				}
				if !slices.Contains(options[v], k) {
					options[v] = append(options[v], k)
				}
			}
		}
	}
	won := make([]bool, gameStates)
	strategy := map[seen]int{}
	// good follows all plays from a state; on are those that were visited on the way.
	var good func(s int, on []int) bool
	good = func(s int, on []int) bool {
		switch {
		case q.op == "X" && len(on) == 1:
			return q.x[s]
		case q.op == "F" && q.x[s], q.op == "U" && q.y[s]:
			return true
		case (q.op == "G" || q.op == "U") && !q.x[s]:
			return false
		case slices.Contains(on, s):
			return q.op == "G"
		}
		var next []int
		ends := true
		for i := range 3 {
			member, has, follows := slices.Contains(q.members, i), false, false
			for k, to := range g.to[s] {
				if to < 0 || g.owner[s][k] != i {
					continue
				}
				has, ends = true, false
				if !member || strategy[seen{i, look(i, s)}] == k {
					follows, next = true, append(next, to)
				}
			}
			if member && has && !follows {
				return false
			}
		}
		if ends {
			return q.op == "G"
		}
		for _, to := range next {
			if !good(to, append(slices.Clip(on), s)) {
				return false
			}
		}
		return true
	}
	var try func(n int)
	try = func(n int) {
		if n == len(all) {
			var wins []bool
			for s := range won {
				wins = append(wins, good(s, nil))
			}
			for s := range won {
				sure := wins[s]
				for v := range wins {
					sure = sure && (wins[v] || !g.confuses(q, s, v))
				}
				won[s] = won[s] || sure
			}
			return
		}
		for _, k := range options[all[n]] {
			strategy[all[n]] = k
			try(n + 1)
		}
	}
	try(0)
	return won
}

// confuses tells whether a state is one that a strategy from another has to win from.
func (g *turnGame) confuses(q *turnQuestion, s, v int) bool {
	return q.subjective && g.reached()[v] && slices.ContainsFunc(q.members, func(i int) bool {
		return i == 3 || g.look[i][s] == g.look[i][v] // dan sees nothing
	})
}

// reached are the states to which steps lead.
func (g *turnGame) reached() []bool {
	in := make([]bool, gameStates)
	var visit func(s int)
	visit = func(s int) {
		if !in[s] {
			in[s] = true
			for _, to := range g.to[s] {
				if to >= 0 {
					visit(to)
				}
			}
		}
	}
	visit(0)
	return in
}

func randomTurnQuestion(rng *rand.Rand) *turnQuestion {
	q := &turnQuestion{members: [][]int{{0}, {1}, {0, 1}, {0}, {1, 3}}[rng.IntN(5)], uniform: rng.IntN(3) > 0, op: []string{"X", "F", "G", "U"}[rng.IntN(4)]}
	q.subjective = q.uniform && rng.IntN(2) == 0
	for range gameStates {
		likely := 3
		if q.op == "G" || q.op == "U" {
			likely = 7
		}
		q.x, q.y = append(q.x, rng.IntN(10) < likely), append(q.y, rng.IntN(10) < 3)
	}
	return q
}

// TestTurnGames compares what coalitions can bring about in random games with turns with
// a search for strategies that goes through all of them, by diagrams and by enumeration.
// What shows a verdict is replayed.
func TestTurnGames(t *testing.T) {
	tally := map[string]int{}
	for _, seed := range seeds(t, *pairs/4, 10) {
		rng := rand.New(rand.NewPCG(seed, 14))
		g := randomTurnGame(rng)
		var asked []*turnQuestion
		var texts []string
		for range 3 {
			q := randomTurnQuestion(rng)
			asked = append(asked, q)
			texts = append(texts, fmt.Sprintf("formula: %q", q), fmt.Sprintf("count: %q", q))
		}
		suite := parse(t, g.document(texts))
		oracle, err := explicit.New(suite.Models[0], "", explicit.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		replayer := replay.NewReplayer(suite.Models[0], explicit.Options{})
		cs := checkers{}
		for n, chk := range suite.Checks {
			won := g.wins(asked[n/2])
			want, worlds := string(verdict.Fails), 0
			for _, st := range oracle.States() {
				if won[int(st[0].(spec.Int))] {
					worlds++
				}
			}
			if won[0] {
				want = string(verdict.Holds)
			}
			if chk.Kind == spec.CountCheck {
				want = fmt.Sprint(worlds)
			} else {
				tally[want]++
			}
			a, err := cs.of(t, chk).Check(context.Background(), chk)
			if err != nil || inShort(a, chk.Kind) != want || isDecided(oracle, nil, chk) != want {
				t.Fatalf("seed %d, %s: %v, %v; by enumeration %s, by all strategies %s\n%s", seed, chk.Text, a, err, isDecided(oracle, nil, chk), want, g.document(texts))
			}
			if a.Run != nil {
				if a.Run.Strategy != nil {
					tally["shown"]++
				}
				if err := replayed(replayer, chk, a); err != nil {
					t.Errorf("seed %d, %s: %v\n%s", seed, chk.Text, err, g.document(texts))
				}
			}
		}
	}
	t.Logf("%v", tally)
}

// A strategy is shown also where what it brings about is that somebody knows something, or
// what may come then, and whoever replays it decides that again.
func TestStrategiesForKnowledge(t *testing.T) {
	const model = `
vars: {coin: bool, looked: bool, told: bool}
init: "!looked & !told"
agents:
  ann: {sees: [looked, "if looked then coin else none"]}
  bob: {sees: [told, "if told then coin else none"]}
actions:
  look: {by: ann, when: "!looked", then: {looked: true}}
  tell: {by: ann, when: "looked & !told", then: {told: true}}
  wait: {by: ann, when: "!told"}
`
	for formula, plays := range map[string]int{
		"<<ann>> F KW{bob} coin":                      2,
		"<<ann; uniform>> F KW{bob} coin":             2,
		"<<ann>> [!KW{bob} coin U KW{ann} coin]":      1,
		"<<ann>> X EX KW{bob} coin":                   1,
		"<<ann>> G !KW{bob} coin":                     2,
		"<<ann>> F K{ann} KW{bob} coin":               0,
		"<<bob>> F KW{bob} coin":                      0,
		"<<ann>> F (<<bob>> X told | KW{bob} looked)": 2,
	} {
		chk := parse(t, document(model, fmt.Sprintf("formula: %q", formula))).Checks[0]
		a, err := checkers{}.of(t, chk).Check(context.Background(), chk)
		if err != nil || (a.Verdict == verdict.Holds) != (plays > 0) {
			t.Errorf("%s: %+v, %v", formula, a, err)
			continue
		}
		report, err := replay.NewReplayer(chk.Model, explicit.Options{}).Replay(chk, a.Run)
		if err != nil || len(report.Unchecked()) > 0 {
			t.Errorf("%s: %v, %v", formula, report, err)
		}
		if s := a.Run.Strategy; plays > 0 && (s == nil || len(s.Plays) != plays) {
			t.Errorf("%s: %+v, want %d plays", formula, s, plays)
		}
	}
}
