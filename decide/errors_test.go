package decide

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

const asking = `
types: {P: [ann, bob]}
vars: {x: 0..3, who: "P?", it: "0..3?"}
init: x = 0 & who = none & it = none
agents:
  p in P: {sees: [x]}
actions:
  go: {when: x < 2, then: {x: x + 1, who: ann}}
  send(to in P): {when: x < 2}
programs:
  ask(n in 0..3): "?(x = n); go"
`

func TestMistakesAreErrorsWithPlaces(t *testing.T) {
	cases := []struct {
		name, model, question string
		kind                  verdict.Kind
		at, says              string // a word of the text that the place covers, and of the message
	}{
		{"effect out of range", strings.Replace(asking, "x < 2, then", "x < 9, then", 1), "formula: EF x = 3", verdict.Faulty, "x + 1", "0..3"},
		{"no initial state", strings.Replace(asking, "init: x = 0", "init: x = 0 & x = 1", 1), "formula: EF x = 3", verdict.NoInitial, "x = 0", "no state"},
		{"no initial state for all conditions", strings.Replace(asking, "init: x = 0", "init: x < 3 & x > 0 & x < 1", 1), "formula: EF x = 3", verdict.NoInitial, "x < 1", "no state"},
		{"undefined operand", asking, "formula: \"AG it + 1 > 0\"", verdict.NoValue, "it", "not a number"},
		{"undefined operand of knowledge", asking, "formula: \"K{ann} it + 1 > 0\"", verdict.NoValue, "it", "not a number"},
		{"undefined value", asking, "formula: \"KV{ann} (x + it)\"", verdict.NoValue, "it", "not a number"},
		{"nobody knows", asking, "formula: K{who} x = 0", verdict.NoValue, "who", "none is not an agent"},
		{"nobody in the group", asking, "formula: \"C{who} x = 0\"", verdict.NoValue, "who", "none is not an agent"},
		{"undefined at the top", asking, "formula: it + 1 > 0", verdict.NoValue, "it", "not a number"},
		{"undefined test", asking, "formula: \"[?(it + 1 > 0); go] x = 1\"", verdict.NoValue, "it", "not a number"},
		{"undefined argument", asking, "formula: \"[send(who)] x = 1\"", verdict.NoValue, "who", "none is not a value of"},
		{"undefined argument of a program", asking, "formula: \"[ask(10 / (x - 1))] x = 1\"", verdict.NoValue, "10 / (x - 1)", "by 0"},
		{"argument outside its type", asking, "formula: \"[ask(x + 2)] x = 1\"", verdict.NoValue, "x + 2", "not a value of"},
		{"nothing at", asking, "formula: x = 0\nat: x = 1", verdict.NoneWithAt, "x = 1", "no initial state"},
		{"nothing at of a count", asking, "count: x = 0\nat: x = 3", verdict.NoneWithAt, "x = 3", "no reachable state"},
		{"idle program", asking, "formula: AF{go*} x = 1", verdict.MayDoNothing, "go*", "may do nothing"},
		{"idle program that is never asked", asking, "formula: x = 0 | EG{?(x = 1)} x = 1", verdict.MayDoNothing, "?(x = 1)", "may do nothing"},
		{"idle program behind a knowledge action", asking, "formula: \"[L{ann, bob} ?(x = 0)] EG{go*} x = 0\"\nrecall: perfect", verdict.MayDoNothing, "go*", "may do nothing"},
		{"idle program that a coalition is asked about", strings.Replace(asking, "go: {", "go: {by: ann, ", 1), "formula: \"<<ann>> F EG{go*} x = 0\"", verdict.MayDoNothing, "go*", "may do nothing"},
		{"idle program until which a coalition is asked about something", strings.Replace(asking, "go: {", "go: {by: ann, ", 1), "formula: \"<<ann>> [x = 0 U EG{go*} x = 0]\"", verdict.MayDoNothing, "go*", "may do nothing"},
		{"idle program of a uniform strategy", strings.Replace(asking, "go: {", "go: {by: ann, ", 1), "formula: \"<<ann; uniform>> F EG{go*} x = 0\"", verdict.MayDoNothing, "go*", "may do nothing"},
		{"no run", asking + "runs: infinite\n", "formula: K{ann} x = 0\nat: x = 1", verdict.NoneWithAt, "x = 1", "no initial state"},
		{"no fair run", asking + "fairness: [x = 3]\n", "formula: x = 0", verdict.NoFairRun, "x = 0", "again and again"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := ask(t, c.model, c.question)
			var e *verdict.Mistake
			if !errors.As(err, &e) {
				t.Fatalf("got %v, want an *verdict.Mistake", err)
			}
			if e.Kind != c.kind || !strings.Contains(e.Error(), c.says) || !strings.Contains(e.Place.Text(), c.at) {
				t.Errorf("kind %d about %q: %v\nwant kind %d about %q saying %q", e.Kind, e.Place.Text(), e, c.kind, c.at, c.says)
			}
			if e.Place.File == nil || !strings.HasPrefix(e.Diagnostic().Error(), "test.yaml:") {
				t.Errorf("no place: %s", e.Diagnostic().Error())
			}
		})
	}
}

// What a coalition is asked about, and who it is, has a value, whoever answers.
func TestMistakesAboutCoalitions(t *testing.T) {
	model := strings.Replace(asking, "go: {", "go: {by: ann, ", 1)
	for _, c := range []struct{ question, at string }{
		{"<<ann%s>> X it + 1 > 0", "it"},
		{"<<ann%s>> F it + 1 > 0", "it"},
		{"<<ann%s>> [it + 1 > 0 U x = 1]", "it"},
		{"<<ann%s>> [x = 0 U it + 1 > 0]", "it"},
		{"forall n in 0..1: <<{p in P: 10 / n > 5}%s>> F x = 2", "10 / n"},
	} {
		for _, kind := range []string{"", "; uniform"} {
			for _, choice := range []verdict.RouteChoice{{}, {Without: listing}} {
				chk := parse(t, document(model, "formula: \""+fmt.Sprintf(c.question, kind)+"\"")).Checks[0]
				sys, err := encode.New(t.Context(), chk.Model, encode.Options{Asked: []spec.Expr{chk.Formula}})
				if err != nil {
					t.Fatal(err)
				}
				_, err = New(sys, chk.Runs, Options{Routes: choice}).Check(t.Context(), chk)
				var e *verdict.Mistake
				if !errors.As(err, &e) || e.Kind != verdict.NoValue || !strings.Contains(e.Place.Text(), c.at) {
					t.Errorf("%s, %v: %v", chk.Text, choice, err)
				}
			}
		}
	}
	a, err := ask(t, model, "formula: \"forall n in 0..1: n = 0 | <<{p in P: 10 / n > 5}>> F x = 2\"")
	if err != nil || a.Verdict != verdict.Fails {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestConditionsProtect asks for what would be an error if it were evaluated
// where a condition to its left says not to.
func TestConditionsProtect(t *testing.T) {
	cases := []struct{ question, want string }{
		{"formula: who != none -> K{who} x = 1", "holds"},
		{"formula: AG (who != none -> K{who} x > 0)", "holds"},
		{"formula: who = none | K{who} x = 0", "holds"},
		{"formula: if who = none then true else C{who} x = 0", "holds"},
		{"count: who != none & K{who} x = 2", "1"},
		{"count: \"exists p in {x..x}: x > 0 & K{who} x > 0\"", "2"},
		{"count: \"who != none & count(p in P: D{p, who} x = 1) = 2\"", "1"},
	}
	for _, c := range cases {
		t.Run(c.question, func(t *testing.T) {
			a, err := ask(t, asking, c.question)
			if err != nil {
				t.Fatal(err)
			}
			got := string(a.Verdict)
			if a.Value != nil {
				got = a.Value.String()
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestStuckInsideAProgram(t *testing.T) {
	const game = `
vars: {card: 0..3, pile: 0..3}
init: card = 0 & pile = 0
agents: {ann: {sees: [card]}}
actions:
  turn(c in 1..3): {when: card = 0, then: {card: c}}
  accept: {when: card = 1, then: {pile: card, card: 0}}
  reject: {when: card = 2, then: {card: 0}}
programs:
  move: turn; (accept | reject)
  small: "some c in 1..2: (turn(c); (accept | reject))"
  chosen: turn; ?(card < 3); (accept | reject)
  patient: turn; accept*; reject
`
	cases := []struct {
		formula string
		places  []string
	}{
		{"AF{move} pile = 1", []string{"turn"}},
		{"AF{small} pile = 1", nil},
		{"AF{chosen} pile = 1", nil},
		{"[move] pile < 2", nil},
		{"EG{move} pile = 0 & AF{move} pile = 1", []string{"turn"}},
		{"AG{patient} pile < 2", []string{"turn", "accept"}},
	}
	for _, c := range cases {
		t.Run(c.formula, func(t *testing.T) {
			a, err := ask(t, game, "formula: \""+c.formula+"\"")
			if err != nil {
				t.Fatal(err)
			}
			var places []string
			for _, w := range a.Warnings {
				if w.Severity != source.Warning {
					t.Errorf("an error among the warnings: %v", w)
				}
				places = append(places, w.Span.Text())
			}
			if strings.Join(places, " ") != strings.Join(c.places, " ") {
				t.Errorf("warnings about %q, want %q", places, c.places)
			}
		})
	}
}
