package explicit

import (
	"errors"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// fork is 0→1→3, which is dead, and 0→2→2.
const fork = `
vars: {s: 0..3}
init: s = 0
agents: {blind: {}}
actions:
  left: {when: s = 0, then: {s: 1}}
  right: {when: s = 0, then: {s: 2}}
  on: {when: s = 1, then: {s: 3}}
  stay: {when: s = 2}
`

// ring is 0→1→2→3→0 with a short cut 1→3, and 4, which is initial and dead.
const ring = `
vars: {s: 0..4}
init: s = 0 | s = 4
agents:
  parity: {sees: ["s mod 2"]}
  half: {sees: [s < 2]}
  all_seeing: {sees: all}
  blind: {}
actions:
  go(to in 0..3):
    when: s < 4 & to = (s + 1) mod 4
    then: {s: to}
  jump: {when: s = 1, then: {s: 3}}
programs:
  two: _; _
  to(n in 0..3): go(n)
`

func TestOperators(t *testing.T) {
	tests := []struct{ model, formula, want string }{
		{fork, "EX s = 2", "0 2"},
		{fork, "AX s = 2", "2 3"},
		{fork, "EF s = 3", "0 1 3"},
		{fork, "AF s = 3", "1 3"},
		{fork, "AF s = 2", "2"},
		{fork, "EG s != 3", "0 2"},
		{fork, "EG s < 4", "0 1 2 3"},
		{fork, "AG s < 2", ""},
		{fork, "AG s >= 2", "2 3"},
		{fork, "A[s < 2 U s >= 2]", "0 1 2 3"},
		{fork, "A[s < 2 U s = 3]", "1 3"},
		{fork, "E[s = 0 U s = 2]", "0 2"},
		{fork, "E[s = 1 U s = 2]", "2"},
		{fork, "E(X X s = 3)", "0"},
		{fork, "E(G F s = 2)", "0 2"},
		{fork, "A(F G s >= 2)", "0 1 2 3"},
		{fork, "A(F s = 3) | A(F s = 2)", "1 2 3"},
		{fork, "A(G X true)", "2"},
		{fork, "E(s = 0 & X (s = 1 U s = 3))", "0"},
		{fork, "E(exists n in 2..3: X F s = n)", "0 1 2"},
		{fork + "runs: ispl", "E(F s = 3)", ""},
		{fork + "runs: ispl", "A(F s = 2)", "0 1 2 3"},
		{fork + "runs: ispl", "EF s = 3", "0 1 3"},
		{fork + "runs: ispl", "EF (s = 3 & AX false)", "0 1 3"},
		{fork + "runs: ispl", "AF s = 2", "0 1 2 3"},
		{fork + "runs: ispl", "EG s != 3", "0 2"},
		{fork + "runs: ispl", "A[s = 0 U s = 2]", "2"},
		{fork + "runs: ispl", "AX s = 2", "2 3"},
		{fork + "runs: infinite", "true", "0 2"},
		{fork + "runs: infinite", "EF s = 3", ""},
		{fork + "runs: infinite", "AF s = 2", "0 2"},
		{fork + "runs: infinite", "K{blind} s != 1", "0 2"},
		{fork + "fairness: ['true']", "EF s = 3", ""},

		{ring, "EX{go} s = 3", "2"},
		{ring, "EX{go(3)} true", "2"},
		{ring, "EX{go((s + 1) mod 4)} true", "0 1 2 3"},
		{ring, "EX{jump | go(2)} s >= 2", "1"},
		{ring, "EX{two} s = 3", "0 1"},
		{ring, "[_; _] s = 3", "4"},
		{ring, "<go; jump> s = 3", "0"},
		{ring, "EX{go*} s = 4", "4"},
		{ring, "EX{(go; go)*} s = 0", "0 2"},
		{ring, "EX{(?(s != 1); go)*} s = 0", "0 2 3"},
		{ring, "EX{some n in {min(s, 3), min(s + 1, 3)}: to(n)} true", "0 1 2"},
		{ring, "EX{to} true", "0 1 2 3"},
		{ring, "AG{go; go} s = 0", ""},
		{ring, "AG{go; go} (s = 0 | s = 2)", "0 2"},
		{ring, "EF{jump} s = 3", "1 3"},
		{ring, "EG{jump} s < 4", "0 1 2 3"},
		{ring, "AF{jump} s = 3", "1 3"},
		{ring, "EG{go} s < 4", "0 1 2 3"},
		{ring, "AF{_; <= 2} s = 3", "1 2 3"},
		{ring, "EF{_; <= 1} s = 3", "1 2 3"},
		{ring, "EF{_; <= 0} s = 3", "3"},
		{ring, "EG{go; <= 1} s < 2", "0"},
		{ring, "EG{jump; <= 1} s < 2", "0"},
		{ring, "AG{go; <= 1} s < 2", "0"},
		{ring, "A{_; <= 2}[s < 3 U s = 3]", "1 2 3"},
		{ring, "E{_; <= 1}[s < 3 U s = 3]", "1 2 3"},
		{ring + "fairness: [s = 2]", "true", "0 1 2 3"},
		{ring + "fairness: [s = 2]", "AF s = 2", "0 1 2 3"},
		{ring + "fairness: [s = 2]", "EG s != 2", ""},
		{ring, "EG s != 2", "0 1 3 4"},

		{ring, "K{parity} s < 3", ""},
		{ring, "K{parity} s != 2", "1 3"},
		{ring, "S{parity} s = 2", "0 2 4"},
		{ring, "KW{half} s = 4", "0 1"},
		{ring, "KV{parity} s mod 2", "0 1 2 3 4"},
		{ring, "KV{half} s", ""},
		{ring, "KV{all_seeing} s", "0 1 2 3 4"},
		{ring, "E{parity, half} s != 2", "1"},
		{ring, "D{parity, half} s = 3", "3"},
		{ring, "K{parity} s = 3", ""},
		{ring, "C{parity, half} s < 5", "0 1 2 3 4"},
		{ring, "C{all_seeing} s = 2", "2"},
		{ring, "C{parity, half} s != 4", ""},
		{ring, "E{half; 2} s < 2", "0 1"},
		{ring, "E{half; 0} s = 1", "1"},
		{ring, "E{p in {parity}: s = 4} s = 0", "0 1 2 3"},
		{ring, "D{p in {parity}: false} s < 5", "0 1 2 3 4"},
		{ring, "C{p in {parity}: false} s = 2", "2"},
		{ring, "K{if s = 0 then all_seeing else blind} s = 0", "0"},
		{ring, "EX{?(K{half} s < 2); go} true", "0 1"},
		{ring, "AF{go*} s = 0", "error: the program may do nothing"},
		{ring, "EG{?(s = 0) | go} s = 0", "error: the program may do nothing"},
		{ring, "A{?(s = 0); go*}[s = 0 U s = 1]", "error: the program may do nothing"},
		{ring, "AG{go*} s < 4", "0 1 2 3"},
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
	c := question(t, box, "formula", "AX next(x) = b")
	_, err := enumerate(t, c.Model, "").Check(c)
	var u *spec.Undefined
	var in *UndefinedIn
	if !errors.As(err, &u) || !errors.As(err, &in) || u.Place.Text() != "x" || in.State[1] != (spec.Absent{}) {
		t.Errorf("%v", err)
	}
}

// TestTooManyGuesses asks about runs with more operators than are guessed.
func TestTooManyGuesses(t *testing.T) {
	c := question(t, "vars: {s: 0..1}\n", "formula", "A("+strings.Repeat("X ", maxGuessed+1)+"s = 0)")
	var large *TooLarge
	if _, err := enumerate(t, c.Model, "").Truth(c.Formula, nil); !errors.As(err, &large) || large.Limit != maxGuessed {
		t.Errorf("%v, want a limit", err)
	}
}
