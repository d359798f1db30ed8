package explicit

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/spec"
)

// passing is 0→1→2→3 with loops at 2 and 3: a run comes by 0 and 1 once.
const passing = `
vars: {s: 0..3}
init: s = 0
agents: {blind: {}}
actions:
  go: {when: s < 3, then: {s: s + 1}}
  stay: {when: s > 1}
`

// A fairness predicate has to be met again and again: once on the way is not enough, and
// neither is one of two predicates.
func TestFairRunsComeBackAgainAndAgain(t *testing.T) {
	tests := []struct{ fairness, formula, want string }{
		{"[s = 1]", "true", "error: " + ErrNoFair.Error()},
		{"[s < 2, s = 3]", "true", "error: " + ErrNoFair.Error()},
		{"[s = 1 | s = 3]", "true", "0 1 2 3"},
		{"[s = 1 | s = 3]", "EG s < 3", ""},
		{"[s = 1 | s = 3]", "E(G s < 3)", ""},
		{"[s = 1 | s = 3]", "EG{go | stay} s < 3", ""},
		{"[s = 1 | s = 3]", "EG{go; go} s < 3", "0 2"}, // where the program ends
		{"[s = 1 | s = 3]", "AF s = 3", "0 1 2 3"},
		{"[s = 1 | s = 3]", "A(F s = 3)", "0 1 2 3"},
		{"[s = 1 | s = 3]", "A[s < 3 U s = 3]", "0 1 2 3"},
		{"[s = 1 | s = 3]", "EG s > 1", "2 3"},
		{"[s = 2, s < 3]", "EG s < 3", "0 1 2"},
		{"[s = 2, s < 3]", "EF s = 3", ""},
	}
	for _, test := range tests {
		if got := where(t, passing+"fairness: "+test.fairness+"\n", test.formula); got != test.want {
			t.Errorf("fairness %s, %s: true at %q, want %q", test.fairness, test.formula, got, test.want)
		}
	}
}

func TestOperators(t *testing.T) {
	tests := []struct{ model, formula, want string }{
		{sample.Fork, "EX s = 2", "0 2"},
		{sample.Fork, "AX s = 2", "2 3"},
		{sample.Fork, "EF s = 3", "0 1 3"},
		{sample.Fork, "AF s = 3", "1 3"},
		{sample.Fork, "AF s = 2", "2"},
		{sample.Fork, "EG s != 3", "0 2"},
		{sample.Fork, "EG s < 4", "0 1 2 3"},
		{sample.Fork, "AG s < 2", ""},
		{sample.Fork, "AG s >= 2", "2 3"},
		{sample.Fork, "A[s < 2 U s >= 2]", "0 1 2 3"},
		{sample.Fork, "A[s < 2 U s = 3]", "1 3"},
		{sample.Fork, "E[s = 0 U s = 2]", "0 2"},
		{sample.Fork, "E[s = 1 U s = 2]", "2"},
		{sample.Fork, "E(X X s = 3)", "0"},
		{sample.Fork, "E(G F s = 2)", "0 2"},
		{sample.Fork, "A(F G s >= 2)", "0 1 2 3"},
		{sample.Fork, "A(F s = 3) | A(F s = 2)", "1 2 3"},
		{sample.Fork, "A(G X true)", "2"},
		{sample.Fork, "E(s = 0 & X (s = 1 U s = 3))", "0"},
		{sample.Fork, "E(exists n in 2..3: X F s = n)", "0 1 2"},
		{sample.Fork + "runs: ispl", "E(F s = 3)", ""},
		{sample.Fork + "runs: ispl", "A(F s = 2)", "0 1 2 3"},
		{sample.Fork + "runs: ispl", "EF s = 3", "0 1 3"},
		{sample.Fork + "runs: ispl", "EF (s = 3 & AX false)", "0 1 3"},
		{sample.Fork + "runs: ispl", "AF s = 2", "0 1 2 3"},
		{sample.Fork + "runs: ispl", "EG s != 3", "0 2"},
		{sample.Fork + "runs: ispl", "A[s = 0 U s = 2]", "2"},
		{sample.Fork + "runs: ispl", "AX s = 2", "2 3"},
		{sample.Fork + "runs: infinite", "true", "0 2"},
		{sample.Fork + "runs: infinite", "EF s = 3", ""},
		{sample.Fork + "runs: infinite", "AF s = 2", "0 2"},
		{sample.Fork + "runs: infinite", "K{blind} s != 1", "0 2"},
		{sample.Fork + "fairness: ['true']", "EF s = 3", ""},

		{sample.Ring, "EX{go} s = 3", "2"},
		{sample.Ring, "EX{go(3)} true", "2"},
		{sample.Ring, "EX{go((s + 1) mod 4)} true", "0 1 2 3"},
		{sample.Ring, "EX{jump | go(2)} s >= 2", "1"},
		{sample.Ring, "EX{two} s = 3", "0 1"},
		{sample.Ring, "[_; _] s = 3", "4"},
		{sample.Ring, "<go; jump> s = 3", "0"},
		{sample.Ring, "EX{go*} s = 4", "4"},
		{sample.Ring, "EX{(go; go)*} s = 0", "0 2"},
		{sample.Ring, "EX{(?(s != 1); go)*} s = 0", "0 2 3"},
		{sample.Ring, "EX{some n in {min(s, 3), min(s + 1, 3)}: to(n)} true", "0 1 2"},
		{sample.Ring, "EX{to} true", "0 1 2 3"},
		{sample.Ring, "AG{go; go} s = 0", ""},
		{sample.Ring, "AG{go; go} (s = 0 | s = 2)", "0 2"},
		{sample.Ring, "EF{jump} s = 3", "1 3"},
		{sample.Ring, "EG{jump} s < 4", "0 1 2 3"},
		{sample.Ring, "AF{jump} s = 3", "1 3"},
		{sample.Ring, "EG{go} s < 4", "0 1 2 3"},
		{sample.Ring, "AF{_; <= 2} s = 3", "1 2 3"},
		{sample.Ring, "EF{_; <= 1} s = 3", "1 2 3"},
		{sample.Ring, "EF{_; <= 0} s = 3", "3"},
		{sample.Ring, "EG{go; <= 1} s < 2", "0"},
		{sample.Ring, "EG{jump; <= 1} s < 2", "0"},
		{sample.Ring, "AG{go; <= 1} s < 2", "0"},
		{sample.Ring, "A{_; <= 2}[s < 3 U s = 3]", "1 2 3"},
		{sample.Ring, "E{_; <= 1}[s < 3 U s = 3]", "1 2 3"},
		{sample.Ring + "fairness: [s = 2]", "true", "0 1 2 3"},
		{sample.Ring + "fairness: [s = 2]", "AF s = 2", "0 1 2 3"},
		{sample.Ring + "fairness: [s = 2]", "EG s != 2", ""},
		{sample.Ring, "EG s != 2", "0 1 3 4"},

		{sample.Ring, "K{parity} s < 3", ""},
		{sample.Ring, "K{parity} s != 2", "1 3"},
		{sample.Ring, "S{parity} s = 2", "0 2 4"},
		{sample.Ring, "KW{half} s = 4", "0 1"},
		{sample.Ring, "KV{parity} s mod 2", "0 1 2 3 4"},
		{sample.Ring, "KV{half} s", ""},
		{sample.Ring, "KV{all_seeing} s", "0 1 2 3 4"},
		{sample.Ring, "E{parity, half} s != 2", "1"},
		{sample.Ring, "D{parity, half} s = 3", "3"},
		{sample.Ring, "K{parity} s = 3", ""},
		{sample.Ring, "C{parity, half} s < 5", "0 1 2 3 4"},
		{sample.Ring, "C{all_seeing} s = 2", "2"},
		{sample.Ring, "C{parity, half} s != 4", ""},
		{sample.Ring, "E{half; 2} s < 2", "0 1"},
		{sample.Ring, "E{half; 0} s = 1", "1"},
		{sample.Ring, "E{p in {parity}: s = 4} s = 0", "0 1 2 3"},
		{sample.Ring, "D{p in {parity}: false} s < 5", "0 1 2 3 4"},
		{sample.Ring, "C{p in {parity}: false} s = 2", "2"},
		{sample.Ring, "K{if s = 0 then all_seeing else blind} s = 0", "0"},
		{sample.Ring, "EX{?(K{half} s < 2); go} true", "0 1"},
		{sample.Ring, "AF{go*} s = 0", "error: the program may do nothing"},
		{sample.Ring, "EG{?(s = 0) | go} s = 0", "error: the program may do nothing"},
		{sample.Ring, "A{?(s = 0); go*}[s = 0 U s = 1]", "error: the program may do nothing"},
		{sample.Ring, "AG{go*} s < 4", "0 1 2 3"},
	}
	for _, test := range tests {
		model := test.model
		if strings.Contains(test.formula, "p in {parity}") {
			model = strings.Replace(model, "init:", "define: {parities: '{parity}'}\ninit:", 1)
			test.formula = strings.Replace(test.formula, "p in {parity}", "p in parities", 1)
		}
		if got := where(t, model, test.formula); got != test.want {
			t.Errorf("%s\n%s: true at %q, want %q", test.model, test.formula, got, test.want)
		}
	}
}

// box has an optional value and an array, so that there is what has no value.
const box = `
types: {T: [a, b]}
vars: {n: 0..2, x: 'T?', arr: array 0..1 of bool}
init: ["n <= 1", "x = (if n = 0 then none else a)", "forall i in 0..1: !arr[i]"]
agents: {a: {sees: ["next(x)"]}, b: {sees: ["n for i in 0..1 if arr[i]"]}}
actions:
  up: {when: n = 1, then: {n: 2, x: b, "arr[0]": true}}
`

func TestDefinedness(t *testing.T) {
	const undefined = "error: "
	tests := []struct{ formula, want string }{
		{"x != none & next(x) = b", "1"},
		{"next(x) = b", undefined},
		{"x = none | next(x) = b", "0 1"},
		{"K{b} (x != none -> next(x) = b)", "0 1"},
		{"n = 1 & K{b} next(x) = b", undefined},
		{"n = 1 & AX next(x) = a", undefined},
		{"n = 3 & AX{?(arr[n])} true", ""},
		{"n = 2 & AX{?(arr[n])} true", undefined},
		{"EX{up} true", "1"},
		{"KV{b} next(x)", undefined},
		{"E[n < 2 U next(x) = b]", undefined}, // the right operand alone
		{"E[next(x) = b U n = 2]", undefined},
		{"forall m in 0..1: EF{_; <= m - 1} n = 2", undefined}, // no run has -1 repetitions
		{"forall m in 1..2: EF{_; <= m - 1} n = 2", "2"},
		{"K{a} n = 0", "0"}, // sees "undefined" there alone
		{"K{b} n < 2", "0 1"},
		{"KV{b} n", "2"},
	}
	for _, test := range tests {
		got := where(t, box, test.formula)
		if got != test.want && !(test.want == undefined && strings.HasPrefix(got, undefined)) {
			t.Errorf("%s: true at %q, want %q", test.formula, got, test.want)
		}
	}
}

// TestUndefinedNamesItsWorld wants the place and the state.
func TestUndefinedNamesItsWorld(t *testing.T) {
	c := sample.Question(t, box, "formula", "AX next(x) = b")
	_, err := enumerate(t, c.Model, "").Check(c)
	var u *spec.Undefined
	var in *UndefinedIn
	if !errors.As(err, &u) || !errors.As(err, &in) || u.Place.Text() != "x" || in.State[1] != (spec.Absent{}) {
		t.Errorf("%v", err)
	}
}

// TestTooManyGuesses asks about runs with more operators than are guessed.
func TestTooManyGuesses(t *testing.T) {
	c := sample.Question(t, "vars: {s: 0..1}\n", "formula", "A("+strings.Repeat("X ", maxGuessed+1)+"s = 0)")
	var large *TooLarge
	if _, err := enumerate(t, c.Model, "").Truth(c.Formula, nil); !errors.As(err, &large) || large.Limit != maxGuessed {
		t.Errorf("%v, want a limit", err)
	}
}

// The graph of worlds and guesses has a node for each world and an edge for each step, with each
// guess: both are charged before it is made.
func TestGuessesAreChargedWithSteps(t *testing.T) {
	const crowd = "vars: {x: 0..49}\nactions: {go(y in 0..49): {then: {x: y}}}\n"
	c := sample.Question(t, crowd, "formula", "E("+strings.Repeat("X ", 12)+"x = 0)")
	large := (*TooLarge)(nil)
	if _, err := enumerate(t, c.Model, "").Truth(c.Formula, nil); !errors.As(err, &large) || large.What != "truth values" {
		t.Errorf("%v: 4,096 guesses at each of 2,500 steps", err)
	}
}

// Moves are told apart by their actions and their arguments, also where the name of one action
// goes on in another one as an argument is written: to go to b1, and goc with 1.
func TestMovesOfActionsWithSimilarNames(t *testing.T) {
	const vault = `
types: {Side: [b1, b2]}
vars: {secret: bool, done: bool, won: bool}
init: "!done & !won"
agents: {ann: {sees: done}}
actions:
  go(x in Side): {by: ann, when: "!done", then: {done: "true", won: "secret & x = b1"}}
  goc(n in 1..2): {by: ann, when: "!done", then: {done: "true", won: "!secret & n = 1"}}
`
	for how, want := range map[string]bool{"subjective": false, "objective": true} {
		for _, recall := range []spec.Recall{spec.NoRecall, spec.ClockRecall, spec.PerfectRecall} {
			c := sample.Question(t, fmt.Sprintf("recall: %s%s", recall, vault), "formula", "<<ann; uniform: "+how+">> F won")
			s, err := Unroll(c.Model, recall, "", spec.NoSteps, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if a, err := s.Check(c); err != nil || a.Open || a.Holds != want {
				t.Errorf("%s, recall: %s: %+v, %v, want %v", how, recall, a, err, want)
			}
		}
	}
}

// So are choices: action 48 is 1c in base 36, and action 1 with a symbol goes on with c.
func TestChoicesHaveKeys(t *testing.T) {
	first := spec.Move{Action: &spec.Action{Index: 1}, Args: []spec.Value{spec.Symbol("b1")}}
	second := spec.Move{Action: &spec.Action{Index: 48}, Args: []spec.Value{spec.Int(1)}}
	if x, y := choiceKey(nil, 0, []spec.Move{first}), choiceKey(nil, 0, []spec.Move{second}); string(x) == string(y) {
		t.Errorf("two choices have the key %q", x)
	}
}

// What an author may not have meant is told: a program that gets stuck after a step of it, and a run that ends and is
// passed over.
func TestOddIsTold(t *testing.T) {
	for formula, want := range map[string]string{
		"EF{right; left} s = 3":         "stuck after right in 2",
		"EF{left; on} s = 3":            "",
		"AF s = 2":                      "passed in 3",
		"AF s = 3":                      "",
		"A[s < 3 U s = 2]":              "",
		"A[true U s = 2]":               "passed in 3",
		"EG{(right | left); stay} true": "stuck after left in 1",
	} {
		c := sample.Question(t, sample.Fork, "formula", formula)
		told := ""
		s, err := New(c.Model, spec.IsplRuns, Options{Odd: func(o Odd) {
			if told = fmt.Sprint("passed in ", o.State[0]); o.Step != nil {
				told = fmt.Sprint("stuck after ", o.Step.Action.Name, " in ", o.State[0])
			}
		}})
		if err == nil {
			_, err = s.Truth(c.Formula, nil)
		}
		if err != nil || told != want {
			t.Errorf("%s: told %q, want %q, %v", formula, told, want, err)
		}
	}
}
