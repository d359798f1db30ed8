package decide

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// fewWriters write random documents of each kind of memory, interleaved and joint.
var fewWriters = map[string]func(seed uint64) string{
	"connected":        func(seed uint64) string { return newAuthor(seed).document(perDocument) },
	"wide":             writers[0],
	"joint":            writers[2],
	"clock":            func(seed uint64) string { return reminding(seed, "clock") },
	"perfect":          func(seed uint64) string { return reminding(seed, "perfect") },
	"joint clock":      func(seed uint64) string { return jointly(seed, "clock") },
	"joint perfect":    func(seed uint64) string { return jointly(seed, "perfect") },
	"learning":         func(seed uint64) string { return learning(seed, "", "") },
	"learning clock":   func(seed uint64) string { return learning(seed, "clock", "") },
	"learning perfect": func(seed uint64) string { return learning(seed, "perfect", "") },
	"turns": func(seed uint64) string {
		return randmodel.Document(rand.New(rand.NewPCG(seed, 6)), randmodel.Options{Checks: perDocument, Turns: true})
	},
	"turn games": func(seed uint64) string {
		rng := rand.New(rand.NewPCG(seed, 15))
		g := randomTurnGame(rng)
		var questions []string
		for range perDocument {
			questions = append(questions, fmt.Sprintf("formula: %q", randomTurnQuestion(rng)))
		}
		return g.document(questions)
	},
	"learning joint": func(seed uint64) string { return learning(seed, "perfect", "joint") },
	"one-hot":        guilty,
}

func reminding(seed uint64, recall string) string {
	a := newAuthor(seed)
	a.recall = recall
	return a.document(perDocument)
}

func jointly(seed uint64, recall string) string {
	return randmodel.Document(rand.New(rand.NewPCG(seed, 4)), randmodel.Options{Checks: perDocument, Joint: true, Recall: recall})
}

func learning(seed uint64, recall, steps string) string {
	o := randmodel.LearningOptions{Checks: perDocument, Depth: 2, Joint: seed%2 == 0, Careless: int(seed % 3), Recall: recall, Steps: steps}
	return randmodel.Learning(rand.New(rand.NewPCG(seed, 2)), o)
}

// TestFewWorlds decides random questions by the worlds that are listed first, by those that
// are listed in turns with diagrams, and by diagrams alone: the answers agree, and what
// shows them is a run of the same length.
func TestFewWorlds(t *testing.T) {
	for name, write := range fewWriters {
		t.Run(name, func(t *testing.T) {
			tally := map[string]int{}
			for _, seed := range seeds(t, *pairs/perDocument/8, 5) {
				suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), write(seed))
				if err != nil { // a knowledge action that is refused
					tally["refused"]++
					continue
				}
				compareFew(t, seed, suite, tally)
			}
			t.Logf("%v", tally)
			if tally["listed"] < tally["asked"]/8 {
				t.Errorf("only %d of %d questions were answered by the worlds listed: the test tests little", tally["listed"], tally["asked"])
			}
		})
	}
}

func compareFew(t *testing.T, seed uint64, suite *spec.Suite, tally map[string]int) {
	asked := map[*spec.Model][]spec.Expr{}
	for _, chk := range suite.Checks {
		asked[chk.Model] = append(asked[chk.Model], chk.Asked()...)
	}
	little := defaults // lists what takes milliseconds
	little.first = 1
	little.many = fewBudget{worlds: 1_000, cells: 10_000, work: 100_000, parts: 300_000, truth: 100_000}
	few, diagrams, besides, replayers := checkers{}, checkers{}, checkers{}, map[*spec.Model]*replay.Replayer{}
	for _, chk := range suite.Checks {
		key := fmt.Sprintf("%p %s", chk.Model, chk.Runs)
		if few[key] == nil {
			none := func(context.Context, *spec.Check) (*encode.System, error) { panic("diagrams were asked") }
			few[key] = Lazy(chk.Model, none, chk.Runs, Options{Routes: verdict.RouteChoice{Only: SmallWorlds}, tune: &little})
			diagrams[key] = Lazy(chk.Model, func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
				return encode.New(ctx, chk.Model, encode.Options{Asked: asked[chk.Model]})
			}, chk.Runs, Options{Routes: verdict.RouteChoice{Without: listing}})
			c := &symbolic.Companion{Every: 1 << (seed % 16)}
			tune := little
			tune.few = fewBudget{worlds: 10, work: 1000, parts: 1000, truth: 1000}
			besides[key] = Lazy(chk.Model, func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
				return encode.New(ctx, chk.Model, encode.Options{Asked: asked[chk.Model], Symbolic: symbolic.Options{Companion: c}})
			}, chk.Runs, Options{Companion: c, tune: &tune})
		}
		if replayers[chk.Model] == nil {
			replayers[chk.Model] = replay.NewReplayer(chk.Model, explicit.Options{})
		}
		tally["asked"]++
		a, err := few[key].Check(context.Background(), chk)
		if err != nil || a.Verdict == verdict.Unknown {
			continue
		}
		tally["listed"]++
		if a.Depth > 0 && chk.Depth == spec.AutoDepth {
			tally["first steps"]++
		}
		if a.Run != nil {
			tally["shown"]++
			if err := replayed(replayers[chk.Model], chk, a); err != nil {
				t.Errorf("seed %d, %s: %v\n%s\n%s", seed, chk.ID, err, chk.Text, outline(a.Run))
			}
		}
		chk.Limits.Nodes = 200_000
		b, err := diagrams[key].Check(patient(), chk)
		switch got, want := result(a, nil, chk.Kind), result(b, err, chk.Kind); {
		case err == nil && b.Verdict == verdict.Unknown:
			tally["unknown to diagrams"]++
			continue
		case got != want:
			t.Errorf("seed %d, %s: %s, by diagrams %s\n%s\n%v", seed, chk.ID, got, want, chk.Text, err)
			continue
		}
		d, err := besides[key].Check(patient(), chk)
		if got, want := result(d, err, chk.Kind), result(a, nil, chk.Kind); err == nil && (d.Reason == verdict.Nodes || d.Reason == verdict.Time) {
			tally["limited"]++ // before the worlds were listed
		} else if got != want {
			t.Errorf("seed %d, %s: in turns with diagrams %s, alone %s\n%s\n%v", seed, chk.ID, got, want, chk.Text, err)
		} else if way(d) == SmallWorlds {
			tally["overtaken"]++
		}
		if (a.Run == nil) != (b.Run == nil) && way(b) != "axioms" { // a proof shows nothing
			t.Errorf("seed %d, %s: shown %v, by diagrams %v\n%s", seed, chk.ID, a.Run != nil, b.Run != nil, chk.Text)
		} else if a.Run != nil && b.Run != nil && a.Run.Path != nil && b.Run.Path != nil && a.Run.Path.Loop < 0 && b.Run.Path.Loop < 0 && len(a.Run.Path.Marks) != len(b.Run.Path.Marks) {
			tally["other length"]++
		}
		if len(a.Warnings) != len(b.Warnings) {
			tally["other warnings"]++
			t.Logf("seed %d, %s: %v, by diagrams %v", seed, chk.ID, a.Warnings, b.Warnings)
		}
	}
}

// TestRunsThatCountAmongListedHistories asks for common knowledge of agents who remember, with fairness. There
// are no diagrams for that: histories are listed with all the effort there is, and what was too
// much for it, or is wrong with the model, is said.
func TestRunsThatCountAmongListedHistories(t *testing.T) {
	const model = `
recall: perfect
fairness: ["a >= 0"]
vars: {a: 0..6, n: 0..9}
init: ["n = 0 & a = 0%[1]s"]
agents: {ann: {sees: [n]}, bob: {sees: [a mod 2]}}
actions:
  put(x in 0..6): {when: "n < %[2]d%[3]s", seen: {bob: [x mod 2]}, then: {a: "(a + x) mod 7", n: n + 1}}
  stay: {when: n = %[2]d, then: {n: n}}
check: [{id: a, formula: "AG !C{ann, bob} a = 0"%[4]s}]
`
	for _, c := range []struct {
		init        string
		steps       int
		guard, more string
		want        string
	}{
		{"", 3, "", "", "fails"}, // 2,801 histories
		{"", 6, "", "", "unknown: more than 5 steps are needed"},
		{"", 3, " & 6 / (n - 1) > -7", "", "division by 0"},
		{" & a = 1", 3, "", "", "no state satisfies all initial conditions"},
		{"", 3, "", ", depth: 3", "is not defined for histories that are cut off"},
		{"", 3, " & K{bob} n > -1", "", "is not defined for histories that are cut off"},
		{"", 3, "", `, after: "L{ann, bob} ?(a = 0)"`, "is not defined for histories that are cut off"},
	} {
		text := fmt.Sprintf(model, c.init, c.steps, c.guard, c.more)
		a, err := alone("", parse(t, text).Checks[0])
		got := fmt.Sprint(err)
		if err == nil {
			got = string(a.Verdict)
			if a.Verdict == verdict.Unknown {
				got += ": " + a.Detail
			}
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s, want %s\n%s", got, c.want, text)
		}
	}
}

// TestFirstWorldIsShown asks about worlds that are found in another order than that of their values: each route
// shows the same of them.
func TestFirstWorldIsShown(t *testing.T) {
	const model = `
types: {Light: [red, green, blue]}
vars: {x: Light, n: 0..1}
init: "n = 0 & x != red"
agents: {ann: {sees: []}}
actions: {go: {when: n = 0, then: {x: next(x), n: 1}}}
`
	for _, recall := range []string{"clock", "perfect"} {
		for _, question := range []string{"formula: n = 0", "some: n = 1", "formula: \"x = blue | !K{ann} x = blue\""} {
			chk := parse(t, document(model, question+"\nlayer: 1\nrecall: "+recall)).Checks[0]
			for _, choice := range []verdict.RouteChoice{{Only: SmallWorlds}, {Without: listing}} {
				a, err := counting(chk, choice, defaults).Check(context.Background(), chk)
				if err != nil || a.Run == nil || a.Run.State[0] != spec.Symbol("red") {
					t.Errorf("%s, recall %s, %v: %+v, %v", question, recall, choice, a, err)
				}
			}
		}
	}
}

// What worlds that are listed decide and do not show is no error: other routes show it, and where there is none of
// them no answer is given.
func TestShownElsewhere(t *testing.T) {
	const text = `
recall: perfect
vars: {x: bool}
init: "!x"
agents: {ann: {sees: []}}
actions: {go: {then: {x: x}}}
check: [{id: a, depth: 2, formula: "AX !(S{ann} true)"}]
`
	for route, want := range map[string]verdict.Verdict{"": verdict.Fails, SmallWorlds: verdict.Unknown} {
		a, err := alone(route, parse(t, text).Checks[0])
		if err != nil || a.Verdict != want {
			t.Errorf("route %q: %+v, %v, want %s", route, a, err, want)
		}
	}
}
