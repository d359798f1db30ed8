package ctlk

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
)

// TestMemoryAgainstExplicit decides random questions about agents who remember,
// by layers of diagrams and by enumerating histories, which must agree on the
// answer, that it is open at a depth included.
func TestMemoryAgainstExplicit(t *testing.T) {
	for _, recall := range memories {
		t.Run(recall, func(t *testing.T) { compareMemory(t, recall) })
	}
}

var memories = []string{"clock", "perfect"}

func compareMemory(t *testing.T, recall string) {
	documents := *pairs / perDocument / 2
	if testing.Short() {
		documents /= 20
	}
	t.Logf("seeds %d to %d", *seed, *seed+uint64(documents)-1)
	tally := map[string]int{}
	for i := range documents {
		seed := *seed + uint64(i)
		writer := newAuthor(seed)
		writer.recall = recall
		text := writer.document(perDocument)
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		cs := checkers{}
		replayer := explicit.NewReplayer(suite.Models[0], explicit.Options{})
		for _, chk := range suite.Checks {
			want, ok := remembered(chk)
			if !ok {
				tally["too large"]++
				continue
			}
			a, err := cs.of(t, chk).Check(context.Background(), chk)
			got := result(a, err, chk.Kind)
			if got != want {
				t.Errorf("seed %d, %s: %s, by enumeration %s\n%s\n%v", seed, chk.ID, got, want, chk.Text, err)
			}
			count(tally, got, err)
			if err == nil && a.Run != nil {
				tally["shown"]++
				if _, err := replayer.Replay(chk, a.Run); err != nil {
					t.Errorf("seed %d, %s: %v\n%s\n%s", seed, chk.ID, err, chk.Text, outline(a.Run))
				}
			}
		}
	}
	t.Logf("%v", tally)
}

// remembered is the answer of the oracle, if the model is small enough.
func remembered(chk *spec.Check) (string, bool) {
	a, err := explicit.Decide(chk, explicit.Options{MaxStates: 1500})
	var large *explicit.TooLarge
	switch {
	case errors.As(err, &large), a.Open && chk.Depth == spec.AutoDepth:
		return "", false
	case err != nil:
		return "error", true
	case a.Open:
		return string(Unknown), true
	}
	return inWords(a, chk), true
}

// Ann shows Bob a coin and hides it again, or lets time pass.
const glimpse = `
types: {Side: [heads, tails]}
vars: {side: Side, open: bool, steps: 0..2}
init: "!open & steps = 0"
agents: {ann: {sees: [side]}, bob: {sees: [open, "if open then side else none"]}}
actions:
  show: {when: "steps = 0 & !open", then: {open: "true"}, seen: {all: []}}
  hide: {when: open, then: {open: "false", steps: "1"}, seen: {all: []}}
  wait: {when: "!open & steps = 0", then: {steps: "2"}, seen: {}}
`

func TestClock(t *testing.T) {
	for _, c := range []struct{ formula, none, clock string }{
		{"AX{show; hide} K{bob} steps = 1", "fails", "holds"},
		{"AX{wait} K{bob} steps = 2", "fails", "holds"},
		{"AX{show; hide} KV{bob} side", "fails", "fails"},
	} {
		for recall, want := range map[string]string{"none": c.none, "clock": c.clock} {
			a, err := ask(t, glimpse, "formula: "+c.formula+"\nrecall: "+recall)
			if err != nil {
				t.Fatal(err)
			}
			if string(a.Verdict) != want {
				t.Errorf("recall %s: %s %s, want %s", recall, c.formula, a.Verdict, want)
			}
		}
	}
}

// Counters of coprime periods return after their product.
func TestClockLasso(t *testing.T) {
	model := "vars: {a: 0..2, b: 0..3, c: 0..4}\ninit: a = 0 & b = 0 & c = 0\nagents: {i: {sees: []}}\n" +
		"actions: {tick: {then: {a: (a + 1) mod 3, b: (b + 1) mod 4, c: (c + 1) mod 5}}}\nrecall: clock\n"
	for question, want := range map[string]string{
		"formula: AG (KV{i} a & KV{i} b & KV{i} c)":                        "holds",
		"formula: EF K{i} (a = 2 & b = 3 & c = 4)":                         "holds",
		"formula: AG (a = 0 & b = 0 & c = 0 -> AX AF (a = 0 & b + c = 0))": "holds",
		"formula: AF a + b + c = 8\ndepth: 4":                              "unknown",
	} {
		a, err := ask(t, model, question)
		if err != nil {
			t.Fatal(err)
		}
		if string(a.Verdict) != want {
			t.Errorf("%s: %s, want %s", question, a.Verdict, want)
		}
	}
}
