package encode

import (
	"fmt"
	"github.com/epibdd/epibdd/symbolic"
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

// TestHubOfInterleavedSteps looks for whose turn it is on top of a ring of many who hand
// it on, and for what nobody assigns in its place among those who read it.
func TestHubOfInterleavedSteps(t *testing.T) {
	const ring = `
types: {Who: 0..79}
vars: {running: array Who of bool, late: array Who of bool, turn: Who}
init: "%sforall w in Who: !running[w] & !late[w]"
agents: {w in Who: {sees: ["running[w]"]}}
actions:
  start(w in Who): {by: w, when: "turn = w & !running[w]", then: {"running[w]": "true"%s}}
  stop(w in Who): {by: w, when: "running[w]", then: {"running[w]": "false", "late[w]": "turn = w"}}
`
	for _, c := range []struct {
		init, then string
		onTop      bool
	}{{"turn = 0 & ", `, turn: "(w + 1) mod 80"`, true}, {"", "", false}} {
		s, err := New(t.Context(), load(t, fmt.Sprintf(ring, c.init, c.then)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if top := s.codes.Layout.Ordered[0]; (top.Name == "turn") != c.onTop {
			t.Errorf("%q: %s is on top", c.then, top.Name)
		}
	}
}

// Parts are joined within bounds, also where what contains the states before their steps doubles
// with each.
func TestPartsAreJoinedWithinBounds(t *testing.T) {
	const ring = `
types: {Who: 0..63}
vars: {running: array Who of bool, turn: Who}
init: "forall w in Who: !running[w]"
actions:
  start(w in Who): {when: "turn = w & !running[w]", then: {"running[w]": "true"}}
`
	s, err := New(t.Context(), load(t, ring), Options{Symbolic: symbolic.Options{Nodes: 500_000}})
	if err == nil {
		err = s.Space().Do(t.Context(), func() error {
			if n := len(s.Steps().Groups()); n == 64 {
				t.Error("no parts are joined")
			}
			return nil
		})
	}
	if err != nil {
		t.Error(err)
	}
}
