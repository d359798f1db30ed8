package encode

import (
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// An array written out is the same to diagrams and to whoever evaluates state by state,
// one with several indices and one of optional values among them.
func TestArraysWrittenOut(t *testing.T) {
	s := build(t, load(t, `
types: {P: [ann, bob]}
vars: {c: array P of bool, d: "array P, 1..2 of 0..1", w: "array 1..2 of P?"}
init: "c != [false, true] & d = [0, 1, 1, 0] & ([none, ann]) != w | w = [ann, none]"
actions:
  go: {then: {c: "[true, false]", d: "if c[ann] then ([0, 0, 0, 1]) else ([1, 1, 1, 0])", w: "[bob, none]"}}
`))
	n := 0
	for _, st := range states(s.model) {
		holds := true
		for _, e := range s.model.Init {
			h, err := (&spec.Evaluator{State: st}).Holds(e, nil)
			if err != nil {
				t.Fatal(err)
			}
			holds = holds && h
		}
		if holds {
			n++
		}
		if s.has(s.Init(), st) != holds {
			t.Errorf("%s: initial: %v, want %v", show(s.model, st), !holds, holds)
		}
	}
	// 3 * 8 with the first three conditions, 4 * 16 with the last one, 3 with both.
	if n != 3*8+4*16-3 {
		t.Errorf("%d initial states", n)
	}
}
