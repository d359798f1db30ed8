package decide

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/symmetry"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// Symmetry is the route that goes with all others: fewer instances of what is asked of all values are decided.
const Symmetry = "symmetry"

// reduced is a check that asks for fewer instances, nil: there is none, or it is not to be
// taken.
func (d *Decider) reduced(chk *spec.Check) *symmetry.Reduced {
	if !d.o.Routes.Allows(Symmetry) {
		return nil
	}
	if r, ok := recall[*symmetry.Reduced](d, reducedKey{chk}); ok {
		return r
	}
	r := symmetry.Reduce(chk)
	d.kept[reducedKey{chk}] = r
	return r
}

type reducedKey struct{ chk *spec.Check }

// restore makes the answer to a reduced check one to the check that was asked.
func restore(a *verdict.Answer, r *symmetry.Reduced, asked *spec.Check) {
	if a.Route != "" {
		a.Route += ", " + Symmetry
	}
	if a.Run == nil {
		return
	}
	a.Run.Restate(r.Original)
	if a.Run.Holds == (asked.Kind == spec.SomeCheck) {
		return // one instance decides
	}
	if a.Run.Claim == "" {
		a.Run.Claim = witness.Symmetric
	}
}
