package encode

import (
	"strings"
	"testing"
)

// TestAlike looks at the order of cards whose places a guard asks about by
// classes: those of a class are neighbours. What a test on a constant, or on a
// variable with one value left, switches off makes no class.
func TestAlike(t *testing.T) {
	const cards = `
types: {Card: 1..8, Place: [hand, table, top], Law: [parity, low]}
params: {law: parity, on: true}
vars: {law_now: Law, place: array Card of Place}
define:
  even(c in Card): c mod 2 = 0
  test(c in Card): "if law_now = parity then even(c) else on & c <= 5"
init: [law_now = law]
actions:
  play(c in Card): {when: "place[c] = hand", then: {"place[c]": table}}
  accept:
    when: "exists c in Card: place[c] = table & !(exists t in Card: place[t] = top & test(t))"
    then: {"place[c] for c in Card": "if place[c] = table then top else hand"}
`
	for _, c := range []struct{ params, want string }{
		{"law=parity", "2 4 6 8 1 3 5 7"},
		{"law=low", "1 2 3 4 5 6 7 8"},
	} {
		s := build(t, load(t, cards, strings.Fields(c.params)...))
		var got []string
		for _, name := range orderOf(s) {
			if n, ok := strings.CutPrefix(name, "place["); ok {
				got = append(got, strings.TrimSuffix(n, "]"))
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.params, text, c.want)
		}
	}
}
