package decide

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// A coin is seen, covered, and then named. Who remembers names it; the number of steps
// says nothing about it.
func TestStrategiesRemember(t *testing.T) {
	const coin = `
vars: {coin: bool, time: 0..3, said: bool}
init: time = 0 & !said
agents:
  ann: {sees: [time, "time = 1 & coin"]}
steps: joint
actions:
  go: {by: ann, when: time < 2, then: {time: time + 1}}
  name(b in bool): {by: ann, when: time = 2, then: {said: b, time: 3}}
  rest: {by: ann, when: time = 3}
check:
`
	for recall, want := range map[string][]verdict.Verdict{
		"none":    {verdict.Fails, verdict.Holds},
		"clock":   {verdict.Fails, verdict.Holds},
		"perfect": {verdict.Holds, verdict.Holds},
	} {
		for i, how := range []string{"subjective", "objective"} {
			suite := parse(t, coin+fmt.Sprintf("  - {id: q, recall: %s, formula: \"<<ann; uniform: %s>> F (time = 3 & said = coin)\"}\n", recall, how))
			chk := suite.Checks[0]
			a, err := checkers{}.of(t, chk).Check(context.Background(), chk)
			if err != nil || a.Verdict != want[i] {
				t.Errorf("%s, %s: %+v, %v, want %s", recall, how, a, err, want[i])
			}
		}
	}
}

// Time alone is enough to do one thing first and another then, which nobody can who sees and
// remembers nothing.
func TestStrategiesCountSteps(t *testing.T) {
	const model = `
vars: {s: 0..3}
init: s = 0
agents: {ann: {sees: []}}
actions:
  left: {by: ann, then: {s: if s = 0 then 1 else 3}}
  right: {by: ann, then: {s: if s = 1 then 2 else 3}}
check:
  - {id: q, recall: %s, formula: "<<ann; uniform>> F s = 2"}
`
	for recall, want := range map[string]verdict.Verdict{"none": verdict.Fails, "clock": verdict.Holds, "perfect": verdict.Holds} {
		suite := parse(t, fmt.Sprintf(model, recall))
		a, err := checkers{}.of(t, suite.Checks[0]).Check(context.Background(), suite.Checks[0])
		if err != nil || a.Verdict != want {
			t.Errorf("%s: %+v, %v, want %s", recall, a, err, want)
		}
	}
}

// What one play of those who remember different things has left undone is not taken for lost in another one
// that leads through the same states.
func TestStrategiesApart(t *testing.T) {
	const model = `
vars: {s: 1..5}
init: s <= 2
agents: {ann: {sees: [s]}, bob: {}}
actions:
  begin: {when: s = 1, then: {s: 2}, seen: {}}
  part(x in 3..4): {when: s = 2, then: {s: x}, seen: {}}
  end: {by: ann, when: s = 3, then: {s: 5}, seen: {}}
  never: {by: bob, when: s = 5 & s = 4, seen: {}}
recall: perfect
check:
  - {id: stays, count: "<<ann, bob; uniform>> G s > 0"}
  - {id: ends, count: "<<ann, bob; uniform>> F s > 3"}
  - {id: not, count: "<<ann, bob; uniform>> F s = 5"}
`
	suite := parse(t, model)
	for i, want := range []int64{2, 2, 0} {
		chk := suite.Checks[i]
		a, err := checkers{}.of(t, chk).Check(context.Background(), chk)
		if err != nil || a.Value == nil || a.Value.Int64() != want {
			t.Errorf("%s: %+v, %v, want %d", chk.ID, a, err, want)
		}
	}
}

// play is a play of a game that is not over, with what its players go by.
type play struct {
	s    int
	seen [2]string
}

// then is a play with one more step; what others did may be hidden.
func (g *turnGame) then(p play, k int, hidden bool) play {
	owner, to := g.owner[p.s][k], play{s: g.to[p.s][k]}
	for i := range to.seen {
		what := fmt.Sprintf("%t%d", owner == 2, k)
		if hidden && owner != i {
			what = "?"
		}
		to.seen[i] = fmt.Sprintf("%s;%s;%d", p.seen[i], what, g.look[i][to.s])
	}
	return to
}

// begin is a play that begins in a state.
func (g *turnGame) begin(s int) play {
	return play{s, [2]string{fmt.Sprint(g.look[0][s]), fmt.Sprint(g.look[1][s])}}
}

// goal says after how many steps of a play the goal holds, of whose agents are asked what they know among all
// plays there are.
func (g *turnGame) goal(q *turnQuestion, perfect, hidden bool) func(p play, n int) bool {
	plays := [][]play{{g.begin(0), g.begin(1), g.begin(2)}}
	for n := range gameStates {
		plays = append(plays, nil)
		for _, p := range plays[n] {
			for k, to := range g.to[p.s] {
				if to >= 0 {
					plays[n+1] = append(plays[n+1], g.then(p, k, hidden))
				}
			}
		}
	}
	known := map[string]bool{}
	var holds func(knows []int, p play, n int) bool
	holds = func(knows []int, p play, n int) bool {
		if len(knows) == 0 {
			return q.x[p.s]
		}
		key := fmt.Sprint(len(knows), n, p)
		if in, ok := known[key]; ok {
			return in
		}
		i := knows[0]
		known[key] = !slices.ContainsFunc(plays[n], func(o play) bool {
			alike := g.look[i][o.s] == g.look[i][p.s]
			if perfect {
				alike = o.seen[i] == p.seen[i]
			}
			return alike && !holds(knows[1:], o, n)
		})
		return known[key]
	}
	return func(p play, n int) bool { return holds(q.knows, p, n) }
}

// remembers tells whether a strategy with memory wins all of some plays of a game without
// cycles: one play after the other is followed, and where it comes to what its player has not
// met before, each move is tried.
func (g *turnGame) remembers(q *turnQuestion, holds func(play, int) bool, perfect, hidden bool, steps []int, plays []play, strategy map[string]int) bool {
	if len(plays) == 0 {
		return true
	}
	p, rest, n := plays[0], plays[1:], steps[0]
	later := steps[1:]
	switch {
	case q.op == "X" && n == 1:
		return holds(p, n) && g.remembers(q, holds, perfect, hidden, later, rest, strategy)
	case q.op == "F" && holds(p, n), q.op == "U" && q.y[p.s]:
		return g.remembers(q, holds, perfect, hidden, later, rest, strategy)
	case (q.op == "G" || q.op == "U") && !holds(p, n):
		return false
	}
	has := map[int][]int{}
	for k, to := range g.to[p.s] {
		if to >= 0 {
			has[g.owner[p.s][k]] = append(has[g.owner[p.s][k]], k)
		}
	}
	if len(has) == 0 {
		return q.op == "G" && g.remembers(q, holds, perfect, hidden, later, rest, strategy)
	}
	next, nextSteps := slices.Clone(rest), slices.Clone(later)
	for owner, ks := range has {
		if slices.Contains(q.members, owner) {
			key := fmt.Sprintf("%d/%d/%d", owner, n, g.look[owner][p.s])
			if perfect {
				key = fmt.Sprintf("%d/%s", owner, p.seen[owner])
			}
			k, decided := strategy[key]
			if !decided {
				for _, k := range ks {
					strategy[key] = k
					if g.remembers(q, holds, perfect, hidden, steps, plays, strategy) {
						return true
					}
				}
				delete(strategy, key)
				return false
			}
			if !slices.Contains(ks, k) {
				return false
			}
			ks = []int{k}
		}
		for _, k := range ks {
			next, nextSteps = append(next, g.then(p, k, hidden)), append(nextSteps, n+1)
		}
	}
	return g.remembers(q, holds, perfect, hidden, nextSteps, next, strategy)
}

// strategyReplayed replays the strategy that shows an answer, which nobody can follow any more
// without one of its positions, nor with a move in one that is not possible there.
func strategyReplayed(t *testing.T, chk *spec.Check, a *verdict.Answer) string {
	t.Helper()
	fails := func() bool {
		_, err := replay.Replay(chk.Model, chk, a.Run, explicit.Options{})
		if err != nil && !errors.As(err, new(*replay.Mismatch)) {
			t.Fatalf("%s: %v", chk.Text, err)
		}
		return err != nil
	}
	if a.Run == nil || a.Run.Strategy == nil || fails() {
		t.Fatalf("%s: %+v is not shown by a strategy that can be followed", chk.Text, a.Run)
	}
	s := a.Run.Strategy
	all := s.Positions
	for i := range all {
		s.Positions = slices.Clone(all)
		if s.Positions[i].Plays = nil; acts(all[i]) && !fails() {
			t.Errorf("%s: position %d is not needed", chk.Text, i)
		}
		s.Positions = all
		for j := range all[i].Plays {
			moves := all[i].Plays[j].Moves
			if k := slices.IndexFunc(moves, func(m spec.Move) bool { return m.Action != nil }); k >= 0 {
				all[i].Plays[j].Moves = slices.Clone(moves)
				all[i].Plays[j].Moves[k] = spec.Move{}
				if !fails() {
					t.Errorf("%s: a move in position %d is not needed", chk.Text, i)
				}
			}
			all[i].Plays[j].Moves = moves
		}
	}
	return "strategies shown"
}

// acts tells whether a member does something in a position.
func acts(p witness.Position) bool {
	return slices.ContainsFunc(p.Plays, func(p witness.Play) bool {
		return slices.ContainsFunc(p.Moves, func(m spec.Move) bool { return m.Action != nil })
	})
}

// TestStrategiesWithMemory compares strategies with memory in random games without
// cycles with a search through what is done at each history of observations.
func TestStrategiesWithMemory(t *testing.T) {
	tally := map[string]int{}
	for _, seed := range seeds(t, *pairs, 10) {
		rng := rand.New(rand.NewPCG(seed, 41))
		g := randomTurnGame(rng)
		for s := range g.to {
			for k := range g.to[s] {
				if g.to[s][k] = rng.IntN(gameStates); g.to[s][k] <= s {
					g.to[s][k] = -1
				}
			}
		}
		hidden := rng.IntN(3) > 0
		var asked []*turnQuestion
		var texts []string
		for range 4 {
			q := randomTurnQuestion(rng)
			q.uniform, q.knows = true, [][]int{nil, {0}, {1}, {0, 1}, {1, 0}, nil}[rng.IntN(6)]
			for _, recall := range []string{"clock", "perfect"} {
				if recall == "perfect" && len(q.members) > 1 && rng.IntN(2) == 0 {
					q.members = q.members[:1]
				}
				c := *q
				asked = append(asked, &c)
				texts = append(texts, fmt.Sprintf("recall: %s, count: %q", recall, q), fmt.Sprintf("recall: %s, some: %q", recall, q))
			}
		}
		text := strings.Replace(g.document(texts), "init: s = 0", "init: s <= 2", 1)
		if hidden {
			text = strings.ReplaceAll(text, "    then:", "    seen: {}\n    then:")
		}
		suite := parse(t, text)
		cs := checkers{}
		for i, q := range asked {
			perfect, want := i%2 == 1, 0
			holds := g.goal(q, perfect, hidden)
			for s := range 3 {
				var plays []play
				for v := range 3 {
					if v == s || q.subjective && slices.ContainsFunc(q.members, func(i int) bool { return i == 3 || g.look[i][s] == g.look[i][v] }) {
						plays = append(plays, g.begin(v))
					}
				}
				if g.remembers(q, holds, perfect, hidden, make([]int, len(plays)), plays, map[string]int{}) {
					want++
				}
			}
			chk := suite.Checks[2*i]
			a, err := cs.of(t, chk).Check(context.Background(), chk)
			if err == nil && a.Verdict == verdict.Unknown && perfect && len(q.members) > 1 {
				tally[fmt.Sprint("open, ", want)]++ // they remember different things
				continue
			}
			if err != nil || a.Verdict != verdict.Holds || a.Value.Int64() != int64(want) {
				t.Fatalf("seed %d: %s, %s: %+v, %v, want %d\n%s", seed, chk.Recall, q, a, err, want, text)
			}
			tally[fmt.Sprintf("%s %s %t %d", chk.Recall, q.op, q.subjective, want)]++
			chk = suite.Checks[2*i+1]
			a, err = cs.of(t, chk).Check(context.Background(), chk)
			if err != nil || (a.Verdict == verdict.Holds) != (want > 0) {
				t.Fatalf("seed %d: %s, %s: %+v, %v, want %d\n%s", seed, chk.Recall, q, a, err, want, text)
			}
			if want > 0 {
				tally[fmt.Sprint(strategyReplayed(t, chk, a), ", levels of knowledge: ", len(q.knows))]++
				if perfect && len(q.members) > 1 {
					tally["of groups with perfect recall"]++
				}
			}
		}
	}
	t.Log(tally)
	for _, recall := range []spec.Recall{spec.ClockRecall, spec.PerfectRecall} {
		for _, op := range []string{"X", "F", "G", "U"} {
			if tally[fmt.Sprintf("%s %s true 1", recall, op)]+tally[fmt.Sprintf("%s %s true 2", recall, op)] == 0 {
				t.Errorf("no question about %s under %s has an answer between none and all", op, recall)
			}
		}
	}
}

// Who sees all needs no memory: in games with cycles, too, what she can bring about is the same
// with full information and with each memory.
func TestStrategiesOfWhoSeesAll(t *testing.T) {
	tally := map[string]int{}
	for _, seed := range seeds(t, *pairs/4, 10) {
		rng := rand.New(rand.NewPCG(seed, 42))
		g := randomTurnGame(rng)
		for s := range gameStates {
			g.look[0][s] = s
		}
		var texts []string
		for range 4 {
			q := randomTurnQuestion(rng)
			q.members, q.uniform = []int{0}, false
			texts = append(texts, fmt.Sprintf("formula: %q", q))
			q.uniform = true
			texts = append(texts, fmt.Sprintf("recall: clock, formula: %q", q), fmt.Sprintf("recall: perfect, formula: %q", q))
		}
		suite := parse(t, g.document(texts))
		cs := checkers{}
		var full verdict.Verdict
		for i, chk := range suite.Checks {
			a, err := cs.of(t, chk).Check(context.Background(), chk)
			if i%3 == 0 {
				full = a.Verdict
			}
			if err != nil || a.Verdict != full {
				t.Fatalf("seed %d: %s: %+v, %v, want %s", seed, texts[i], a, err, full)
			}
			tally[string(full)]++
			if i%3 > 0 && full == verdict.Holds {
				tally[strategyReplayed(t, chk, a)]++
			}
		}
	}
	t.Log(tally)
}
