package decide

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/chance"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
)

// TestMeasuresAgainstExplicit asks for random chances and experiments, counted in diagrams
// and added up world by world, before and behind random knowledge actions, whatever agents remember.
func TestMeasuresAgainstExplicit(t *testing.T) {
	tally := map[string]int{}
	for i, seed := range seeds(t, 600, 10) {
		rng := rand.New(rand.NewPCG(seed, 7))
		o := randmodel.LearningOptions{Checks: 1, Depth: 2, Joint: i%2 == 0, Careless: i % 3, Seer: i%3 == 1, Recall: []string{"", "clock", "perfect"}[i/2%3]}
		text, _, _ := strings.Cut(randmodel.Learning(rng, o), "check:\n")
		var b strings.Builder
		for n := range 6 {
			fmt.Fprintf(&b, "  - id: m%d\n%s", n, indent(measureQuestion(rng)))
		}
		text += "check:\n" + b.String()
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			tally["refused"]++
			continue
		}
		oracle, oracleErr := explicit.Unroll(suite.Models[0], suite.Models[0].Recall, "", spec.NoSteps, explicit.Options{})
		checker := checkerFor(t, suite)
		for _, chk := range suite.Checks {
			got, want := "error", "error"
			a, err := checker.Check(context.Background(), chk)
			if err == nil {
				got = measuredText(a.Chance, a.Experiment)
			}
			var found explicit.Measured
			oracleErr := oracleErr
			if oracleErr == nil {
				if found, oracleErr = oracle.Measure(chk); oracleErr == nil {
					want = measuredText(found.Chance, found.Experiment)
				}
			}
			if got != want {
				t.Errorf("seed %d, %s: %s, by enumeration %s (%v, %v)\n%s", seed, chk.ID, got, want, err, oracleErr, text)
			}
			switch {
			case err != nil:
				tally["errors"]++
			case a.Chance != nil && !a.Chance.Exact():
				tally["ranges"]++
			case a.Chance != nil && a.Chance.From.IsInt():
				tally["0 or 1"]++
			case a.Chance != nil:
				tally["fractions"]++
			default:
				tally["experiments"]++
			}
			if err == nil && chk.After != nil {
				tally["behind"]++
			}
		}
	}
	t.Logf("%v", tally)
	if tally["fractions"] < 10 || tally["ranges"] < 10 || tally["experiments"] < 10 || tally["behind"] < 50 {
		t.Error("the questions are not about much")
	}
}

// measureQuestion is a question for shares of worlds of a document of randmodel.Learning.
func measureQuestion(rng *rand.Rand) string {
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	fact := func() string {
		return pick("p", "q", "r", "n = 0", "n > 0", "p = q", "p & !r", "K{i} p", "KW{j} q", "!K{k} n = 1")
	}
	test := func() string { return "(" + pick("p", "q", "r", "n = 0", "n > 1", "p = q", "K{j} r") + ")" }
	var b strings.Builder
	if rng.IntN(3) > 0 {
		fmt.Fprintf(&b, "chance: \"%s\"\n", fact())
		if rng.IntN(2) == 0 {
			fmt.Fprintf(&b, "table: %s\n", pick("n", "p", "n * n"))
		}
	} else {
		fmt.Fprintf(&b, "classes: %s\n", pick("true", "n", "p"))
		if rng.IntN(2) == 0 {
			fmt.Fprintf(&b, "left: %s\n", pick("n", "q"))
		}
	}
	if rng.IntN(4) > 0 {
		fmt.Fprintf(&b, "of: %s\n", pick("i", "i", "j", "j", "k", "[i, j]"))
	}
	if rng.IntN(3) == 0 {
		fmt.Fprintf(&b, "at: \"%s\"\n", fact())
	}
	if rng.IntN(3) == 0 {
		b.WriteString("weigh: worlds\n")
	}
	var actions []string
	for range rng.IntN(4) {
		actions = append(actions, pick(
			"named(0)", "named(n)", "L{all} ?"+test(),
			fmt.Sprintf("L{all} (L{i, j} ?%s | L{i, j} ?%s | L{i, j, k} ?%s)", test(), test(), test()),
			fmt.Sprintf("L{all} (!L{j} ?%s | some v in 0..2: L{j} ?(n = v | %s))", test(), test()),
		))
	}
	if len(actions) > 0 {
		fmt.Fprintf(&b, "after: \"%s\"\n", strings.Join(actions, "; "))
	}
	return b.String()
}

// measuredText is all that is said of shares of worlds.
func measuredText(a *chance.Answer, e *chance.Experiment) string {
	switch {
	case a != nil:
		var b strings.Builder
		fmt.Fprintf(&b, "%s in %d classes", a, a.Classes)
		for _, row := range a.Rows {
			fmt.Fprintf(&b, "; %d %s %s:", row.Classes, row.Asked.RatString(), row.Chance.RatString())
			for _, w := range row.Table {
				fmt.Fprintf(&b, " %s %s", w.Value, w.Weight.RatString())
			}
		}
		return b.String()
	case e != nil:
		return fmt.Sprintf("%d outcomes, %s, %s", e.Outcomes, e.Largest, e.Mean.RatString())
	}
	return "open"
}
