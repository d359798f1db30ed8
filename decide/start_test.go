package decide

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// TestOneStartAgainstExplicit asks what may be reached from one initial state, or from two, of
// which the reachable states alone do not tell it, under fairness and any reading of runs
// (ctlk.temporalWithin).
func TestOneStartAgainstExplicit(t *testing.T) {
	tally := map[string]int{}
	for _, seed := range seeds(t, 2000, 20) {
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), counters(rand.New(rand.NewPCG(seed, 15))))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		sys, err := encode.New(t.Context(), suite.Models[0], encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		by, checker := enumeratorOf(suite.Models[0]), New(sys, "", Options{Routes: verdict.RouteChoice{Only: "reachable-states"}})
		for _, chk := range suite.Checks {
			by.compare(t, seed, checker, chk, tally)
		}
	}
	t.Logf("%v", tally)
	if tally["holds"] == 0 || tally["fails"] == 0 {
		t.Error("the questions are not about much")
	}
}

// counters writes a document about two counters that step now and then.
func counters(r *rand.Rand) string {
	var b strings.Builder
	value := func() int { return r.IntN(4) }
	atom := func() string {
		return fmt.Sprintf("%s %s %d", []string{"x", "y"}[r.IntN(2)], []string{"=", "<", "!="}[r.IntN(3)], value())
	}
	init := fmt.Sprintf("x = %d & y = %d", value(), value())
	if r.IntN(3) == 0 {
		init = fmt.Sprintf("x = %d & y in {%d, %d}", value(), value(), value())
	}
	fmt.Fprintf(&b, "vars: {x: 0..3, y: 0..3}\ninit: %q\nruns: %s\n", init, []string{"maximal", "ispl"}[r.IntN(2)])
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "fairness: [%q]\n", atom())
	}
	b.WriteString("agents: {ann: {sees: [x]}, bob: {sees: [y = 0]}}\nactions:\n")
	for i := range 2 + r.IntN(3) {
		fmt.Fprintf(&b, "  step%d: {when: %q, then: {%s: %d}}\n", i, atom()+" & "+atom(), []string{"x", "y"}[r.IntN(2)], value())
	}
	b.WriteString("check:\n")
	var formula func(depth int) string
	formula = func(depth int) string {
		if depth == 0 {
			return atom()
		}
		f := formula(depth - 1)
		switch r.IntN(8) {
		case 0, 1:
			return "EF (" + f + ")"
		case 2, 3:
			return "AG (" + f + ")"
		case 4:
			return "!(" + f + ") | " + formula(depth-1)
		case 5:
			return []string{"K{ann}", "KW{bob}"}[r.IntN(2)] + " (" + f + ")"
		case 6:
			return "AX (" + f + ")"
		}
		return "(" + f + ") & (" + formula(depth-1) + ")"
	}
	for i := range 4 {
		fmt.Fprintf(&b, "  - {id: q%d, formula: %q}\n", i, formula(1+r.IntN(3)))
	}
	return b.String()
}
