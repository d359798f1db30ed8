package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/ctlk/buchi"
	"github.com/epibdd/epibdd/kripke"
)

// Component is a strongly connected component of an automaton, in a product.
type Component struct {
	*Product
	states []*buchi.State
	inside []bool // by state of the automaton
}

func newComponent(p *Product, states []*buchi.State) *Component {
	c := &Component{p, states, make([]bool, len(p.States))}
	for _, s := range states {
		c.inside[s.Index] = true
	}
	return c
}

// States are those of the component.
func (p *Component) States() []*buchi.State { return p.states }

// Has tells whether a state is one of the component.
func (p *Component) Has(s *buchi.State) bool { return p.inside[s.Index] }

// All are the worlds that are looked at, by state.
func (p *Component) All() []kripke.Set { return p.near }

// decide completes Good for the states of the component, from those that it leads
// to: a run ends, leaves, or stays for ever.
func (p *Component) decide() {
	if len(p.states) == 1 && p.Easy(p.states[0]) {
		p.Good[p.states[0].Index] = p.m.Worlds
		return
	}
	goal, _ := p.Goals()
	reached := p.Reaching(goal, p.near)
	for _, s := range p.states {
		p.Good[s.Index] = reached[s.Index]
	}
}

// Goals are the worlds at the states of a component in which the run can end, leave
// the component, or stay in it for ever; and the last of these, nil: none.
func (p *Component) Goals() (goal, stay []kripke.Set) {
	goal = make([]kripke.Set, len(p.Good))
	leaving := p.Preimages(p.Good)
	for _, s := range p.states {
		goal[s.Index] = s.Done.And(p.dead)
		for _, e := range s.Edges {
			if !p.inside[e.To.Index] {
				goal[s.Index] = goal[s.Index].Or(e.Label.And(leaving(e.To)))
			}
		}
		goal[s.Index] = p.looked(s, goal[s.Index])
	}
	if stay = p.forEver(); stay != nil {
		for _, s := range p.states {
			goal[s.Index] = goal[s.Index].Or(stay[s.Index])
		}
	}
	return goal, stay
}

// Preimages returns a function that computes the preimage of each member of a
// vector once.
func (p *Component) Preimages(x []kripke.Set) func(*buchi.State) kripke.Set {
	known := make([]kripke.Set, len(x))
	return func(s *buchi.State) kripke.Set {
		if known[s.Index] == nil {
			known[s.Index] = p.Before(x[s.Index])
		}
		return known[s.Index]
	}
}

// Step is where an edge of s within the component leads into x; with avoid not
// nil only edges that do not put it off count.
func (p *Component) Step(s *buchi.State, pre func(*buchi.State) kripke.Set, avoid *buchi.Formula) kripke.Set {
	found := p.m.None()
	for _, e := range s.Edges {
		if p.inside[e.To.Index] && (avoid == nil || !slices.Contains(e.Off, avoid)) {
			found = found.Or(e.Label.And(pre(e.To)))
		}
	}
	return p.looked(s, found)
}

// Reaching is μZ. goal ∪ through ∩ step(Z) within the component.
func (p *Component) Reaching(goal, through []kripke.Set) []kripke.Set {
	z := slices.Clone(goal)
	fresh := slices.Clone(goal)
	for i := 1; ; i++ {
		pre := p.Preimages(fresh)
		next := make([]kripke.Set, len(goal))
		some := false
		for _, s := range p.states {
			next[s.Index] = through[s.Index].And(p.Step(s, pre, nil)).Diff(z[s.Index])
			some = some || !next[s.Index].IsEmpty()
		}
		if !some {
			return z
		}
		for _, s := range p.states {
			z[s.Index] = z[s.Index].Or(next[s.Index])
		}
		fresh = next
		p.Tick("runs", i, z[p.states[0].Index])
	}
}

// forEver is where a run can stay in the component for ever, put off nothing for
// ever and be fair (Emerson and Lei 1986); nil if every edge puts off the same.
func (p *Component) forEver() []kripke.Set {
	untils, hopeless := p.Postponed()
	if hopeless {
		return nil
	}
	z := make([]kripke.Set, len(p.Good))
	for _, s := range p.states {
		z[s.Index] = p.near[s.Index]
	}
	for i := 1; ; i++ {
		before := slices.Clone(z)
		p.shrink(z, func(s *buchi.State, pre func(*buchi.State) kripke.Set) kripke.Set { return p.Step(s, pre, nil) }, false)
		for _, u := range untils {
			p.shrink(z, func(s *buchi.State, pre func(*buchi.State) kripke.Set) kripke.Set { return p.Step(s, pre, u) }, true)
		}
		for _, c := range p.m.Fair {
			p.shrink(z, func(s *buchi.State, pre func(*buchi.State) kripke.Set) kripke.Set { return c.And(p.Step(s, pre, nil)) }, true)
		}
		p.Tick("runs", i, z[p.states[0].Index])
		if !slices.ContainsFunc(p.states, func(s *buchi.State) bool { return !z[s.Index].Equal(before[s.Index]) }) {
			return z
		}
	}
}

// Postponed lists the untils that some edges inside the component put off and others do
// not; hopeless says that one is put off by all.
func (p *Component) Postponed() (untils []*buchi.Formula, hopeless bool) {
	inner := p.edges()
	for _, u := range p.Untils {
		putsOff := func(e *buchi.Edge) bool { return slices.Contains(e.Off, u) }
		if !slices.ContainsFunc(inner, func(e *buchi.Edge) bool { return !putsOff(e) }) {
			return nil, true
		} else if slices.ContainsFunc(inner, putsOff) {
			untils = append(untils, u)
		}
	}
	return untils, false
}

// edges lists the edges inside the component.
func (p *Component) edges() []*buchi.Edge {
	var inner []*buchi.Edge
	for _, s := range p.states {
		for _, e := range s.Edges {
			if p.inside[e.To.Index] {
				inner = append(inner, e)
			}
		}
	}
	return inner
}

// shrink cuts z to where a good step into z is possible: at once, or later on a
// way through z.
func (p *Component) shrink(z []kripke.Set, good func(*buchi.State, func(*buchi.State) kripke.Set) kripke.Set, later bool) {
	pre := p.Preimages(z)
	next := make([]kripke.Set, len(z))
	for _, s := range p.states {
		next[s.Index] = z[s.Index].And(good(s, pre))
	}
	if later {
		next = p.Reaching(next, z)
	}
	copy(z, next)
}
