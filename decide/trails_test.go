package decide

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// TestTrailsAgainstHistories asks for random chances and experiments behind steps, weighed in
// diagrams and added up history by history, under both measures.
func TestTrailsAgainstHistories(t *testing.T) {
	tally := map[string]int{}
	n := 0
	for _, seed := range seeds(t, 200, 5) {
		n++
		rng := rand.New(rand.NewPCG(seed, 9))
		text, _, _ := strings.Cut(randmodel.Learning(rng, randmodel.LearningOptions{Checks: 1, Depth: 2, Recall: "perfect"}), "programs:\n")
		for _, action := range []string{"flip:", "put(v in 0..2):", "draw(v in 0..1):"} {
			if rng.IntN(2) == 0 {
				text = strings.Replace(text, "  "+action+"\n", "  "+action+"\n    by: "+[]string{"i", "j"}[rng.IntN(2)]+"\n", 1)
			}
		}
		text += "check:\n"
		for k := range 4 {
			question := stepsQuestion(rng)
			for _, weigh := range []string{"choices", "worlds"} {
				text += fmt.Sprintf("  - id: m%d-%s\n    weigh: %s\n%s", k, weigh, weigh, question)
			}
		}
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			tally["refused"]++
			continue
		}
		sys, err := encode.New(context.Background(), suite.Models[0], encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		checker := New(sys, "", Options{Routes: verdict.RouteChoice{Only: WeighedTrails}})
		for _, c := range suite.Checks {
			a, err := checker.Check(context.Background(), c)
			if err == nil && a.Reason == verdict.NoRoute {
				tally["not weighed"]++
				continue
			}
			want := explicit.Measured{}
			s, wrong := explicit.Histories(c.Model, c.Runs, c.Measure.Length(), explicit.Options{MaxStates: 3000})
			if wrong == nil {
				want, wrong = s.Measure(c)
			}
			if errors.As(wrong, new(*explicit.TooLarge)) {
				tally["too large"]++
				continue
			}
			got, by := "error", "error"
			if err == nil {
				got = measuredText(a.Chance, a.Experiment)
			}
			if wrong == nil {
				by = measuredText(want.Chance, want.Experiment)
			}
			if got != by {
				t.Errorf("seed %d, %s: %s, of all histories %s (%v, %v)\n%s", seed, c.ID, got, by, err, wrong, text)
			}
			switch {
			case err != nil:
				tally["errors"]++
			case a.Chance == nil:
				tally["experiments"]++
			case a.Chance.Exact() && a.Chance.From.IsInt():
				tally["0 or 1"]++
			default:
				tally["fractions"]++
			}
		}
	}
	t.Logf("%v", tally)
	if tally["fractions"] < n/4 || tally["experiments"] < n/4 {
		t.Error("the questions are not about much")
	}
}

// A step that can be taken in several ways is as many steps, also if its guard is a union of which the
// members have states in common, or its arguments are bits; a step of who is asked has no chance.
func TestTrailsCountWays(t *testing.T) {
	const model = `
vars: {x: 0..3, y: 0..40, done: 0..2}
init: y = 0 & done = 0
agents: {ann: {sees: [done]}, bob: {sees: [x]}}
actions:
  stay(way in 1..3): {when: "(x = 0 | x < 2 | way = 1) & done < 2", then: {done: done + 1}, seen: {}}
  jump(to in 0..40): {when: "to > 10 * x & done < 2", then: {done: done + 1, y: to}}
  claim(v in 0..3): {by: ann, when: "done < 2 & v >= x", then: {done: done + 1, x: v}}
recall: perfect
check:
`
	var questions []string
	for _, of := range []string{"", ", of: ann", ", of: bob"} {
		for _, weigh := range []string{"choices", "worlds"} {
			for _, after := range []string{"_", "_; _", "stay(_); _", "claim(2); _", "_; ?(x > 0); claim(_)", "jump(x + 20); stay(1)"} {
				questions = append(questions, fmt.Sprintf("  - {id: m%d, chance: x <= 1, table: y mod 3%s, weigh: %s, after: \"%s\"}\n", len(questions), of, weigh, after))
			}
		}
	}
	suite := parse(t, model+strings.Join(questions, ""))
	answers := map[string][]string{}
	for _, route := range []string{WeighedTrails, "weighed-histories"} {
		sys, err := encode.New(context.Background(), suite.Models[0], encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		checker := New(sys, "", Options{Routes: verdict.RouteChoice{Only: route}})
		for _, c := range suite.Checks {
			a, err := checker.Check(context.Background(), c)
			if err != nil || a.Verdict != verdict.Holds {
				t.Fatalf("%s by %s: %+v, %v", c.ID, route, a, err)
			}
			answers[route] = append(answers[route], measuredText(a.Chance, a.Experiment))
		}
	}
	for i, want := range answers["weighed-histories"] {
		if got := answers[WeighedTrails][i]; got != want {
			t.Errorf("%sby diagrams %s, listed %s", questions[i], got, want)
		}
	}
}

// What an owner without a value does is nobody's step, and so a matter of chance for all who are asked.
func TestChancesOfStepsOfNobody(t *testing.T) {
	suite := parse(t, `
vars: {n: 0..2, t: 0..1, s: 0..2, who: "Agent?"}
init: t = 0 & s = 0 & (n = 0 | who = none)
agents: {ann: {sees: [t]}, eve: {sees: [n]}}
actions:
  dice(x in 0..2): {by: who, when: t = 0 & x <= n, then: {t: 1, s: x}, seen: {}}
  toss(x in 1..2): {by: if 2 / n > 1 then ann else eve, when: t = 0 & n = 0, then: {t: 1, s: x}, seen: {}}
recall: perfect
check:
  - {id: all, chance: s = 1, after: dice(_)}
  - {id: one, chance: s = 1, after: toss(_)}
  - {id: of-ann, chance: n = 0, of: ann, after: dice(_)}
  - {id: of-eve, chance: s > 0, of: eve, after: _}
`)
	for _, route := range []string{WeighedTrails, "weighed-histories"} {
		sys, err := encode.New(context.Background(), suite.Models[0], encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		checker := New(sys, "", Options{Routes: verdict.RouteChoice{Only: route}})
		for i, want := range []string{"5/18 in 1 classes", "1/2 in 1 classes", "from 3/5 to 1 in 2 classes", "from 0 to 7/9 in 4 classes"} {
			c := suite.Checks[i]
			a, err := checker.Check(context.Background(), c)
			if err != nil || a.Verdict != verdict.Holds {
				t.Fatalf("%s by %s: %+v, %v", c.ID, route, a, err)
			}
			if got := measuredText(a.Chance, a.Experiment); got != want {
				t.Errorf("%s by %s: %s, want %s", c.ID, route, got, want)
			}
		}
	}
}

// Whoever is interrupted has found nothing.
func TestMeasuresInterrupted(t *testing.T) {
	suite := parse(t, `
vars: {x: 0..9, y: 0..9}
agents: {ann: {sees: [y]}}
actions: {roll(v in 0..9): {then: {y: v}}}
recall: perfect
check: [{id: m, chance: x > 3, of: ann, after: "roll(_); roll(_); roll(_)"}]
`)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, only := range []string{"", WeighedTrails, "weighed-histories"} {
		sys, err := encode.New(context.Background(), suite.Models[0], encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := New(sys, "", Options{Routes: verdict.RouteChoice{Only: only}}).Check(ctx, suite.Checks[0])
		if err == nil && a.Verdict == verdict.Holds {
			t.Errorf("%q: interrupted, and found %+v", only, a)
		}
	}
}

// stepsQuestion is a question for shares of histories, without a measure.
func stepsQuestion(rng *rand.Rand) string {
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	var b strings.Builder
	if rng.IntN(3) > 0 {
		fmt.Fprintf(&b, "    chance: %s\n", pick("p", "q", "n = 0", "n > 0", "p = r"))
		if rng.IntN(2) == 0 {
			b.WriteString("    table: n\n")
		}
	} else {
		fmt.Fprintf(&b, "    classes: %s\n", pick("true", "n", "p"))
		if rng.IntN(2) == 0 {
			b.WriteString("    left: n\n")
		}
	}
	if rng.IntN(5) > 0 {
		fmt.Fprintf(&b, "    of: %s\n", pick("i", "j", "k"))
	}
	if rng.IntN(4) == 0 {
		fmt.Fprintf(&b, "    at: %s\n", pick("p", "KW{i} q"))
	}
	steps := []string{pick("_", "flip", "put(_)", "put(1)", "draw(_)")}
	for range rng.IntN(4) {
		steps = append(steps, pick("_", "_", "flip", "put(n)", "draw(1)", "?(q | r)", "?p"))
	}
	fmt.Fprintf(&b, "    after: \"%s\"\n", strings.Join(steps, "; "))
	return b.String()
}
