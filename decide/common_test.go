package decide

import (
	"context"
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// On a line of worlds ann confuses 2k with 2k+1 and bob 2k-1 with 2k. Both see p, which never changes.
const line = `
params: {n: 3}
types: {Who: [ann, bob, eve]}
vars: {p: set 0..n, x: 0..n, q: bool}
agents:
  ann: {sees: [p, x / 2, "q for i in 0..0 if x in p"]}
  bob: {sees: [p, (x + 1) / 2]}
  eve: {sees: [q]}
actions:
  left: {when: "x > 0 & !(x in p)", then: {x: x - 1}, seen: {bob: []}}
  turn: {when: q, then: {q: false}}
define:
  calm: C{ann, bob} !(x in p)
programs:
  tell: L{all} ?(x < 3)
  ask: L{all} (L{ann} ?q | L{ann} ?(!q))
`

// askedBy answers a question by some routes, and counts the steps of work of diagrams.
func askedBy(t *testing.T, chk *spec.Check, routes verdict.RouteChoice) (*verdict.Answer, int64) {
	t.Helper()
	var sys *encode.System
	c := Lazy(chk.Model, func(ctx context.Context, chk *spec.Check) (_ *encode.System, err error) {
		sys, err = encode.New(ctx, chk.Model, encode.Options{Asked: chk.Asked()})
		return sys, err
	}, "", Options{Routes: routes})
	a, err := c.Check(context.Background(), chk)
	if err != nil {
		t.Fatal(err)
	}
	if sys == nil {
		return a, 0
	}
	return a, sys.Space().Work().Steps
}

// TestCommonKnowledgeAsked compares by diagrams and by enumeration in how many worlds there is common
// knowledge that is asked for in some worlds first and in others later.
func TestCommonKnowledgeAsked(t *testing.T) {
	for _, setting := range []string{"", "recall: clock\ndepth: 2", "recall: perfect\ndepth: 2"} {
		for _, formula := range []string{
			"C{ann, bob} !(x in p)",
			"x = 2 & C{ann, bob} !(x in p)",
			"x = 2 & 0 in p & !calm | x = 1 & !(0 in p) & calm",
			"3 in p & calm | 2 in p & calm | !(2 in p) & !calm",
			"p = {} & calm | K{ann} (1 in p | calm)",
			"x = 1 & EX (p = {0} & calm | p != {0} & !calm)",
			"(1 in p | C{ann, bob} !(2 in p)) & (1 in p -> C{ann, bob} !(2 in p) | x = 0)",
			"forall k in 0..n: x = k -> C{ann, bob} (x != 1 | k in p)",
			"0 in p & C{all} (0 in p | q)",
			"x < 2 & C{a in Who: a != ann | x in p} (x <= 2)",
			"0 in p & C{a in Who: a = ann | x = 1} (x <= 1)",
			"q & C{a in Who: x > n} (x = 1)",
			"K{ann} (1 in p & C{ann, bob} (1 in p)) & !C{ann, bob} q",
			"<tell> (x = 1 & C{ann, bob} (x < 3 & !(x in p)))",
			"<ask> (0 in p & C{ann, bob} (0 in p) & !C{ann, eve} (q | x = 1))",
		} {
			question := fmt.Sprintf("count: %q\n%s", formula, setting)
			chk := parse(t, document(line, question)).Checks[0]
			listed, _ := askedBy(t, chk, verdict.RouteChoice{Only: SmallWorlds})
			found, _ := askedBy(t, chk, verdict.RouteChoice{Without: []string{SmallWorlds}})
			if x, y := inShort(listed, chk.Kind), inShort(found, chk.Kind); x != y || x == string(verdict.Unknown) {
				t.Errorf("%s: %s by enumeration, %s by diagrams", question, x, y)
			}
		}
	}
}

// TestCommonKnowledgeOpen asks for common knowledge of what runs that were cut off leave open.
func TestCommonKnowledgeOpen(t *testing.T) {
	for depth, want := range map[int]verdict.Verdict{1: verdict.Unknown, 2: verdict.Unknown, 3: verdict.Holds} {
		question := fmt.Sprintf("formula: \"p = {} & x = n -> C{ann, bob} EF x = 0\"\nrecall: clock\ndepth: %d", depth)
		chk := parse(t, document(line, question)).Checks[0]
		if a, _ := askedBy(t, chk, verdict.RouteChoice{Without: []string{SmallWorlds}}); a.Verdict != want {
			t.Errorf("depth %d: %s", depth, a.Verdict)
		}
	}
}

// TestCommonKnowledgeWork asks for common knowledge in the worlds with one value of what all see. That
// takes less than half of the work that it takes in all worlds, with that on what it is about.
func TestCommonKnowledgeWork(t *testing.T) {
	steps := func(n int, formula string) int64 {
		chk := parse(t, document(line, fmt.Sprintf("count: %q\nwith: {n: %d}", formula, n))).Checks[0]
		_, work := askedBy(t, chk, verdict.RouteChoice{Without: []string{SmallWorlds}})
		return work
	}
	const f = "(exists k in 0..n: x + k in 0..n & x + k in p & (x + 3 * k) mod (n + 1) in p)"
	everywhere, somewhere := steps(9, "C{ann, bob} "+f), steps(9, "p = {2, 5} & C{ann, bob} "+f)
	if 2*somewhere > everywhere {
		t.Errorf("%d steps of work for one value, and %d for all", somewhere, everywhere)
	}
}
