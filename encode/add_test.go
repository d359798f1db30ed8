package encode

import (
	"testing"

	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
)

// TestSums evaluates sums that are written out in all states, and compares them
// with the reference.
func TestSums(t *testing.T) {
	m := load(t, `
vars: {a: 0..1, b: 0..1, c: 0..1, d: 0..3, o: "(0..1)?", list: "array 1..2 of 0..1", x: 0..1}
init: "true"
actions:
  bits: {then: {x: "a + b + c + list[1]"}}
  one_twice: {then: {x: a + (b + a) + c}}
  constants: {then: {x: 1 + a + 0 + b}}
  wide: {then: {x: a + d + b - 1 + d}}
  somewhere: {then: {x: a + (if d > 0 then b else 6 / d) + c}}
  perhaps: {then: {x: a + o + b}}
`)
	ran := 0
	s := build(t, m)
	for _, a := range m.Actions {
		e := a.Then[0].Value
		r := s.evaluator(nil).Eval(e, value.Names{})
		for _, st := range states(m) {
			want, err := (&spec.Evaluator{State: st}).Eval(e, nil)
			if undefined := s.has(r.Undef, st); undefined != (err != nil) {
				t.Fatalf("%s at %v: undefined %v, want %v", a.Name, st, undefined, err)
			}
			if got := s.at(r.Val, st); err == nil && !spec.Equal(got, want) {
				t.Fatalf("%s at %v: %v, want %v", a.Name, st, got, want)
			}
			ran++
		}
	}
	if ran < 6*768 {
		t.Errorf("%d comparisons", ran)
	}
}
