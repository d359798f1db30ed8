package decide

import (
	"context"
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// counting is a decider that counts its work, so that routes take turns as they do for users.
func counting(chk *spec.Check, choice verdict.RouteChoice, tune tuning) *Decider {
	m, c := &symbolic.Meter{}, &symbolic.Companion{}
	return Lazy(chk.Model, func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
		return encode.New(ctx, chk.Model, encode.Options{Asked: chk.Asked(), Symbolic: symbolic.Options{Meter: m, Companion: c}})
	}, chk.Runs, Options{Routes: choice, Meter: m, Companion: c, tune: &tune})
}

// endless has ever more histories, of which no two look the same to all.
const endless = `
vars: {x: 0..9, y: 0..9}
init: "x = 0 & y = 0"
agents: {ann: {sees: x}, bob: {sees: y}}
actions:
  up(i in 1..3): {then: {x: "(x + i) mod 10"}}
  down(i in 1..3): {then: {y: "(y + i) mod 10"}}
recall: perfect
`

// TestFirstSteps asks about runs of any length what a few steps decide: so few are looked at, whether
// worlds are listed or layers followed, and by default.
func TestFirstSteps(t *testing.T) {
	for question, want := range map[string]struct {
		verdict verdict.Verdict
		steps   int
	}{
		`formula: "AG (x = 0)"`:               {verdict.Fails, 2},
		`formula: "AG !(x = 2 & y = 2)"`:      {verdict.Fails, 4},
		`some: "EF (x = 5 & S{bob} (y = 9))"`: {verdict.Holds, 6},
	} {
		for _, only := range []string{SmallWorlds} {
			chk := parse(t, document(endless, question)).Checks[0]
			a, err := counting(chk, verdict.RouteChoice{Only: only}, defaults).Check(context.Background(), chk)
			if err != nil {
				t.Fatal(err)
			}
			whole := only == "histories" && a.Exact != "" // diagrams of all layers may be as little work
			if a.Verdict != want.verdict || !whole && (a.Depth == 0 || a.Depth > want.steps || a.Exact != "") {
				t.Errorf("%s by %q: %s after %d steps (%s), want %s after at most %d", question, only, a.Verdict, a.Depth, a.Exact, want.verdict, want.steps)
			}
		}
	}
}

// TestFirstStepsBeforeMany asks what two steps decide, after which there are not twice as many worlds as after
// one, and ten times as many after three: no third one is followed.
func TestFirstStepsBeforeMany(t *testing.T) {
	const doc = `
vars: {x: 0..20, phase: 0..2}
init: "x = 0 & phase = 0"
agents: {ann: {sees: [x, phase]}}
actions:
  play(i in 1..20): {when: phase != 1, then: {x: i, phase: 1}}
  reply: {when: phase = 1, then: {phase: 2}}
recall: perfect
`
	chk := parse(t, document(doc, `some: "EF (phase = 2)"`)).Checks[0]
	a, err := counting(chk, verdict.RouteChoice{Only: SmallWorlds}, defaults).Check(context.Background(), chk)
	if err != nil || a.Verdict != verdict.Holds || a.Depth != 2 || a.States.Int64() != 41 {
		t.Errorf("%+v, %v, want what two steps lead to", a, err)
	}
}

// TestFirstStepsDecide asks random questions of the first steps while worlds are listed, however few there
// are, and of diagrams that do without: they answer the same.
func TestFirstStepsDecide(t *testing.T) {
	listed := defaults
	listed.first = 1
	listed.few = fewBudget{worlds: 60, cells: 10_000, work: 100_000, parts: 300_000, truth: 100_000}
	listed.many = listed.few
	asked, first := 0, 0
	for name, write := range map[string]func(uint64) string{
		"clock": fewWriters["clock"], "perfect": fewWriters["perfect"],
		"joint clock": fewWriters["joint clock"], "joint perfect": fewWriters["joint perfect"],
	} {
		for _, seed := range seeds(t, *pairs/perDocument/8, 5) {
			suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), write(seed))
			if err != nil {
				continue
			}
			for _, chk := range suite.Checks {
				chk.Depth = spec.AutoDepth
				a, err := counting(chk, verdict.RouteChoice{Only: SmallWorlds}, listed).Check(context.Background(), chk)
				if err != nil || a.Depth == 0 || a.Verdict == verdict.Unknown {
					continue
				}
				first++
				chk.Limits.Nodes = 200_000
				b, err := counting(chk, verdict.RouteChoice{Without: listing}, defaults).Check(patient(), chk)
				if err == nil && b.Verdict == verdict.Unknown {
					continue
				}
				asked++
				if got, want := result(a, nil, chk.Kind), result(b, err, chk.Kind); got != want {
					t.Errorf("%s, seed %d, %s: %s after %d steps, by diagrams %s\n%s", name, seed, chk.ID, got, a.Depth, want, chk.Text)
				}
			}
		}
	}
	t.Logf("%d answers by the first steps, %d of them compared", first, asked)
	if asked < *pairs/perDocument/16 {
		t.Errorf("only %d answers were compared: the test tests little", asked)
	}
}
