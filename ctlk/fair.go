package ctlk

import (
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Under fairness a strategy wins if all fair runs that it allows satisfy what it is for (Busard,
// Pecheur, Qu and Raimondi, "Reasoning about strategies under partial observability and fairness
// constraints", 2013). A choice may lead out of the fair worlds, and wins in vain if it leads
// nowhere else. V is where the coalition can see to it that no run is fair
// (docs/semantics.md#fair-strategies):
//
//	avoid(h, g)    μZ. g ∪ h ∩ ⋃_c force(νY. Z ∪ h ∩ ¬c ∩ force(Y))
//	V              avoid(W, ∅)
//	<<B>> X f      force(f ∪ V)
//	<<B>> F f      avoid(W, f)
//	<<B>> [f U g]  avoid(f, g ∪ V)
//	<<B>> G f      νZ. (f ∪ V) ∩ force(Z)

// fairRings are the rings of a game under fairness. In V the strategy is one for V, so that
// what has failed once is won by it.
func (g *Game) fairRings(allowed encode.Choices) []Ring {
	if g.e.Op == spec.Eventually {
		return g.avoid(g.all, g.x, allowed)
	}
	rings := g.vain(allowed)
	won := allOf(rings)
	switch g.e.Op {
	case spec.NextTime:
		aim := g.x.Or(won)
		return append(rings, Ring{In: g.Force(aim, allowed), Aim: aim})
	case spec.Until:
		return append(rings, g.avoid(g.x, g.y.Or(won), allowed)...)
	}
	hold := g.x.Or(won)
	for z, i := hold, 1; ; i++ {
		next := hold.And(g.Force(z, allowed))
		g.Tick("coalition", i, kripke.Set{next})
		if next.Equal(z) {
			return append(rings, Ring{In: z, Aim: z})
		}
		z = next
	}
}

// vain are the rings of V.
func (g *Game) vain(allowed encode.Choices) []Ring {
	return g.avoid(g.all, g.m.Space().Empty(), allowed)
}

// avoid are the rings of a search for where all fair runs reach a goal through hold. Where a ring
// aims for what is in none before, its condition is false there.
func (g *Game) avoid(hold, goal symbolic.Set, allowed encode.Choices) []Ring {
	rings := []Ring{{In: goal, Aim: goal}}
	for i := 1; ; i++ {
		before := len(rings)
		for _, c := range g.fair {
			z := allOf(rings)
			aim := g.away(z, hold.Diff(c), allowed)
			if in := z.Or(hold.And(g.Force(aim, allowed))); !in.Equal(z) {
				rings = append(rings, Ring{In: in, Aim: aim})
			}
		}
		g.Tick("coalition", i, kripke.Set{allOf(rings)})
		if len(rings) == before {
			return rings
		}
	}
}

// away is νY. z ∪ (off ∩ force(Y)).
func (g *Game) away(z, off symbolic.Set, allowed encode.Choices) symbolic.Set {
	y := z.Or(off)
	for !y.Equal(z) {
		next := z.Or(off.And(g.Force(y, allowed)))
		if next.Equal(y) {
			break
		}
		y = next
	}
	return y
}

// Failed are the worlds in which what is asked for cannot be had any more, so that only a run
// that is not fair is won from there; for X those after the first.
func (g *Game) Failed() symbolic.Set {
	switch g.e.Op {
	case spec.Eventually:
		return g.m.Space().Empty()
	case spec.Until:
		return g.all.Diff(g.x).Diff(g.y)
	}
	return g.all.Diff(g.x)
}
