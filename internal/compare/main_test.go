package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
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
