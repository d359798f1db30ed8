package symmetry_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/symmetry"
)

// cards are three kinds of values: in hands, of two colours by a table, and seen by who has them.
const cards = `
types: {Card: [a, b, c, d], Player: [ann, bob]}
vars: {hand: array Card of Player, top: "Card?", told: bool}
define:
  red(x in Card): %s
init: [top = none, %q]
agents:
  p in Player: {sees: [top, "hand[x] = p for x in Card", %s]}
actions:
  lay(x in Card):
    by: hand[x]
    when: %q
    then: {top: x, "hand[y] for y in Card if y = x": %q, told: red(x)}
check:
  - {id: q, %s}
`

// model fills in the parts that differ.
type model struct{ red, init, sees, when, then, check string }

func (m model) reduced(t *testing.T) *symmetry.Reduced {
	t.Helper()
	plain := model{red: "true", init: "!told", sees: "told", when: "top = none", then: "hand[y]", check: `formula: "forall x in Card: AG (top = x -> K{ann} top = x)"`}
	or := func(x *string, y string) {
		if *x == "" {
			*x = y
		}
	}
	or(&m.red, plain.red)
	or(&m.init, plain.init)
	or(&m.sees, plain.sees)
	or(&m.when, plain.when)
	or(&m.then, plain.then)
	or(&m.check, plain.check)
	suite, err := spec.Parse("cards.yaml", fmt.Sprintf(cards, m.red, m.init, m.sees, m.when, m.then, m.check))
	if err != nil {
		t.Fatal(err)
	}
	return symmetry.Reduce(suite.Checks[0])
}

// classes lists groups as in "Card: a b | c d".
func classes(r *symmetry.Reduced) string {
	if r == nil {
		return "none"
	}
	var all []string
	for _, g := range r.Groups {
		var sets []string
		for _, c := range g.Classes {
			var names []string
			for _, v := range c {
				names = append(names, v.String())
			}
			sets = append(sets, strings.Join(names, " "))
		}
		if g.Circular {
			sets = append(sets, "around")
		}
		all = append(all, g.Type.String()+": "+strings.Join(sets, " | "))
	}
	return strings.Join(all, "; ")
}

// TestClasses changes one place of a model at a time: a name, a view or an order of values tells them
// apart, a table those that differ in it, and what is said of all alike none.
func TestClasses(t *testing.T) {
	for _, c := range []struct {
		what string
		model
		want string
	}{
		{"nothing named", model{}, "Card: a b c d"},
		{"a table", model{red: "x in {a, b}"}, "Card: a b | c d"},
		{"a table by cases", model{red: "if x = a then false else x != b"}, "Card: a b | c d"},
		{"a name in an initial condition", model{init: "hand[a] = ann"}, "Card: a | b c d"},
		{"two names that are treated alike", model{init: "hand[a] = ann & hand[b] = ann"}, "Card: a b | c d"},
		{"two names that are not", model{init: "hand[a] = ann & hand[b] = bob"}, "Card: a | b | c d"},
		{"a name in a guard", model{when: "top = none & x != d"}, "Card: a b c | d"},
		{"a name in an effect", model{then: "if x = c then ann else hand[y]"}, "Card: a b d | c"},
		{"a view of one", model{sees: `"hand[c]"`}, "Card: a b d | c"},
		{"a view of two", model{sees: `"hand[c]", "hand[b]"`}, "Card: a d | b c"},
		{"a view of two together, by the letter", model{sees: `"hand[c] = hand[b]"`}, "Card: a d | b | c"},
		{"a view on a condition", model{sees: `"hand[y] for y in Card if y != b"`}, "Card: a c d | b"},
		{"an order", model{when: "ord(x) < 2"}, "Card: a b | c d"},
		{"an order of all", model{when: "forall y in Card: ord(y) < ord(x) -> hand[y] = ann"}, "none"},
		{"the next one", model{when: "top != none -> x = next(top)"}, "Card: around"},
		{"the one before, in a table", model{when: "hand[prev(x)] = hand[x]"}, "Card: around"},
		{"a name in the formula", model{check: `formula: "forall x in Card: AG (top = x -> hand[a] = ann)"`}, "Card: a | b c d"},
		{"a name in the condition", model{check: `formula: "forall x in Card: AG top != x", at: "hand[d] = bob"`}, "Card: a b c | d"},
		{"what is asked of some", model{check: `some: "exists x in Card: EF top = x"`}, "Card: a b c d"},
		{"agents", model{check: `formula: "forall p in Player, x in Card: AG (hand[x] = p -> K{p} hand[x] = p)"`}, "Player: ann bob; Card: a b c d"},
		{"one of the agents", model{init: "hand[a] = ann", check: `formula: "forall p in Player, x in Card: AG (hand[x] = p -> K{p} hand[x] = p)"`}, "Card: a | b c d"},
		{"no outer quantifier", model{check: `formula: "exists x in Card: AG top != x"`}, "none"},
		{"all of which some matter", model{check: `formula: "EF forall x in Card: K{ann} top != x"`}, "none"},
		{"what may always be so", model{check: `formula: "EG forall x in Card: top != x"`}, "none"},
		{"what will be so", model{check: `formula: "AF forall x in Card: top != x"`}, "none"},
		{"what nobody knows", model{check: `formula: "AG !(exists x in Card: K{bob} top = x)"`}, "Card: a b c d"},
		{"who considers what possible", model{check: `formula: "S{bob} forall x in Card: top != x"`}, "none"},
		{"a condition for all", model{check: `formula: "AG ((exists x in Card: top = x) -> told)"`}, "none"},
		{"a count", model{check: `count: "forall x in Card: top != x"`}, "none"},
	} {
		if got := classes(c.reduced(t)); got != c.want {
			t.Errorf("%s: %s, expected %s", c.what, got, c.want)
		}
	}
}
