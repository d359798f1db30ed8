package certificate_test

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/certificate"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// Certificates of wrong verdicts, made by hand.

const waiting = `
vars: {secret: bool}
agents: {ann: {sees: []}}
actions: {wait: {then: {secret: secret}}}
`

// Bits that record what was seen are for agents who remember. Without memory and under clock they would tell
// ann a secret after a step, and count each state once for each past.
func TestNothingIsRecordedWithoutPerfectRecall(t *testing.T) {
	// The first bit records that a step was taken, the second one the secret at that time.
	const secret, taken, told = 2, 4, 6
	gates := [][2]int{{told, secret}, {told + 1, secret + 1}, {9, 11}, {13, taken}, {told + 1, taken + 1}, {15, 17}}
	const before, after, all = 16, 14, 19
	back := [][]int{{secret, 0, 0}}
	for _, asked := range []struct {
		text  string
		count *big.Int
	}{
		{"recall: none" + waiting + `check: [{id: q, count: "true"}]`, big.NewInt(4)},
		{"recall: none" + waiting + `check: [{id: q, formula: "AX KW{ann} secret"}]`, nil},
		{"recall: clock" + waiting + `check: [{id: q, formula: "AX KW{ann} secret"}]`, nil},
	} {
		c := load(t, "waiting.yaml", asked.text).Checks[0]
		cert := &certify.Certificate{
			Check: c.Label, Answer: certify.Answer{Holds: asked.count == nil, Count: asked.count}, File: circuit.File{Inputs: 3, Gates: gates},
			Cells:   []certify.Cell{{Bits: 1, Values: []int{0, 1}}},
			Records: []map[int]bool{{0: true}, {0: true}},
			Claims: map[string]*certify.Claim{
				question.Reached:                       {Set: all, Layers: []int{before, all}, Witnesses: back},
				question.LayerKey(1, question.Reached): {Set: after, Witnesses: back},
				"record wait[] []":                     {Layers: []int{1, secret}},
				"#1 record wait[] []":                  {Layers: []int{1, secret}},
				question.Number:                        {Set: all},
			},
		}
		if c.Recall == spec.ClockRecall {
			cert.Claims[question.Reached].Set = before
		}
		needs, err := question.Needs(c, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range needs.Needs {
			_, next := n.Expr.(*spec.Temporal)
			cert.Claims[n.Key] = &certify.Claim{Set: map[bool]int{true: 1, false: taken}[next]}
			cert.Claims["#1 "+n.Key] = &certify.Claim{Set: map[bool]int{true: 0, false: 1}[next]}
		}
		if err := certify.Check(t.Context(), c, cert, nil); err == nil {
			t.Errorf("%s is certified of\n%s", cert.Answer, asked.text)
		}
	}
}

// Of an action without arguments the owner observes no more than who is told its name.
func TestOwnersObserveNamesAlone(t *testing.T) {
	c := load(t, "owned.yaml", `
vars: {turn: bool}
agents: {ann: {sees: []}, bob: {sees: []}}
recall: perfect
actions: {act: {by: "if turn then ann else bob", then: {turn: turn}, seen: {ann: [], bob: []}}}
check: [{id: q, formula: "AX KW{ann} turn"}]
`).Checks[0]
	const turn, record, recorded = 2, 4, 11 // that the record is the turn
	cert := &certify.Certificate{
		Check: c.Label, Answer: certify.Answer{Holds: true}, File: circuit.File{Inputs: 2, Gates: [][2]int{{record, turn}, {record + 1, turn + 1}, {7, 9}}},
		Cells:   []certify.Cell{{Bits: 1, Values: []int{0, 1}}},
		Records: []map[int]bool{{0: true}},
		Claims: map[string]*certify.Claim{
			question.Reached:                       {Set: record + 1},
			question.LayerKey(1, question.Reached): {Set: recorded},
			"record act[] []":                      {Layers: []int{turn}},
		},
	}
	needs, err := question.Needs(c, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range needs.Needs {
		_, next := n.Expr.(*spec.Temporal)
		cert.Claims[n.Key] = &certify.Claim{Set: map[bool]int{true: 1, false: 0}[next]}
		cert.Claims["#1 "+n.Key] = &certify.Claim{Set: map[bool]int{true: 0, false: 1}[next]}
	}
	if err := certify.Check(t.Context(), c, cert, nil); err == nil || !strings.Contains(err.Error(), "what ann remembers is something else") {
		t.Errorf("ann tells by whom it was done: %v", err)
	}
}

// Moves are told apart by arguments: names of cards may be those of several, as 111 is of 1 and 11 and of 11 and 1.
func TestMovesWithOneNameAreSeveralChoices(t *testing.T) {
	for asked, members := range map[string]string{"<<ann>> X won": "ann", "<<ann, bob>> X won": "ann, bob"} {
		for _, joint := range []string{"", "steps: joint\n"} {
			c := load(t, "names.yaml", joint+`
types: {Card: {record: {val: 1..11, suit: 1..11}, names: "{val}{suit}"}}
vars: {won: bool, over: bool}
init: "!won & !over"
agents: {ann: {sees: [over]}, bob: {sees: [over]}}
actions:
  play(c in Card): {by: ann, when: "c.val + c.suit = 12 & c.val * c.suit = 11", then: {over: "true", won: "c.val = 1"}}
check: [{id: q, formula: "`+asked+`", expect: holds}]
`).Checks[0]
			var b bytes.Buffer
			if err := certificate.Write(t.Context(), &b, c, expected(c), encode.Options{}); err != nil {
				t.Fatal(err)
			}
			if err := check(t.Context(), c, b.Bytes()); err != nil {
				t.Errorf("%s%s: %v", joint, members, err)
			}
			needs, err := question.Needs(c, false)
			if err != nil {
				t.Fatal(err)
			}
			bit := certify.Cell{Bits: 1, Values: []int{0, 1}}
			cert := &certify.Certificate{
				Check: c.Label, File: circuit.File{Inputs: 2}, Cells: []certify.Cell{bit, bit},
				Claims: map[string]*certify.Claim{question.Reached: {Set: 1}, needs.Needs[0].Key: {Set: 0}},
			}
			if err := certify.Check(t.Context(), c, cert, nil); err == nil {
				t.Errorf("%s%s: it is certified that they cannot win", joint, members)
			}
		}
	}
}

// A check that asks about nothing has no verdict, but for formulas without memory under runs: ispl of which no state is
// initial.
func TestNoVerdictAboutNothing(t *testing.T) {
	const model = `
vars: {x: bool}
init: %q
agents: {ann: {sees: []}}
runs: ispl
actions: {go: {when: "!x", then: {x: "true"}}}
check: [{id: q, formula: "K{ann} x"%s}]
`
	for _, asked := range []struct {
		init, rest string
		certified  bool
	}{
		{"!x & x", "", true},
		{"!x & x", ", recall: clock", false},
		{"!x & x", `, after: "L{ann} ?!x"`, false},
		{"!x", `, after: "L{ann} ?x"`, false},
	} {
		c := load(t, "nothing.yaml", fmt.Sprintf(model, asked.init, asked.rest)).Checks[0]
		for _, holds := range []bool{true, false} {
			var b bytes.Buffer
			if err := certificate.Write(t.Context(), &b, c, certify.Answer{Holds: holds}, encode.Options{}); err != nil {
				t.Fatal(err)
			}
			if err := check(t.Context(), c, b.Bytes()); (err == nil) != (asked.certified && holds) {
				t.Errorf("init: %s%s: holds is %v, and certified: %v", asked.init, asked.rest, holds, err)
			}
		}
	}
	// No run has two steps.
	c := load(t, "nothing.yaml", fmt.Sprintf(model, "!x", ", recall: clock, layer: 2")).Checks[0]
	needs, err := question.Needs(c, true)
	if err != nil {
		t.Fatal(err)
	}
	cert := &certify.Certificate{
		Check: c.Label, Answer: certify.Answer{Holds: true}, File: circuit.File{Inputs: 1}, Cells: []certify.Cell{{Bits: 1, Values: []int{0, 1}}},
		Claims: map[string]*certify.Claim{},
	}
	for k, worlds := range []int{3, 2, 0} { // not x, x, and no state
		cert.Claims[question.LayerKey(k, question.Reached)] = &certify.Claim{Set: worlds, Witnesses: [][]int{{0}}}
		cert.Claims[question.LayerKey(k, needs.Needs[0].Key)] = &certify.Claim{}
	}
	if err := certify.Check(t.Context(), c, cert, nil); err == nil {
		t.Error("something is certified of worlds after two steps, where there are none")
	}
}

// A strategy does one thing where its agent sees the same, and what is possible there; and a tree of cases has all
// branches, and decides about worlds that look the same to one agent.
func TestForgedStrategies(t *testing.T) {
	const guessing = `
vars: {coin: bool, won: bool}
init: "!won"
agents: {ann: {sees: [%s]}}
actions: {guess(k in bool): {by: ann, when: "%s", then: {won: k = coin}}}
check: [{id: q, formula: "<<ann; %s>> X won"}]
`
	const coin = 2
	type sets = map[string]int
	for _, forged := range []struct {
		sees, when, kind string
		holds            bool
		claims           sets   // what follows the name of the operator
		reason           string // empty: it is certified
	}{
		{"coin", "true", "uniform: subjective", true, sets{" case 0": 1, " case 0 sure": 1, " case 0 true": coin, " case 0 false": coin + 1}, ""},
		{"", "true", "uniform", true, sets{" case 0": coin, " case 0 true": 1, " case 1": coin + 1, " case 1 false": 1}, ""},
		{"", "true", "uniform: subjective", true, sets{" case 0": 1, " case 0 sure": 1, " case 0 true": coin, " case 0 false": coin + 1}, "ann does two things where it sees the same"},
		{"", "true", "uniform: subjective", true, sets{" case 0": coin, " case 0 sure": 1, " case 0 true": 1}, "something leads into the set from outside"},
		{"coin", "k", "uniform", true, sets{" case 0": 1, " case 0 true": coin, " case 0 false": coin + 1}, "nothing leads to what is sought"},
		{"", "true", "uniform", true, sets{" case 0": 1, " case 1": 1, " case 1 true": 1}, "nothing leads to what is sought"},
		{"", "true", "uniform", false, sets{" tree 0": 0}, "something leads into the set from outside"},
		{"", "true", "uniform", false, sets{" tree 0": 0, " tree 0 true": 1, " tree 0+": coin}, "nothing is said about"},
		{"", "true", "uniform", false, sets{" tree 0": 0, " tree 0 true": 1, " tree 0+": 0, " tree 0-": coin + 1}, "something leads into the set from outside"},
		{"", "true", "uniform", false, sets{" tree 0": 0, " tree 0 true": 1, " tree 0+": coin, " tree 0-": coin + 1}, "something leads into the set from outside"},
		{"coin", "true", "uniform", false, sets{" tree 0": 0, " tree 0 true": 1, " tree 0+": coin, " tree 0-": coin + 1}, "ann does not see the same in all worlds"},
	} {
		c := load(t, "guessing.yaml", fmt.Sprintf(guessing, forged.sees, forged.when, forged.kind)).Checks[0]
		needs, err := question.Needs(c, forged.holds)
		if err != nil {
			t.Fatal(err)
		}
		bit, name := certify.Cell{Bits: 1, Values: []int{0, 1}}, needs.Needs[0].Key
		cert := &certify.Certificate{
			Check: c.Label, Answer: certify.Answer{Holds: forged.holds}, File: circuit.File{Inputs: 2}, Cells: []certify.Cell{bit, bit},
			Claims: map[string]*certify.Claim{question.Reached: {Set: 1}, name: {}},
		}
		if forged.holds {
			cert.Claims[name].Set = 1
		}
		for about, set := range forged.claims {
			key := name + about
			for _, k := range []bool{true, false} {
				if at, named := strings.CutSuffix(key, fmt.Sprint(" ", k)); named {
					key = question.MoveKey(at, c.Model.Agents[0], spec.Move{Action: c.Model.Actions[0], Args: []spec.Value{spec.Bool(k)}}.Key())
				}
			}
			cert.Claims[key] = &certify.Claim{Set: set}
		}
		err = certify.Check(t.Context(), c, cert, nil)
		if right := forged.reason == ""; (err == nil) != right || !right && !strings.Contains(err.Error(), forged.reason) {
			t.Errorf("%s, %v: %v", c.Text, forged.claims, err)
		}
	}
}

// What is counted has no bits that stand for no state: those of a part that is never there may have no code.
func TestNothingIsCountedThatIsNoState(t *testing.T) {
	c := load(t, "parts.yaml", `
types: {Card: {record: {suit: 0..1}}}
vars: {card: "Card?"}
init: card = none
agents: {ann: {}}
actions: {wait: {}}
check: [{id: q, count: "true", expect: 1}]
`).Checks[0]
	const there, nowhere, all = 2, 3, 1
	for _, forged := range []struct{ counted, number int }{{nowhere, 1}, {all, 2}} {
		cert := &certify.Certificate{
			Check: c.Label, Answer: certify.Answer{Count: big.NewInt(int64(forged.number))}, File: circuit.File{Inputs: 1},
			Cells:  []certify.Cell{{Bits: 1, Values: []int{0, 1}}, {Values: []int{}}},
			Claims: map[string]*certify.Claim{question.Reached: {Set: nowhere, Layers: []int{nowhere}}, question.Number: {Set: forged.counted}},
		}
		if err := certify.Check(t.Context(), c, cert, nil); (err == nil) != (forged.number == 1) {
			t.Errorf("%d worlds are counted: %v", forged.number, err)
		}
	}
}

// An operator with a bound has layers that are closed, or as many as its bound: without any, what comes after the
// last layer of worlds, and where runs that end are left out, would be overlooked.
func TestBoundsWithoutLayers(t *testing.T) {
	for _, text := range []string{`
vars: {n: 0..3}
init: n = 0
agents: {ann: {sees: n}}
recall: clock
actions: {up: {when: n < 3, then: {n: n + 1}}}
check: [{id: q, formula: "EF{_; <= 3} n = 3"}]
`, `
vars: {n: 0..3}
init: n = 0
agents: {ann: {sees: n}}
runs: ispl
actions: {up: {when: "false"}}
check: [{id: q, formula: "AF{_; <= 3} n = 3"}]
`} {
		c := load(t, "bounds.yaml", text).Checks[0]
		needs, err := question.Needs(c, false)
		if err != nil {
			t.Fatal(err)
		}
		cert := &certify.Certificate{
			Check: c.Label, File: circuit.File{Inputs: 2, Gates: [][2]int{{3, 5}}}, Cells: []certify.Cell{{Bits: 2, Values: []int{0, 1, 2, 3}}},
			Claims: map[string]*certify.Claim{question.Reached: {Set: 6}, needs.Needs[0].Key: {}},
		}
		if err := certify.Check(t.Context(), c, cert, nil); err == nil {
			t.Errorf("it is certified that this fails:\n%s", text)
		}
	}
}

// What has too many values is not covered, and that is said before all of them are listed.
func TestNamesWithTooManyValues(t *testing.T) {
	for _, c := range load(t, "many.yaml", `
vars: {x: bool}
agents: {ann: {}}
actions:
  go(a in 0..60000, b in 0..60000): {by: ann}
check:
  - {id: moves, formula: "AX x"}
  - {id: learnt, formula: "[L{ann} (some a in 0..60000, b in 0..60000: ?(a = b))] x"}
`).Checks {
		cert := &certify.Certificate{
			Check: c.Label, File: circuit.File{Inputs: 1}, Cells: []certify.Cell{{Bits: 1, Values: []int{0, 1}}},
			Claims: map[string]*certify.Claim{question.Reached: {Set: 1}},
		}
		if reason, open := certify.Uncovered(certify.Check(t.Context(), c, cert, nil)); !open || !strings.Contains(reason, "more than") {
			t.Errorf("%s: %q", c.ID, reason)
		}
	}
}
