package explicit

import (
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/spec"
)

// Under fairness a strategy wins if all fair runs that it allows satisfy what it is for (Busard,
// Pecheur, Qu and Raimondi, "Reasoning about strategies under partial observability and fairness
// constraints", 2013). A choice may lead out of the fair worlds; if it leads nowhere else it
// allows no fair run. What a coalition cannot bring about is what the others can do to it,
// whatever it chooses, [B]:
//
//	pre(X)       = {w : in some turn of w each choice has a step into X}, what is not cpre(¬X)
//	[B][x W y]   = νZ. y∧fair ∨ x ∧ ⋀_c pre(μY. y∧fair ∨ x∧c∧Z ∨ x∧pre(Y))
//	fair         = [B] G true, where there is a fair run whatever the coalition does

// winFairly is where the coalition reaches its goal on all fair runs.
func (g *game) winFairly() kleene.Set {
	none := kleene.NewSet(len(g.worlds), false)
	if g.op == spec.Eventually {
		return g.versus(g.x.Not(), none).Not()
	}
	fair := g.versus(none.Not(), none)
	failed := g.x.Not().And(fair)
	switch g.op {
	case spec.NextTime:
		return g.cpre(failed.Not())
	case spec.Until:
		return g.versus(g.y.Not(), failed.And(g.y.Not())).Not()
	}
	return kleene.Fixpoint(failed, func(z kleene.Set) kleene.Set { return failed.Or(g.cannot(z)) }).Not()
}

// versus is [B][x W y], for a y that is a part of fair.
func (g *game) versus(x, y kleene.Set) kleene.Set {
	return kleene.Fixpoint(x.Or(y), func(z kleene.Set) kleene.Set {
		next := x
		for _, c := range g.fair {
			goal := y.Or(x.And(c).And(z))
			next = next.And(g.cannot(kleene.Fixpoint(goal, func(z kleene.Set) kleene.Set { return goal.Or(x.And(g.cannot(z))) })))
		}
		return y.Or(next)
	})
}

// cannot is pre: where the coalition cannot keep a step from leading into a set.
func (g *game) cannot(z kleene.Set) kleene.Set { return g.cpre(z.Not()).Not() }
