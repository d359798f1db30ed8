package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// Two halves are the whole, and what was done is not done again.
func TestRunGoesOn(t *testing.T) {
	note := filepath.Join(t.TempDir(), "note.json")
	var out bytes.Buffer
	wrong, err := run(t.Context(), Note{First: 7, Last: 12}, note, &out)
	if err != nil || wrong != 0 || !strings.Contains(out.String(), " same by diagrams and enumeration") {
		t.Fatalf("%d, %v\n%s", wrong, err, &out)
	}
	var again bytes.Buffer
	if _, err := run(t.Context(), Note{First: 7, Last: 12}, note, &again); err != nil || !strings.HasPrefix(again.String(), "seeds 7 to 12, from 13\n") {
		t.Errorf("%v\n%s", err, &again)
	}
}

func TestShrunk(t *testing.T) {
	got := shrunk("a\nb\nc\nd\ne\nf\n", func(text string) bool { return strings.Contains(text, "b") && strings.Contains(text, "e") })
	if got != "b\ne\n" {
		t.Errorf("%q", got)
	}
}

var games = flag.Int("games", 10, "how many random games of members with memory are answered in all ways")

// What members with memory can bring about is the same by every way to answer it, and certified.
func TestGamesWithMemory(t *testing.T) {
	tally := map[string]int{}
	for seed := range uint64(*games) {
		text := remembered(rand.New(rand.NewPCG(seed, 21)))
		for _, a := range compare(t.Context(), text) {
			if tally[a.kind]++; a.kind == "wrong" {
				t.Errorf("seed %d, %s: %s\n%s", seed, a.id, a.says, text)
			}
		}
	}
	t.Logf("seeds 0 to %d: %v", *games-1, tally)
	if tally["same by diagrams and enumeration"] == 0 || tally["certified"] == 0 || tally["certificates of the opposite refused"] == 0 {
		t.Errorf("%v", tally)
	}
}

// What was interrupted while it was unrolled is not tried again, and what was interrupted later
// is unrolled anew.
func TestUnrolledOnce(t *testing.T) {
	suite, err := spec.Parse("bits.yaml", `
vars: {n: 0..9999}
init: n = 0
actions: {on: {when: n < 9999, then: {n: n + 1}}}
check: [{id: one, formula: EF n = 9999}]
`)
	if err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	late := &enumeration{ctx: stopped}
	if _, err := late.unrolled(suite.Checks[0]); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	late.ctx = t.Context()
	if _, err := late.unrolled(suite.Checks[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("tried again: %v", err)
	}
	n := &enumeration{ctx: t.Context()}
	first, err := n.unrolled(suite.Checks[0])
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := n.unrolled(suite.Checks[0]); again != first {
		t.Error("unrolled twice")
	}
	n.stale = true
	if anew, err := n.unrolled(suite.Checks[0]); err != nil || anew == first {
		t.Errorf("not unrolled anew, %v", err)
	}
}

// Shares ask for histories that nobody tells apart one by one.
func TestSharesOfHiddenSteps(t *testing.T) {
	same := 0
	for _, a := range compare(t.Context(), `
vars: {v: bool}
init: v
agents: {ann: {sees: [v]}}
actions: {go(x in bool): {seen: {}}}
history: {no: "go(false)*"}
recall: perfect
depth: 2
check: [{id: share, formula: "share(no) = 1/4", layer: 2}, {id: other, formula: "share(no) <= 1/8", layer: 2}]
`) {
		switch a.kind {
		case "wrong":
			t.Errorf("%s: %s", a.id, a.says)
		case "same by diagrams and enumeration":
			same++
		}
	}
	if same != 2 {
		t.Errorf("%d answers are the same, expected 2", same)
	}
}
