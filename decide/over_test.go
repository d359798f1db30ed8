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
	"github.com/epibdd/epibdd/verdict"
)

// eager takes an over-approximation wherever there is one, relaxes small models, and follows
// runs to worlds of few nodes, and then to more.
func eager(keep int) tuning {
	return tuning{
		from: 1, states: 1 << 20, work: 1 << 22, keep: encode.Relaxation{Element: keep, Other: keep},
		runs:        []runBudget{{1, 1 << 22}, {20 * keep, 1 << 22}, {0, keep}},
		bounded:     boundedBudget{worlds: keep, steps: 4, layer: 1 << 20, work: 1 << 22},
		classes:     keep,
		turn:        defaults.turn,
		conceivable: defaults.conceivable,
	}
}

// TestOverApproximationAgainstExplicit decides random questions in an over-approximation
// where it can, and by enumeration of the reachable states.
func TestOverApproximationAgainstExplicit(t *testing.T) {
	found, near, bounded := map[string]int{}, map[string]int{}, map[string]int{}
	reached := 0
	for i, seed := range seeds(t, *pairs/perDocument, 8) {
		steps, text := "one action", ""
		switch i % 3 {
		case 0:
			text = newAuthor(seed).document(10 * perDocument)
		case 1:
			text = randmodel.Document(rand.New(rand.NewPCG(seed, 2)), randmodel.Options{Checks: 10 * perDocument, Depth: 2})
		case 2:
			steps, text = "joint", newAuthor(seed).protocol(3*perDocument)
		}
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		oracle, oracleErr := explicit.New(suite.Models[0], "", explicit.Options{})
		replayer := replay.NewReplayer(suite.Models[0], explicit.Options{})
		cs := checkers{}
		for _, chk := range suite.Checks {
			c := cs.of(t, chk)
			if c.tune = eager(1 + i%4); i%8 == 7 {
				c.tune.work = 1 // which is soon exceeded
			}
			about, _ := future(spec.ProfileOf(chk, c.runs))
			if !about && (i%3 != 0 || chk.Recall == spec.ClockRecall || chk.Recall == spec.PerfectRecall) { // else what comes next is asked where the reachable worlds are known
				continue
			}
			a, err := c.Check(context.Background(), chk)
			if !about {
				reached++
				continue
			}
			got, want := result(a, err, chk.Kind), isDecided(oracle, oracleErr, chk)
			if want == tooMuch {
				continue
			}
			if got != want {
				t.Errorf("seed %d, %s: %s, by enumeration %s\n%s", seed, chk.ID, got, want, chk.Text)
			}
			if err != nil || way(a) == "reachable-states" {
				continue
			}
			answer := fmt.Sprintf("%s: %s", steps, a.Verdict)
			switch found[answer]++; {
			case way(a) == "near-runs":
				near[answer]++
			case way(a) == "bounded-refutation":
				bounded[answer]++
			}
			if a.States != nil {
				t.Errorf("seed %d, %s: %s states, of which some may be out of reach", seed, chk.ID, a.States)
			}
			if a.Run != nil {
				if err := replayed(replayer, chk, a); err != nil {
					t.Errorf("seed %d, %s: %v\n%s\n%s", seed, chk.ID, err, chk.Text, outline(a.Run))
				}
			}
		}
	}
	t.Logf("decided in an over-approximation: %v; by near runs: %v; by bounded refutation: %v; %d about reachable worlds", found, near, bounded, reached)
	if reached == 0 {
		t.Error("nothing was asked about reachable worlds")
	}
	for _, answer := range []string{"one action: holds", "one action: fails", "joint: holds", "joint: fails"} {
		if found[answer] == 0 || near[answer] == 0 || bounded[answer] == 0 {
			t.Errorf("%s: %d questions in an over-approximation, %d of them by near runs, %d by bounded refutation", answer, found[answer], near[answer], bounded[answer])
		}
	}
}

// protocol writes a document with joint steps: everybody counts on, according to what
// the others have counted and do.
func (a *author) protocol(questions int) string {
	var d strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&d, format+"\n", args...) }
	line("steps: joint\nvars: {x: 0..3, y: 0..3, z: 0..2, b: bool}\nruns: %s", a.one("maximal", "infinite", "ispl"))
	line("init: %q", "x = 0 & z = 0 & "+a.one("y = x & b", "y < 2", "b"))
	if a.once(3) {
		line("fairness: [%q]", a.count())
	}
	line("agents: {u: {sees: [x]}, v: {sees: [y]}, w: {sees: [z, b]}}\nactions:")
	for _, own := range [][]string{{"x", "3", "u"}, {"y", "3", "v"}, {"z", "2", "w"}} {
		agent := own[2]
		for i := range 2 {
			guard := a.count()
			if i == 0 {
				guard = a.one("true", guard)
			}
			next := fmt.Sprintf("if %[1]s < %[2]s then %[1]s + 1 else 0", own[0], own[1])
			then := fmt.Sprintf("%s: %q", own[0], a.one(next, fmt.Sprintf("if %s then %s else 0", a.deed(), own[0]), fmt.Sprintf("if %s then %s else (%s)", a.deed(), own[0], next)))
			if agent == "w" {
				then += fmt.Sprintf(", b: %q", a.one("!b", a.count(), a.deed()))
			}
			line("  %s%d: {by: %s, when: %q, then: {%s}}", agent, i, agent, guard, then)
		}
	}
	line("check:")
	for i := range questions {
		f := a.one("A", "E") + "(" + a.onRun(3) + ")"
		if a.once(4) {
			f = a.one("AG", "EG", "AF", "EF") + " " + a.one("", "EF ", "AX ") + "(" + a.count() + ")"
		}
		line("  - {id: q%d, %s: %q}", i, a.one("formula", "some"), f)
	}
	return d.String()
}

// count is about what was counted, deed about what somebody does.
func (a *author) count() string {
	return a.one("x", "y", "z") + a.one(" = ", " != ", " < ") + a.one("y", "z", "1", "2") + a.one("", "", " & b", " | b")
}

func (a *author) deed() string {
	return a.one("does{u0}", "does{v1}", "does{w0}", "does{u1} | b", "does{v0} & "+a.count())
}

// onRun is a formula about a run.
func (a *author) onRun(depth int) string {
	if depth == 0 {
		return "(" + a.count() + ")"
	}
	x := a.onRun(depth - 1)
	return a.oneOf(
		func() string { return a.one("G ", "F ", "X ", "!", "G F ", "F G ") + x },
		func() string { return "(" + x + a.one(" U ", " & ", " | ", " -> ") + a.onRun(depth-1) + ")" },
	)
}

// A guard that is never reached may call a definition with an argument that has no value in any state.
func TestRelaxedCallsWithoutValue(t *testing.T) {
	const text = `
define: {"same(i, k in 0..2)": "i = k | k = 1"}
vars: {x: 0..2, h: bool}
init: x = 0
agents: {a: {sees: [x]}, b: {sees: [x, h]}}
actions:
  go: {when: x < 2, seen: {b: []}, then: {x: x + 1}}
  odd: {when: "x > 2 & same(1 / (x - x), x)", then: {h: "!h"}}
recall: perfect
`
	for question, want := range map[string]verdict.Verdict{
		`formula: "AX (K{a} K{b} h)"`:           verdict.Fails,
		`formula: "AG (K{b} h -> S{a} K{b} h)"`: verdict.Holds,
	} {
		a, err := alone("parts-of-layers", parse(t, document(text, question)).Checks[0])
		if err != nil || a.Verdict != want {
			t.Errorf("%s: %+v, %v", question, a, err)
		}
	}
}
