package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// showRun shows E f that holds, or A f that fails, by a run that satisfies f or
// refutes it: the automaton reads it while it is made. Everything else is a claim.
func (c *Checker) showRun(n *witness.Node, e *spec.OnRuns, w world) error {
	if n.Holds == e.All {
		n.Claim = "along no run"
		if e.All {
			n.Claim = "along all runs"
		}
		return nil
	}
	p, ok := c.frame.products[key(e, n.Env)]
	if !ok {
		var err error
		if p, err = c.product(e, n.Env, c.only(w), false); err != nil {
			return err
		}
	}
	r := &reader{product: p, node: n, at: w, path: &witness.Path{Marks: []int{0}, Loop: -1, Fair: c.frame.fair != nil}}
	r.state, r.brief = p.states[0], brief(e.X, e.All)
	n.Path = r.path
	r.read()
	return nil
}

// reader is an automaton that reads a run, which it makes as it goes.
type reader struct {
	*product
	node  *witness.Node
	path  *witness.Path
	state *autoState // before it reads the last world
	at    world      // the last one
	brief bool       // the beginning of a run may show it
}

// brief tells whether the beginning of a run can show that a formula, or its
// negation, is true however it goes on: what is asked for has come.
func brief(e spec.Expr, negated bool) bool {
	if e.Traits()&spec.OnRun == 0 {
		return true
	}
	switch e := e.(type) {
	case *spec.Unary:
		return brief(e.X, !negated)
	case *spec.Binary:
		switch e.Op {
		case spec.And, spec.Or:
			return brief(e.X, negated) && brief(e.Y, negated)
		case spec.Imp:
			return brief(e.X, !negated) && brief(e.Y, negated)
		}
	case *spec.Path:
		return negated == (e.Op == spec.Globally) && brief(e.X, negated) && (e.Y == nil || brief(e.Y, negated))
	case *spec.Fold:
		return brief(e.Body, negated)
	case *spec.Call:
		return brief(e.Define.Body, negated)
	}
	return false
}

// read goes down from component to component, to where the run ends or stays. Its
// beginning is enough where nothing is asked of the rest, and all runs count.
func (r *reader) read() {
	for r.node.Path != nil && !r.tooLong() {
		if r.brief && r.runs != spec.IsplRuns && r.easy(r.state) {
			return
		}
		component := r.parts[slices.IndexFunc(r.parts, func(states []*autoState) bool { return slices.Contains(states, r.state) })]
		over := false
		r.within(component, func() { over = r.finish(component) })
		if over {
			return
		}
	}
}

// finish goes to where the run ends, leaves the component or stays in it, and tells
// whether that is all.
func (r *reader) finish(component []*autoState) bool {
	goal, stay := r.goals(component)
	if !r.walk(component, goal, r.room) {
		return true
	}
	if r.isIn(r.at, r.state.done.And(r.dead)) {
		r.path.Ends = true
		return true
	}
	for _, e := range r.state.edges {
		if !r.inside[e.to.index] && r.take(e, r.good) {
			return false
		}
	}
	r.circle(component, stay)
	return true
}

// walk goes the shortest way through worlds to goal, within the component. Where
// nothing is asked of the rest, and steps were not followed so far, there may be none.
func (r *reader) walk(component []*autoState, goal, through []set) bool {
	rings := [][]set{goal}
	for !r.here(rings[len(rings)-1]) {
		z := rings[len(rings)-1]
		next, pre := slices.Clone(z), r.preimages(z)
		more := false
		for _, s := range component {
			next[s.index] = z[s.index].Or(through[s.index].And(r.step(s, pre, nil)))
			more = more || !next[s.index].Equal(z[s.index])
		}
		if !more {
			r.node.Path, r.node.Claim = nil, "along a run that goes on beyond the steps that were looked at"
			return false
		}
		rings = append(rings, next)
		r.tick("evidence", len(rings), next[r.state.index])
	}
	for !r.here(goal) {
		closer := slices.IndexFunc(rings, r.here)
		r.proceed(rings[closer-1], nil)
	}
	return true
}

// here reports whether the last world, with the state before it is read, is in a
// vector.
func (r *reader) here(x []set) bool { return r.isIn(r.at, x[r.state.index]) }

// proceed takes some edge within the component into a vector, one that does not put off
// avoid.
func (r *reader) proceed(into []set, avoid *linear) {
	for _, e := range r.state.edges {
		if r.inside[e.to.index] && (avoid == nil || !slices.Contains(e.off, avoid)) && r.take(e, into) {
			return
		}
	}
	panic("ctlk: no edge where the preimage has one")
}

// take takes an edge into a vector if it can.
func (r *reader) take(e *autoEdge, into []set) bool {
	if !r.isIn(r.at, e.label) || !r.isIn(r.at, r.before(into[e.to.index])) {
		return false
	}
	m := r.anyStep(r.at, into[e.to.index])
	r.at, r.state = m.to, e.to
	r.path.Steps = append(r.path.Steps, m.step)
	r.path.Marks = append(r.path.Marks, len(r.path.Steps))
	return true
}

// circle goes round in the component for ever, puts off nothing all the way and
// meets every fairness predicate; stay is where that is possible. After Clarke,
// Grumberg, McMillan and Zhao (1995), as fairLasso.
func (r *reader) circle(component []*autoState, stay []set) {
	untils, _ := r.postponed(component)
	for !r.tooLong() {
		first, home := len(r.path.Steps), r.vectorOf()
		for _, u := range untils {
			r.reach(component, stay, func(s *autoState, pre func(*autoState) set) set { return r.step(s, pre, u) })
			r.proceed(stay, u)
		}
		for _, c := range r.frame.fair {
			r.reach(component, stay, func(s *autoState, pre func(*autoState) set) set { return c.And(r.step(s, pre, nil)) })
			r.proceed(stay, nil)
		}
		if first == len(r.path.Steps) {
			r.proceed(stay, nil)
		}
		back := r.reaching(component, home, stay)
		if r.here(back) {
			r.walk(component, home, stay)
			r.path.Loop = first
			return
		}
	}
}

// reach goes through stay to where a good step into stay is possible.
func (r *reader) reach(component []*autoState, stay []set, good func(*autoState, func(*autoState) set) set) {
	goal, pre := r.empty(), r.preimages(stay)
	for _, s := range component {
		goal[s.index] = stay[s.index].And(good(s, pre))
	}
	r.walk(component, goal, stay)
}

// vectorOf is the vector of the last world and state alone.
func (r *reader) vectorOf() []set {
	v := r.empty()
	v[r.state.index] = r.only(r.at)
	return v
}

func (r *reader) empty() []set {
	v := make([]set, len(r.good))
	for i := range v {
		v[i] = r.frame.none()
	}
	return v
}

// tooLong replaces a run without end in sight by a claim.
func (r *reader) tooLong() bool {
	if len(r.path.Marks) <= longest {
		return false
	}
	r.node.Path = nil
	r.node.Claim = "along a run that is too long to be shown"
	return true
}
