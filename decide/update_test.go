package decide

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// TestKnowledgeActionsAgainstExplicit decides random questions about knowledge
// actions by diagrams and by listing worlds with alternatives.
func TestKnowledgeActionsAgainstExplicit(t *testing.T) {
	tally := map[string]int{}
	for i, seed := range seeds(t, *pairs/perDocument, 10) {
		o := randmodel.LearningOptions{Checks: perDocument, Joint: i%2 == 0, Careless: i % 3, Spelt: i%4 > 1}
		text := randmodel.Learning(rand.New(rand.NewPCG(seed, 1)), o)
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			tally["refused"]++
			continue
		}
		by, checker := enumeratorOf(suite.Models[0]), checkerFor(t, suite)
		for _, chk := range suite.Checks {
			by.compare(t, seed, checker, chk, tally)
		}
	}
	t.Logf("%v", tally)
}

// TestDomainsOfDifferentParts asks what c learns about a of an action that happens in one of two
// ways with a and its opposite exchanged: nothing, if the ways look the same to c. That is so if
// the first parts are one action, in whichever order or brackets it is written, and not so if
// they let d see different things, for then c is told something else: which worlds there are in
// which d saw it. Answers are by the definition, docs/semantics.md#knowledge-actions.
func TestDomainsOfDifferentParts(t *testing.T) {
	const tells, exchanged = "L{c, d} ((?(a & q & r) & L{c, d} ?q) | (?(!a & q & r) & L{c, d} ?r))", "L{c, d} ((?(!a & q & r) & L{c, d} ?q) | (?(a & q & r) & L{c, d} ?r))"
	for i, x := range []struct{ one, other, want string }{
		{"L{c, d} ?true", "L{c, d} ?true", "fails"},
		{"L{c, d} (L{d} ?p | ?!p)", "L{c, d} (?!p | L{d} ?p)", "fails"},
		{"L{c, d} (L{d} ?p | ?!p)", "L{c, d} (L{d} ?!p | ?p)", "holds"},
		{"L{c, d} (L{d} ?p | ?!p)", "L{c, d} (?p | L{d} ?!p)", "holds"},
		{"(L{c, d} ?true; L{c, d} ?p)", "L{c, d} ?true; L{c, d} ?p", "fails"},
		{"(L{c, d} ?true; L{c, d} ?p)", "L{c, d} ?p; L{c, d} ?true", "holds"},
	} {
		for _, twice := range []struct{ second, want string }{{exchanged, x.want}, {tells, "holds"}} {
			text := fmt.Sprintf("vars: {a: bool, p: bool, q: bool, r: bool}\ninit: \"true\"\nagents: {c: {}, d: {}}\nactions: {go: {}}\ncheck:\n"+
				"  - {id: learns, formula: \"[L{c, d} ((%s; %s) | (%s; %s))] KW{c} a\"}\n", x.one, tells, x.other, twice.second)
			suite, err := spec.Parse("parts.yaml", text)
			if err != nil {
				t.Fatal(err)
			}
			chk := suite.Checks[0]
			a, err := checkerFor(t, suite).Check(t.Context(), chk)
			by := enumeratorOf(suite.Models[0])
			if got, listed := result(a, err, chk.Kind), isDecided(by.sys, by.err, chk); got != twice.want || listed != twice.want {
				t.Errorf("%d: by diagrams %s, by enumeration %s, want %s: %s", i, got, listed, twice.want, chk.Text)
			}
		}
	}
}

// TestKnowledgeActionsWithMemory decides random questions about knowledge actions
// and steps of agents who remember, by layers of diagrams and by enumerating histories.
func TestKnowledgeActionsWithMemory(t *testing.T) {
	for _, c := range []struct{ steps, recall string }{{"", "clock"}, {"", "perfect"}, {"joint", "perfect"}} {
		recall := c.recall
		t.Run(c.steps+recall, func(t *testing.T) {
			tally := map[string]int{}
			documents := seeds(t, *pairs/perDocument/12, 4)
			for i, seed := range documents {
				o := randmodel.LearningOptions{Checks: perDocument, Depth: 2, Joint: i%2 == 0, Careless: i % 3, Recall: recall, Steps: c.steps}
				compareWithMemory(t, seed, randmodel.Learning(rand.New(rand.NewPCG(seed, 2)), o), tally)
			}
			t.Logf("%v", tally)
			if tally["behind"] < len(documents) || recall == "perfect" && (tally["runs behind"] < len(documents)/2 || !testing.Short() && tally["paths behind"] == 0) {
				t.Error("the questions are not about much")
			}
		})
	}
}

func compareWithMemory(t *testing.T, seed uint64, text string, tally map[string]int) {
	suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
	if err != nil {
		tally["refused"]++
		return
	}
	replayer := replay.NewReplayer(suite.Models[0], explicit.Options{})
	checker := checkerFor(t, suite)
	for _, chk := range suite.Checks {
		want, again := remembered(chk)
		a, err := checker.Check(patient(), chk)
		got := result(a, err, chk.Kind)
		switch {
		case want == tooMuch:
			tally[want]++
			continue
		case err == nil && a.Reason == verdict.Time:
			tally["limited"]++
			continue
		case again && got == string(verdict.Unknown): // what was seen of steps is told apart even where it matters to nobody
			tally["coarser"]++
			continue
		case want == string(verdict.Unknown) && got != want: // weighed, where enumeration goes by bounds
			tally["finer"]++
			want = deeper(chk, got)
		}
		if got != want {
			t.Errorf("seed %d, %s: %s, by enumeration %s\n%s\n%v\n%s", seed, chk.ID, got, want, chk.Text, err, text)
		}
		count(tally, got, err)
		if spec.Asks[*spec.Update](chk.Formula) {
			tally["behind"]++
		}
		if chk.Formula.Traits()&spec.IsTemporal != 0 && spec.Asks[*spec.Update](chk.Formula) {
			tally["runs behind"]++
		}
		if err == nil && a.Run != nil {
			tally["shown"]++
			if runsOn(a.Run, false) {
				tally["paths behind"]++
			}
			if err := replayed(replayer, chk, a); err != nil {
				t.Errorf("seed %d, %s: %v\n%s\n%s", seed, chk.ID, err, chk.Text, outline(a.Run))
			}
		}
	}
}

// runsOn tells whether there is a path behind a knowledge action.
func runsOn(n *witness.Node, behind bool) bool {
	if n == nil {
		return false
	}
	if n.Path != nil {
		return behind || slices.ContainsFunc(n.Path.Shown, func(s witness.Shown) bool { return runsOn(s.Node, behind) })
	}
	return n.After != nil && runsOn(n.After.Node, true) || n.Epistemic != nil && runsOn(n.Epistemic.To, behind) ||
		slices.ContainsFunc(n.Parts, func(p *witness.Node) bool { return runsOn(p, behind) })
}

// checkerFor returns a checker for all questions about the only model of a suite.
func checkerFor(t testing.TB, suite *spec.Suite) *Decider {
	t.Helper()
	var asked []spec.Expr
	for _, chk := range suite.Checks {
		asked = append(asked, chk.Asked()...)
	}
	sys, err := encode.New(context.Background(), suite.Models[0], encode.Options{Asked: asked})
	if err != nil {
		t.Fatal(err)
	}
	return New(sys, "", Options{})
}

// A coin that ann sees; bob bets on it once he knows how it lies, and it may be turned
// behind his back.
const coin = `
types: {Side: [heads, tails]}
vars: {side: Side, bets: 0..1}
init: bets = 0
agents: {ann: {sees: [side]}, bob: {sees: [bets]}}
actions:
  bet: {when: "bets = 0 & KV{bob} side", then: {bets: 1}}
  turn: {when: bets = 0, then: {side: next(side)}, seen: {ann: []}}
  wait: {then: {}, seen: {ann: []}}
programs:
  say: "L{all} ?(side = heads)"
  # ann shows bob the coin, or a blank side
  show: "L{all} (!L{bob} ?(side = heads) | L{bob} ?true)"
`

// TestRunsBehindKnowledgeActions asks what comes of learning when steps follow.
func TestRunsBehindKnowledgeActions(t *testing.T) {
	for question, want := range map[string]verdict.Verdict{
		"formula: <bet> true":                                                    verdict.Fails,
		"formula: \"[say] <bet> C{all} side = heads\"":                           verdict.Holds,
		"formula: \"[say] AX{wait} KV{bob} side\"":                               verdict.Fails, // it may have been turned
		"formula: \"[say] AX{wait | turn} !EX{bet} true\"":                       verdict.Holds,
		"formula: \"[say] AX{wait} [say] <bet> bets = 1\"":                       verdict.Holds,
		"formula: \"AX{wait} [say] (C{all} side = heads & <bet> KV{bob} side)\"": verdict.Holds,
		"formula: \"[show] (!K{ann} KV{bob} side & <bet> K{ann} KV{bob} side)\"": verdict.Holds,
		"formula: \"[show] AX{wait} K{ann} !KV{bob} side\"":                      verdict.Holds,
		"formula: \"[show] AX{wait} K{bob} side = heads\"":                       verdict.Fails,
		"some: \"[show] EF{wait | bet; <= 2} bets = 1\"":                         verdict.Holds,
		"some: \"<show> AX{wait} EF{bet; <= 1} bets = 1\"":                       verdict.Fails,
		"formula: \"[say] AG{_; <= 2} (bets = 1 -> C{all} side = heads)\"":       verdict.Holds,
	} {
		a, err := ask(t, coin, question+"\nat: side = heads\nrecall: perfect")
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != want {
			t.Errorf("%s: %s, want %s", question, a.Verdict, want)
		}
	}
	for _, recall := range []string{"clock", "none"} {
		_, err := ask(t, strings.Replace(coin, " & KV{bob} side", "", 1), "formula: \"[say] AX K{bob} side = heads\"\nrecall: "+recall)
		var e *verdict.Mistake
		if !errors.As(err, &e) || e.Kind != verdict.Unsupported || e.Place.Text() != "AX K{bob} side = heads" || !strings.Contains(e.Error(), "forget") {
			t.Errorf("recall %s: %v", recall, err)
		}
	}
}

// TestEvidenceBehindKnowledgeActions asks for the way in which an action happens and
// for what happened in a world that somebody considers possible, and that the replay
// notices where these are others.
func TestEvidenceBehindKnowledgeActions(t *testing.T) {
	model := strings.Replace(coin, " & KV{bob} side", "", 1)
	suite, err := spec.Parse("coin.yaml", model+"check:\n  - id: q\n    formula: \"[show] K{ann} K{bob} side = heads\"\n    at: side = heads\n")
	if err != nil {
		t.Fatal(err)
	}
	chk := suite.Checks[0]
	a, err := checkerFor(t, suite).Check(context.Background(), chk)
	if err != nil || a.Verdict != verdict.Fails || a.Run == nil || a.Run.After == nil {
		t.Fatalf("%v, %v", a, err)
	}
	if got, want := a.Run.After.Done, []string{"L{ann, bob} L{bob} ?(side = heads)"}; !slices.Equal(got, want) {
		t.Errorf("done: %q, want %q", got, want)
	}
	step := a.Run.After.Node.Epistemic
	if want := []string{"L{ann, bob} L{bob} ?true"}; step == nil || !slices.Equal(step.Done, want) || step.Agents[0].Name.String() != "ann" {
		t.Fatalf("step: %+v, want one of ann by %q", step, want)
	}
	replayed := func() error {
		r, err := replay.Replay(suite.Models[0], chk, a.Run, explicit.Options{})
		if err == nil && len(r.Unchecked()) > 0 {
			t.Errorf("not checked: %v", r.Unchecked())
		}
		return err
	}
	if err := replayed(); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func() func(){
		"another way":            func() func() { return exchange(&a.Run.After.Done, []string{"L{ann, bob} L{bob} ?true"}) },
		"another way there":      func() func() { return exchange(&step.Done, a.Run.After.Done) },
		"a way that there isn't": func() func() { return exchange(&step.Done, []string{"?p"}) },
		"another agent":          func() func() { return exchange(&step.Agents, suite.Models[0].Agents[1:2]) },
		"nothing there":          func() func() { return exchange(&a.Run.After.Node, nil) },
	} {
		restore := spoil()
		if m := (*replay.Mismatch)(nil); !errors.As(replayed(), &m) {
			t.Errorf("%s: the replay did not notice", what)
		}
		restore()
	}
}

// TestRunsGoOnInEvidence asks for the steps behind a knowledge action, and that the
// replay notices where these are others.
func TestRunsGoOnInEvidence(t *testing.T) {
	for _, question := range []string{
		"formula: \"[say] AG (bets = 0 & (side = heads -> S{bob} true))\"",
		"formula: \"[say] AG{_; <= 2} bets = 0\"",
		"some: \"<show> <say> E{bet | wait; <= 3}[side = heads U bets = 1]\"",
		"formula: \"[show] AF{wait; <= 2} bets = 1\"",
	} {
		suite, err := spec.Parse("coin.yaml", coin+"check:\n  - id: q\n    "+question+"\n    at: side = heads\n    recall: perfect\n    depth: 4\n")
		if err != nil {
			t.Fatal(err)
		}
		chk := suite.Checks[0]
		a, err := checkerFor(t, suite).Check(context.Background(), chk)
		if err != nil || a.Run == nil || !runsOn(a.Run, false) {
			t.Fatalf("%s: %+v, %v", question, a, err)
		}
		r, err := replay.Replay(suite.Models[0], chk, a.Run, explicit.Options{})
		if err != nil || len(r.Unchecked()) > 0 {
			t.Fatalf("%s: %+v, %v", question, r, err)
		}
		n := a.Run
		for n.Path == nil {
			n = n.After.Node
		}
		p := n.Path
		last := len(p.Steps) - 1
		turn := spec.Move{Action: suite.Models[0].Actions[1]}
		for what, spoil := range map[string]func() func(){
			"no steps":        func() func() { return exchange(&n.Path, &witness.Path{Marks: []int{0}, Loop: -1}) },
			"another step":    func() func() { return exchange(&p.Steps[last].Moves[0], turn) },
			"another state":   func() func() { return exchange(&p.Steps[last].To, spec.State{p.Steps[last].To[0], spec.Int(7)}) },
			"fewer marks":     func() func() { return exchange(&p.Marks, p.Marks[:1]) },
			"its end":         func() func() { return exchange(&p.Ends, !p.Ends) },
			"a return":        func() func() { return exchange(&p.Loop, 0) },
			"the other value": func() func() { return exchange(&n.Holds, !n.Holds) },
		} {
			restore := spoil()
			r, err := replay.Replay(suite.Models[0], chk, a.Run, explicit.Options{})
			if m := (*replay.Mismatch)(nil); !errors.As(err, &m) && (err != nil || len(r.Unchecked()) == 0) {
				t.Errorf("%s, %s: the replay did not notice", question, what)
			}
			restore()
		}
	}
}

// TestStepsAreTakenWithoutEnumeration replays steps behind a knowledge action of which
// nothing else is decided again.
func TestStepsAreTakenWithoutEnumeration(t *testing.T) {
	model := strings.Replace(coin, " & KV{bob} side", "", 1)
	suite, err := spec.Parse("coin.yaml", model+"check:\n  - {id: q, formula: \"[say] AG bets = 0\", at: side = heads, recall: perfect}\n")
	if err != nil {
		t.Fatal(err)
	}
	chk := suite.Checks[0]
	a, err := checkerFor(t, suite).Check(context.Background(), chk)
	if err != nil || !runsOn(a.Run, false) {
		t.Fatalf("%+v, %v", a, err)
	}
	replayed := func() error {
		r, err := replay.Replay(suite.Models[0], chk, a.Run, explicit.Options{MaxClaim: -1})
		if err == nil && (r.Steps != 1 || len(r.Unchecked()) != 1) {
			t.Errorf("%d steps, not checked: %v", r.Steps, r.Unchecked())
		}
		return err
	}
	if err := replayed(); err != nil {
		t.Fatal(err)
	}
	to := &a.Run.After.Node.Path.Steps[0].To
	for _, st := range []*spec.State{to, &a.Run.After.Node.State} {
		restore := exchange(st, spec.State{(*to)[0], spec.Int(7)})
		if m := (*replay.Mismatch)(nil); !errors.As(replayed(), &m) {
			t.Error("the replay did not notice another state")
		}
		restore()
	}
}

// exchange puts another value somewhere, until the function that it returns is called.
func exchange[T any](at *T, other T) func() {
	old := *at
	*at = other
	return func() { *at = old }
}

// TestSameWordsForDifferentActions: what happened may be told in the same words where different types of action admit it,
// or others would have been possible: evidence is about one of these ways.
func TestSameWordsForDifferentActions(t *testing.T) {
	const model = "vars: {n: 0..2}\nagents: {i: {}, j: {}}\n"
	for _, formula := range []string{
		"[some v in 0..2: L{i, j} (?(n = v) | ?(n = 1))] KV{i} (n = 2)",
		"[L{i, j} (some v in 0..2: L{i} (?(n = v) | ?(n = 1)))] KV{j} n",
		"[L{i, j} (some v in 0..2: L{i} (?(n = v) | ?(n = 1)))] KV{i} n",
		"[L{i, j} (some v in 0..2: L{i} (?(n = v) | ?(n = 1)))] K{j} (KV{i} n | n != 1)",
	} {
		chk := parse(t, document(model, fmt.Sprintf("formula: %q", formula))).Checks[0]
		a, err := checkers{}.of(t, chk).Check(context.Background(), chk)
		if err != nil || a.Verdict != verdict.Fails || a.Run == nil {
			t.Fatalf("%s: %+v, %v", formula, a, err)
		}
		if err := replayed(replay.NewReplayer(chk.Model, explicit.Options{}), chk, a); err != nil {
			t.Errorf("%s: %v\n%s", formula, err, outline(a.Run))
		}
	}
}

// TestCountsBehindActionsAskWhoRemembers counts worlds to which a test leads of what
// somebody knows who saw it one step ago.
func TestCountsBehindActionsAskWhoRemembers(t *testing.T) {
	const model = "vars: {up: bool, gone: bool}\ninit: \"!gone\"\nagents: {bob: {sees: [gone, \"if gone then none else up\"]}}\n" +
		"actions: {hide: {when: \"!gone\", then: {gone: true}}}\n"
	for recall, want := range map[string]string{"perfect": "2", "clock": "0"} {
		a, err := ask(t, model, "count: \"true\"\nafter: \"L{bob} ?(KV{bob} up)\"\nlayer: 1\nrecall: "+recall)
		if err != nil {
			t.Fatal(err)
		}
		if got := inShort(a, spec.CountCheck); got != want {
			t.Errorf("recall %s: %s, want %s", recall, got, want)
		}
	}
}

// TestNumbersOfKnowledgeActions counts the actions after which something is so.
func TestNumbersOfKnowledgeActions(t *testing.T) {
	const model = "vars: {n: 0..2, told: bool}\nagents: {i: {}}\nactions: {tell: {when: \"!told\", then: {told: true}}}\n"
	for question, want := range map[string]string{
		"count(v in 0..2: <L{i} ?(n = v)> KV{i} n) = 1":                            "holds",
		"count(v in 0..2: [L{i} ?(n != v)] K{i} n < 2) = (if n = 2 then 1 else 2)": "holds",
		"(if <L{i} ?(n > 1)> !KV{i} n then 1 else 0) = n":                          "fails",
		"count(v in 0..2: <L{i} ?(n = v)> EX told) = (if told then 0 else 1)":      "holds",
	} {
		a, err := ask(t, model, fmt.Sprintf("formula: %q\nrecall: perfect\ndepth: 1", question))
		if err != nil || inShort(a, spec.FormulaCheck) != want {
			t.Errorf("%s: %+v, %v, want %s", question, a, err, want)
		}
	}
}

// TestNothingIsAskedWhereNoWorldIs: what stands behind a test that is true nowhere is not
// asked, and so not wrong, be it of agents who did not learn of the test.
func TestNothingIsAskedWhereNoWorldIs(t *testing.T) {
	const model = "vars: {n: 0..2}\nagents: {i: {}, j: {}}\n"
	for formula, want := range map[string]string{
		"[L{all} ((?(n > 2); L{i, j} ?(n > 0)) | ?(n = 1))] C{i, j} n = 1": "holds",
		"<L{all} (?(n > 2); L{i} ?(K{j} n > 0))> true":                     "fails",
		"<L{all} (?(n > 1); L{i} ?(n > 0))> true":                          "error",
	} {
		chk := parse(t, document(model, fmt.Sprintf("formula: %q", formula))).Checks[0]
		oracle, oracleErr := explicit.New(chk.Model, "", explicit.Options{})
		a, err := checkers{}.of(t, chk).Check(context.Background(), chk)
		if got, other := result(a, err, chk.Kind), isDecided(oracle, oracleErr, chk); got != want || other != want {
			t.Errorf("%s: %s, by enumeration %s, want %s", formula, got, other, want)
		}
		if err == nil && a.Run != nil {
			if err := replayed(replay.NewReplayer(chk.Model, explicit.Options{}), chk, a); err != nil {
				t.Errorf("%s: %v", formula, err)
			}
		}
	}
}

// The search for what occurs together ends after 200,000 steps, and bits are planned for what is learnt all the same: there were none.
func TestLearningBehindManyInstances(t *testing.T) {
	a, err := ask(t, `
vars: {v: 0..9}
agents: {ann: {sees: []}, bob: {sees: []}}
`, `formula: |
  v * v = 2 & (forall x in 0..400, y in 0..600: [L{ann} ?(v = x)] v = y)
  | [L{ann, bob} (some i in 0..1: L{bob} ?(v mod 2 = i))] [L{bob} (L{bob} ?(v = 0) | L{bob} ?(v > 0))] KW{bob} v mod 2 = 0`)
	if err != nil || a.Verdict != verdict.Holds {
		t.Errorf("%v, %v", a, err)
	}
}
