package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// onRuns is E f, where f is about runs: the worlds from which some run that counts
// is accepted by the automaton of f. A f is ¬E ¬f (Act-CTL-Kn, formulas about
// runs). The product of worlds and automaton is never built: its sets are vectors
// of sets of worlds, one for each state of the automaton.
//
// With runs: ispl and no fairness, runs that end do not count, as in EG.
func (c *Checker) onRuns(e *spec.OnRuns, env *spec.Env, where set) (meaning, error) {
	p, err := c.product(e, env, where, false)
	if err != nil {
		return meaning{}, err
	}
	c.frame.products[key(e, env)] = p
	c.warnEnded(e, p)
	m := meaning{exactly(p.good[0]), c.frame.none()}
	switch {
	case p.cut:
		m.holds.perhaps = c.frame.all
	case c.frame.cut:
		if p, err = c.product(e, env, where, true); err != nil {
			return meaning{}, err
		}
		m.holds.perhaps = p.good[0]
	}
	if e.All {
		m.holds = m.holds.not(c.frame.all)
	}
	return m, nil
}

// product decides from which worlds of where some run satisfies the formula below E, or
// refutes that below A.
func (c *Checker) product(e *spec.OnRuns, env *spec.Env, where set, hopeful bool) (*product, error) {
	l := &linears{Checker: c, hopeful: hopeful, made: map[linearKey]*linear{}}
	f, err := l.build(e.X, env, e.All)
	if err != nil {
		return nil, err
	}
	a, err := l.automaton(f, e.Span())
	if err != nil {
		return nil, err
	}
	return c.accepted(a, where, hopeful), nil
}

// product is the search for accepted runs.
type product struct {
	*Checker
	*automaton
	hopeful bool
	every   moves
	good    []set // by state of the automaton: worlds from which the run can be accepted
	dead    set   // where runs end and count
	room    []set // by state: worlds that are looked at, see hasty.go
	bounded bool  // these are not all
	cut     bool  // nor all that runs come to
	parts   [][]*autoState
	inside  []bool // states of the component at hand
}

// accepted finds out from which worlds of where some run is accepted.
func (c *Checker) accepted(a *automaton, where set, hopeful bool) *product {
	p := &product{
		Checker: c, automaton: a, hopeful: hopeful, every: c.frame.every(),
		good: make([]set, len(a.states)), dead: c.frame.none(),
	}
	if c.runs != spec.IsplRuns && c.frame.fair == nil {
		p.dead = p.stuck()
	}
	p.parts = p.components()
	p.look(where)
	p.decide()
	return p
}

// stuck is where a run ends.
func (p *product) stuck() set {
	return p.frame.all.Diff(p.frame.before(p.every, p.frame.all, !p.hopeful))
}

// decide completes good.
func (p *product) decide() {
	for i := range p.good {
		p.good[i] = p.frame.none()
	}
	for _, component := range p.parts {
		p.within(component, func() { p.component(component) })
	}
}

// within calls f with a component at hand.
func (p *product) within(states []*autoState, f func()) {
	p.inside = make([]bool, len(p.states))
	for _, s := range states {
		p.inside[s.index] = true
	}
	f()
}

func (p *product) before(x set) set { return p.frame.before(p.every, x, p.hopeful) }

// component completes good for the states of a component, from those that it
// leads to: a run ends, leaves, or stays for ever.
func (p *product) component(states []*autoState) {
	if len(states) == 1 && p.easy(states[0]) {
		p.good[states[0].index] = p.frame.all
		return
	}
	goal, _ := p.goals(states)
	reached := p.reaching(states, goal, p.room)
	for _, s := range states {
		p.good[s.index] = reached[s.index]
	}
}

// goals are the worlds at the states of a component in which the run can end, leave
// the component, or stay in it for ever; and the last of these, nil: none.
func (p *product) goals(states []*autoState) (goal, stay []set) {
	goal = make([]set, len(p.good))
	leaving := p.preimages(p.good)
	for _, s := range states {
		goal[s.index] = s.done.And(p.dead)
		for _, e := range s.edges {
			if !p.inside[e.to.index] {
				goal[s.index] = goal[s.index].Or(e.label.And(leaving(e.to)))
			}
		}
		goal[s.index] = p.looked(s, goal[s.index])
	}
	if stay = p.forEver(states); stay != nil {
		for _, s := range states {
			goal[s.index] = goal[s.index].Or(stay[s.index])
		}
	}
	return goal, stay
}

// easy tells a state that asks for nothing, where from every world some run
// counts: all do, or no run ends.
func (p *product) easy(s *autoState) bool {
	worlds := p.frame.all
	if p.runs == spec.IsplRuns && p.frame.fair == nil && !worlds.SubsetOf(p.before(worlds)) {
		return false
	}
	return len(s.edges) == 1 && s.edges[0].to == s && len(s.edges[0].off) == 0 &&
		s.edges[0].label.Equal(worlds) && s.done.Equal(worlds)
}

// preimages returns a function that computes the preimage of each member of a
// vector once.
func (p *product) preimages(x []set) func(*autoState) set {
	known := make([]set, len(x))
	return func(s *autoState) set {
		if known[s.index] == nil {
			known[s.index] = p.before(x[s.index])
		}
		return known[s.index]
	}
}

// step is where an edge of s within the component leads into x; with avoid not
// nil only edges that do not put it off count.
func (p *product) step(s *autoState, pre func(*autoState) set, avoid *linear) set {
	found := p.frame.none()
	for _, e := range s.edges {
		if p.inside[e.to.index] && (avoid == nil || !slices.Contains(e.off, avoid)) {
			found = found.Or(e.label.And(pre(e.to)))
		}
	}
	return p.looked(s, found)
}

// reaching is μZ. goal ∪ through ∩ step(Z) within the component.
func (p *product) reaching(states []*autoState, goal, through []set) []set {
	z := slices.Clone(goal)
	fresh := slices.Clone(goal)
	for i := 1; ; i++ {
		pre := p.preimages(fresh)
		next := make([]set, len(goal))
		some := false
		for _, s := range states {
			next[s.index] = through[s.index].And(p.step(s, pre, nil)).Diff(z[s.index])
			some = some || !next[s.index].IsEmpty()
		}
		if !some {
			return z
		}
		for _, s := range states {
			z[s.index] = z[s.index].Or(next[s.index])
		}
		fresh = next
		p.tick("runs", i, z[states[0].index])
	}
}

// forEver is where a run can stay in the component for ever, put off nothing for
// ever and be fair (Emerson and Lei 1986); nil if every edge puts off the same.
func (p *product) forEver(states []*autoState) []set {
	untils, hopeless := p.postponed(states)
	if hopeless {
		return nil
	}
	z := make([]set, len(p.good))
	for _, s := range states {
		z[s.index] = p.room[s.index]
	}
	for i := 1; ; i++ {
		before := slices.Clone(z)
		p.shrink(states, z, func(s *autoState, pre func(*autoState) set) set { return p.step(s, pre, nil) }, false)
		for _, u := range untils {
			p.shrink(states, z, func(s *autoState, pre func(*autoState) set) set { return p.step(s, pre, u) }, true)
		}
		for _, c := range p.frame.fair {
			p.shrink(states, z, func(s *autoState, pre func(*autoState) set) set { return c.And(p.step(s, pre, nil)) }, true)
		}
		p.tick("runs", i, z[states[0].index])
		if !slices.ContainsFunc(states, func(s *autoState) bool { return !z[s.index].Equal(before[s.index]) }) {
			return z
		}
	}
}

// postponed lists the untils that some edges inside the component put off and others do
// not; hopeless says that one is put off by all.
func (p *product) postponed(states []*autoState) (untils []*linear, hopeless bool) {
	inner := p.edgesWithin(states)
	for _, u := range p.untils {
		putsOff := func(e *autoEdge) bool { return slices.Contains(e.off, u) }
		if !slices.ContainsFunc(inner, func(e *autoEdge) bool { return !putsOff(e) }) {
			return nil, true
		} else if slices.ContainsFunc(inner, putsOff) {
			untils = append(untils, u)
		}
	}
	return untils, false
}

// edgesWithin lists the edges inside the component.
func (p *product) edgesWithin(states []*autoState) []*autoEdge {
	var inner []*autoEdge
	for _, s := range states {
		for _, e := range s.edges {
			if p.inside[e.to.index] {
				inner = append(inner, e)
			}
		}
	}
	return inner
}

// shrink cuts z to where a good step into z is possible: at once, or later on a
// way through z.
func (p *product) shrink(states []*autoState, z []set, good func(*autoState, func(*autoState) set) set, later bool) {
	pre := p.preimages(z)
	next := make([]set, len(z))
	for _, s := range states {
		next[s.index] = z[s.index].And(good(s, pre))
	}
	if later {
		next = p.reaching(states, next, z)
	}
	copy(z, next)
}
