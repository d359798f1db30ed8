package explicit

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/spec"
)

// The outcomes of a move are the values for which all conditions hold, read from left to right:
// what is kept of conditions on some values alone, such as b = 2 -> …, changes none of them, and
// no mistake.
func TestOutcomesAreThoseOfAllConditions(t *testing.T) {
	conditions := []string{"b = %d -> x > 0", "b = %d -> a", "b >= %d -> 2 / x > 0", "2 / (b - %d) > 0 -> a", "b = %d -> !does{act(ann, %d)}", "b = %d -> k = 1",
		"a -> x >= %d", "a", "b < %d | x = 1", "k = %d -> !a", "b in {0, %d} -> b / x = 1", "!(a & b = %d)", "does{act(bob, 1)} -> b = %d", "c -> b != %d", "c | x > %d", "2 / b > %d"}
	rng := rand.New(rand.NewPCG(1, 2))
	documents, found, mistakes := 2000, 0, 0
	for range documents {
		var given []string
		for range 1 + rng.IntN(4) {
			c := conditions[rng.IntN(len(conditions))]
			for strings.Contains(c, "%d") {
				c = strings.Replace(c, "%d", fmt.Sprint(rng.IntN(4)), 1)
			}
			given = append(given, fmt.Sprintf("%q", c))
		}
		text := fmt.Sprintf("vars: {x: 0..3}\nsteps: joint\ntypes: {Who: '[ann, bob]'}\nagents: {i in Who: {}}\nactions:\n"+
			"  act(i in Who, k in 0..2): {by: i, outcome: \"a in bool, b in 0..3, c in bool\", given: [%s], then: {x: b}}", strings.Join(given, ", "))
		m := sample.Question(t, text, "count", "true").Model
		s, a := newStepper(m, nil), m.Actions[0]
		for x := range 4 {
			st := spec.State{spec.Int(x)}
			for k := range 9 {
				moves := make([]spec.Move, 2)
				for i, who := range m.Movers {
					moves[i] = spec.Move{Action: a, Args: []spec.Value{who.Agent.Name, spec.Int([]int{k % 3, k / 3}[i])}}
				}
				got, err := s.outcomes(moves[0], moves, st, nil)
				want, wrong := byDefinition(moves, st)
				if (err != nil) != wrong {
					t.Fatalf("%v: x = %d, %v: %v, by definition a mistake: %v", given, x, moves, err, wrong)
				}
				if wrong {
					mistakes++
					continue
				}
				texts := map[string]bool{}
				for _, o := range got {
					texts[fmt.Sprint(o)] = true
				}
				if found += len(got); len(texts) != len(got) || !reflect.DeepEqual(texts, want) {
					t.Fatalf("%v: x = %d, %v: %v, by definition %v", given, x, moves, got, want)
				}
			}
		}
	}
	t.Logf("seeds 1, 2: %d documents, %d outcomes, %d mistakes", documents, found, mistakes)
	if found < documents || mistakes < documents {
		t.Error("this tests too little")
	}
}

// byDefinition are the outcomes of the first move, or that there is a mistake.
func byDefinition(moves []spec.Move, st spec.State) (all map[string]bool, mistake bool) {
	all = map[string]bool{}
	a := moves[0].Action
	for values := range spec.Tuples([]spec.Type{a.Outcome[0].Type, a.Outcome[1].Type, a.Outcome[2].Type}) {
		ev := spec.Evaluator{State: st, Moves: moves}
		env := (*spec.Env)(nil).BindAll(a.Params, moves[0].Args).BindAll(a.Outcome, values)
		holds, err := ev.HoldsAll(a.Given, env)
		if err != nil {
			return nil, true
		}
		if holds {
			all[fmt.Sprint(values)] = true
		}
	}
	return all, false
}
