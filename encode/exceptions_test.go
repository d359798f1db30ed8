package encode

import (
	"fmt"
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
	for i, c := range s.codes.Layout.Ordered {
		place[c.Name] = i
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

// TestSeatsBesideSharedSums looks for what twenty agents see of one another beside what
// each of them does, where they count it by sums that all are taken from one shared sum, and
// where each remembers what the others do.
func TestSeatsBesideSharedSums(t *testing.T) {
	const n = 20
	others := func(i int, text, between string) string {
		var parts []string
		for j := 1; j <= n; j++ {
			if j != i {
				parts = append(parts, fmt.Sprintf(text, j))
			}
		}
		return strings.Join(parts, between)
	}
	var vars, init, agents, actions []string
	for i := 1; i <= n; i++ {
		sum := others(i, "hat%d", " + ")
		vars = append(vars, fmt.Sprintf("hat%d: 0..1, heard%[1]d: bool", i))
		init = append(init, fmt.Sprintf("!heard%d", i))
		agents = append(agents, fmt.Sprintf("a%d: {sees: [round, %s]}", i, others(i, "hat%d", ", ")))
		actions = append(actions, fmt.Sprintf(`
  say%[1]d(known in bool): {by: a%[1]d, when: "known <-> round >= %[2]s", then: {heard%[1]d: "heard%[1]d | %[3]s"}}`,
			i, sum, others(i, "does{say%d(true)}", " | ")))
	}
	s := build(t, load(t, fmt.Sprintf(`
vars: {round: 0..20, %s}
init: "round = 0 & %s"
steps: joint
agents: {%s, clock: {}}
actions:
  tick: {by: clock, then: {round: "if round < 20 then round + 1 else round"}}%s
`, strings.Join(vars, ", "), strings.Join(init, " & "), strings.Join(agents, ", "), strings.Join(actions, ""))))
	if len(s.codes.Layout.Sums) != 1 {
		t.Fatalf("%d shared sums", len(s.codes.Layout.Sums))
	}
	place := map[string]int{}
	for i, c := range s.codes.Layout.Ordered {
		place[c.Name] = i
	}
	if place["round"]+place["sum"] != 1 {
		t.Errorf("the round is at %d, the shared sum at %d", place["round"], place["sum"])
	}
	for i := 1; i <= n; i++ {
		if d := place[fmt.Sprintf("hat%d", i)] - place[fmt.Sprintf("heard%d", i)]; max(d, -d) > 4 {
			t.Errorf("hat and memory of %d are %d apart", i, d)
		}
	}
}
