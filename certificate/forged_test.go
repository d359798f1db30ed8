package certificate_test

import (
	"bytes"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
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

// A function to a world may leave values as they are: that leads nowhere where the world itself is not the one that is sought,
// and where other values make it none.
func TestValuesThatStay(t *testing.T) {
	c := load(t, "stays.yaml", `
vars: {a: 0..2, b: 0..2}
agents: {i: {sees: [b]}}
check: [{id: q, formula: "a = 0 | !K{i} a = 0", expect: holds}]
`).Checks[0]
	needs, err := question.Needs(c, true)
	if err != nil {
		t.Fatal(err)
	}
	const high, low, high2, low2, none, all, zero = 2, 4, 6, 8, 0, 14, 16
	lost := "nothing leads to what is sought"
	for i, forged := range []struct {
		set    int
		to     [4]int
		reason string
	}{
		{zero, [4]int{high, low, high2, low2}, ""},
		{zero, [4]int{low, high, high2, low2}, ""},
		{zero, [4]int{0, 1, high2, low2}, ""},
		{none, [4]int{0, 1, high2, low2}, ""},
		{none, [4]int{high, low, high2, low2}, lost}, // where a = 0
		{zero, [4]int{high, 0, high2, low2}, lost},   // to a = 0
		{zero, [4]int{high, 1, high2, low2}, lost},   // to none of the values
		{zero, [4]int{high, low, low2, high2}, lost}, // i sees another b
		{zero, [4]int{high2, low2, high2, low2}, lost},
		{zero, [4]int{high, low, high, low}, lost},
		{all, [4]int{high, low, high2, low2}, "the verdict is another one"},
	} {
		cert := &certify.Certificate{
			Check: c.Label, Answer: certify.Answer{Holds: true}, File: circuit.File{Inputs: 4, Gates: [][2]int{{low, high}, {low2, high2}, {13, 11}, {low + 1, high + 1}}},
			Cells:  []certify.Cell{{Bits: 2, Values: []int{0, 1, 2}}, {Bits: 2, Values: []int{0, 1, 2}}},
			Claims: map[string]*certify.Claim{question.Reached: {Set: all, Layers: []int{all}}},
		}
		for _, n := range needs.Needs {
			cert.Claims[n.Key] = &certify.Claim{Set: forged.set, Witnesses: [][]int{forged.to[:]}}
		}
		err := certify.Check(t.Context(), c, cert, nil)
		if valid := forged.reason == ""; valid != (err == nil) || !valid && !strings.Contains(err.Error(), forged.reason) {
			t.Errorf("%d: %v, not %q", i, err, forged.reason)
		}
	}
}

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
define: {far(a in 0..60000): "K{ann} x | a = 2"}
actions:
  go(a in 0..60000, b in 0..60000): {by: ann}
check:
  - {id: moves, formula: "AX x"}
  - {id: by-state, formula: "forall a in {b in 0..60000: x | b > 5}: K{ann} x -> a > 3"}
  - {id: by-argument, formula: "far(if x then 1 else 2)"}
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

// forgery is a certificate made by hand. Names of claims have Y for the operator that is asked about, and end with
// "ann left" where they are about a move of hers; the layers of a claim stand behind its set.
type forgery struct {
	what, text string
	holds      bool
	records    []map[int]bool
	claims     map[string][]int
	reason     string // empty: it is certified
}

// forged holds forgeries to their documents: cells of the bits that all states have, and gates.
func forged(t *testing.T, file circuit.File, cells []certify.Cell, list []forgery) {
	t.Helper()
	for _, f := range list {
		c := load(t, "forged.yaml", f.text).Checks[0]
		needs, err := question.Needs(c, f.holds)
		if err != nil {
			t.Fatalf("%s: %v", f.what, err)
		}
		with := file
		with.Inputs += len(f.records)
		cert := &certify.Certificate{Check: c.Label, Answer: certify.Answer{Holds: f.holds}, File: with, Cells: cells, Records: f.records, Claims: map[string]*certify.Claim{}}
		operator := needs.Needs[len(needs.Needs)-1].Key
		for name, sets := range f.claims {
			for _, a := range c.Model.Agents {
				for _, action := range c.Model.Actions {
					if at, ok := strings.CutSuffix(name, fmt.Sprintf(" %s %s", a.Name, action.Name)); ok {
						name = question.MoveKey(at, a, spec.Move{Action: action}.Key())
					}
				}
			}
			name = strings.Replace(name, "Y", operator, 1)
			cert.Claims[name] = &certify.Claim{Set: sets[0], Layers: sets[1:]}
		}
		err = certify.Check(t.Context(), c, cert, nil)
		if right := f.reason == ""; (err == nil) != right || !right && !strings.Contains(err.Error(), f.reason) {
			t.Errorf("%s: %v", f.what, err)
		}
	}
}

// A strategy with memory does one thing in a layer where its agent sees the same, the same again in a layer that comes
// again, and gets where it is to get.
func TestForgedStrategiesWithMemory(t *testing.T) {
	// Ann opens a lock, blind: left, then right.
	const lock = `
vars: {s: 0..2}
init: s = 0
agents: {ann: {sees: []}, bob: {}}
actions:
  left: {by: ann, when: s < 2, then: {s: "if s = 0 then 1 else s"}}
  right: {by: ann, when: %s, then: {s: "if s = 1 then 2 else s"}}
recall: %s
check: [{id: q, formula: "<<%s>> %s"}]
`
	open := func(recall, group, goal string) string { return fmt.Sprintf(lock, "s < 2", recall, group, goal) }
	const none, zero, one, two, notZero, notOne, notTwo, all = 0, 6, 8, 2, 7, 9, 3, 1
	file := circuit.File{Inputs: 2, Gates: [][2]int{{3, 5}, {4, 3}}}
	cells := []certify.Cell{{Bits: 2, Values: []int{0, 1, 2}}}
	type claims = map[string][]int
	layers := claims{"worlds": {zero}, "#1 worlds": {notTwo}, "#2 worlds": {all}}
	again := claims{"worlds": {all}, "#1=0 worlds": {all}}
	and := func(list ...claims) claims {
		out := claims{}
		for _, some := range list {
			for name, sets := range some {
				out[name] = sets
			}
		}
		return out
	}
	wins := claims{
		"Y": {zero}, "Y case 0": {zero, none, none, zero}, "Y case 0 ann left": {all},
		"#1 Y": {one}, "#1 Y case 0": {one, none, one}, "#1 Y case 0 ann right": {all},
		"#2 Y": {two}, "#2 Y case 0": {two, two},
	}
	both := claims{"Y": {all}, "Y case 0": {all, two, notZero, all}, "Y case 0 ann left": {zero}, "Y case 0 ann right": {one}}
	sure := claims{"Y case 0 sure": {zero}, "#1 Y case 0 sure": {one}, "#2 Y case 0 sure": {two}}
	fails := claims{"Y": {none}, "#1 Y": {all}, "#2 Y": {all}}
	leaf := func(at string) claims {
		return claims{"Y tree 0" + at: {none}, "#1 Y tree 0" + at: {all}, "#2 Y tree 0" + at: {all}}
	}
	clock, two2 := open("clock", "ann; uniform", "F s = 2"), "does two things where it sees the same"
	forged(t, file, cells, []forgery{
		{"left, then right", clock, true, nil, and(layers, wins), ""},
		{"without memory", open("none", "ann; uniform", "F s = 2"), true, nil, and(claims{"worlds": {all}}, both), two2},
		{"in a layer that comes again", clock, true, nil, and(again, both), two2},
		{"left twice", clock, true, nil, and(layers, wins, claims{"#1 Y case 0 ann left": {all}, "#1 Y case 0 ann right": {none}}), "does not lead on"},
		{"nothing at last", clock, true, nil, and(layers, wins, claims{"#1 Y case 0 ann right": {two}}), "does not lead on"},
		{"both at last", clock, true, nil, and(layers, wins, claims{"#1 Y case 0 ann left": {zero}, "#1 Y case 0 ann right": {one}, "#1 Y case 0": {notTwo, none, one, notTwo}, "#1 Y": {notTwo}}), two2},
		{"right is not possible", fmt.Sprintf(lock, "s = 0", "clock", "ann; uniform", "F s = 2"), true, nil, and(layers, wins), "does not lead on"},
		{"moves of somebody else", clock, true, nil, and(layers, wins, claims{"#1 Y case 0 bob right": {all}, "#1 Y case 0 ann right": {none}}), "does not lead on"},
		{"somebody else", open("clock", "bob; uniform", "F s = 2"), true, nil, and(layers, wins), "does not lead on"},
		{"nobody", open("clock", "{a in Agent: false}; uniform", "F s = 2"), true, nil, and(layers, wins), "does not lead on"},
		{"for ever", clock, true, nil, and(again, claims{"Y": {all}, "Y case 0": {all, two, all}, "Y case 0 ann left": {all}}), "does not lead on"},
		{"after the last layer", clock, true, nil, and(claims{"worlds": {zero}}, claims{"Y": {zero}, "Y case 0": {zero, none, zero}, "Y case 0 ann left": {all}}), "does not lead on"},
		{"more layers of worlds elsewhere", clock, true, nil, and(layers, wins, claims{"#1 Y case 0": {notTwo, none, one, notTwo}, "#1 Y": {notTwo}}), "does not lead on"},
		{"sure where one layer is looked at", open("clock", "ann; uniform: subjective", "F s = 2"), true, nil, and(layers, wins, sure), "something leads into the set from outside"},
		{"an empty layer", clock, true, nil, and(layers, wins, claims{"#1 worlds": {none}, "#2 worlds": {none}}), "a step leads out of the worlds"},
		{"always, out of where nothing is known", open("clock", "ann; uniform", "G s < 2"), true, nil, and(layers, claims{
			"Y": {zero}, "Y case 0": {zero}, "Y case 0 ann left": {all}, "#1 Y": {notTwo}, "#1 Y case 0": {notTwo}, "#1 Y case 0 ann left": {all},
			"#2 Y": {notTwo}, "#2 Y case 0": {notTwo}, "#2 Y case 0 ann left": {all}}), "something leads into the set from outside"},
		{"always, in a layer that comes again", open("clock", "ann; uniform", "G s < 2"), true, nil, and(again, claims{"Y": {notTwo}, "Y case 0": {notTwo}, "Y case 0 ann left": {all}}), ""},

		{"no strategy", clock, false, nil, and(layers, fails, leaf("")), "something leads into the set from outside"},
		{"a tree in a layer that comes again", clock, false, nil, and(again, claims{"Y": {notZero}, "Y tree 0": {none}, "Y tree 0 ann left": {all}, "Y tree 0+": {two}, "Y tree 0-": {notZero}}), "what is done differently in layers that come again"},
		{"half of a tree", clock, false, nil, and(layers, fails, claims{"Y tree 0": {none}, "Y tree 0 ann left": {all}}, leaf("+")), "something leads into the set from outside"},
		{"a tree about two layers", clock, false, nil, and(layers, fails, claims{"Y tree 0": {none}, "Y tree 0 ann left": {all}, "#1 Y tree 0+ ann left": {all}}, leaf("++"), leaf("+-"), leaf("-")), "something leads into the set from outside"},
		{"a tree of somebody else", clock, false, nil, and(layers, fails, claims{"Y tree 0 bob left": {all}}, leaf("")), "something leads into the set from outside"},
		{"a tree about what she tells apart", strings.Replace(open("clock", "ann; uniform", "X s = 2"), "sees: []", "sees: s", 1), false, nil,
			and(layers, fails, claims{"Y tree 0": {none}, "#1 Y tree 0 ann left": {all}}, leaf("+"), leaf("-")), "does not see the same in all worlds"},
	})
}

// Under perfect recall a strategy goes by what its agent was shown of steps, as it is recorded, and by no more.
func TestForgedStrategiesOfWhatWasShown(t *testing.T) {
	const peek = `
vars: {coin: bool, t: bool, won: bool}
init: "!t & !won"
agents: {ann: {sees: [t]}, bob: {sees: [t]}}
actions:
  peek: {when: "!t", then: {t: "true"}, seen: {bob: [coin]}}
  heads: {by: %[1]s, when: t, then: {won: coin}}
  tails: {by: %[1]s, when: t, then: {won: "!coin"}}
recall: %[2]s
check: [{id: q, formula: "<<%[1]s; uniform: %[3]s>> F won"}]
`
	asked := func(who, recall, kind string) string { return fmt.Sprintf(peek, who, recall, kind) }
	// The first bit that is recorded is the coin at the first step, the second one whether heads was said.
	const coin, timed, won, shown, said = 2, 4, 6, 8, 10
	const none, all, first, second, third = 0, 1, 16, 28, 30
	file := circuit.File{Inputs: 3, Gates: [][2]int{{5, 7}, {9, 11}, {12, 14}, {coin, shown}, {3, 9}, {19, 21}, {timed, 7}, {24, 23}, {26, 11}, {timed, 23}}}
	bit := certify.Cell{Bits: 1, Values: []int{0, 1}}
	type claims = map[string][]int
	certificate := func(who string) claims {
		return claims{
			"worlds": {first}, "#1 worlds": {second}, "#2 worlds": {third},
			"record peek[] []": {0, coin, 0}, "record heads[] []": {0, shown, 1}, "record tails[] []": {0, shown, 0},
			"#1 record peek[] []": {0, coin, 0}, "#1 record heads[] []": {0, shown, 1}, "#1 record tails[] []": {0, shown, 0},
			"Y": {all}, "Y case 0": {all, none, none, all}, "Y case 0 sure": {all},
			"#1 Y": {all}, "#1 Y case 0": {all, none, all}, "#1 Y case 0 sure": {all},
			"#2 Y": {none}, "#2 Y case 0": {won, won}, "#2 Y case 0 sure": {none},
			"#1 Y case 0 " + who + " heads": {shown}, "#1 Y case 0 " + who + " tails": {shown + 1},
		}
	}
	without := func(all claims, name string) claims {
		delete(all, name)
		return all
	}
	nobody, ann, bob, each := map[int]bool{}, map[int]bool{0: true}, map[int]bool{1: true}, map[int]bool{0: true, 1: true}
	type records = []map[int]bool
	forged(t, file, []certify.Cell{bit, bit, bit}, []forgery{
		{"who was shown the coin", asked("bob", "perfect", "subjective"), true, records{bob, each}, certificate("bob"), ""},
		{"who was not", asked("ann", "perfect", "subjective"), true, records{ann, each}, certificate("ann"), "what ann remembers is something else"},
		{"who was not, by what others know", asked("ann", "perfect", "subjective"), true, records{bob, each}, certificate("ann"), "ann does two things where it sees the same"},
		{"the same, from here", asked("ann", "perfect", "objective"), true, records{bob, each}, certificate("ann"), "ann does two things where it sees the same"},
		{"who is said to forget", asked("bob", "perfect", "subjective"), true, records{nobody, each}, certificate("bob"), "what bob remembers is something else"},
		{"what was shown later is recorded", asked("bob", "perfect", "subjective"), true, records{bob, each}, without(certificate("bob"), "#1 record heads[] []"), "it is not said what is recorded"},
		{"a strategy of the other", asked("bob", "perfect", "subjective"), true, records{bob, each}, certificate("ann"), "does not lead on"},
		{"nothing is remembered", asked("bob", "clock", "subjective"), true, records{bob, each}, certificate("bob"), "nobody remembers"},
	})
}

// A plan does what is possible, tells apart what looks different alone, and ends where the goal is known; what is said against all
// plans is said of one observation.
func TestForgedPlans(t *testing.T) {
	const looking = `
vars: {coin: bool}
agents: {ann: {sees: []}}
actions:
  look: {by: ann, when: %s, then: {coin: coin}, seen: {ann: [%s]}}
  turn: {when: %s, then: {coin: "!coin"}, seen: {}}
recall: perfect
check: [{id: q, plan: "%s"}]
`
	const coin, all, knows = 2, 1, "KV{ann} coin"
	type claims = map[string]*certify.Claim
	set := func(wires ...int) *certify.Claim { return &certify.Claim{Set: wires[0], Layers: wires[1:]} }
	states := func(more claims) claims {
		more["state 0"] = &certify.Claim{Set: coin + 1, Witnesses: [][]int{{0}}}
		more["state 1"] = &certify.Claim{Set: coin, Witnesses: [][]int{{1}}}
		return more
	}
	const look = "[look ]"
	// Each leads to all of a belief.
	both := set(all, coin, coin, coin+1, coin+1)
	for i, forged := range []struct {
		when, seen, turns, goal string
		cost                    int64 // negative: there is no plan
		claims                  claims
		reason                  string // empty: it is certified
	}{
		{"true", "coin", "false", knows, 1, claims{"plan/0.0": set(all), "plan/0.0 " + look: set(all), "plan/0.0/1.0": set(coin), "plan/0.0/1.1": set(coin + 1), "dear/0.0": set(all)}, ""},
		{"true", "coin", "false", knows, 1, claims{"plan/0.0": set(all), "plan/0.0 " + look: set(all), "plan/0.0/1.0": set(coin), "dear/0.0": set(all)}, "what looks alike is in no part"},
		{"true", "coin", "false", knows, 1, claims{"plan/0.0": set(all), "plan/0.0 " + look: set(all), "plan/0.0/1.0": set(all), "dear/0.0": set(all)}, "it is not said what is done"},
		{"true", "coin", "false", knows, 0, claims{"plan/0.0": set(all), "plan/0.0 " + look: set(all), "plan/0.0/1.0": set(coin), "plan/0.0/1.1": set(coin + 1)}, "a step costs more than"},
		{"true", "", "false", knows, 1, claims{"plan/0.0": set(all), "plan/0.0 " + look: set(all), "plan/0.0/1.0": set(coin), "plan/0.0/1.1": set(coin + 1), "dear/0.0": set(all)}, "what looks alike is in no part"},
		{"true", "coin", "false", knows, 1, claims{"plan/0.0": set(all), "plan/0.0 " + look: set(all), "plan/0.0/1.0": set(coin), "plan/0.0/1.1": set(coin + 1), "plan/0.0/1.1 without record look[] []": set(all)}, "what looks alike is in no part"},
		{"true", "", "false", knows, 1, claims{"plan/0.0": set(all), "plan/0.0 " + look: set(all), "plan/0.0/1.0": set(coin), "plan/0.0/1.1": set(coin + 1), "plan/0.0/1.0 without record look[] []": set(all)}, "what looks alike is in no part"},
		{"coin", "coin", "false", knows, 1, claims{"plan/0.0": set(all), "plan/0.0 " + look: set(all), "plan/0.0/1.0": set(coin), "plan/0.0/1.1": set(coin + 1), "dear/0.0": set(all)}, "a choice may not be possible"},
		{"true", "coin", "true", knows, 1, claims{"plan/0.0": set(all), "plan/0.0 " + look: set(all), "plan/0.0/1.0": set(coin), "plan/0.0/1.1": set(coin + 1), "dear/0.0": set(all)}, "what looks alike is in no part"},
		{"true", "coin", "false", knows, 0, claims{"plan/0.0": set(all)}, "it is not said what is done"},
		{"true", "coin", "false", knows, 0, claims{"plan/0.0": set(coin), "plan/0.1": set(coin + 1)}, "what looks alike is in no part"},
		{"true", "coin", "false", knows, 0, claims{}, "what looks alike is in no part"},
		{"true", "", "false", knows, -1, states(claims{"dear/all.0": set(all), "dear/all.0 " + look + "/1.0": both}), ""},
		{"true", "coin", "false", knows, -1, states(claims{"dear/all.0": set(all), "dear/all.0 " + look + "/1.0": both}), "nothing is said against a choice"},
		{"true", "", "false", knows, -1, states(claims{"dear/all.0": set(all)}), "nothing is said against a choice"},
		{"true", "", "false", knows, -1, states(claims{"dear/all.0": set(all), "dear/all.0 " + look + "/0.0": both}), "nothing is said against a choice"},
		{"true", "", "false", knows, -1, states(claims{"dear/all.0": set(all), "dear/all.0 " + look + "/1.0": set(all, coin, coin)}), "it is not said what leads to all of it"},
		{"true", "", "false", knows, -1, states(claims{"dear/all.0": set(all), "dear/all.0 " + look + "/1.0": set(all, coin, coin, coin+1)}), ""},
		{"true", "coin", "false", knows, -1, states(claims{"dear/all.0": set(all), "dear/all.0 " + look + "/1.0": set(all, coin, coin+1, coin+1, coin)}), "nothing is said against a choice"},
		{"true", "coin", "false", knows, -1, states(claims{"dear/all.0": set(all), "dear/all.0 " + look + "/1.0": set(coin, coin, coin)}), "nothing is said against a choice"},
		{"true", "coin", "false", knows, -1, states(claims{"dear/all.0": set(all), "dear/all.1": set(coin), "dear/all.0 " + look + "/1.0": set(coin, coin, coin)}), "the goal is reached"},
		{"true", "coin", "false", knows, -1, states(claims{"dear/all.0": set(all), "dear/all.1": set(0), "dear/all.0 " + look + "/1.0": set(0, coin, coin)}), "the goal is reached"},
		{"true", "coin", "false", knows, -1, claims{"dear/all.0": set(0)}, "the goal is reached"},
		{"true", "coin", "false", knows, -1, claims{}, "nothing is said about dear/all.0"},
		{"true", "", "false", knows, -1, claims{"dear/all.0": set(all), "dear/all.0 " + look + "/1.0": set(all, all, all), "state 0": {Set: all, Witnesses: [][]int{{coin}}}}, "state 0 is no state"},
		{"true", "", "false", knows, -1, claims{"dear/all.0": set(all), "dear/all.0 " + look + "/1.0": both}, "a state from which nothing leads on"},
		{"true", "coin", "false", "coin", -1, states(claims{"dear/all.0": set(coin + 1), "dear/all.0 " + look + "/1.0": set(coin+1, coin+1, coin+1)}), ""},
		{"true", "coin", "true", "coin", -1, states(claims{"dear/all.0": set(coin + 1), "dear/all.0 " + look + "/1.0": set(coin+1, coin+1, coin+1), "dear/all.0 []/1.0": set(coin+1, coin+1, coin+1)}), "nothing is said against a choice"},
	} {
		c := load(t, "looking.yaml", fmt.Sprintf(looking, forged.when, forged.seen, forged.turns, forged.goal)).Checks[0]
		cert := &certify.Certificate{Check: c.Label, File: circuit.File{Inputs: 1}, Cells: []certify.Cell{{Bits: 1, Values: []int{0, 1}}}, Claims: claims{question.Reached: set(all)}}
		if forged.cost >= 0 {
			cert.Count = big.NewInt(forged.cost)
		}
		for key, claim := range forged.claims {
			cert.Claims[key] = claim
		}
		err := certify.Check(t.Context(), c, cert, nil)
		if right := forged.reason == ""; (err == nil) != right || !right && !strings.Contains(err.Error(), forged.reason) {
			t.Errorf("%d: %v, not %q", i, err, forged.reason)
		}
		cert.Records = []map[int]bool{{0: true}}
		if cert.Inputs++; certify.Check(t.Context(), c, cert, nil) == nil {
			t.Errorf("%d: something is recorded of what beliefs remember", i)
		}
	}
}

// A belief that nothing leads to is none: not even the empty one.
func TestPlansWithoutAnyBelief(t *testing.T) {
	c := load(t, "plan.yaml", `
vars: {s: bool}
init: "!s"
agents: {ann: {sees: []}}
actions: {go: {by: ann, then: {s: "true"}}}
recall: perfect
check: [{id: q, plan: s}]
`).Checks[0]
	const before, nowhere, all = 3, 0, 1
	first := question.DearKey(question.Unbounded, 0)
	choice := question.ChoiceKey(first, spec.Move{Action: c.Model.Actions[0]}.Key())
	cert := &certify.Certificate{
		Check: c.Label, File: circuit.File{Inputs: 1}, Cells: []certify.Cell{{Bits: 1, Values: []int{0, 1}}},
		Claims: map[string]*certify.Claim{
			question.Reached: {Set: all}, first: {Set: before}, question.PartKey(choice, 1, 0): {Set: nowhere}, question.DearKey(question.Unbounded, 1): {Set: nowhere},
		},
	}
	if err := certify.Check(t.Context(), c, cert, nil); err == nil {
		t.Error("it is certified that there is no plan")
	}
}

// TestForgedFiles refuses certificates made by hand of what is wrong, or has no answer: of views that are named after worlds
// behind different parts of a knowledge action; of actions that ask what is known, each claim supporting the other one;
// of a value that is missing where an operator is true, and less is claimed of it; of plans where it is not defined what they cost;
// and of a program that may do nothing.
func TestForgedFiles(t *testing.T) {
	const parts, asking = "what is learnt behind a part of a knowledge action", "actions that ask what somebody knows, without memory"
	for _, f := range []struct{ spec, check, cert, reason string }{
		{"spelt-twice", "n", "spelt-twice", parts},
		{"same-parts", "two", "same-parts", parts},
		{"brackets", "assoc", "brackets", parts},
		{"asking-without-memory", "q", "asking-without-memory", asking},
		{"asking-without-memory", "q", "asking-without-memory-fails", asking},
		{"hidden-value", "q", "hidden-value", "the formula may have no value"},
		{"hidden-value", "w", "hidden-value-known", "an operand may have no value"},
		{"alike-costs", "q", "alike-costs", "steps that look alike to those who plan may cost differently"},
		{"other-views", "q", "other-views", "those who plan may not see the same"},
		{"idle", "q", "idle", "programs that may do nothing"},
	} {
		text, err := os.ReadFile(filepath.Join("testdata", "forged", f.spec+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(filepath.Join("testdata", "forged", f.cert+".cert"))
		if err != nil {
			t.Fatal(err)
		}
		cert, err := certify.Read(file)
		if err != nil || cert.Check != f.check {
			t.Fatalf("%s: about %v, %v", f.cert, cert, err)
		}
		file.Close()
		for _, c := range load(t, f.spec+".yaml", string(text)).Checks {
			if c.Label != f.check {
				continue
			}
			if err := certify.Check(t.Context(), c, cert, nil); err == nil || err.Error() != f.reason {
				t.Errorf("%s: %v, not %q", f.cert, err, f.reason)
			}
		}
	}
}
