package certificate

import (
	"fmt"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
)

// fairly claims what some agents can bring about on fair runs by choices among those allowed.
func (a *author) fairly(n *question.Need, x *spec.Coalition, set kripke.Set, g *ctlk.Game, allowed encode.Choices) {
	all := a.m.Worlds
	others := func(_ int, z kripke.Set) kripke.Set {
		return all.Diff(kripke.Set{g.Force(all.Diff(z)[0], allowed)})
	}
	misses := all.Diff(kripke.Set{g.Start()}) // the operand of F, or the second one of U
	versus := func(key string, hold, stop kripke.Set) kripke.Set {
		return a.fair(key, true, n.Upper, n.Lower, hold, stop, a.m.Fair, others)
	}
	if x.Op == spec.Eventually {
		versus(n.Key, misses, a.m.None())
		return
	}
	vain := versus(n.Key+question.Vain, all, a.m.None())
	failed := kripke.Set{g.Failed()}.Diff(vain)
	switch x.Op {
	case spec.NextTime:
		a.induct(n.Key, set)
	case spec.Globally:
		a.induct(n.Key, set, grow(failed, ctlk.Forever, others)...)
	default:
		versus(n.Key, misses, failed)
	}
}

// fair claims νZ. stop ∪ (hold ∩ ⋂_c next(μY. stop ∪ (hold ∩ c ∩ Z) ∪ (hold ∩ next(Y)))), or its complement, and returns what it
// claims: below the fixpoint what leads to the conditions in it, above it what leads to them in its iterates.
func (a *author) fair(key string, complement, lower, upper bool, hold, stop kripke.Set, conditions []kripke.Set, next step) kripke.Set {
	leading := func(c, z kripke.Set) []kripke.Set {
		return grow(stop.Or(hold.And(c).And(z)), ctlk.Forever, func(i int, z kripke.Set) kripke.Set { return hold.And(next(i, z)) })
	}
	var outside []kripke.Set
	to := make([][]kripke.Set, len(conditions))
	z := stop.Or(hold)
	for last := kripke.Set(nil); last == nil || !z.Equal(last); {
		last = z
		goes := hold
		for i, c := range conditions {
			layers := leading(c, last)
			to[i] = append(to[i], layers[len(layers)-1])
			goes = goes.And(next(0, layers[len(layers)-1]))
		}
		z = stop.Or(goes)
		outside = append(outside, a.m.Worlds.Diff(z))
	}
	if !upper {
		outside = nil
	}
	set := z
	if complement {
		set = a.m.Worlds.Diff(z)
	}
	a.induct(key, set, outside...)
	for i, c := range conditions {
		if lower {
			layers := leading(c, z)
			a.induct(key+fmt.Sprint(question.Fair, i), layers[len(layers)-1], layers...)
		}
		if upper {
			a.induct(key+fmt.Sprint(question.Unfair, i), z, to[i]...)
		}
	}
	return set
}
