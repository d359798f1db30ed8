package evidence

import (
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/ctlk/buchi"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// showRun shows E f that holds, or A f that fails, by a run that satisfies f or
// refutes it: the automaton reads it while it is made. Everything else is a claim.
func (c *maker) showRun(n *witness.Node, e *spec.OnRuns, w world) error {
	if n.Holds == e.All {
		n.Claim = witness.RunsClaim(e, n.Holds)
		return nil
	}
	p, err := ctlk.ProductOf(c.Evaluator, e, n.Env, c.m.Only(w.World))
	if err != nil {
		return err
	}
	r := &reader{maker: c, product: p, node: n, at: w, path: &witness.Path{Marks: []int{0}, Loop: -1, Fair: c.m.Fair != nil}}
	r.state, r.brief = p.States[0], brief(e.X, e.All)
	n.Path = r.path
	r.read()
	return nil
}

// reader is an automaton that reads a run, which it makes as it goes.
type reader struct {
	*maker
	product *ctlk.Product
	node    *witness.Node
	path    *witness.Path
	state   *buchi.State // before it reads the last world
	at      world        // the last one
	brief   bool         // the beginning of a run may show it
	been    []reading    // the way so far
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
		if r.brief && r.Runs() != spec.IsplRuns && r.product.Easy(r.state) {
			return
		}
		if r.finish(r.product.ComponentOf(r.state)) {
			return
		}
	}
}

// finish goes to where the run ends, leaves the component or stays in it, and tells
// whether that is all.
func (r *reader) finish(part *ctlk.Component) bool {
	goal, stay := part.Goals()
	if !r.walk(part, goal, part.All()) {
		return true
	}
	if r.product.EndsAt(r.at.World, r.state) {
		end := r.vector()
		end[r.state.Index] = r.m.Only(r.at.World)
		r.straighten(end)
		r.path.Ends = true
		return true
	}
	for _, e := range r.state.Edges {
		if !part.Has(e.To) && r.take(e, r.product.Good) {
			return false
		}
	}
	r.circle(part, stay)
	return true
}

// walk goes the shortest way through worlds to goal, within the component. Where
// nothing is asked of the rest, and steps were not followed so far, there may be none.
func (r *reader) walk(part *ctlk.Component, goal, through []kripke.Set) bool {
	rings := [][]kripke.Set{goal}
	for !r.here(rings[len(rings)-1]) {
		z := rings[len(rings)-1]
		next, pre := slices.Clone(z), part.Preimages(z)
		more := false
		for _, s := range part.States() {
			next[s.Index] = z[s.Index].Or(through[s.Index].And(part.Step(s, pre, nil)))
			more = more || !next[s.Index].Equal(z[s.Index])
		}
		if !more {
			r.node.Path, r.node.Claim = nil, "along a run that goes on beyond the steps that were looked at"
			return false
		}
		rings = append(rings, next)
		r.Tick("evidence", len(rings), next[r.state.Index])
	}
	for !r.here(goal) {
		closer := slices.IndexFunc(rings, r.here)
		r.proceed(part, rings[closer-1], nil)
	}
	return true
}

// straighten goes from the beginning the shortest way into a vector, which has been reached.
// The way so far went down from component to component, by any step from one to the next.
func (r *reader) straighten(to []kripke.Set) {
	if len(r.been) == 0 {
		return
	}
	q := *r
	q.path = &witness.Path{Marks: []int{0}, Loop: -1, Fair: r.path.Fair}
	q.at, q.state, q.been = r.been[0].at, r.been[0].state, nil
	rings := [][]kripke.Set{to}
	for z := to; !q.here(z); rings = append(rings, z) {
		if len(rings) == len(r.been) { // it is no shorter
			return
		}
		next := slices.Clone(z)
		for _, s := range r.product.States {
			for _, e := range s.Edges {
				next[s.Index] = next[s.Index].Or(e.Label.And(r.product.Before(z[e.To.Index])))
			}
		}
		z = next
		r.Tick("evidence", len(rings), z[q.state.Index])
	}
	for _, near := range slices.Backward(rings[:len(rings)-1]) {
		if !slices.ContainsFunc(q.state.Edges, func(e *buchi.Edge) bool { return q.take(e, near) }) {
			panic("evidence: no edge where the preimage has one")
		}
	}
	*r.path = *q.path
	r.at, r.state, r.been = q.at, q.state, q.been
}

// here reports whether the last world, with the state before it is read, is in a
// vector.
func (r *reader) here(x []kripke.Set) bool { return r.at.In(x[r.state.Index]) }

// proceed takes some edge within the component into a vector, one that does not put off
// avoid.
func (r *reader) proceed(part *ctlk.Component, into []kripke.Set, avoid *buchi.Formula) {
	for _, e := range r.state.Edges {
		if part.Has(e.To) && (avoid == nil || !slices.Contains(e.Off, avoid)) && r.take(e, into) {
			return
		}
	}
	panic("evidence: no edge where the preimage has one")
}

// take takes an edge into a vector if it can.
func (r *reader) take(e *buchi.Edge, into []kripke.Set) bool {
	if !r.at.In(e.Label) || !r.at.In(r.product.Before(into[e.To.Index])) {
		return false
	}
	m := anyKind(r.m).into(r.m, r.at, into[e.To.Index])
	r.been = append(r.been, reading{r.at, r.state, e})
	r.at, r.state = m.to, e.To
	r.path.Steps = append(r.path.Steps, m.step)
	r.path.Marks = append(r.path.Marks, len(r.path.Steps))
	return true
}

// circle goes round in the component for ever, puts off nothing all the way and
// meets every fairness predicate; stay is where that is possible: the shortest way to a loop
// that is looked for beforehand, and round it.
func (r *reader) circle(part *ctlk.Component, stay []kripke.Set) {
	q := *r
	q.path, q.been = &witness.Path{Marks: []int{0}, Loop: -1}, nil
	loop := q.loop(part, stay)
	if loop == nil {
		return
	}
	on := r.vector()
	for _, p := range loop {
		on[p.state.Index] = on[p.state.Index].Or(r.m.Only(p.at.World))
	}
	if !r.walk(part, on, stay) {
		return
	}
	r.straighten(on)
	r.path.Loop = len(r.path.Steps)
	first := slices.IndexFunc(loop, func(p reading) bool { return p.state == r.state && p.at.same(r.at) })
	for i := range loop {
		next := loop[(first+i+1)%len(loop)]
		into := r.vector()
		into[next.state.Index] = r.m.Only(next.at.World)
		r.take(loop[(first+i)%len(loop)].edge, into)
	}
}

// reading is a world on a run, the state of the automaton before it is read, and the edge
// taken then.
type reading struct {
	at    world
	state *buchi.State
	edge  *buchi.Edge
}

// loop is a loop from somewhere in the component, as it is read; nil where that is too long.
// After Clarke, Grumberg, McMillan and Zhao (1995), as fairLasso: it visits what is not to be
// put off and the fairness predicates one after the other, unless they were met on the way.
func (r *reader) loop(part *ctlk.Component, stay []kripke.Set) []reading {
	untils, _ := part.Postponed()
	pre := part.Preimages(stay)
	for !r.tooLong() {
		first, home := len(r.been), r.vector()
		home[r.state.Index] = r.m.Only(r.at.World)
		for _, u := range untils {
			if !slices.ContainsFunc(r.been[first:], func(p reading) bool { return !slices.Contains(p.edge.Off, u) }) {
				r.reach(part, stay, func(s *buchi.State) kripke.Set { return part.Step(s, pre, u) })
				r.proceed(part, stay, u)
			}
		}
		for _, c := range r.m.Fair {
			if !slices.ContainsFunc(r.been[first:], func(p reading) bool { return p.at.In(c) }) {
				r.reach(part, stay, func(s *buchi.State) kripke.Set { return c.And(part.Step(s, pre, nil)) })
				r.proceed(part, stay, nil)
			}
		}
		if first == len(r.been) {
			r.proceed(part, stay, nil)
		}
		if r.here(part.Reaching(home, stay)) {
			r.walk(part, home, stay)
			return r.been[first:]
		}
	}
	return nil
}

// reach goes through stay to where a good step into stay is possible.
func (r *reader) reach(part *ctlk.Component, stay []kripke.Set, good func(*buchi.State) kripke.Set) {
	goal := r.vector()
	for _, s := range part.States() {
		goal[s.Index] = stay[s.Index].And(good(s))
	}
	r.walk(part, goal, stay)
}

// vector is the empty set of worlds at each state of the automaton.
func (r *reader) vector() []kripke.Set {
	v := make([]kripke.Set, len(r.product.Good))
	for i := range v {
		v[i] = r.m.None()
	}
	return v
}

// tooLong replaces a run without end in sight by a claim.
func (r *reader) tooLong() bool {
	if len(r.path.Marks) <= witness.Longest {
		return false
	}
	r.node.Path = nil
	r.node.Claim = witness.TooLong
	return true
}
