package explicit

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/spec"
)

// TestDealsAreSearched deals eight cards to seven places with given numbers:
// 5,764,801 arrays, of which 8!/(4!·2!) = 840 count, are not all tried.
func TestDealsAreSearched(t *testing.T) {
	c := sample.Question(t, `
vars: {place: array 0..7 of 0..6}
init: "forall p in 0..6: count(c in 0..7: place[c] = p) = (if p = 0 then 4 else if p = 1 then 2 else if p < 4 then 1 else 0)"
`, "count", "true")
	s, err := New(c.Model, "", Options{MaxWork: 10_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.States()) != 840 {
		t.Errorf("%d deals, want 840", len(s.States()))
	}
}

// TestSetsAreBuiltByElement finds the hands of two players among 2^16.
func TestSetsAreBuiltByElement(t *testing.T) {
	c := sample.Question(t, `
vars: {hand: array 0..1 of set 0..7}
init:
  - "forall p in 0..1: size(hand[p]) = 2"
  - "forall p, q in 0..1: p = q | size(hand[p] * hand[q]) = 0"
`, "count", "true")
	s, err := New(c.Model, "", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(s.States()), 28*15; got != want {
		t.Errorf("%d hands, want %d", got, want)
	}
}

// TestSearchMatchesTrial compares the search with trying all values, for
// conditions that read open cells in every way.
func TestSearchMatchesTrial(t *testing.T) {
	conditions := []string{
		"n + m[1] > 3 | o = none", "o != none & next(o) = b", "o = none | next(o) = b", "m[n] = 2", "n < 2 -> m[n] = 2",
		"size(s) = n", "a in s & n * m[0] = 2", "s = {a}", "{b} = s | n = 2", "sum(i in 0..1: m[i]) = 3", "min(i in 0..1: m[i]) >= n",
		"max(i in 0..1: m[i]) - n = -1", "(if a in s then n else m[0]) = 1", "r.p = n & !r.q", "R(n, true) = r",
		"exists i in 0..1: m[i] = n & r.q", "{i in 0..1: m[i] = n} = {0}", "twice(n) = m[0] + m[1]", "count(x in s: x = a) = n - 1",
		"n / m[0] = 1", "m[0] != 0 & n mod m[0] = 1", "ord(o) = 0", "m = m & s + {a} = {a, b}", "n in 1..m[0]", "-n < -m[1]",
		"min(n, m[0]) = max(n, m[1])", "n <= 1 & arr2[n, m[0] mod 2]", "(n = 1) <-> (a in s)", "s * {a} = {} & s - {b} = {}",
	}
	for _, condition := range conditions {
		model := `
types: {T: [a, b], R: {record: {p: 0..2, q: bool}}}
define: {"twice(x in 0..2)": "x + x"}
vars: {n: 0..2, o: 'T?', m: "array 0..1 of 0..2", s: set T, r: R, arr2: "array 0..1, 0..1 of bool"}
init: %q`
		c := sample.Question(t, fmt.Sprintf(model, condition), "count", "true")
		found, faultFound := map[string]bool{}, false
		states, err := initialStates(c.Model, Options{}.withDefaults(), nil)
		if f := (*Fault)(nil); errors.As(err, &f) {
			faultFound = true
		}
		for _, st := range states {
			found[spec.Key(st...)] = true
		}
		tried, undefined := trial(t, c.Model)
		if faultFound != undefined {
			t.Errorf("%s: a fault is found: %v, want %v", condition, faultFound, undefined)
		}
		if !undefined && (len(found) != len(tried) || len(found) != len(states)) {
			t.Errorf("%s: %d states, want %d", condition, len(states), len(tried))
		}
		for key := range found {
			if !undefined && !tried[key] {
				t.Errorf("%s: a wrong state", condition)
			}
		}
	}
}

// trial tries all states.
func trial(t *testing.T, m *spec.Model) (states map[string]bool, undefined bool) {
	var types []spec.Type
	for _, v := range m.Vars {
		types = append(types, v.Type)
	}
	states = map[string]bool{}
	for st := range spec.Tuples(types) {
		ev := spec.Evaluator{State: st}
		holds, err := ev.HoldsAll(m.Init, nil)
		if u := (*spec.Undefined)(nil); errors.As(err, &u) {
			undefined = true
		} else if err != nil {
			t.Fatal(err)
		}
		if holds {
			states[spec.Key(st...)] = true
		}
	}
	return states, undefined
}

func TestFaults(t *testing.T) {
	const head = "vars: {n: 0..3, o: '(0..3)?', m: array 0..3 of 0..3}\ninit: [n = 0, o = none, 'forall i in 0..3: m[i] = 0']\nactions:\n  up: {when: n < 3, then: {n: n + 1}}\n"
	tests := []struct{ action, reason string }{
		{"  bad: {then: {n: n + 1}}", "bad, state (n = 3"},
		{"  bad(i in 0..3): {when: n = 2 & i > 2, then: {'m[i]': n + i}}", "bad(3), state (n = 2"},
		{"  bad: {when: o + 1 = 1}", "none is not a number"},
		{"  bad: {when: n = 2, then: {'m[n + 2]': 0}}", "m has no element"},
		{"  bad: {when: n = 2, then: {'m[n]': 0, 'm[2]': 1}}", "two different values"},
		{"  bad: {when: n = 1, then: {'m[i] for i in 0..3 if i != 0': i, 'm[3]': 2}}", "two different values"},
		{"  good: {when: n = 1, then: {'m[i] for i in 0..3 if i != 0': i, 'm[3]': 3}}", ""},
		{"  good: {when: o != none & o + 1 = 1}", ""},
	}
	for _, test := range tests {
		_, err := New(sample.Read(t, head+test.action).Models[0], "", Options{})
		var f *Fault
		switch {
		case test.reason == "":
			if err != nil {
				t.Errorf("%s: %v", test.action, err)
			}
		case !errors.As(err, &f):
			t.Errorf("%s: %v, want a fault", test.action, err)
		case !strings.Contains(err.Error(), test.reason):
			t.Errorf("%s: %v, want %s", test.action, err, test.reason)
		case f.Place.File == nil:
			t.Errorf("%s: the fault has no place", test.action)
		}
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		model string
		o     Options
		want  error
	}{
		{"vars: {n: 0..3}\ninit: n > 3 & n < 0", Options{}, ErrNoInitial},
		{"vars: {n: 0..3}\ninit: n > 3\nruns: ispl", Options{}, nil}, // as in MCMAS
		{"vars: {n: 0..3}\nruns: ispl\nfairness: [n < 0]", Options{}, nil},
		{"vars: {n: 0..3}\nruns: infinite", Options{}, ErrNoFair},
		{"vars: {n: 0..3}\nactions: {up: {}}\nfairness: [n < 0]", Options{}, ErrNoFair},
		{"vars: {n: 0..3}", Options{MaxStates: 3}, &TooLarge{What: "initial states", Limit: 3}},
		{"vars: {n: 0..3}\ninit: n = 0\nactions: {up: {then: {n: next(n)}}}", Options{MaxStates: 3}, &TooLarge{What: "reachable states", Limit: 3}},
		{"vars: {s: set 0..40}\ninit: size(s) > 40", Options{MaxWork: 50}, &TooLarge{What: "steps in the search for states and arguments", Limit: 50}},
		{"vars: {n: 0..3}\ninit: 3 / n > 0", Options{}, &Fault{}},
	}
	for _, test := range tests {
		_, err := New(sample.Read(t, test.model).Models[0], "", test.o)
		switch want := test.want.(type) {
		case *TooLarge:
			if got := (*TooLarge)(nil); !errors.As(err, &got) || (got.What != want.What) {
				t.Errorf("%s: %v, want %v", test.model, err, want)
			}
		case *Fault:
			if got := (*Fault)(nil); !errors.As(err, &got) {
				t.Errorf("%s: %v, want a fault", test.model, err)
			}
		default:
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", test.model, err, want)
			}
		}
	}
}

func TestSuccessorsAreInOrder(t *testing.T) {
	m := sample.Read(t, `
vars: {s: set 0..2}
init: s = {}
actions:
  take(x in set 0..2, y in 0..1): {when: "size(x) = y + 1 & (size(s) = 0)", then: {s: x}}
  drop: {then: {s: "{}"}}
`).Models[0]
	steps, err := Successors(m, spec.State{spec.NewSet()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, step := range steps {
		got = append(got, step.String())
		to, enabled, err := Apply(m, step.Moves, spec.State{spec.NewSet()})
		if err != nil || !enabled || !spec.Equal(to[0], step.To[0]) {
			t.Errorf("%s: %v, %v, %v", got, to, enabled, err)
		}
	}
	want := "take({0}, 0) take({1}, 0) take({0, 1}, 1) take({2}, 0) take({0, 2}, 1) take({1, 2}, 1) drop"
	if strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestChecks(t *testing.T) {
	tests := []struct {
		key, formula, at string
		want             string
	}{
		{"formula", "EX s = 1", "s = 0", "true"},
		{"formula", "EX s = 1", "", "false"},
		{"some", "EX s = 1", "", "true"},
		{"some", "EX s = 2", "", "false"},
		{"count", "AX s > 5", "", "1"},
		{"count", "true", "s >= 2", "3"},
		{"formula", "true", "s = 2", ErrNothingAt.Error()},
		{"count", "true", "s > 9", ErrNothingAt.Error()},
		{"formula", "true", "K{parity} s = 4", ErrNothingAt.Error()},
		{"formula", "AF{go*} s = 0", "", "the program may do nothing"},
	}
	for _, test := range tests {
		var more []string
		if test.at != "" {
			more = []string{"at: " + test.at}
		}
		c := sample.Question(t, sample.Ring, test.key, test.formula, more...)
		a, err := enumerate(t, c.Model, c.Runs).Check(c)
		got := fmt.Sprint(a.Holds)
		if c.Kind == spec.CountCheck {
			got = fmt.Sprint(a.Count)
		}
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s %s at %s: %s, want %s", test.key, test.formula, test.at, got, test.want)
		}
	}
}

func TestLeast(t *testing.T) {
	for formula, want := range map[string]spec.Value{
		"EF{_; <= m} s = 3":         spec.Int(2),
		"EF{_; <= m} s = 4":         nil,
		"s = 0 & E{parity; m} true": spec.Int(0),
	} {
		c := sample.Question(t, sample.Ring, "formula", formula, "least: m in 0..5", "at: s = 0")
		a, err := enumerate(t, c.Model, c.Runs).Check(c)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(a.Least) != fmt.Sprint(want) || a.Holds != (want != nil) {
			t.Errorf("%s: %v, want %v", formula, a.Least, want)
		}
	}
}
