package decide

import (
	"context"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// Worlds that are listed have some four million scalars together at most, whatever variables these
// are in.
func TestFewLargeStatesAreListed(t *testing.T) {
	for vars, want := range map[string]int{
		"x: 0..60000":                                          2000,
		"x: array 1..2000 of 0..9":                             2000,
		"x: array 1..20000 of 0..60000":                        209,
		"x: array 1..100000 of 0..60000":                       41,
		`x: "array 1..100, 1..200 of set 0..4"`:                41,
		"x: set 1..20000":                                      209,
		"x: array 1..10000 of 0..9, y: array 1..10000 of bool": 209,
	} {
		m := parse(t, "vars: {"+vars+"}\n").Models[0]
		budget := fewBudget{worlds: 2000, cells: 100_000}
		if got := budget.most(m, true); got != want {
			t.Errorf("%s: %d worlds, want %d", vars, got, want)
		}
	}
}

// What is asked of a few thousand states is answered among them, also where few parts of expressions are
// left after they were listed. Histories are larger.
func TestFewThousandStatesAreListed(t *testing.T) {
	chk := parse(t, `
vars: {x, y, z: 0..14, b: "array 1..52 of bool"}
init: "x = 0 & y = 0 & z = 0 & (forall i in 1..52: !b[i])"
agents: {ann: {sees: [x]}}
actions: {up: {when: x < 14, then: {x: x + 1}}, over: {when: y < 14, then: {y: y + 1}}, on: {when: z < 14, then: {z: z + 1}}}
check: [{id: c, formula: "AG (x + y + z = 42 -> K{ann} x = 14)"}]
`).Checks[0]
	none := func(context.Context, *spec.Check) (*encode.System, error) { panic("diagrams were asked") }
	a, err := Lazy(chk.Model, none, "", Options{}).Check(t.Context(), chk)
	if err != nil || a.Verdict != verdict.Holds || way(a) != SmallWorlds || a.States.Int64() != 3375 {
		t.Errorf("%+v, %v", a, err)
	}
	if states, histories := defaults.few.most(chk.Model, false), defaults.few.most(chk.Model, true); states <= 3375 || histories >= 3375 {
		t.Errorf("%d states, %d histories", states, histories)
	}
}

// A search for states that are large is counted by what it takes to make them.
func TestLargeStatesTakeMoreSteps(t *testing.T) {
	const cells, work = 6400, 1 << 16
	m := parse(t, "vars: {x: array 1..6400 of 0..9}\n").Models[0]
	_, err := explicit.New(m, "", explicit.Options{MaxWork: work})
	large, ok := err.(*explicit.TooLarge)
	if !ok || large.Initial == 0 || large.Initial > work*64/cells {
		t.Errorf("%v after %+v: some of at most %d states are found within %d steps", err, large, work*64/cells, work)
	}
}
