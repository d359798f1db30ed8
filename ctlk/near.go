package ctlk

import (
	"github.com/epibdd/epibdd/ctlk/buchi"
	"github.com/epibdd/epibdd/kripke"
)

// Near runs. With Options.RunNodes a formula about runs as wholes is asked of those worlds
// alone that its runs come to from where it is asked, as long as the automaton of the
// formula may still accept them. If no world was left out the answer is exact there; else
// a run that was found is a run, and that none was found means nothing
// (docs/semantics.md#formulas-about-runs).
//
// Two kinds of formulas gain by it. A run may be found after few steps, in a system of
// many worlds: of a protocol that never delivers, the one that loses its first packet
// again and again. And a formula may leave few runs: that each packet arrives.

// look finds the worlds to look at, for each state of the automaton: all, unless
// Options.RunNodes bounds them.
func (p *Product) look(where kripke.Set) {
	p.near = make([]kripke.Set, len(p.States))
	for i := range p.near {
		p.near[i] = p.m.Worlds
	}
	if p.o.RunNodes == 0 || where.Equal(p.m.Worlds) {
		return
	}
	p.some = true
	fresh := make([]kripke.Set, len(p.States))
	for i := range p.near {
		p.near[i], fresh[i] = p.m.None(), p.m.None()
	}
	p.near[0], fresh[0] = where, where
	for i := 1; !p.cut; i++ {
		next := p.onward(fresh)
		done := true
		for s, x := range next {
			fresh[s] = x.Diff(p.near[s])
			p.near[s] = p.near[s].Or(x)
			done = done && fresh[s].IsEmpty()
		}
		if done {
			return
		}
		p.Tick("runs", i, p.near[0])
		p.cut = nodesOf(p.near) > p.o.RunNodes
	}
}

// onward is where the edges of the automaton lead to.
func (p *Product) onward(from []kripke.Set) []kripke.Set {
	next := make([]kripke.Set, len(from))
	for i := range next {
		next[i] = p.m.None()
	}
	for _, s := range p.States {
		if p.Easy(s) { // which accepts whatever comes
			continue
		}
		for _, e := range s.Edges {
			to := p.m.After(p.every, from[s.Index].And(e.Label))
			next[e.To.Index] = next[e.To.Index].Or(to)
		}
	}
	return next
}

// looked cuts a set of worlds at a state of the automaton to those that are looked at.
func (p *Product) looked(s *buchi.State, x kripke.Set) kripke.Set {
	if !p.some {
		return x
	}
	return x.And(p.near[s.Index])
}

// nodesOf is how many nodes sets take one by one.
func nodesOf(sets []kripke.Set) int {
	n := 0
	for _, x := range sets {
		n += x.CountNodes()
	}
	return n
}
