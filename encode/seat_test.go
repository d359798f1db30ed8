package encode

import (
	"strings"
	"testing"
)

// TestSeats looks for the hat of each of twelve agents, which all others count,
// beside what the agent itself does.
func TestSeats(t *testing.T) {
	s := build(t, load(t, `
types: {Who: 1..12}
vars: {hat: array Who of 0..1, said: array Who of bool, round: 0..12}
init: "round = 0 & forall w in Who: !said[w]"
steps: joint
agents: {w in Who: {sees: [round, "said[w]", "hat[v] for v in Who if v != w"]}}
actions:
  say(w in Who, known in bool):
    by: w
    when: "known <-> round >= count(v in Who: v != w & hat[v] = 1)"
    then: {"said[w]": known}
`))
	place := map[string]int{}
	for i, c := range s.plan.ordered {
		place[c.name] = i
	}
	seen := 0
	for name, at := range place {
		if who, ok := strings.CutPrefix(name, "hat["); ok {
			seen++
			if d := at - place["said["+who]; max(d, -d) > 4 {
				t.Errorf("%s is %d from what its wearer says", name, d)
			}
		}
	}
	if seen != 12 {
		t.Errorf("%d hats", seen)
	}
}
