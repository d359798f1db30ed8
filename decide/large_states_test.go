package decide

import (
	"testing"

	"github.com/epibdd/epibdd/explicit"
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
		if got := budget.most(m); got != want {
			t.Errorf("%s: %d worlds, want %d", vars, got, want)
		}
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
