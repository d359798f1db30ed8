package explicit

import (
	"errors"
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/spec"
)

// answer decides a formula at all initial states of a model under a kind of
// memory, with runs followed for depth steps, in one word.
func answer(t *testing.T, model, formula, recall string, depth int, more ...string) string {
	t.Helper()
	more = append(more, "recall: "+recall)
	if depth > 0 {
		more = append(more, fmt.Sprint("depth: ", depth))
	}
	return said(Decide(sample.Question(t, model, "formula", formula, more...), Options{MaxStates: 2000}))
}

func said(a Answer, err error) string {
	var large *TooLarge
	switch {
	case errors.As(err, &large):
		return "too large"
	case err != nil:
		return err.Error()
	case a.Open:
		return "unknown"
	case a.Holds:
		return "holds"
	}
	return "fails"
}

func TestWhatTheKindsOfMemoryKnow(t *testing.T) {
	for _, c := range []struct{ formula, none, clock, perfect string }{
		{"KW{bob} side = heads", "fails", "fails", "fails"},
		{"AX{show} KV{bob} side", "holds", "holds", "holds"},
		// Bob has seen the coin and remembers it, if he remembers more than the time.
		{"AX{show; hide} KV{bob} side", "fails", "fails", "holds"},
		// He never saw it. Under none he does not know even that it was not shown.
		{"AX{wait} KV{bob} side", "fails", "fails", "fails"},
		{"AX{wait} K{bob} tossed = 2", "fails", "holds", "holds"},
		{"AX{show; hide} K{bob} tossed = 1", "fails", "holds", "holds"},
		{"AX{show; hide} K{ann} KV{bob} side", "fails", "fails", "holds"},
		{"AF KV{bob} side", "fails", "fails", "fails"},
		{"EF AG KV{bob} side", "fails", "fails", "holds"},
	} {
		for recall, want := range map[string]string{"none": c.none, "clock": c.clock, "perfect": c.perfect} {
			// "=" in K needs parentheses, which would hide what is asked
			if got := answer(t, sample.Coin, parenthesised(c.formula), recall, 0); got != want {
				t.Errorf("%s under %s: %s, want %s", c.formula, recall, got, want)
			}
		}
	}
}

// parenthesised puts the comparison at the end of a formula into parentheses.
func parenthesised(f string) string {
	for _, part := range []string{"side = heads", "tossed = 2", "tossed = 1"} {
		if n := len(f) - len(part); n > 0 && f[n:] == part {
			return f[:n] + "(" + part + ")"
		}
	}
	return f
}

// Steps that look alike are told apart by what is observed of them alone.
func TestWhoObservesAStepKnowsIt(t *testing.T) {
	model := func(seen string) string {
		return "vars: {x: 0..2, y: 0..2}\ninit: x = 0 & y = 0\nagents: {a: {}, b: {}, c: {sees: [x]}}\n" +
			"actions:\n  go(k in 1..2): {by: if k = 1 then a else b, when: x = 0, then: {x: k, y: 3 - k}" + seen + "}\n  wait: {when: x = 0, seen: {}}\n"
	}
	for _, c := range []struct {
		seen, agent string
		value, step bool // of x, and that it was go
	}{
		{"", "a", true, true},                                       // everybody observes everything
		{", seen: {}", "a", false, false},                           // the owner does, but a owns only go(1)
		{", seen: {all: []}", "b", true, true},                      // b owns go(2), and sees that of go(1)
		{", seen: {}", "c", true, true},                             // c sees the state
		{", seen: {c: [k]}", "a", false, false},                     //
		{", seen: {a: [k]}", "b", false, false},                     //
		{", seen: {a: [k]}", "a", true, true},                       //
		{", seen: {all: [], c: [k]}", "a", true, true},              // who is no owner can count
		{`, seen: {"if k = 1 then b else a": []}`, "b", true, true}, // owner of one, named for the other
	} {
		for _, step := range []string{"go(1)", "go(2)"} {
			owner := map[string]string{"go(1)": "a", "go(2)": "b"}[step]
			want := c.value || owner == c.agent
			f := fmt.Sprintf("AX{%s} KV{%s} x", step, c.agent)
			if got := answer(t, model(c.seen), f, "perfect", 2); (got == "holds") != want {
				t.Errorf("%s%s: %s, want %v", f, c.seen, got, want)
			}
			f = fmt.Sprintf("AX{%s} K{%s} (x > 0)", step, c.agent)
			if got := answer(t, model(c.seen), f, "perfect", 2); (got == "holds") != (c.step || owner == c.agent) {
				t.Errorf("%s%s: %s, want %v", f, c.seen, got, c.step)
			}
		}
	}
}

func TestGuardsThatAskForKnowledge(t *testing.T) {
	for formula, want := range map[string]string{
		"EX{some p in P: stop(p)} true":                                                     "fails",
		"AX{draw(a, red); draw(b, blue)} !EX{stop} true":                                    "holds",
		"AX{draw(a, red); draw(b, blue); show(a, red)} EX{stop(b)} true":                    "holds",
		"AX{draw(a, red); draw(b, blue); show(a, red)} EX{stop(a)} true":                    "fails",
		"AX{draw(a, red); draw(b, blue); show(a, red)} EX{show(a, _)} true":                 "fails",
		"AX{draw(a, red); show(a, red); draw(b, _)} (EX{stop(b)} true & !EX{stop(a)} true)": "holds",
		"AX{draw(a, red); show(a, red); draw(b, _); stop(b)} K{a} KV{b} has":                "holds",
		"AX{draw(a, red); draw(b, blue)} AF over":                                           "holds",
	} {
		if got := answer(t, sample.Draw, formula, "perfect", 0); got != want {
			t.Errorf("%s: %s, want %s", formula, got, want)
		}
	}
	// Under clock a forgets the card that was shown to everybody, if he did not see it otherwise.
	if got := answer(t, sample.Draw, "AX{draw(a, red); draw(b, blue); show(a, red)} EX{stop(b)} true", "clock", 0); got != "holds" {
		t.Errorf("under clock: %s", got)
	}
}

func TestTheBoundIsNoEnd(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    []string // by depth, from 1
	}{
		{"AX K{a} (x = 1)", []string{"holds", "holds"}},
		{"AX AX (x = 2)", []string{"unknown", "holds", "holds"}},
		{"AX AX (x = 1)", []string{"unknown", "fails", "fails"}},
		{"AG (x < 3)", []string{"unknown", "unknown", "fails", "fails"}},
		{"AG K{a} (x >= 0)", []string{"unknown", "unknown", "unknown", "unknown", "holds"}}, // the fifth step leads back to the start
		{"EG even", []string{"fails", "fails"}},
		{"EG true", []string{"unknown", "unknown"}},
		{"AF (x = 3)", []string{"unknown", "unknown", "holds", "holds"}},
		{"A[x < 2 U x = 2]", []string{"unknown", "holds", "holds"}},
		{"A[x < 2 U x = 3]", []string{"unknown", "fails", "fails"}},
		{"E[x < 2 U x = 2]", []string{"unknown", "holds", "holds"}},
		{"AX{up; up} (x = 2)", []string{"unknown", "holds"}},
		{"EX{up*} (x = 2)", []string{"unknown", "holds"}},
		{"AX{again} false", []string{"holds", "holds"}},
		{"AX{up; again} false", []string{"holds"}}, // again is seen to be disabled after one step,
		{"!EX{up; (up | again)} K{a} (x = 2) | x = 4", []string{"unknown", "fails"}},
		{"count(k in 0..1: EF (x = k)) >= 1", []string{"holds", "holds"}},
		{"count(k in 0..2: EF (x = k)) = 2", []string{"unknown", "fails"}},
		{"EF{up; <= 2} (x = 2)", []string{"unknown", "holds"}},
		{"KW{a} EF (x = 2)", []string{"unknown", "holds"}},
		{"C{a, b} AX (x = 1)", []string{"holds", "holds"}},
		{"E{a, b; 3} EF (x = 2)", []string{"unknown", "holds"}},
		{"D{a, b} AG (x < 3)", []string{"unknown", "unknown", "fails"}},
	} {
		for i, want := range c.want {
			if got := answer(t, sample.Counter, c.formula, "perfect", i+1); got != want {
				t.Errorf("%s, %d steps: %s, want %s", c.formula, i+1, got, want)
			}
		}
	}
}

func TestLayersOfTheClockComeAgain(t *testing.T) {
	for formula, want := range map[string]string{
		"AG K{a} (x >= 0)":             "holds",
		"AG KV{a} x":                   "holds", // the clock tells
		"AG ((x = 4) -> AX (x = 0))":   "holds",
		"AF{up} (x = 4)":               "holds",
		"EG even":                      "fails",
		"AG AF K{a} (x = 3)":           "holds",
		"EF !(even <-> x mod 2 = 0)":   "fails",
		"AG (even <-> (x mod 2 = 0))":  "holds",
		"EG{up; up | again} (x != 1)":  "holds",
		"AF{up; up; up} (x = 3)":       "holds",
		"AG{_; _; _; _; _} K{a} x = 0": "holds",
	} {
		if formula == "AG{_; _; _; _; _} K{a} x = 0" {
			formula = "AG{_; _; _; _; _} K{a} (x = 0)"
		}
		if formula == "EF !(even <-> x mod 2 = 0)" {
			formula = "EF !(even <-> (x mod 2 = 0))"
		}
		if got := answer(t, sample.Counter, formula, "clock", 0); got != want {
			t.Errorf("%s: %s, want %s", formula, got, want)
		}
	}
	// Five layers are all; four leave open what the fifth step leads to.
	for depth, want := range map[int]string{3: "unknown", 4: "holds", 5: "holds"} {
		if got := answer(t, sample.Counter, "AG KV{a} x", "clock", depth); got != want {
			t.Errorf("%d steps: %s, want %s", depth, got, want)
		}
	}
}

func TestCountsOfLayers(t *testing.T) {
	model := "vars: {x: 0..3}\ninit: x < 2\nagents: {a: {}, b: {sees: [x]}}\nactions:\n  add(k in 1..2): {when: x + k <= 3, then: {x: x + k}, seen: {}}\n"
	for _, c := range []struct {
		formula, recall string
		counts          []int // by layer
	}{
		{"true", "clock", []int{2, 3, 2, 1, 0}},
		{"true", "perfect", []int{2, 4, 4, 1, 0, 0}},
		{"KV{a} x", "perfect", []int{0, 0, 0, 1}},
		{"K{a} (x >= 2)", "clock", []int{0, 0, 2, 1}},
		{"KV{b} x", "perfect", []int{2, 4, 4, 1}},
		{"EX true", "perfect", []int{2, 3, 1, 0}},
		{"AF (x = 3)", "perfect", []int{2, 4, 4, 1}},
	} {
		for layer, want := range c.counts {
			chk := sample.Question(t, model, "count", c.formula, "recall: "+c.recall, fmt.Sprint("layer: ", layer))
			a, err := Decide(chk, Options{})
			if err != nil || a.Open || a.Count != want {
				t.Errorf("%s in layer %d under %s: %+v, %v, want %d", c.formula, layer, c.recall, a, err, want)
			}
		}
	}
	chk := sample.Question(t, sample.Counter, "count", "true", "recall: clock", "layer: 1_000_002")
	if a, err := Decide(chk, Options{}); err != nil || a.Count != 1 {
		t.Errorf("a far layer: %+v, %v", a, err)
	}
	chk = sample.Question(t, sample.Counter, "count", "EF (x = 2)", "recall: perfect", "depth: 1")
	if a, err := Decide(chk, Options{}); err != nil || !a.Open || a.Count != 0 || a.Most != 1 {
		t.Errorf("an open count: %+v, %v", a, err)
	}
	chk = sample.Question(t, sample.Counter, "count", "true", "recall: perfect", "depth: 1", "layer: 2")
	if a, err := Decide(chk, Options{}); err != nil || !a.Open || a.Most != -1 {
		t.Errorf("a layer beyond the bound: %+v, %v", a, err)
	}
}

func TestTheLeastNumberNeedsAllSmallerToFail(t *testing.T) {
	for depth, want := range map[int]string{2: "unknown", 3: "holds"} {
		chk := sample.Question(t, sample.Counter, "formula", "EF{up; <= m} K{a} (x = 3)", "least: m in 0..4", "recall: perfect", fmt.Sprint("depth: ", depth))
		a, err := Decide(chk, Options{})
		if said(a, err) != want || want == "holds" && a.Least != spec.Value(spec.Int(3)) {
			t.Errorf("%d steps: %+v, %v", depth, a, err)
		}
	}
}

func TestFairnessNeedsWholeRuns(t *testing.T) {
	fair := sample.Counter + "fairness: [x = 4]\n"
	if got := answer(t, fair, "AG AF KV{a} x", "clock", 0); got != "holds" {
		t.Errorf("clock: %s", got)
	}
	if got := answer(t, fair, "AG AF KV{a} x", "clock", 3); got != "too large" {
		t.Errorf("clock, cut off: %s", got)
	}
	if got := answer(t, fair, "AX KV{a} x", "perfect", 0); got != "holds" {
		t.Errorf("perfect: %s", got)
	}
	if got := answer(t, fair, "AX KV{a} x", "perfect", 3); got != ErrNotFair.Error() {
		t.Errorf("perfect, cut off: %s", got)
	}
	ask := sample.Counter + "  look: {when: \"K{a} (x = 2)\", then: {x: 2}}\nfairness: [x = 4]\n"
	if got := answer(t, ask, "AX KV{a} x", "clock", 0); got != ErrNotFair.Error() {
		t.Errorf("asking: %s", got)
	}
}

// Where members choose at many views there are many choices, which lead to a few sets of states: each of them looks at
// whether to go on. It did not, for minutes.
func TestChoicesAreInterrupted(t *testing.T) {
	c := sample.Question(t, `
recall: clock
vars: {v: 0..16, h: 0..99, n: 0..2}
init: "v = 0 & n = 0"
agents: {ann: {sees: [v, n]}}
actions:
  draw(x in 0..16): {when: "n = 0", then: {v: x, n: 1}}
  say(x in 0..1): {by: ann, when: "n = 1", then: {n: 2}}
  wait: {by: ann, when: "n = 2"}
`, "some", "<<ann; uniform: subjective>> G (n < 3 & h < 100)")
	stop, asked := errors.New("stop"), 0
	o := Options{Interrupted: func() error {
		if asked++; asked > 5 {
			return stop
		}
		return nil
	}}
	s, err := Unroll(c.Model, spec.ClockRecall, "", spec.NoSteps, o)
	if err == nil {
		_, err = s.Check(c)
	}
	if !errors.Is(err, stop) {
		t.Errorf("it ends with %v", err)
	}
}
