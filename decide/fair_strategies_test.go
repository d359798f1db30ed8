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
	"github.com/epibdd/epibdd/explicit/show"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// fairGame is a game as a graph, with turns or of joint steps, in which some runs count.
type fairGame struct {
	states int
	joint  bool
	steps  [][]fairStep // from each state
	look   [2][]int     // what ann and bob see of a state
	fair   [][]bool     // the conditions; none: infinite runs
}

// fairStep is a step of ann (0) or bob (1), or of nobody (2), by a move; a joint one of both, where
// one pair of moves may lead to several states, or nowhere.
type fairStep struct {
	owner int
	moves [2]int // of the owner, or of both
	to    int
}

// reaches says as bits, for each state, to which steps lead from there, one at least.
func (g *fairGame) reaches(next []uint) []uint {
	reach := slices.Clone(next)
	for k := range reach {
		for v := range reach {
			if reach[v]>>k&1 == 1 {
				reach[v] |= reach[k]
			}
		}
	}
	return reach
}

// begins says, for each node of a graph whose nodes are states several times over, whether a run that
// is fair and goes round among some nodes begins there.
func (g *fairGame) begins(next []uint, among func(v int) bool) []bool {
	inside := make([]uint, len(next))
	for v := range next {
		for to := range next {
			if among(v) && among(to) {
				inside[v] |= next[v] & (1 << to)
			}
		}
	}
	round, reach := g.reaches(inside), g.reaches(next)
	begins := make([]bool, len(next))
	for v := range next {
		fair := among(v) && round[v]>>v&1 == 1
		for _, c := range g.fair {
			met := false
			for u := range next {
				met = met || c[u%g.states] && round[v]>>u&1 == 1 && round[u]>>v&1 == 1
			}
			fair = fair && met
		}
		for u := range next {
			begins[u] = begins[u] || fair && (u == v || reach[u]>>v&1 == 1)
		}
	}
	return begins
}

// worlds are the states that are reached and from which fair runs begin.
func (g *fairGame) worlds() []bool {
	next := make([]uint, g.states)
	for s, steps := range g.steps {
		for _, e := range steps {
			next[s] |= 1 << e.to
		}
	}
	in := g.begins(next, func(int) bool { return true })
	for s, reached := range in {
		in[s] = reached && (s == 0 || g.reaches(next)[0]>>s&1 == 1)
	}
	return in
}

func randomFairGame(rng *rand.Rand) *fairGame {
	for {
		g := &fairGame{states: 5, joint: rng.IntN(2) == 0}
		if g.joint {
			g.states = 4
		}
		for range g.states {
			var steps []fairStep
			for k := range 3 {
				if to := rng.IntN(g.states+1) - 1; !g.joint && to >= 0 {
					steps = append(steps, fairStep{rng.IntN(3), [2]int{k}, to})
				}
			}
			for pair := range 4 {
				for range rng.IntN(3) {
					if g.joint {
						steps = append(steps, fairStep{2, [2]int{pair / 2, pair % 2}, rng.IntN(g.states)})
					}
				}
			}
			g.steps = append(g.steps, steps)
			for i := range g.look {
				g.look[i] = append(g.look[i], rng.IntN(3))
			}
		}
		if rng.IntN(2) == 0 { // nothing goes on from one state
			g.steps[g.states-1] = nil
		}
		for range []int{0, 1, 1, 2, 2}[rng.IntN(5)] {
			c := make([]bool, g.states)
			for s := range c {
				c[s] = rng.IntN(3) == 0
			}
			g.fair = append(g.fair, c)
		}
		if g.worlds()[0] {
			return g
		}
	}
}

// document writes the game down.
func (g *fairGame) document(questions []string) string {
	list := func(n int, value func(s int) string) string {
		text := value(0)
		for s := 1; s < n; s++ {
			text = fmt.Sprintf("if s = %d then %s else %s", s, value(s), text)
		}
		return text
	}
	var b strings.Builder
	fmt.Fprintf(&b, "vars: {s: 0..%d}\ninit: s = 0\nagents:\n", g.states-1)
	for i, who := range []string{"ann", "bob"} {
		fmt.Fprintf(&b, "  %s: {sees: [%q]}\n", who, list(g.states, func(s int) string { return fmt.Sprint(g.look[i][s]) }))
	}
	b.WriteString("  dan: {sees: []}\nruns: infinite\n")
	for n, c := range g.fair {
		if n == 0 {
			b.WriteString("fairness:\n")
		}
		fmt.Fprintf(&b, "  - %q\n", list(g.states, func(s int) string { return fmt.Sprint(c[s]) }))
	}
	if g.joint {
		b.WriteString("steps: joint\nactions:\n  left(k in 0..1): {by: ann}\n  right(k in 0..1): {by: bob}\n")
		given := "false"
		for s, steps := range g.steps {
			for _, e := range steps {
				given += fmt.Sprintf(" | s = %d & to = %d & does{left(%d)} & does{right(%d)}", s, e.to, e.moves[0], e.moves[1])
			}
		}
		fmt.Fprintf(&b, "  lead: {by: dan, outcome: to in 0..%d, given: %q, then: {s: to}}\n", g.states-1, given)
	} else {
		b.WriteString("actions:\n")
		for i, by := range []string{"by: ann, ", "by: bob, ", ""} {
			when, to := "false", "0"
			for s, steps := range g.steps {
				for _, e := range steps {
					if e.owner == i {
						when += fmt.Sprintf(" | s = %d & k = %d", s, e.moves[0])
						to = fmt.Sprintf("if s = %d & k = %d then %d else %s", s, e.moves[0], e.to, to)
					}
				}
			}
			fmt.Fprintf(&b, "  move%d(k in 0..2): {%swhen: %q, then: {s: %q}}\n", i, by, when, to)
		}
	}
	b.WriteString("check:\n")
	for i, q := range questions {
		fmt.Fprintf(&b, "  - {id: q%d, %s}\n", i, q)
	}
	return b.String()
}

// turn is the turn of members in which a step is one; ok is false for those without a choice.
func (g *fairGame) turn(e fairStep, members []int) (turn int, ok bool) {
	if g.joint {
		return 0, true
	}
	return e.owner, slices.Contains(members, e.owner)
}

// wins is where some strategy wins: all of them are tried, and of each all runs that it allows
// are looked at as a graph. Its nodes are states in which nothing is decided, and a second time those in which
// it has failed.
func (g *fairGame) wins(q *turnQuestion) []bool {
	type seen struct{ member, look int }
	at := func(i, s int) seen {
		if q.uniform {
			return seen{i, g.look[i][s]}
		}
		return seen{i, s}
	}
	world := g.worlds()
	var all []seen
	options := map[seen][]int{}
	// moved are the members who make a step, with their moves.
	moved := func(e fairStep) (who, moves []int) {
		for i := range 2 {
			switch {
			case !slices.Contains(q.members, i):
			case g.joint:
				who, moves = append(who, i), append(moves, e.moves[i])
			case e.owner == i:
				who, moves = append(who, i), append(moves, e.moves[0])
			}
		}
		return who, moves
	}
	for s, steps := range g.steps {
		for _, e := range steps {
			who, moves := moved(e)
			for n, i := range who {
				if v := at(i, s); world[s] {
					if options[v] == nil {
						all = append(all, v)
					}
					if !slices.Contains(options[v], moves[n]) {
						options[v] = append(options[v], moves[n])
					}
				}
			}
		}
	}
	strategy := map[seen]int{}
	n := g.states
	// judge says of a state in which nothing was decided whether the play is over now, or has failed.
	judge := func(s int) (over, failed bool) {
		switch q.op {
		case "F":
			return q.x[s], false
		case "X":
			return q.x[s], !q.x[s]
		case "U":
			return q.y[s], !q.x[s] && !q.y[s]
		}
		return false, !q.x[s]
	}
	won := make([]bool, n)
	evaluate := func() {
		next := make([]uint, 3*n) // before the first step of X, undecided, failed
		stuck := make([]bool, n)
		for s, steps := range g.steps {
			turns := map[int]bool{}
			for _, e := range steps {
				turn, chosen := g.turn(e, q.members)
				who, moves := moved(e)
				agrees := true
				for k, i := range who {
					agrees = agrees && strategy[at(i, s)] == moves[k]
				}
				if chosen {
					turns[turn] = turns[turn] || agrees
				}
				if !agrees || !world[e.to] {
					continue
				}
				over, failed := judge(e.to)
				if failed {
					next[s], next[n+s] = next[s]|1<<(2*n+e.to), next[n+s]|1<<(2*n+e.to)
				} else if !(q.op == "X" && over) {
					next[s], next[n+s] = next[s]|1<<(n+e.to), next[n+s]|1<<(n+e.to)
				}
				next[2*n+s] |= 1 << (2*n + e.to)
			}
			for _, follows := range turns {
				stuck[s] = stuck[s] || !follows
			}
			if over, _ := judge(s); over && q.op != "X" {
				next[n+s] = 0
			}
		}
		runs := g.begins(next, func(v int) bool { return v >= 2*n || v >= n && q.op != "G" })
		reach := g.reaches(next)
		wins := make([]bool, n)
		for s := range wins {
			first := s
			over, failed := judge(s)
			if q.op != "X" {
				first = n + s
				if failed {
					first = 2*n + s
				}
			}
			wins[s] = q.op != "X" && over || !runs[first]
			for v := range next {
				done, _ := judge(v % n)
				if stuck[v%n] && (v == first || reach[first]>>v&1 == 1) && !(v >= n && v < 2*n && done && q.op != "X") {
					wins[s] = false
				}
			}
		}
		for s := range won {
			sure := wins[s]
			for v := range wins {
				confused := q.subjective && world[v] && slices.ContainsFunc(q.members, func(i int) bool { return i == 3 || g.look[i][s] == g.look[i][v] })
				sure = sure && (wins[v] || !confused)
			}
			won[s] = won[s] || sure && world[s]
		}
	}
	var try func(k int)
	try = func(k int) {
		if k == len(all) {
			evaluate()
			return
		}
		for _, move := range options[all[k]] {
			strategy[all[k]] = move
			try(k + 1)
		}
	}
	try(0)
	return won
}

// TestFairGames compares what coalitions can bring about on fair runs with a search through all
// strategies without memory, in random games with turns and of joint steps: by diagrams and by enumeration. What
// shows a verdict is replayed.
func TestFairGames(t *testing.T) {
	tally := map[string]int{}
	for _, seed := range seeds(t, *pairs, 10) {
		rng := rand.New(rand.NewPCG(seed, 112))
		g := randomFairGame(rng)
		q := randomTurnQuestion(rng)
		q.x, q.y = q.x[:g.states], q.y[:g.states]
		texts := []string{fmt.Sprintf("formula: %q", q), fmt.Sprintf("count: %q", q)}
		suite := parse(t, g.document(texts))
		oracle, err := explicit.New(suite.Models[0], "", explicit.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		won, count := g.wins(q), 0
		for _, in := range won {
			if in {
				count++
			}
		}
		replayer := replay.NewReplayer(suite.Models[0], explicit.Options{})
		cs := checkers{}
		for n, chk := range suite.Checks {
			want := fmt.Sprint(count)
			if n == 0 {
				want = string(verdict.Fails)
				if won[0] {
					want = string(verdict.Holds)
				}
				tally[want]++
			}
			a, err := cs.of(t, chk).Check(context.Background(), chk)
			if err != nil || inShort(a, chk.Kind) != want || isDecided(oracle, nil, chk) != want {
				t.Fatalf("seed %d, %s: %v, %v; by enumeration %s, by all strategies %s\n%s", seed, chk.Text, a, err, isDecided(oracle, nil, chk), want, g.document(texts))
			}
			if n > 0 {
				continue
			}
			listed, err := show.Verdict(oracle, chk, nil, 0, won[0])
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, chk.Text, err)
			}
			for _, run := range []*witness.Node{a.Run, listed} {
				if (run.Strategy != nil) != won[0] {
					t.Errorf("seed %d, %s: %+v", seed, chk.Text, run)
				}
				if report, err := replayer.Replay(chk, run); err != nil || len(report.Unchecked()) > 0 {
					t.Errorf("seed %d, %s: %v, %v\n%s", seed, chk.Text, report, err, g.document(texts))
				}
			}
		}
	}
	t.Logf("%v", tally)
}

// Nobody asks what strategies with memory win on fair runs: it is not defined.
func TestFairStrategiesHaveNoMemory(t *testing.T) {
	const model = `
vars: {b: bool}
agents: {ann: {sees: [b]}}
fairness: [b]
actions: {turn: {by: ann, then: {b: "!b"}}, rest: {by: ann}}
`
	for _, recall := range []string{"clock", "perfect"} {
		a, err := ask(t, model, fmt.Sprintf("recall: %s\nformula: \"<<ann; uniform>> F false\"", recall))
		if err == nil || !strings.Contains(err.Error(), "not defined for strategies with memory") {
			t.Errorf("%s: %+v, %v", recall, a, err)
		}
	}
}
