package ctlk

import (
	"fmt"
	"strings"
	"testing"
)

// Two generals; a message may be lost, and whoever waits notices nothing, for ever.
const attack = `
params: {n: 3}
types: {General: [alice, bob]}
vars: {dawn: bool, delivered: 0..n, lost: bool, at: General}
init: delivered = 0 & !lost & at = alice
agents: {alice: {sees: [dawn]}, bob: {}}
actions:
  send(ok in bool):
    when: delivered < n & !lost & (dawn | at = bob)
    then: {delivered: "if ok then delivered + 1 else delivered", lost: "!ok", at: "if ok then next(at) else at"}
    seen: {"g in General if ok & g = next(at)": [ok]}
  wait: {when: "delivered = n | lost | !dawn & at = alice", seen: WHO}
recall: perfect
`

// Where nothing happens any more that anybody could tell from nothing, all later
// layers are the last one.
func TestStandingLayers(t *testing.T) {
	for _, c := range []struct {
		who, formula string
		depth        string
		want         Verdict
		exact        bool
	}{
		{"{}", "AG forall k in 1..n: delivered = k -> E{all; k} dawn & !E{all; k + 1} dawn", "n", Holds, true},
		{"{}", "AG !C{all} dawn", "n", Holds, true},
		{"{}", "AG !C{all} dawn", "n - 1", Unknown, false},
		{"{}", "AG !C{all} dawn", "auto", Holds, true},
		{"{}", "AG (delivered = n -> AG (K{bob} dawn & !C{all} dawn))", "n", Holds, true},
		{"{}", "AF (delivered = n | lost)", "n", Fails, true},
		{"{}", "EG !K{bob} dawn", "n", Holds, true},
		{"{}", "EG{_; _} !K{bob} dawn", "n", Holds, true},
		// Who sees that there is waiting, or that there is none, sees what was lost.
		{"{all: []}", "AG !C{all} dawn", "n", Fails, true},
		{"{alice: []}", "dawn -> EF C{all} dawn", "auto", Holds, true},
		{"{bob: []}", "AG !C{all} dawn", "auto", Fails, true},
	} {
		model := strings.Replace(attack, "WHO", c.who, 1)
		a, err := ask(t, model, fmt.Sprintf("formula: %q\ndepth: %s", c.formula, c.depth))
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != c.want || (a.Exact != "") != c.exact {
			t.Errorf("wait seen by %s: %s to depth %s: %s, exactly: %q", c.who, c.formula, c.depth, a.Verdict, a.Exact)
		}
	}
}
