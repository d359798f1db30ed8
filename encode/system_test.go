package encode

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

const ferry = `
types:
  Bank: [west, east]
  Load: [goat, wolf, cabbage]
vars:
  at: array Load of Bank
  boat: Bank
  last: Load?
init: "boat = west & last = none & forall l in Load: at[l] = west"
agents:
  ferryman: {sees: all}
  goatherd: {sees: ["at[goat]"]}
actions:
  cross(l in Load?):
    when: "l = none | at[l] = boat"
    then:
      boat: next(boat)
      "at[x] for x in Load if x = l": next(boat)
      last: l
check:
  - {id: a, formula: "AX{cross(last)} true"}
  - {id: b, formula: "exists a, b, c in set Load: size(a) = 1 & a + b = c & !(goat in b) & goat in c & (boat = west -> goat in a)"}
  - {id: c, formula: "count(l in Load: at[l] = boat) = 3"}
`

func loadSuite(t testing.TB, text string) *spec.Suite {
	t.Helper()
	s, err := suite(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestStepByState takes a step whose argument is read in the state before.
func TestStepByState(t *testing.T) {
	su := loadSuite(t, ferry)
	s := build(t, su.Models[0])
	step := su.Checks[0].Formula.(*spec.Temporal).Program.(*spec.Step)
	rel, err := s.Step(step, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, st := range states(s.model) {
		want := s.codes.Space.Empty()
		if v, ok := Instance(s, stepOf(s.model.Actions[0], []spec.Value{st[2]}), nil, st, s.codes.Valid); ok {
			want = s.codes.Single(v.To)
		}
		if got := rel.Image(s.codes.Single(st)); !got.Equal(want) {
			t.Fatalf("%s: %v successors, want %v", show(s.model, st), s.codes.Count(got), s.codes.Count(want))
		}
		if v, ok := Instance(s, step, nil, st, s.codes.Valid); ok && !spec.Equal(v.Moves[0].Args[0], st[2]) {
			t.Fatalf("%s: crosses with %v", show(s.model, st), v.Moves)
		}
	}
}

// TestLargeFold decides 512 combinations of sets by registers and by expansion.
func TestLargeFold(t *testing.T) {
	su := loadSuite(t, ferry)
	f := su.Checks[1].Formula
	expanded := build(t, su.Models[0], f)
	registers := buildTuned(t, su.Models[0], small, f)
	a, err := expanded.Truth(f, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := registers.Truth(f, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, st := range states(su.Models[0]) {
		if expanded.has(a.True, st) != registers.has(b.True, st) {
			t.Fatalf("%s: expanded %v, in registers %v", show(su.Models[0], st), expanded.has(a.True, st), registers.has(b.True, st))
		}
	}
	unplanned := buildTuned(t, su.Models[0], small)
	if _, err := unplanned.Truth(f, nil, nil); err == nil || !strings.Contains(err.Error(), "no bits were planned") {
		t.Errorf("a formula without registers: %v", err)
	}
}

// TestModalIsAsked evaluates a modal formula by the given meaning, case by case
// where its names depend on the state.
func TestModalIsAsked(t *testing.T) {
	su := loadSuite(t, ferry)
	s := build(t, su.Models[0])
	f := su.Checks[0].Formula
	if _, err := s.Truth(f, nil, nil); !errors.Is(err, spec.ErrModal) {
		t.Errorf("without a meaning: %v", err)
	}
	asked := 0
	got, err := s.Truth(f, nil, func(e spec.Expr, env *spec.Env) (symbolic.Set, error) {
		asked++
		return s.Init(), nil
	})
	if err != nil || asked != 1 || !got.True.Equal(s.Init()) || !got.Undefined.IsEmpty() {
		t.Errorf("%v, asked %d times, %v", err, asked, got)
	}
}

// TestInitFault finds conditions on initial states that have no value.
func TestInitFault(t *testing.T) {
	text := "vars: {n: 0..3, m: 0..3}\ninit: [n < 3, 6 / n > 1]\n"
	s := build(t, load(t, text))
	var fault *FaultError
	if err := s.Fault(s.Space().Empty()); !errors.As(err, &fault) || fault.Action != nil || fault.State[0] != spec.Int(0) {
		t.Errorf("%v", err)
	}
	if got := s.codes.Count(s.Init()).Int64(); got != 8 {
		t.Errorf("%d initial states, want 8", got)
	}
	for _, a := range s.steps.actions {
		if len(a.faults) > 0 {
			t.Errorf("faults of %s", a.spec.Name)
		}
	}
}

// TestPickIsLeast compares with the order of enumeration.
func TestPickIsLeast(t *testing.T) {
	s := build(t, load(t, ferry))
	all := states(s.model)
	for i := range all {
		set := s.codes.Space.Empty()
		for k := i; k < len(all); k += 7 {
			set = set.Or(s.codes.Single(all[k]))
		}
		if got, ok := s.codes.Pick(set); !ok || spec.Key(got...) != spec.Key(all[i]...) {
			t.Fatalf("picked %s, want %s", show(s.model, got), show(s.model, all[i]))
		}
	}
	if _, ok := s.codes.Pick(s.codes.Space.Empty()); ok {
		t.Error("picked from nothing")
	}
}

// TestBitsDetermine checks that equal bits mean equal values.
func TestBitsDetermine(t *testing.T) {
	m := load(t, ferry)
	s := build(t, m)
	for _, v := range []*spec.Observable{&m.Agents[1].Sees[0]} {
		bits, undef, err := s.Bits(v.Value, nil, nil)
		if err != nil || !undef.IsEmpty() || len(bits) != 1 {
			t.Fatalf("%d bits, undefined %v, %v", len(bits), undef, err)
		}
		cases, _, err := s.Cases(v.Value, nil, nil)
		if err != nil || len(cases) != 2 {
			t.Fatalf("%v %v", cases, err)
		}
		if !cases[0].When.Equal(bits[0]) && !cases[1].When.Equal(bits[0]) {
			t.Error("the bit tells the cases apart in no way")
		}
	}
}

// TestStopped gives up when told to.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(ctx, load(t, ferry), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	var limit *symbolic.LimitError
	_, err := New(t.Context(), load(t, deck), Options{Symbolic: symbolic.Options{Nodes: 5000}})
	if !errors.As(err, &limit) || limit.Kind != symbolic.Nodes {
		t.Errorf("with few nodes: %v", err)
	}
}

// TestRefusals names what is too large.
func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"vars: {n: 0..9}\ninit: n = 0\nactions: {go(k in 0..100000): {when: k = 100000}}\n": "100001 values",
	} {
		_, err := New(t.Context(), load(t, text), Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestExplain pins the figures for a model that fits on a page.
func TestExplain(t *testing.T) {
	e := Explain(build(t, load(t, ferry)))
	if e.Vars[0].Cells != 3 || e.Vars[2].Bits != 2 || len(e.Order) != 5 {
		t.Errorf("layout %+v %v", e.Vars, e.Order)
	}
	if got := e.Actions[0]; got.Name != "cross" || !got.Args[0].Split || len(got.Parts) != 4 {
		t.Errorf("action %+v", got)
	}
	if v := e.Views[1]; v.Kept != 1 || v.Hidden != 5 || v.All || !e.Views[0].All {
		t.Errorf("views %+v", e.Views)
	}
}
