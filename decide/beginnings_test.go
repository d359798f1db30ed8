package decide

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// TestSingleBeginnings decides random questions of agents who remember by parts of the initial
// states alone, listed and by diagrams, and by all other routes: a verdict by parts is that of
// all, and what shows it is a run.
func TestSingleBeginnings(t *testing.T) {
	tally := map[string]int{}
	compare := func(name string, chk *spec.Check) {
		system := func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
			return encode.New(ctx, chk.Model, encode.Options{Asked: chk.Asked()})
		}
		chk.Limits.Nodes = 500_000
		all := Lazy(chk.Model, system, chk.Runs, Options{Routes: verdict.RouteChoice{Without: []string{"single-beginnings"}}})
		want, wantErr := all.Check(patient(), chk)
		for _, way := range []string{"listed", "by diagrams"} {
			tune := defaults
			if tune.beginnings = 0; way != "listed" {
				tune.parts = fewBudget{worlds: 1, cells: 1, work: 1, parts: 1, truth: 1}
			}
			parts := Lazy(chk.Model, system, chk.Runs, Options{Routes: verdict.RouteChoice{Only: "single-beginnings"}, tune: &tune})
			tally["asked"]++
			a, err := parts.Check(patient(), chk)
			if err != nil || a.Verdict == verdict.Unknown {
				continue
			}
			if want == nil || want.Verdict == verdict.Unknown {
				tally["unknown otherwise"]++
				if wantErr != nil {
					t.Errorf("%s, %s, %s: %s, otherwise %v\n%s", name, way, chk.ID, a.Verdict, wantErr, chk.Text)
				}
				continue
			}
			tally[way+": "+string(a.Verdict)]++
			if got, want := result(a, nil, chk.Kind), result(want, nil, chk.Kind); got != want {
				t.Errorf("%s, %s, %s: %s, otherwise %s\n%s", name, way, chk.ID, got, want, chk.Text)
			}
			if a.States != nil {
				t.Errorf("%s, %s, %s: %s states, which are those of a part", name, way, chk.ID, a.States)
			}
			if a.Run != nil {
				if err := replayed(replay.NewReplayer(chk.Model, explicit.Options{}), chk, a); err != nil {
					t.Errorf("%s, %s, %s: %v\n%s\n%s", name, way, chk.ID, err, chk.Text, outline(a.Run))
				}
			}
		}
	}
	for i, seed := range seeds(t, *pairs/perDocument/4, 5) {
		text := ""
		switch i % 3 {
		case 0:
			text = reminding(seed, "perfect")
		case 1:
			text = jointly(seed, "perfect")
		case 2:
			text = learning(seed, "perfect", "")
		}
		name := fmt.Sprintf("seed%d.yaml", seed)
		suite, err := spec.Parse(name, text)
		if err != nil { // a knowledge action that is refused
			continue
		}
		for _, chk := range suite.Checks {
			compare(name, chk)
		}
	}
	n := *pairs / 40
	if testing.Short() {
		n /= 10
	}
	g := guesser{rand.New(rand.NewPCG(*seed, 8))}
	for range n {
		question := fmt.Sprintf("%s: %q", g.one("formula", "some"), g.formula(1+g.IntN(3)))
		compare(question, parse(t, document(public, question)).Checks[0])
	}
	t.Logf("seed %d: %v", *seed, tally)
	for _, want := range []string{"listed: holds", "listed: fails", "by diagrams: holds", "by diagrams: fails"} {
		if tally[want] == 0 {
			t.Errorf("no question was decided %s: the test tests little", want)
		}
	}
}

// What nobody knows together is about all worlds of a layer, not about a part of the initial
// states.
func TestNobodyIsInNoPart(t *testing.T) {
	const two = `
vars: {x: 0..3}
agents: {ann: {sees: [x]}, bob: {sees: [x]}}
actions:
  stay: {then: {x: x}}
recall: perfect
`
	for question, applies := range map[string]bool{
		"formula: AX K{ann} x = 0":                            true,
		"formula: AX D{ann, bob} x = 0":                       true,
		"formula: AX E{i in Agent: x > 3} x = 0":              true,
		"formula: AX D{i in Agent: x > 3} x = 0":              false,
		"formula: AX D{i in Agent: x < 1} x = 0":              false,
		"formula: AX share{ann}(x = 0) > 1/2":                 false,
		"{formula: AX K{ann} x = 0\nat: K{ann} x = 0}":        false,
		"{formula: AX K{ann} x = 0\nat: x = 0}":               true,
		"count: K{ann} x = 0":                                 false,
		"{formula: AX K{ann} x = 0\ndepth: 2}":                false,
		"{formula: AX K{ann} x = 0\nrecall: clock}":           false,
		"{least: m in 0..3\nformula: \"AX K{ann} (x <= m)\"}": true,
	} {
		text := document(two, question)
		if question[0] == '{' {
			text = document(two, question[1:len(question)-1])
		}
		chk := parse(t, text).Checks[0]
		if got, why := apart(spec.ProfileOf(chk, chk.Model.Runs)); got != applies {
			t.Errorf("%s: %v, %s", question, got, why)
		}
	}
}

// A part is closed under what any of the agents takes for what, and so on. One that is all there are
// is left to others.
func TestPartsAreClosed(t *testing.T) {
	const chain = `
vars: {x: 0..5, left: bool}
agents: {ann: {sees: [x / 2, left]}, bob: {sees: [(x + 1) / 2, left]}}
actions:
  stay: {then: {x: x}}
recall: perfect
`
	const whole = "init: [left]\n"
	for question, want := range map[string]verdict.Verdict{
		"some: EX C{ann, bob} (x <= 4)":    verdict.Unknown, // fails, in each part
		"some: EX C{ann, bob} (x <= 5)":    verdict.Holds,
		"formula: AX C{ann, bob} (x <= 4)": verdict.Fails,
		"some: EX K{ann} K{bob} (x <= 2)":  verdict.Holds,
	} {
		for model, want := range map[string]verdict.Verdict{chain: want, chain + whole: verdict.Unknown} {
			chk := parse(t, document(model, question)).Checks[0]
			system := func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
				return encode.New(ctx, chk.Model, encode.Options{Asked: chk.Asked()})
			}
			tune := defaults
			tune.beginnings = 0
			a, err := Lazy(chk.Model, system, "", Options{Routes: verdict.RouteChoice{Only: "single-beginnings"}, tune: &tune}).Check(context.Background(), chk)
			if err != nil || a.Verdict != want {
				t.Errorf("%s: %v, %v", question, a, err)
			}
		}
	}
}
