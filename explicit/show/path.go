package show

import (
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// shape says what kind of run shows an operator.
type shape int

const (
	next  shape = iota // a repetition of the program leads to the goal
	until              // repetitions lead through hold to the goal
	weak               // the same, or hold goes on to be true: for ever, or to the end of the run
)

// literal is a formula with the value that it is to have.
type literal struct {
	f     spec.Expr
	holds bool
}

// wanted is what a run has to be like that shows an operator about some run that holds, or
// one about all runs that fails.
func wanted(e *spec.Temporal) (s shape, hold, goal []literal) {
	x, notX := []literal{{e.X, true}}, []literal{{e.X, false}}
	switch {
	case e.Op == spec.NextTime && !e.All:
		return next, nil, x
	case e.Op == spec.NextTime:
		return next, nil, notX
	case e.Op == spec.Eventually && !e.All:
		return until, nil, x
	case e.Op == spec.Eventually:
		return weak, notX, nil
	case e.Op == spec.Globally && !e.All:
		return weak, x, nil
	case e.Op == spec.Globally:
		return until, nil, notX
	case !e.All:
		return until, x, []literal{{e.Y, true}}
	}
	return weak, []literal{{e.Y, false}}, notX
}

// pathMaker extends the path of a node, repetition by repetition.
type pathMaker struct {
	*maker
	runs       *explicit.Runs
	shape      shape
	needs      [2][]literal // hold, goal
	hold, goal kleene.Set
	dead       kleene.Set // where a run of the program ends and counts
	node       *witness.Node
	path       *witness.Path
	marked     []int // worlds at the marks
	at         position
	way        []explicit.Taken // to there
}

// temporal shows an operator about some run that holds, or one about all runs that
// fails, by the run. Everything else is a claim.
func (m *maker) temporal(n *witness.Node, e *spec.Temporal, from position) error {
	if n.Holds == e.All {
		n.Claim = witness.TemporalClaim(e)
		return nil
	}
	runs, err := m.Runs(e, n.Env)
	if err != nil {
		return err
	}
	p := &pathMaker{maker: m, runs: runs, node: n, path: &witness.Path{Marks: []int{0}, Loop: -1, Fair: m.Fair() != nil}}
	p.shape, p.needs[0], p.needs[1] = wanted(e)
	if p.hold, err = p.both(p.needs[0]); err != nil {
		return err
	}
	if p.goal, err = p.both(p.needs[1]); err != nil {
		return err
	}
	if p.shape == weak {
		p.dead = surely(runs.Dead())
		if p.needs[1] == nil {
			p.goal = m.none()
		}
	}
	p.mark(from)
	n.Path = p.path
	if err := p.show(); err != nil || n.Path == nil {
		return err
	}
	return p.notes(from)
}

// both are the worlds in which literals surely have their values.
func (p *pathMaker) both(ls []literal) (kleene.Set, error) {
	found := p.all()
	for _, l := range ls {
		x, err := p.Truth3(l.f, p.node.Env)
		if err != nil {
			return nil, err
		}
		if !l.holds {
			x = x.Not()
		}
		found = found.And(x)
	}
	return surely(found), nil
}

// show extends the path until it shows the operator.
func (p *pathMaker) show() error {
	switch {
	case p.shape == next:
		p.repeat(p.goal)
		return p.shows(p.needs[1])
	case p.shape == until:
		if err := p.walk(p.hold, p.goal); err != nil {
			return err
		}
		return p.shows(p.needs[1])
	case p.runs.Bound() >= 0:
		return p.stay()
	}
	return p.endless()
}

func (p *pathMaker) mark(at position) {
	p.marked = append(p.marked, at.world)
	p.at = at
}

// repeat adds a repetition of the program that ends in a set.
func (p *pathMaker) repeat(into kleene.Set) {
	way := p.runs.Way(p.at.world, into)
	p.way = append(p.way, way...)
	p.mark(p.at.after(way))
	p.path.Steps = append(p.path.Steps, stepsOf(way)...)
	p.path.Marks = append(p.path.Marks, len(p.path.Steps))
}

// here reports whether the world at the last mark is in a set.
func (p *pathMaker) here(x kleene.Set) bool { return x.Has(p.at.world) }

// shows adds evidence for literals at the last mark.
func (p *pathMaker) shows(ls []literal) error {
	for _, l := range ls {
		n, err := p.maker.node(l.f, p.node.Env, p.at, l.holds)
		if err != nil {
			return err
		}
		p.path.Shown = append(p.path.Shown, witness.Shown{Mark: len(p.path.Marks) - 1, Node: n})
	}
	return nil
}

// walk goes the shortest way through hold into goal, showing hold at each mark but the
// last. It may stay where it is.
func (p *pathMaker) walk(hold, goal kleene.Set) error {
	rings := p.runs.Rings(p.at.world, hold, goal)
	for i := p.ring(rings); i > 0; i = p.ring(rings) {
		if err := p.shows(p.needs[0]); err != nil {
			return err
		}
		p.repeat(rings[i-1])
	}
	return nil
}

// ring is the first of growing sets that has the world at the last mark.
func (p *pathMaker) ring(rings []kleene.Set) int { return slices.IndexFunc(rings, p.here) }

// stay shows weak within a bound: hold at all marks, up to one with goal, the end of the
// run, or the last repetition. A loop shows it for any bound.
func (p *pathMaker) stay() error {
	layers := p.layers()
	marks, been := map[int]int{}, p.none()
	for left := p.runs.Bound(); ; left-- {
		if err := p.shows(p.needs[0]); err != nil {
			return err
		}
		switch {
		case left == 0:
			return nil
		case p.here(p.goal):
			return p.shows(p.needs[1])
		case p.here(p.dead):
			p.path.Ends = true
			return nil
		case p.tooLong(witness.LongestBounded):
			return nil
		}
		if p.returns(marks, been) {
			return nil
		}
		p.repeat(layers[min(left, len(layers))-1])
	}
}

// returns goes back to a mark where the path has been, if a repetition leads there.
func (p *pathMaker) returns(marks map[int]int, been kleene.Set) bool {
	marks[p.at.world] = len(p.path.Marks) - 1
	been[p.at.world] = kleene.Yes
	if !p.here(p.runs.Before(been)) {
		return false
	}
	p.repeat(been)
	p.path.Loop = marks[p.at.world]
	return true
}

// layers are the iterates of weak.
func (p *pathMaker) layers() []kleene.Set {
	var all []kleene.Set
	over := p.goal.Or(p.dead)
	for z := p.hold; ; {
		all = append(all, z)
		after := surely(p.hold.And(over.Or(p.runs.Before(z))))
		if len(all) > p.runs.Bound() || after.Equal(z) {
			return all
		}
		z = after
	}
}

// tooLong replaces a path without end in sight by a claim.
func (p *pathMaker) tooLong(most int) bool {
	if len(p.path.Marks) <= most {
		return false
	}
	p.node.Path = nil
	p.node.Claim = witness.TooLong
	return true
}

// notes adds to a path from a position what is considered possible along it; at its
// beginning only where a run begins, elsewhere that was said.
func (p *pathMaker) notes(from position) error {
	if p.away || p.onward || p.Recall() == "" || p.IsBehind() {
		return nil
	}
	if from.steps == 0 {
		p.note(from, 0)
	}
	for i, t := range p.way[:min(len(p.way), witness.MostNoted)] {
		p.note(position{world: t.World}, i+1)
	}
	return nil
}

// note adds what is considered possible in a world, where it has a value.
func (p *pathMaker) note(at position, after int) {
	for _, s := range p.subjects {
		if values, err := p.Supposed(s.Agent, s.About, at.world); err == nil {
			slices.SortFunc(values, func(v, w spec.Value) int { return spec.IndexOf(s.About.Type(), v) - spec.IndexOf(s.About.Type(), w) })
			p.path.Possible = append(p.path.Possible, witness.PossibleOf(s, after, values))
		}
	}
}
