package footprint

import (
	"testing"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
)

// Planning four thousand agents of ISPL took 26 s that no limit ended: for each variable the
// cells of all who do not read it were listed and sorted, and nothing looked at limits.
func TestStrangersAreFewAndLimitsAreLookedAt(t *testing.T) {
	p, v := layout.New(), &spec.Var{Name: "x", Type: spec.BoolType{}}
	variable := layout.Builder{Layout: p, Var: v}.Cell("x", spec.BoolType{}, 0)
	n := 2 * layout.FewMovers
	sc := &walk{layout: p, joined: map[string]bool{}}
	for range n {
		mover := &layout.Mover{Choice: layout.Builder{Layout: p}.Cell("choice", spec.BoolType{}, 0)}
		sc.footprints = append(sc.footprints, footprint{mover: mover, reads: map[*layout.Cell]bool{}, writes: map[*layout.Cell]bool{}})
	}
	if got := sc.strangers(variable); got != nil {
		t.Errorf("%d of %d movers count as few", len(got), n)
	}
	for i := range sc.footprints[:n-2] {
		sc.footprints[i].reads[variable] = true
	}
	if got := sc.strangers(variable); len(got) != 2 || got[0] != &sc.footprints[n-2] {
		t.Errorf("the two movers that do not read the variable are not told: %v", got)
	}
	if got := sc.strangers(sc.footprints[0].mover.Choice); got != nil {
		t.Error("what a mover does is taken for a variable")
	}
	looked := 0
	sc.spend = func(int) { looked++ }
	sc.exceptions()
	if looked < len(p.Cells) {
		t.Errorf("limits were looked at %d times for %d cells", looked, len(p.Cells))
	}
	sc.footprints[0].writes[variable] = true
	if got := sc.strangers(variable); got != nil {
		t.Error("a variable that a mover writes hangs together with it")
	}
}
