package encode

import (
	"strings"
	"testing"
)

// TestAlike looks at the order of cards whose places a guard asks about by
// classes: those of a class are neighbours, the larger class comes first, and whose
// turn it is stands between them, unless the classes follow one another anyway. What a test on a constant, or on a variable with
// one value left, switches off makes no class.
func TestAlike(t *testing.T) {
	const cards = `
types: {Card: 1..9, Player: [a, b], Place: [Player, table, top], Law: [parity, low]}
params: {law: parity, on: true}
vars: {law_now: Law, mover: Player, place: array Card of Place}
define:
  even(c in Card): c mod 2 = 0
  test(c in Card): "if law_now = parity then even(c) else on & c <= 5"
init: [law_now = law]
actions:
  play(c in Card): {when: "place[c] = mover", then: {"place[c]": table}}
  accept:
    when: "exists c in Card: place[c] = table & !(exists t in Card: place[t] = top & test(t))"
    then: {"place[c] for c in Card": "if place[c] = table then top else mover"}
`
	for _, c := range []struct{ params, want string }{
		{"law=parity", "1 3 5 7 9 mover 2 4 6 8"},
		{"law=low", "1 2 3 4 mover 5 6 7 8 9"},
	} {
		s := build(t, load(t, cards, strings.Fields(c.params)...))
		var got []string
		for _, name := range orderOf(s) {
			if n, ok := strings.CutPrefix(name, "place["); ok {
				got = append(got, strings.TrimSuffix(n, "]"))
			} else if name == "mover" {
				got = append(got, name)
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.params, text, c.want)
		}
	}
}
