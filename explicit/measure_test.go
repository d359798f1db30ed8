package explicit

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
)

// TestFollowedHistories asks for random chances and experiments behind steps, of all histories
// and of those alone that are confused with what is asked about.
func TestFollowedHistories(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 60
	}
	t.Logf("seeds %d to %d", *seed, *seed+uint64(n)-1)
	tally := map[string]int{}
	for i := range n {
		seed := *seed + uint64(i)
		rng := rand.New(rand.NewPCG(seed, 8))
		o := randmodel.LearningOptions{Checks: 1, Depth: 2, Seer: i%5 == 1, Recall: "perfect", Steps: []string{"", "joint"}[i%2]}
		text, _, _ := strings.Cut(randmodel.Learning(rng, o), "programs:\n")
		if o.Steps == "" {
			for _, action := range []string{"flip:", "put(v in 0..2):", "draw(v in 0..1):"} {
				if rng.IntN(2) == 0 {
					text = strings.Replace(text, "  "+action+"\n", "  "+action+"\n    by: "+[]string{"i", "j"}[rng.IntN(2)]+"\n", 1)
				}
			}
		}
		text += "check:\n"
		for k := range 5 {
			text += fmt.Sprintf("  - id: m%d\n%s", k, questionAfterSteps(rng))
		}
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			tally["refused"]++
			continue
		}
		for _, c := range suite.Checks {
			if !Followed(c) {
				tally["not followed"]++
				continue
			}
			got, _, err := Follow(c, Options{})
			if errors.Is(err, ErrAsks) {
				tally["asks"]++
				continue
			}
			want := Measured{}
			s, wrong := Histories(c.Model, c.Runs, c.Measure.Length(), Options{MaxStates: 3000})
			if wrong == nil {
				want, wrong = s.Measure(c)
			}
			if errors.As(wrong, new(*TooLarge)) || errors.As(err, new(*TooLarge)) {
				tally["too large"]++
				continue
			}
			if a, b := measuredText(got, err), measuredText(want, wrong); a != b {
				t.Errorf("seed %d, %s: %s, of all histories %s (%v, %v)\n%s", seed, c.ID, a, b, err, wrong, text)
			}
			switch {
			case err != nil:
				tally["errors"]++
			case got.Chance == nil:
				tally["experiments"]++
			case got.Chance.Exact() && got.Chance.From.IsInt():
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

// questionAfterSteps is a question for shares of histories.
func questionAfterSteps(rng *rand.Rand) string {
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
		b.WriteString("    weigh: worlds\n")
	}
	if rng.IntN(4) == 0 {
		fmt.Fprintf(&b, "    at: %s\n", pick("p", "KW{i} q"))
	}
	steps := []string{pick("_", "flip", "put(_)", "put(1)", "draw(_)")}
	for range rng.IntN(3) {
		steps = append(steps, pick("_", "_", "flip", "put(n)", "draw(1)", "?(q | r)", "?p"))
	}
	fmt.Fprintf(&b, "    after: \"%s\"\n", strings.Join(steps, "; "))
	return b.String()
}

// measuredText is all that is said of shares of worlds.
func measuredText(m Measured, err error) string {
	var b strings.Builder
	switch {
	case err != nil:
		return "error"
	case m.Chance != nil:
		fmt.Fprintf(&b, "%s in %d classes", m.Chance, m.Chance.Classes)
		for _, row := range m.Chance.Rows {
			fmt.Fprintf(&b, "; %d %s %s: %s", row.Classes, row.Asked.RatString(), row.Chance.RatString(), tableText(row.Table))
		}
	default:
		fmt.Fprintf(&b, "%d outcomes, %s, %s", m.Experiment.Outcomes, m.Experiment.Largest, m.Experiment.Mean.RatString())
	}
	return b.String()
}

func tableText(table []chance.Weighted) string {
	var parts []string
	for _, w := range table {
		parts = append(parts, w.Value.String()+" "+w.Weight.RatString())
	}
	return strings.Join(parts, ", ")
}

// TestWeights asks about an urn with a ball of one of two colours. Bob, who sees it, says
// 1, or 2 if he may.
func TestWeights(t *testing.T) {
	const urn = `
types: {Ball: [black, white]}
vars: {ball: Ball, tickets: 1..3, said: 0..2}
init: "said = 0 & tickets <= (if ball = black then 3 else 1)"
agents: {ann: {sees: [said]}, bob: {sees: all}}
actions:
  say(n in 1..2):
    by: bob
    when: "said = 0 & (ball = black | n = 1)"
    then: {said: n}
  guess(b in Ball):
    by: ann
    when: said > 0
    then: {said: 0}
recall: perfect
`
	for _, c := range []struct{ question, want string }{
		{"chance: ball = black\nof: ann", "3/4"},
		{"chance: ball = black\nof: ann\nafter: say(2)", "1"},
		{"chance: ball = black\nof: ann\nafter: say(1)", "3/5"},                // 3/2 against 1
		{"chance: ball = black\nof: ann\nafter: say(1)\nweigh: worlds", "3/4"}, // 3 against 1
		{"chance: ball = black\nof: ann\nafter: say(_)", "from 3/5 to 1"},
		{"chance: ball = black\nafter: say(_)", "3/4"},                        // as it was
		{"chance: ball = black\nafter: say(_)\nweigh: worlds", "6/7"},         // 6 against 1
		{"chance: ball = black\nof: ann\nafter: say(1); guess(black)", "3/5"}, // her own step tells her nothing
		{"chance: ball = black\nof: bob\nat: ball = white\nafter: say(_)", "0"},
		{"chance: ball = black\nof: ann\nafter: say(1); ?(ball = black)", "3/5"}, // what she does not see
		{"chance: ball = black\nafter: say(1); ?(ball = black)", "1"},            // what is asked about
		{"chance: K{ann} ball = black\nof: ann\nafter: say(_)", "from 0 to 1"},
		{"chance: K{ann} ball = black\nafter: say(_)", "3/8"},                        // 3/2 of 4
		{"classes: true\nof: ann\nafter: say(_)\nleft: ball", "2 outcomes, 2, 13/8"}, // 5/2 with 2, 3/2 with 1, of 4
	} {
		text := urn + "check:\n  - id: question\n    " + strings.ReplaceAll(c.question, "\n", "\n    ") + "\n"
		suite, err := spec.Parse("urn.yaml", text)
		if err != nil {
			t.Fatal(err)
		}
		chk := suite.Checks[0]
		var found Measured
		if chk.Measure.Steps != nil && Followed(chk) {
			found, _, err = Follow(chk, Options{})
		} else {
			var s *System
			if s, err = Histories(chk.Model, chk.Runs, chk.Measure.Length(), Options{}); err == nil {
				found, err = s.Measure(chk)
			}
		}
		got, _, _ := strings.Cut(measuredText(found, err), " in ")
		if got != c.want {
			t.Errorf("%s: %s, want %s (%v)", c.question, got, c.want, err)
		}
	}
}
