package explicit

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
)

// stepsOf lists the steps from a state as texts.
func stepsOf(s *stepper, st spec.State) (all []string, err error) {
	err = s.each(st, nil, func(moves []spec.Move, to spec.State) error {
		all = append(all, fmt.Sprint(moves, " ", to))
		return nil
	})
	return all, err
}

// What is found once for all states changes no step from any of them, and no mistake.
func TestStepsFromManyStates(t *testing.T) {
	ready, states, mistakes := 0, 0, 0
	seeds := 450
	if testing.Short() {
		seeds = 60
	}
	for seed := range uint64(seeds) {
		o := randmodel.Options{Checks: 1, Joint: seed%3 > 0, Turns: seed%3 == 0, Risky: int(seed%5) * 4}
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), randmodel.Document(rand.New(rand.NewPCG(seed, 23)), o))
		if err != nil {
			t.Fatal(err)
		}
		m := suite.Models[0]
		begun, err := InitialStates(m, Options{})
		if err != nil {
			continue
		}
		known := newStepper(m, nil)
		known.taken = settling
		if known.settle(); known.ready {
			ready++
		}
		seen := map[string]bool{}
		for i := 0; i < len(begun) && i < 60; i++ {
			states++
			want, wrong := Successors(m, begun[i], nil)
			got, err := stepsOf(known, begun[i])
			if fmt.Sprint(wrong) != fmt.Sprint(err) {
				t.Fatalf("seed %d, %v: %v, alone %v", seed, begun[i], err, wrong)
			}
			if wrong != nil {
				mistakes++
				continue
			}
			var texts []string
			for _, step := range want {
				texts = append(texts, fmt.Sprint(step.Moves, " ", step.To))
				if key := spec.Key(step.To...); !seen[key] {
					seen[key] = true
					begun = append(begun, step.To)
				}
			}
			if !reflect.DeepEqual(got, texts) {
				t.Fatalf("seed %d, %v:\n%v, alone\n%v", seed, begun[i], got, texts)
			}
		}
	}
	t.Logf("seeds 0 to %d: %d models, %d states, %d mistakes", seeds-1, ready, states, mistakes)
	if ready < seeds/2 || mistakes < seeds/20 {
		t.Error("this tests too little")
	}
}

// An outcome of many names is the product of what the names may be, where no condition is
// about two of them; a condition without a value is a mistake only where it is read.
func TestOutcomesArePartedByConditions(t *testing.T) {
	many := "vars: {x: array 1..40 of bool}\ninit: forall i in 1..40: !x[i]\nsteps: joint\nagents: {ann: {}}\nactions:\n  go:\n    by: ann\n    outcome: "
	given, then := "", ""
	for i := 1; i <= 40; i++ {
		sep := ", "
		if i == 40 {
			sep = ""
		}
		many += fmt.Sprintf("o%d in 0..2%s", i, sep)
		given += fmt.Sprintf("      - o%d = (if x[%d] then 2 else 1)\n", i, i)
		then += fmt.Sprintf("      x[%d]: o%d = 1\n", i, i)
	}
	m := sample.Question(t, many+"\n    given:\n"+given+"    then:\n"+then, "count", "true").Model
	s, err := New(m, "", Options{MaxWork: 100_000})
	if err != nil || len(s.States()) != 2 {
		t.Fatalf("%v, %v", s, err)
	}
	const guarded = `
vars: {x: 0..3}
init: x = 0
steps: joint
agents: {ann: {}}
actions:
  go: {by: ann, outcome: "a in bool, b in 0..3", given: [%s], then: {x: b}}
`
	for given, want := range map[string]int{
		`"!a", "a -> 1 / x > 0", "b < 2"`: 2, // the second one protects itself
		`"a & !a", "b / x > 0"`:           1, // the first one protects the second
		`"b / x > 0", "a & !a"`:           -1,
		`"a | b > 1", "!a"`:               3,
		`"b < 3", "x = 0", "a"`:           3,
		`"x > 0", "a"`:                    1,

		// Conditions are read in order, also where the third one joins what the first two are about.
		`"2 / b > 0", "a & !a", "a | b >= 0"`: -1,
		`"a & !a", "2 / b > 0", "a | b >= 0"`: 1,
	} {
		s, err := New(sample.Question(t, fmt.Sprintf(guarded, given), "count", "true").Model, "", Options{})
		switch {
		case want < 0 && err == nil:
			t.Errorf("%s: no mistake", given)
		case want >= 0 && (err != nil || len(s.States()) != want):
			t.Errorf("%s: %v, %v", given, s, err)
		}
	}
}
