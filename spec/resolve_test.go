package spec_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// cards is a document that the expressions of the tests are read in.
const cards = `
params:
  n: 3
  deal: 2S | 3H AH | none
  quick: false
  laws: [parity, match]
types:
  Value: {range: 1..n, names: {1: A, 11: J}}
  Suit: [S, H]
  Card: {record: {val: Value, suit: Suit}, names: "{val}{suit}"}
  Player: {first: n - 1, of: [alice, bob, carol]}
  Place: [Player, top, out]
  Law: [parity, match, second]
  Prize: [first, second]
define:
  red(c in Card): c.suit = H
  plus(a, b in 0..9): a + b
  never(a in 0..9): "true"
vars:
  place: array Card of Place
  held: Card?
  mover: Player
  law: Law
  grid: array 1..2, Player of 0..9
  tried: set Card
  count_to: 0..9
agents:
  p in Player: {sees: [mover, "place[c] for c in Card if place[c] = p"]}
  dealer: {sees: all}
actions:
  turn(c in Card): {when: "place[c] = mover", then: {held: c, "place[c]": top}}
  pass: {then: {mover: next(mover), held: none}}
programs:
  move(c in Card): turn(c); pass
check:
`

// parse reads the document with one check of the given kind.
func parse(kind, text string) (*spec.Check, error) {
	suite, err := spec.Parse("cards.yaml", cards+"  - id: it\n    "+kind+": |\n      "+strings.ReplaceAll(text, "\n", "\n      ")+"\n")
	if err != nil {
		return nil, err
	}
	return suite.Checks[0], nil
}

// state is one state of the document: 2S and AH with alice, 3S on top, the rest
// out, 3H held.
func state(t *testing.T, m *spec.Model) spec.State {
	t.Helper()
	s := make(spec.State, len(m.Vars))
	card := m.Vars[0].Type.(*spec.ArrayType).Index[0]
	var place spec.Array
	for c := range card.All() {
		where := spec.Symbol("out")
		switch card.Show(c) {
		case "2S", "AH":
			where = "alice"
		case "3S":
			where = "top"
		}
		place = append(place, where)
	}
	held := spec.Record{spec.Int(3), spec.Symbol("H")}
	values := map[string]spec.Value{
		"place": place, "held": held, "mover": spec.Symbol("alice"), "law": spec.Symbol("second"),
		"grid":  spec.Array{spec.Int(0), spec.Int(1), spec.Int(2), spec.Int(3)},
		"tried": spec.NewSet(held), "count_to": spec.Int(7),
	}
	for i, v := range m.Vars {
		s[i] = values[v.Name]
		if s[i] == nil || !v.Type.Has(s[i]) {
			t.Fatalf("%s: %v is not a value of %s", v.Name, s[i], v.Type)
		}
	}
	return s
}

func TestFormulasHaveTheirMeaning(t *testing.T) {
	for _, text := range []string{
		"place[2S] = mover",
		"(the c in Card: c = 2S) = 2S & (the k in 1..9: k * k = 49) = 7",
		"held = (the c in {2S, 3H}: c.suit = H)",
		"grid[the k in 1..2: k > 1, alice] = grid[2, alice]",
		"place[Card(2, S)] = alice",
		"place[Card(count_to - 4, S)] = top",
		"count(c in Card: place[c] = alice) = 2",
		"{c in Card: place[c] = alice} = {2S, AH}",
		"sum(c in Card: if place[c] = alice then c.val else 0) = 3",
		"min(c in {c in Card: place[c] = alice}: c.val) = 1 & max(c in {2S, AH}: c.val) = 2",
		"held.val = 3 & held != none & held = 3H & held in tried",
		"!(2S in tried) & size(tried) = 1 & tried + {2S} != tried & tried - {3H} = {} & tried * {2S} = {}",
		"forall c in tried: red(c)",
		"law = second & law = Law.second & !(law in laws) & law != parity",
		"grid[1, alice] = 0 & grid[2, bob] = 3 & grid[2, next(mover)] = 3",
		"next(mover) = bob & prev(mover) = bob & ord(mover) = 0 & next(next(mover)) = mover",
		"next(held) = AS & prev(held) = 3S", // records go round in order of their fields
		"pow(2, n) = 8 & n * n - 1 = 8 & 7 / 2 = 3 & -7 / 2 = -4 & -7 mod 2 = 1 & 7 mod -2 = -1",
		"count_to / 2 = 3 & (0 - count_to) / 2 = -4 & (0 - count_to) mod 2 = 1",
		"count_to in 5..9 & 5..7 = {5, 6, 7} & !(count_to in 8..2) & 8..2 = {}",
		"2S in deal[0] & !(2S in deal[1]) & size(deal[1]) = 2",
		"deal != none",
		"if count_to > 5 then mover = alice else held.val = 0",
		"plus(n, 4) = count_to & min(n, count_to) = 3 & max(n, 9) = 9",
		"exists p, q in Player: p != q & place[2S] = p & place[2S] != q",
		"exists c in Card, p in {alice}: place[c] = p & c.suit = S",
		"forall k in 1..n: k <= n",
		"forall k in 1..0: false",
		"(true <-> !false) & (false -> 1 = 2)",
		"mover = alice -> place[3S] = top",
		"A = 1 & 1 in {A, 2}",
		"!quick & Card - {2S, 3S, AS} = {AH, 2H, 3H} & size(Player) = 2",
		"K{dealer} mover = alice | true",
		"grid = [0, 1, n - 1, 3] & ([0, 1, 2, 4]) != grid & grid != (if count_to = 7 then ([0, 0, 0, 0]) else ([0, 1, 2, 3]))",
	} {
		check, err := parse("formula", text)
		if err != nil {
			t.Errorf("%s:\n%v", text, err)
			continue
		}
		ev := spec.Evaluator{State: state(t, check.Model), Modal: func(spec.Expr, *spec.Env) (bool, error) { return true, nil }}
		holds, err := ev.Holds(check.Formula, nil)
		if err != nil || !holds {
			t.Errorf("%s: %v, %v", text, holds, err)
		}
	}
}

func TestUndefinedExpressionsAndWhatProtectsThem(t *testing.T) {
	for text, reason := range map[string]string{
		"grid[count_to, alice] = 0":                               "outside",
		"(the k in 1..9: k > count_to + 5) = 1":                   "there is no k in 1..9 for which this is true",
		"(the k in 1..9: k > count_to) = 1":                       "this is true for several k in 1..9",
		"count_to > 9 & (the k in 1..9: k > count_to) = 1":        "",
		"place[2S] = mover & grid[count_to, alice] = 0":           "outside",
		"count_to / (count_to - 7) = 1":                           "division by 0",
		"count_to mod (count_to - 7) = 1":                         "division by 0",
		"max(c in {c in Card: place[c] = bob}: c.val) = 1":        "nothing",
		"exists k in 1..9: grid[k, alice] = 0":                    "outside", // a quantifier protects nothing
		"plus(count_to, count_to * 2) = 21":                       "the type of b",
		"Card(count_to, S) = 2S":                                  "not a value",
		"never(count_to / (count_to - 7))":                        "division by 0",
		"place[2S] != mover & grid[count_to, alice] = 0":          "",
		"place[2S] = mover | grid[count_to, alice] = 0":           "",
		"place[2S] != mover -> grid[count_to, alice] = 0":         "",
		"if count_to < 3 then grid[count_to, bob] > 0 else 1 = 1": "",
		"forall k in 1..9: k <= 2 -> grid[k, alice] < 9":          "",
	} {
		check, err := parse("formula", text)
		if err != nil {
			t.Errorf("%s:\n%v", text, err)
			continue
		}
		ev := spec.Evaluator{State: state(t, check.Model)}
		_, err = ev.Eval(check.Formula, nil)
		var undefined *spec.Undefined
		switch {
		case reason == "" && err != nil:
			t.Errorf("%s: %v, want a value", text, err)
		case reason != "" && (!errors.As(err, &undefined) || !strings.Contains(undefined.Reason, reason)):
			t.Errorf("%s: %v, want an error with %q", text, err, reason)
		}
	}
}

func TestNoneIsReadOnlyWhereItMayBe(t *testing.T) {
	for text, defined := range map[string]bool{
		"held.val = 3":                false,
		"held != none & held.val = 3": true,
		"held = 3H":                   true,
		"held in tried":               true,
		"next(held) = 2S":             false,
		"place[held] = top":           false,
		"held = none | held.suit = S": true,
	} {
		check, err := parse("formula", text)
		if err != nil {
			t.Fatalf("%s:\n%v", text, err)
		}
		s := state(t, check.Model)
		s[1] = spec.Absent{}
		_, err = (&spec.Evaluator{State: s}).Eval(check.Formula, nil)
		if (err == nil) != defined {
			t.Errorf("%s: %v, want defined: %v", text, err, defined)
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	for text, message := range map[string]string{
		"mover = top":                         "never equal",
		"(the k in 1..9000: k = 1) = 1":       "looks through 9000 values of 1..9000; at most 8192",
		"(the c, d in Card: c = d) = 2S":      "only one value is described",
		"(the c in Card) = 2S":                "\":\" behind the domain",
		"(the k in 1..9: k > 3) = 1":          "this has no value: this is true for several k",
		"(the c in Card: c) = 2S":             "a formula is expected",
		"second = first":                      "", // both could be a Prize
		"next(second) = first":                "several enumerations",
		"count_to":                            "a formula is expected",
		"count_to + mover = 2":                "a number is expected",
		"count_to = none":                     "never none",
		"held.colour = S":                     "no field",
		"mover.val = 1":                       "has no fields",
		"mover[1] = 2":                        "has no elements",
		"grid[1] = 2":                         "takes 2 indices, not 1",
		"grid[1, 2] = 2":                      "an index of Player is expected",
		"exists mover in Player: true":        "would hide a variable",
		"exists alice in Player: true":        "would hide a value",
		"exists p in Player, p in Card: true": "would hide a bound name",
		"forall c in mover: true":             "a type, a range or a set",
		"K{carol} true":                       `unknown agent "carol"`,
		"K{2S} true":                          "agent",
		"K{held} true":                        "an agent is expected",
		"E{alice; count_to} true":             "cannot depend on the state",
		"AF{pass; <= count_to} true":          "cannot depend on the state",
		"AX{trun(2S)} true":                   `unknown action or program "trun"; did you mean "turn"`,
		"AX{turn(2S, 3S)} true":               "takes 1 argument, not 2",
		"AX{turn(alice)} true":                "a value of Card is expected",
		"[?(AX true)] true":                   "cannot contain temporal operators",
		"KV{alice} (AX true)":                 "temporal",
		"turn(2S)":                            "is an action",
		"red = 1":                             "takes 1 argument, not 0",
		"red(2S, 3S)":                         "takes 1 argument, not 2",
		"size(mover) = 1":                     "size counts",
		"grid = [0, 1, 2]":                    "array 1..2, Player of 0..9 has 4 elements, and 3 are written here",
		"grid = [0, 1, 2, alice]":             "an element of 0..9 is expected",
		"grid = [0, 1, 2, 10]":                "10 is not a value of 0..9",
		"grid = [0, 1, 2, count_to]":          "known from the parameters alone",
		"count_to = [1]":                      "no array is expected",
		"([1]) = [1]":                         "no array is expected",
		"rde(2S)":                             `did you mean "red"`,
		"pow(2, 99) = 1":                      "too large",
		"pow(4294967296, 2) = 0":              "too large", // 2^64
		"sum(i in 1..4096: pow(2, 52)) = 0":   "too large",
		"1 / 0 = 1":                           "division by 0",
		"deal[3] = none":                      "there is no 3",
		"{mover, count_to} = {}":              "of one kind",
		"if quick then 1 else mover = alice":  "", // decided first: the branch not taken is not typed
		"quick & nobody_knows_this":           "",
		"!quick | nobody_knows_this":          "",
		"Law.secnod = law":                    `did you mean "second"`,
		"<<alice>> F true":                    "no action says whose step it is",
		"does{turn} | true":                   "belongs to steps: joint",
		"C{p in Card: true} true":             "no agents",
		"2S = Card":                           "never equal",
		"{1, 2} = {1..2}":                     "without its braces",
		"count(p in Player: KV{p} law) > 0":   "",
		"C{p in Player: p != mover} K{mover} law = parity": "",
		"D{Player} true & E{all; n} true":                  "",
		"AF{move(_); <= n} true":                           "",
		"[some c in Card: turn(c)] true":                   "",
	} {
		_, err := parse("formula", text)
		switch {
		case message == "" && err != nil:
			t.Errorf("%s:\n%v", text, err)
		case message != "" && (err == nil || !strings.Contains(err.Error(), message)):
			t.Errorf("%s: %v\nwant an error with %q", text, err, message)
		}
	}
}

// TestInputThatCouldHang gives texts that grow without measure if they are
// taken at their word.
func TestInputThatCouldHang(t *testing.T) {
	doubling := func(key, base, step string) string {
		text := "vars: {x: bool}\ninit: x\nagents: {a: {sees: [x]}}\nactions: {go: {}}\n" + key + ":\n  d0: " + base + "\n"
		for i := 1; i <= 60; i++ {
			text += "  d" + itoa(i) + ": \"" + strings.ReplaceAll(step, "D", "d"+itoa(i-1)) + "\"\n"
		}
		return text
	}
	for name, c := range map[string]struct{ text, message string }{
		"an array of arrays":        {"vars: {x: array 0..1000 of array 0..1000 of bool}\ninit: \"true\"\n", "parts"},
		"a set of sets":             {"vars: {x: set set set set set 0..9}\ninit: \"true\"\n", "values"},
		"many variables":            {"vars: {x: array 0..99_999 of bool, y: array 0..99_999 of bool}\ninit: \"true\"\n", "parts in all"},
		"a variable of many values": {"types: {Money: 0..99_999}\nvars: {x: Money}\ninit: \"true\"\n", "what a variable stores"},
		"too many first values":     {"types: {V: {first: 4, of: [a, b, c]}}\nvars: {x: V}\ninit: \"true\"\n", "there are 3 values to take the first of, and 4"},
		"no first value":            {"types: {V: {first: 0, of: [a, b, c]}}\nvars: {x: V}\ninit: \"true\"\n", "1 to 3 can"},
		"the first of a range":      {"types: {V: {first: 2, of: 1..3}}\nvars: {x: V}\ninit: \"true\"\n", "only an enumeration has first values"},
		"a name given twice":        {"types: {V: {range: 1..3, names: {1: A, 2: A}}}\nvars: {x: V}\ninit: x = 1\n", "given twice"},
		"a huge range":              {"vars: {x: 0..3}\ninit: x in 0..999_999_999_999\n", "too many"},
		"a huge agent family":       {"vars: {x: 0..3}\ninit: \"true\"\nagents:\n  p in 0..99_999: {}\n", "at most"},
		"a deep definition":         {doubling("define", "x", "D <-> D"), "written out"},
		"a deep program":            {doubling("programs", "go", "D; D"), "written out"},
		"a deep knowledge action":   {doubling("programs", "L{a} ?x", "L{a} (D | D)"), "written out"},
		"a deep past":               {doubling("history", "go", "_*; ?(D & D)"), "written out"},
		"parameters in a circle":    {"params: {a: b, b: a}\nvars: {x: 0..a}\ninit: \"true\"\n", "defined by itself"},
		"programs in a circle":      {"vars: {x: bool}\ninit: x\nactions: {go: {}}\nprograms: {a: b | go, b: a; go}\n", "defined by itself"},
		"types in a circle":         {"types:\n  A: B?\n  B: set A\nvars: {x: A}\ninit: \"true\"\n", "defined by itself"},
		"a sweep of a million":      {"params: {a: 0, b: 0}\nvars: {x: bool}\ninit: x\nsweep:\n  a: [" + many + "]\n  b: [" + many + "]\n", "rows"},
	} {
		_, err := spec.Parse("big.yaml", c.text)
		if err == nil || strings.Count(err.Error(), c.message) != 1 {
			t.Errorf("%s: %v\nwant one error with %q", name, err, c.message)
		}
	}
}

// Where too many values of an enumeration are taken that is said, and not of each value that it is unknown.
func TestTooManyFirstValuesAreOneError(t *testing.T) {
	_, err := spec.Parse("first.yaml", "params: {first: c}\ntypes: {V: {first: 4, of: [a, b, c]}, W: [V, other]}\nvars: {x: V, y: W}\ninit: x = first & y = other\n")
	if err == nil || !strings.Contains(err.Error(), "there are 3 values") || strings.Contains(err.Error(), "unknown name") {
		t.Errorf("%v\nwant one error", err)
	}
}

// A list of values that nobody would read is refused at once, in few words.
func TestLongEnumerationsAreRefused(t *testing.T) {
	var list strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&list, "v%d, ", i)
	}
	_, err := spec.Parse("test.yaml", "vars: {x: ["+list.String()+"last]}\ninit: x = v0\n")
	if err == nil || !strings.Contains(err.Error(), "an enumeration has at most") || len(err.Error()) > 2000 {
		t.Errorf("%.500v", err)
	}
}
