package certificate

import (
	"fmt"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
)

// fairly claims what some agents can bring about on fair runs.
func (a *author) fairly(n *question.Need, x *spec.Coalition, set kripke.Set, g *ctlk.Game) {
	all := a.m.Worlds
	others := func(_ int, z kripke.Set) kripke.Set {
		return all.Diff(kripke.Set{g.Force(all.Diff(z)[0])})
	}
	misses := all.Diff(kripke.Set{g.Start()}) // the operand of F, or the second one of U
	if x.Op == spec.Eventually {
		a.versus(n, n.Key, misses, a.m.None(), others)
		return
	}
	vain := a.versus(n, n.Key+certify.Vain, all, a.m.None(), others)
	failed := kripke.Set{g.Failed()}.Diff(vain)
	switch x.Op {
	case spec.NextTime:
		a.induct(n.Key, set)
	case spec.Globally:
		a.induct(n.Key, set, grow(failed, ctlk.Forever, others)...)
	default:
		a.versus(n, n.Key, misses, failed, others)
	}
}

// versus claims the complement of νZ. stop ∪ (hold ∩ ⋂_c next(μY. stop ∪ (hold ∩ c ∩ Z) ∪ (hold ∩ next(Y)))), which it returns: what
// leads to the conditions in the fixpoint, and what leads to them in its iterates.
func (a *author) versus(n *question.Need, key string, hold, stop kripke.Set, next step) kripke.Set {
	leading := func(c, z kripke.Set) []kripke.Set {
		return grow(stop.Or(hold.And(c).And(z)), ctlk.Forever, func(i int, z kripke.Set) kripke.Set { return hold.And(next(i, z)) })
	}
	var inside []kripke.Set
	to := make([][]kripke.Set, len(a.m.Fair))
	z := stop.Or(hold)
	for last := kripke.Set(nil); last == nil || !z.Equal(last); {
		last = z
		goes := hold
		for i, c := range a.m.Fair {
			layers := leading(c, last)
			to[i] = append(to[i], layers[len(layers)-1])
			goes = goes.And(next(0, layers[len(layers)-1]))
		}
		z = stop.Or(goes)
		inside = append(inside, a.m.Worlds.Diff(z))
	}
	if !n.Lower {
		inside = nil
	}
	won := a.m.Worlds.Diff(z)
	a.induct(key, won, inside...)
	for i, c := range a.m.Fair {
		if n.Upper {
			layers := leading(c, z)
			a.induct(key+fmt.Sprint(certify.Fair, i), layers[len(layers)-1], layers...)
		}
		if n.Lower {
			a.induct(key+fmt.Sprint(certify.Unfair, i), z, to[i]...)
		}
	}
	return won
}
