package decide

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/verdict"
)

// guesser writes random formulas about the model public.
type guesser struct{ *rand.Rand }

func (g guesser) one(texts ...string) string { return texts[g.IntN(len(texts))] }

func (g guesser) formula(depth int) string {
	if depth == 0 {
		return g.one("law = even", "law != up", "top = 1", "prt = none", "lies[1]", "mover = alice", "!(lies[2] & lies[3])",
			"legal(2)", "(prt != none & legal(prt))", "(prt = none | prt > 1)", "2 / (if law = any & prt = none then 1 else top) = 1")
	}
	f := func() string { return "(" + g.formula(depth-1) + ")" }
	program := func() string {
		return g.one("", "", "{move}", "{play(_)}", "{play(2); accept}", "{look(_) | move}", "{?(top = 1); move}", "{move; <= 2}")
	}
	switch g.IntN(10) {
	case 0:
		return "!" + f()
	case 1:
		return f() + g.one(" & ", " | ", " -> ") + f()
	case 2:
		return g.one("KV{alice} law", "KV{dealer} law", "KV{bob} prt", "count(i in 1..3: KW{alice} lies[i]) = "+g.one("0", "1", "3"))
	case 3:
		return g.one("KW", "K", "S") + g.one("{alice} ", "{bob} ", "{mover} ", "{dealer} ") + f()
	case 4:
		return g.one("C{alice, bob} ", "D{alice, bob} ", "E{alice, bob} ", "E{alice, dealer; 2} ") + f()
	case 5:
		return g.one("AX", "EX") + g.one("", "{move}", "{play(_)}", "{look(1)}") + " " + f()
	case 6:
		return "E[" + f() + " U " + f() + "]"
	case 7:
		return g.one("E", "A") + "(" + g.one("G F ", "F G ", "X ") + f() + ")"
	}
	return g.one("AG", "EF", "AF", "EG") + program() + " " + f()
}

// TestConceivableWorlds decides random formulas among the reachable worlds and among
// the conceivable ones, which must agree on all that is said.
func TestConceivableWorlds(t *testing.T) {
	n := *pairs / 50
	if testing.Short() {
		n /= 10
	}
	g := guesser{rand.New(rand.NewPCG(*seed, 7))}
	t.Logf("seed %d", *seed)
	tally := map[string]int{}
	for range n {
		cs := [2]checkers{{}, {}}
		question := fmt.Sprintf("%s: %q", g.one("formula", "some", "count"), g.formula(1+g.IntN(3)))
		chk := parse(t, document(public, question)).Checks[0]
		var answers [2]*verdict.Answer
		var errs [2]error
		for i := range cs {
			c := cs[i].of(t, chk)
			c.tune.conceivable = i * defaults.conceivable
			answers[i], errs[i] = c.Check(context.Background(), chk)
			if errs[i] == nil {
				answers[i].Nodes = 0
			}
		}
		if wide, narrow := result(answers[0], errs[0], chk.Kind), result(answers[1], errs[1], chk.Kind); wide != narrow {
			t.Errorf("%s: %s, among reachable worlds %s", question, wide, narrow)
		}
		c := checkers{}.of(t, chk) // among those that may be reached as far as is known
		c.tune.from, c.tune.keep = 1, encode.Relaxation{Element: 1, Other: 1}
		if a, err := c.Check(context.Background(), chk); result(a, err, chk.Kind) != result(answers[1], errs[1], chk.Kind) {
			t.Errorf("%s: %s as far as is known, among reachable worlds %s", question, result(a, err, chk.Kind), result(answers[1], errs[1], chk.Kind))
		} else if err == nil && a.States == nil && way(a) == "conceivable-worlds" {
			tally["over"]++
		}
		if errs[1] != nil {
			if fmt.Sprint(errs[0]) != fmt.Sprint(errs[1]) {
				t.Errorf("%s: %v, among reachable worlds %v", question, errs[0], errs[1])
			}
		} else if !reflect.DeepEqual(messages(answers[0]), messages(answers[1])) || answers[0].States.Cmp(answers[1].States) != 0 ||
			(answers[0].Run == nil) != (answers[1].Run == nil) {
			t.Errorf("%s: %+v, among reachable worlds %+v", question, answers[0], answers[1])
		}
		count(tally, result(answers[1], errs[1], chk.Kind), errs[1])
		if errs[1] == nil && answers[1].Exact != "" {
			tally["exact"]++
		}
	}
	t.Log(tally)
	if tally["over"] == 0 {
		t.Error("nothing was decided as far as is known")
	}
	if tally["exact"] < n/2 {
		t.Errorf("%d of %d questions are about worlds with what is publicly known", tally["exact"], n)
	}
}

func messages(a *verdict.Answer) []string {
	var all []string
	for _, w := range a.Warnings {
		all = append(all, w.Message)
	}
	return all
}

// What is conceivable and cannot be reached is not spoken of.
func TestOnlyReachableWorldsAreSpokenOf(t *testing.T) {
	const steps = `
vars: {n: 0..9, coin: bool}
init: n = 0
agents: {ann: {sees: [n]}}
actions:
  go: {when: "n in {0, 2, 8}", then: {n: n + 1}}
  on: {when: "n in {1, 3}", then: {n: n + 1}}
  ask: {when: "n = 4 & coin", then: {n: "2"}}
programs: {two: go; on, more: "_; on"}
recall: perfect
`
	for question, warned := range map[string]bool{
		"formula: AG 9 / (9 - n) < 3":              false, // without a value where n = 9
		"formula: AG{two} !K{ann} coin":            false, // stuck where n = 9
		"formula: AG{more} (n = 2 | KW{ann} coin)": true,  // stuck where n = 1
	} {
		chk := parse(t, document(steps, question)).Checks[0]
		c := checkers{}.of(t, chk)
		c.tune.conceivable = 0
		a, err := c.Check(context.Background(), chk)
		if err != nil {
			t.Fatal(err)
		}
		if a.Exact == "" || len(a.Warnings) > 0 != warned {
			t.Errorf("%s: exactly %q, %v", question, a.Exact, a.Warnings)
		}
	}
}

// openly writes random documents in which everybody sees each step, runs end, and what is hidden
// never changes, with questions about what agents and groups know, which may have no members.
func (g guesser) openly() string {
	guard := func() string {
		return g.one("law != odd", "(lie | law != even)", "lie", "(law = any | n > 0)", "law in {odd, any}", "n != 1", "true")
	}
	return document(fmt.Sprintf(`
types: {Law: [even, odd, any]}
vars: {n: 0..3, law: Law, lie: bool}
init: "n = 0 & %s"
agents: {a: {sees: [n]}, b: {sees: [n, %s]}, c: {sees: [n, law]}}
actions:
  one: {when: "n < 3 & %s", then: {n: n + 1}}
  two: {when: "n < 2 & %s", then: {n: "%s"}}
  look(k in 0..1): {when: "n = 1 & (k = 0 | %s)", then: {n: 2}}
recall: perfect
`, g.one("true", "law != any", "!lie"), g.one("lie", "law = even", "n"), guard(), guard(), g.one("n + 2", "if law = odd then 2 else 3"), guard()),
		fmt.Sprintf("%s: %q", g.one("formula", "some"), g.known(2+g.IntN(2))))
}

// known is a formula about n, law and lie.
func (g guesser) known(depth int) string {
	if depth == 0 {
		return g.one("n = 0", "n = 1", "n > 1", "law = even", "law != any", "lie")
	}
	f := func() string { return "(" + g.known(depth-1) + ")" }
	some := fmt.Sprintf("{p in Agent: %s} ", g.one("n = 1", "n > 1", "p = b & lie", "p != a", "n > 0 & p = c", "K{p} lie"))
	switch g.IntN(7) {
	case 0:
		return "!" + f()
	case 1:
		return f() + g.one(" & ", " | ", " <-> ") + f()
	case 2:
		return g.one("K", "KW", "S") + g.one("{a} ", "{b} ", "{c} ") + f()
	case 3:
		return g.one("C{a, b} ", "D{a, b} ", "E{b, c} ", "D{all} ") + f()
	case 4:
		return g.one("C", "D", "D", "E") + some + f()
	}
	return g.one("AG ", "EF ", "AX ", "EX ", "AF ") + f()
}

// TestPublicStepsAndHistories compares what is publicly known with all histories, which are listed:
// of D over nobody, which is about the histories of as many steps, only these know the answer.
func TestPublicStepsAndHistories(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 300
	}
	g := guesser{rand.New(rand.NewPCG(*seed, 11))}
	t.Logf("seed %d", *seed)
	tally := map[string]int{}
	for range n {
		text := g.openly()
		chk := parse(t, text).Checks[0]
		listed, err := alone(SmallWorlds, chk)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		a, err := checkers{}.of(t, chk).Check(context.Background(), chk)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if a.Verdict != listed.Verdict {
			t.Errorf("%s, and by %s %s\n%s", listed.Verdict, way(a), a.Verdict, text)
		}
		tally[way(a)]++
		tally[string(a.Verdict)]++
	}
	t.Log(tally)
	if tally["public-steps"] < n/4 {
		t.Errorf("%d of %d questions were decided by what is publicly known", tally["public-steps"], n)
	}
}

// Whoever asks among conceivable worlds is told how many can be reached, and counts all that there are.
func TestConceivableWorldsAreCounted(t *testing.T) {
	m := parse(t, document("vars: {x: 0..3}\ninit: x < 2\nactions: {go: {then: {x: x}}}\n", "formula: x < 2")).Checks[0].Model
	sys, err := encode.New(t.Context(), m, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	worlds := kripke.States(sys, sys.Valid(), kripke.Set{sys.Init()}, false)
	worlds.Size = sys.Count(sys.Init())
	if n := worlds.Count(worlds.Worlds); n.Int64() != 4 || worlds.Size.Int64() != 2 {
		t.Errorf("%s worlds, of which %s are reached", n, worlds.Size)
	}
}
