package encode

import (
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// A relaxed model begins in all initial states and takes all steps; where a condition has no
// value, both are kept.
func TestRelaxedHasAllStates(t *testing.T) {
	for _, init := range []string{
		"(x = 0) -> y", "!((x = 0) -> y)", "!(y & x > 0)", "!(y | x > 0)", "if x = 1 then y else !y",
		"forall i in 0..2: (x = i) -> y", "exists i in 0..2: !((x = i) -> y)", "x > 0 -> 2 / x = 1",
	} {
		suite, err := spec.Parse("t.yaml", "vars: {x: 0..2, y: bool}\ninit: \""+init+"\"\nactions: {a: {when: \""+init+"\", then: {y: \"!y\"}}}\ncheck: [{id: a, count: true}]\n")
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(t.Context(), suite.Models[0], Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, keep := range []int{0, 1000} {
			in, steps, _ := Relaxed(s, Relaxation{Element: keep, Other: keep})
			if !s.Init().SubsetOf(in) {
				t.Errorf("%s, %d nodes kept: an initial state is lost", init, keep)
			}
			if !s.Steps().Image(s.Valid()).SubsetOf(steps.Image(s.Valid())) {
				t.Errorf("%s, %d nodes kept: a step is lost", init, keep)
			}
		}
	}
	suite, err := spec.Parse("t.yaml", "vars: {x: 0..2}\ninit: \"2 / x = 2\"\ncheck: [{id: a, count: true}]\n")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(t.Context(), suite.Models[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	if in, _, _ := Relaxed(s, Relaxation{Element: 1000, Other: 1000}); s.codes.Count(in).Int64() != 2 {
		t.Errorf("%s states are initial where the condition is true or has no value, want 2", s.codes.Count(in))
	}
}

// Joint steps, and those that ask for knowledge, are not relaxed.
func TestNothingElseIsRelaxed(t *testing.T) {
	for _, actions := range []string{
		"steps: joint\nactions: {go: {by: ann, then: {x: \"false\"}}, wait: {by: ann}}",
		"recall: clock\nactions: {a: {when: \"K{ann} x\", then: {x: \"false\"}}}",
	} {
		text := "vars: {x: bool}\ninit: x\nagents: {ann: {sees: x}}\n" + actions + "\ncheck: [{id: a, formula: \"AG x\"}]\n"
		suite, err := spec.Parse("t.yaml", text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(t.Context(), suite.Models[0], Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, steps, ok := Relaxed(s, Relaxation{}); ok || !steps.Image(s.Valid()).Equal(s.Steps().Image(s.Valid())) {
			t.Errorf("%s: steps are relaxed", actions)
		}
	}
}
