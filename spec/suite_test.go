package spec_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
)

func itoa(n int) string { return strconv.Itoa(n) }

// many is a list of a thousand numbers.
var many = func() string {
	list := make([]string, 1000)
	for i := range list {
		list[i] = itoa(i)
	}
	return strings.Join(list, ", ")
}()

const swept = `
params: {n: 2, law: a, extra: 1}
types: {Law: [a, b]}
vars: {x: 0..n, l: Law}
init: x = 0 & l = law
actions:
  up: {when: x < n, then: {x: x + 1}}
check:
  - {id: states, count: "true", expect: n + 1}
  - {id: only-b, formula: AG l = b, if: law = b, expect: holds}
  - {id: other, with: {n: 7}, count: "true", expect: 8}
  - {id: steps, least: m in 1..n, formula: "AF{up; <= m} x = n", expect: n}
sweep: {n: [3, 4], law: [a, b]}
`

func load(t *testing.T, text string, params ...string) *spec.Suite {
	t.Helper()
	var o spec.Options
	for _, p := range params {
		param, errs := document.ParseAssignment(p)
		if err := errs.Err(); err != nil {
			t.Fatal(err)
		}
		o.Params = append(o.Params, param)
	}
	suite, errs := spec.Load(&document.Loader{}, source.NewFile("swept.yaml", text), o)
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return suite
}

func labels(s *spec.Suite) []string {
	var list []string
	for _, c := range s.Checks {
		list = append(list, c.Label)
	}
	return list
}

func TestSweepMakesAnInstanceOfEachRow(t *testing.T) {
	suite := load(t, swept)
	want := []string{
		"states[n=3,law=a]", "other[n=3,law=a]", "steps[n=3,law=a]",
		"states[n=3,law=b]", "only-b[n=3,law=b]", "other[n=3,law=b]", "steps[n=3,law=b]",
		"states[n=4,law=a]", "other[n=4,law=a]", "steps[n=4,law=a]",
		"states[n=4,law=b]", "only-b[n=4,law=b]", "other[n=4,law=b]", "steps[n=4,law=b]",
	}
	if diff := cmp.Diff(want, labels(suite)); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
	for _, c := range suite.Checks {
		if c.ID == "states" && c.Expect.Number.Int64() != c.Model.Vars[0].Type.(*spec.IntType).Hi+1 {
			t.Errorf("%s expects %v", c.Label, c.Expect.Number)
		}
	}
}

func TestParametersOfTheCallerReplaceColumns(t *testing.T) {
	suite := load(t, swept, "n=5")
	want := []string{
		"states[law=a]", "other[law=a]", "steps[law=a]",
		"states[law=b]", "only-b[law=b]", "other[law=b]", "steps[law=b]",
	}
	if diff := cmp.Diff(want, labels(suite)); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
	// The caller's value is over that of a single check, too.
	for _, c := range suite.Checks {
		if hi := c.Model.Vars[0].Type.(*spec.IntType).Hi; hi != 5 {
			t.Errorf("%s: n = %d", c.Label, hi)
		}
	}
}

func TestRowsOfASweepAreTakenAsTheyAre(t *testing.T) {
	text := strings.Replace(swept, "sweep: {n: [3, 4], law: [a, b]}", "sweep:\n  - {n: 3, law: b}\n  - {n: 1}\n  - {n: 3, law: b}", 1)
	suite := load(t, text)
	want := []string{
		"states[n=3,law=b]", "only-b[n=3,law=b]", "other[n=3,law=b]", "steps[n=3,law=b]",
		"states[n=1]", "other[n=1]", "steps[n=1]",
	}
	if diff := cmp.Diff(want, labels(suite)); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
}

func TestWrongSettingsAreRefused(t *testing.T) {
	base := "params: {n: 2}\nvars: {x: 0..n}\ninit: x = 0\n"
	for name, c := range map[string]struct{ text, message string }{
		"unknown parameter in a sweep": {"check: [{id: a, count: \"true\"}]\nsweep: {m: [1]}", `no parameter "m"`},
		"unknown parameter of a check": {"check: [{id: a, count: \"true\", with: {k: 1}}]", `no parameter "k"`},
		"layer without a clock":        {"check: [{id: a, count: \"true\", layer: 1}]", "which agents count under recall"},
		"a negative layer":             {"recall: clock\ncheck: [{id: a, count: \"true\", layer: -1}]", "a layer is a number of steps"},
		"no depth":                     {"recall: perfect\ndepth: n - 2", "a depth is a number of steps"},
		"a depth of the state":         {"recall: perfect\ndepth: x", "known from the parameters"},
		"condition on the state":       {"check: [{id: a, count: \"true\", if: x = 1}]", "decided by the parameters"},
		"expectation of the state":     {"check: [{id: a, count: \"true\", expect: x}]", "known from the parameters"},
		"least over a set with gaps":   {"check: [{id: a, least: \"m in {1, 3}\", formula: \"AF x = m\"}]", "a range"},
		"time in at":                   {"check: [{id: a, at: AX true, count: \"true\"}]", "at cannot contain temporal"},
		"knowledge in init":            {"agents: {a: {}}\ndefine: {k: \"K{a} x = 0\"}\nfairness: [k]", "cannot contain knowledge"},
		"knowledge in a guard":         {"agents: {a: {}}\nactions: {go: {when: \"K{a} x = 0\"}}\ncheck: [{id: a, count: \"true\"}]", "ask with recall: clock or perfect"},
		"knowledge in the past":        {"agents: {a: {}}\nactions: {go: {}}\ncheck: [{id: a, count: \"past{_; ?K{a} (x = 0); _}\"}]", "ask with recall: clock or perfect"},
		"time in a guard":              {"recall: perfect\nactions: {go: {when: AX x = 0}}", "a guard cannot contain temporal"},
		"time in the past":             {"actions: {go: {when: \"past{?AX (x = 0)}\"}}", "cannot contain temporal"},
		"history by itself":            {"actions: {go: {when: h}}\nhistory: {h: \"?h; go\"}", "h is defined by itself"},
		"knowledge in seen":            {"agents: {a: {}}\nactions: {go: {seen: {a: [\"K{a} x = 0\"]}}}", "cannot contain knowledge"},
		"who knows in seen":            {"agents: {a: {}}\nactions: {go: {seen: {\"if K{a} x = 0 then a else a\": []}}}", "cannot contain knowledge"},
		"numbers in seen":              {"agents: {a: {}}\nactions: {go: {seen: {\"k in 0..n\": []}}}", "which are no agents"},
		"a record as a bound":          {"check: [{id: a, formula: \"AF{_; <= true} true\"}]", "a number is expected"},
	} {
		_, err := spec.Parse("wrong.yaml", base+c.text)
		if err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v\nwant an error with %q", name, err, c.message)
		}
	}
}

func TestFreeNamesAndTraits(t *testing.T) {
	check, err := parse("formula", "forall p in Player, k in 1..n: AF{some c in Card: turn(c); <= k} (K{p} held != none & plus(k, 1) > 0)")
	if err != nil {
		t.Fatal(err)
	}
	fold := check.Formula.(*spec.Fold)
	if len(fold.Free()) != 0 || fold.Traits() != spec.ReadsState|spec.Epistemic|spec.IsTemporal {
		t.Errorf("the whole: free %v, traits %b", fold.Free(), fold.Traits())
	}
	var names []string
	for _, b := range fold.Body.Free() {
		names = append(names, b.Name)
	}
	if !slices.Equal(names, []string{"p", "k"}) {
		t.Errorf("the body depends on %v", names)
	}
	af := fold.Body.(*spec.Temporal)
	if free := af.Program.Free(); len(free) != 0 {
		t.Errorf("the program depends on %v", free)
	}
}

func TestExpectedCountsMayBeLarge(t *testing.T) {
	for text, want := range map[string]string{
		"495_918_532_948_104 * 1_000_000":          "495918532948104000000",
		"\"> 123456789012345678901234567890\"":     "123456789012345678901234567890",
		"pow(2, 100) - (n + 1) / 2":                "1267650600228229401496703205374",
		"if n = 3 then pow(10, 30) else unknown_x": "1000000000000000000000000000000",
	} {
		suite := load(t, "params: {n: 3}\nvars: {x: bool}\ninit: x\ncheck:\n  - id: a\n    count: x\n    expect: "+text+"\n")
		if got := suite.Checks[0].Expect.Number.String(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestWhoObservesAStep(t *testing.T) {
	suite := load(t, `
recall: perfect
types: {P: [a, b, c]}
vars: {x: 0..2, near: array P of bool}
init: x = 0
agents: {p in P: {}}
actions:
  open: {}
  whisper(p in P, k in 0..2):
    by: p
    seen: {all: [], p: [k, "k + i for i in 0..1 if x = i"], "q in P if near[q]": [p], if x = 0 then a else b: [x]}
  secret: {seen: {}}
`)
	a := suite.Models[0].Actions
	if a[0].Hidden || a[0].Seen != nil {
		t.Errorf("open is hidden: %+v", a[0].Seen)
	}
	if !a[2].Hidden || len(a[2].Seen) != 0 {
		t.Errorf("secret is seen: %+v", a[2].Seen)
	}
	var got []string
	for _, s := range a[1].Seen {
		who := "all"
		if s.Agent != nil {
			who = s.Agent.Span().Text()
		}
		got = append(got, fmt.Sprintf("%s: %d names, condition %v, sees %d", who, len(s.Binders), s.Cond != nil, len(s.What)))
	}
	want := []string{
		"all: 0 names, condition false, sees 0", "p: 0 names, condition false, sees 2",
		"q: 1 names, condition true, sees 1", "if x = 0 then a else b: 0 names, condition false, sees 1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("seen (-want +got):\n%s", diff)
	}
	if w := suite.Warnings; len(w) != 0 {
		t.Errorf("warned where agents remember: %v", w)
	}
}

func TestSeenHasNoEffectWithoutMemory(t *testing.T) {
	for recall, want := range map[string]int{"none": 1, "clock": 1, "perfect": 0} {
		suite := load(t, "vars: {x: bool}\nagents: {a: {}}\nrecall: "+recall+"\nactions: {go: {seen: {a: []}}}\n")
		if got := len(suite.Warnings); got != want {
			t.Errorf("recall %s: %d warnings, want %d", recall, got, want)
		}
	}
	suite := load(t, "vars: {x: bool}\nagents: {a: {}}\nsteps: joint\nactions: {go: {by: a, seen: {}}}\n")
	if got := len(suite.Warnings); got != 0 {
		t.Errorf("%d warnings that nobody sees a joint step, whose effects others may see", got)
	}
}

// A check that looks back must not change what is counted by others.
func TestChecksThatLookBackHaveTheirOwnModel(t *testing.T) {
	suite := load(t, `
vars: {x: bool}
init: x
actions: {go: {then: {x: "!x"}}, never: {when: used}}
history: {used: "go; go", unused: "go*", with(b in bool): "?(x = b); _*"}
check:
  - {id: plain, count: "true"}
  - {id: back, count: "past{go}"}
  - {id: named, count: "unused & with(x)"}
  - {id: followed, count: used}
`)
	vars := func(c *spec.Check) (names []string) {
		for _, v := range c.Model.Vars {
			if v.Past {
				names = append(names, v.Name)
			}
		}
		return names
	}
	used := []string{"used.0", "used.1", "used.2"}
	for i, want := range [][]string{used, append(used, "past.0", "past.1"), append(used, "unused.0", "with.0", "with.1"), used} {
		if diff := cmp.Diff(want, vars(suite.Checks[i])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", suite.Checks[i].ID, diff)
		}
	}
	if plain := suite.Checks[0].Model; plain != suite.Checks[3].Model || plain != suite.Models[0] || len(suite.Models) != 1 {
		t.Error("checks that do not need a model of their own have one")
	}
}

// What is wrong with some rows of a sweep alone names the first of them.
func TestErrorsOfARowNameIt(t *testing.T) {
	text := `
params: {n: 3}
vars: {x: 0..3}
init: x = 0
define: {half: 6 / (n - 2)}
check:
  - {id: a, formula: x < half}
  - {id: b, formula: y}
sweep: {n: [3, 2, 1]}
`
	_, errs := spec.Load(&document.Loader{}, source.NewFile("rows.yaml", text), spec.Options{})
	var said []string
	for _, d := range errs.All() {
		said = append(said, d.Message)
	}
	want := []string{"this has no value: division by 0 (in the row n=2)", `unknown name "y"`}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestRowsWithoutErrors keeps the rows in which nothing is wrong, and no part of another one;
// where something is wrong with the document besides there are none.
func TestRowsWithoutErrors(t *testing.T) {
	text := `
params: {n: 3}
vars: {x: 0..3}
init: x = 0
define: {half: 6 / (n - 2)}
check:
  - {id: a, formula: x < half}
  - {id: c, formula: x < n, with: {n: 3}}
sweep: {n: [3, 2, 1, 4]}
`
	load := func(text string) *spec.Suite {
		suite, errs := spec.Load(&document.Loader{}, source.NewFile("rows.yaml", text), spec.Options{})
		if errs.Err() == nil {
			t.Errorf("%s: nothing is wrong", text)
		}
		return suite
	}
	suite := load(text)
	var labels []string
	for _, c := range suite.Checks {
		labels = append(labels, c.Label)
		if !slices.Contains(suite.Models, c.Model) {
			t.Errorf("the model of %s is not there", c.Label)
		}
	}
	want := []string{"a[n=3]", "c[n=3]", "a[n=1]", "c[n=1]", "a[n=4]", "c[n=4]"}
	if diff := cmp.Diff(want, labels); diff != "" || !suite.Rest {
		t.Errorf("the rest: %v, -want +got:\n%s", suite.Rest, diff)
	}
	if diff := cmp.Diff(6, len(suite.Models)); diff != "" {
		t.Errorf("models: %s", diff)
	}
	for _, worse := range []string{
		strings.Replace(text, "[3, 2, 1, 4]", "[2]", 1),
		strings.Replace(text, "x < n,", "y,", 1),
		strings.Replace(text, "with: {n: 3}", "with: {m: 3}", 1),
		strings.Replace(text, "sweep: {n: [3, 2, 1, 4]}", "", 1) + "x: 1\n",
	} {
		if suite := load(worse); suite != nil && suite.Rest {
			t.Errorf("%s: some rows are said to be without errors", worse)
		}
	}
}

// Binders in fairness stand for one condition for each of their values, a check may have
// its own fairness, and the parameters choose what is expected.
func TestFairnessAndExpectationsByParameters(t *testing.T) {
	text := `
params: {n: 3}
types: {P: 1..n}
vars: {x: P, y: bool}
init: x = 1
fairness: x = p & y = b for p in P, b in bool if p != 2
check:
  - {id: fair, formula: AF x = 3, expect: if n > 2 then holds else fails}
  - {id: free, formula: AF x = 3, fairness: none, expect: if n < 2 then holds else (if n = 3 then fails else unknown)}
  - {id: own, formula: AF x = 3, fairness: ["x = 1"]}
  - {id: again, formula: AG x = 3}
`
	s := load(t, text)
	fairness := func(c *spec.Check) int { return len(c.Model.Fairness) }
	for i, want := range []int{4, 0, 1, 4} {
		if got := fairness(s.Checks[i]); got != want {
			t.Errorf("%s: %d fairness conditions, want %d", s.Checks[i].ID, got, want)
		}
	}
	if s.Checks[0].Model != s.Checks[3].Model {
		t.Error("checks of the same fairness do not share a model")
	}
	for i, want := range []string{"holds", "fails"} {
		if got := s.Checks[i].Expect.Verdict; got != want {
			t.Errorf("%s: %s is expected, want %s", s.Checks[i].ID, got, want)
		}
	}
	for _, bad := range []string{"expect: if n > 2 then holds else 3", "expect: if x = 1 then holds else fails"} {
		_, errs := spec.Load(&document.Loader{}, source.NewFile("bad.yaml", strings.Replace(text, "expect: if n > 2 then holds else fails", bad, 1)), spec.Options{})
		if errs.Err() == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}
