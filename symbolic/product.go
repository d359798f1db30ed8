package symbolic

import "github.com/epibdd/epibdd/symbolic/kernel"

// product is a relational product with a conjunct of a relation, between two
// renamings of which either may be missing.
type product struct {
	conjunct      Set
	quantify      Cube
	before, after Renaming

	kernel *kernel.Product // what the engine makes of all but the conjunct
}

// of returns ∃ quantify. x ∧ conjunct, x being renamed before, and the result
// after.
func (p *product) of(x Set) Set {
	sp := x.with(p.conjunct)
	if p.before.space == nil && p.after.space == nil || !permutes(sp) {
		return x.Rename(p.before).AndExists(p.conjunct, p.quantify).Rename(p.after)
	}
	return sp.perform(func(e engine) int { return e.product(x.h.node, p.conjunct.h.node, p) })
}

// permutes asks the engine of the space, unless the space is lost.
func permutes(sp *Space) bool { return sp.engine != nil && sp.engine.permutes() }
