package decide

import (
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/verdict"
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
		want         verdict.Verdict
		exact        bool
	}{
		{"{}", "AG forall k in 1..n: delivered = k -> E{all; k} dawn & !E{all; k + 1} dawn", "n", verdict.Holds, true},
		{"{}", "AG !C{all} dawn", "n", verdict.Holds, true},
		{"{}", "AG !C{all} dawn", "n - 1", verdict.Unknown, false},
		{"{}", "AG !C{all} dawn", "auto", verdict.Holds, true},
		{"{}", "AG (delivered = n -> AG (K{bob} dawn & !C{all} dawn))", "n", verdict.Holds, true},
		{"{}", "AF (delivered = n | lost)", "n", verdict.Fails, true},
		{"{}", "EG !K{bob} dawn", "n", verdict.Holds, true},
		{"{}", "EG{_; _} !K{bob} dawn", "n", verdict.Holds, true},
		// Who sees that there is waiting, or that there is none, sees what was lost.
		{"{all: []}", "AG !C{all} dawn", "n", verdict.Fails, false},
		{"{alice: []}", "dawn -> EF C{all} dawn", "auto", verdict.Holds, true},
		{"{bob: []}", "AG !C{all} dawn", "auto", verdict.Fails, true},
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

// Histories that end in the same states are others if other agents know of them.
func TestLayersOfWhoKnows(t *testing.T) {
	const model = `
vars: {c: bool}
agents: {u: {}, v: {}}
actions:
  whisper: {when: "!KW{u} c", seen: {u: [c]}}
  announce: {when: "KW{u} c & !KW{v} c", seen: {all: [c]}}
  wait: {when: "KW{v} c", seen: {}}
recall: perfect
`
	for formula, want := range map[string]verdict.Verdict{
		"AF C{u, v} KW{v} c":                                 verdict.Holds,
		"EF (KW{u} c & !KW{v} c)":                            verdict.Holds,
		"EG !KW{v} c":                                        verdict.Fails,
		"AX EX{announce} true":                               verdict.Holds,
		"AG{_; _} AX{announce} false":                        verdict.Holds,
		"A(G (EX{announce} true -> X G !EX{announce} true))": verdict.Holds,
	} {
		a, err := ask(t, model, fmt.Sprintf("formula: %q", formula))
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != want {
			t.Errorf("%s: %s, want %s", formula, a.Verdict, want)
		}
	}
}

// What one check finds does not change what another one says that looks less far.
func TestDepthIsThatOfTheCheck(t *testing.T) {
	const model = `
vars: {x, begun: bool}
init: "!begun"
agents: {u: {sees: [x]}, v: {}}
actions: {go: {then: {x: "!x", begun: "true"}}}
recall: perfect
check:
  - {id: before, formula: "AG !K{v} K{u} x", depth: 1}
  - {id: further, formula: "AG !K{v} K{u} x", depth: 2}
  - {id: after, formula: "AG !K{v} K{u} x", depth: 1}
`
	checks := parse(t, model).Checks
	c := checkers{}.of(t, checks[0])
	var all []string
	for _, chk := range checks {
		a, err := c.Check(t.Context(), chk)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprint(a.Verdict, " ", a.Exact))
	}
	if all[0] != "unknown " || all[1] != "holds after 2 steps all is as after 1, for all that is remembered" || all[2] != all[0] {
		t.Errorf("%q", all)
	}
}
