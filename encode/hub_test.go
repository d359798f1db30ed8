package encode

import (
	"fmt"
	"testing"
)

// TestHub looks for the state of a game that counts what twenty agents say on top
// of all, and for what each of them says beside what it has.
func TestHub(t *testing.T) {
	s := build(t, load(t, `
types: {Who: 1..20}
vars: {coin: array Who of bool, said: array Who of bool, parity: "[none_, even, odd]"}
init: "parity = none_ & forall w in Who: !said[w]"
steps: joint
agents: {w in Who: {sees: [parity, "coin[w]"]}, dealer: {sees: [parity]}}
actions:
  say(w in Who, c in bool): {by: w, when: "c <-> coin[w]"}
  note:
    by: dealer
    then:
      "said[w] for w in Who": "if parity = none_ then does{say(w, true)} else said[w]"
      parity: "if parity != none_ then parity else if count(w in Who: said[w]) > 10 then even else odd"
`))
	place := map[string]int{}
	for i, c := range s.codes.Layout.Ordered {
		place[c.Name] = i
	}
	if at := place["parity"]; at != 0 {
		t.Errorf("parity is at %d", at)
	}
	for i := 1; i <= 20; i++ {
		if d := place[fmt.Sprintf("coin[%d]", i)] - place[fmt.Sprintf("said[%d]", i)]; max(d, -d) > 6 {
			t.Errorf("coin and announcement of %d are %d apart", i, d)
		}
	}
}

// TestHubAmongMany looks for the same on top where it occurs with less than half of the
// cells, because agents have more of their own.
func TestHubAmongMany(t *testing.T) {
	s := build(t, load(t, `
types: {Who: 1..30}
vars: {coin, paid, saw: array Who of bool, said: array Who of bool, parity: "[none_, even, odd]"}
init: "parity = none_ & forall w in Who: !said[w] & !saw[w]"
steps: joint
agents: {w in Who: {sees: [parity, "coin[w]"]}, dealer: {sees: [parity]}}
actions:
  say(w in Who, c in bool): {by: w, when: "c <-> saw[w] != paid[w]", then: {"saw[w]": "coin[w] != coin[if w = 30 then 1 else w + 1]"}}
  note:
    by: dealer
    then:
      "said[w] for w in Who": "if parity = none_ then does{say(w, true)} else said[w]"
      parity: "if parity != none_ then parity else if count(w in Who: said[w]) > 10 then even else odd"
`))
	if c := s.codes.Layout.Ordered[0]; c.Name != "parity" {
		t.Errorf("%s is on top", c.Name)
	}
}
