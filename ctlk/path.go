package ctlk

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// showTemporal shows an operator about some run that holds, or one about all
// runs that fails, by the run. Everything else is a claim.
func (c *Checker) showTemporal(n *witness.Node, e *spec.Temporal, w world) error {
	if n.Holds == e.All {
		n.Claim = claim(e)
		return nil
	}
	s, err := c.search(e, n.Env, false)
	if err != nil {
		return err
	}
	p := &pathMaker{search: s, node: n, path: &witness.Path{Marks: []int{0}, Loop: -1, Fair: c.frame.fair != nil}}
	p.mark(w)
	n.Path = p.path
	if err := p.show(); err != nil || n.Path == nil {
		return err
	}
	return p.notes(w)
}

// show extends the path until it shows the operator.
func (p *pathMaker) show() error {
	s := p.search
	switch {
	case s.form.shape == next:
		p.repeat(s.goal)
		return p.shows(s.form.goal)
	case s.form.shape == until:
		if err := p.walk(s.hold, s.goal); err != nil {
			return err
		}
		return p.shows(s.form.goal)
	case s.bound != forever:
		return p.stay()
	}
	return p.endless()
}

// claim says what an operator asserts of all runs, or denies of any.
func claim(e *spec.Temporal) string {
	of := ""
	if e.Program != nil {
		of = " of " + programText(e.Program)
	}
	switch {
	case e.Op == spec.NextTime && e.All:
		return "after every execution" + of
	case e.Op == spec.NextTime:
		return "after no execution" + of
	case e.All:
		return "along all runs" + of
	}
	return "along no run" + of
}

// pathMaker extends the path of a node, repetition by repetition.
type pathMaker struct {
	*search
	node   *witness.Node
	path   *witness.Path
	marked []world // at the marks
	at     world   // at the last one
	way    []move  // to there
}

func (p *pathMaker) mark(w world) {
	p.marked = append(p.marked, w)
	p.at = w
}

// repeat adds a repetition of the program that ends in into.
func (p *pathMaker) repeat(into set) {
	moves := p.program.run(p.at, into)
	p.way = append(p.way, moves...)
	p.mark(lastWorld(p.at, moves))
	p.path.Steps = append(p.path.Steps, stepsOf(moves)...)
	p.path.Marks = append(p.path.Marks, len(p.path.Steps))
}

// here reports whether the world at the last mark is in a set.
func (p *pathMaker) here(x set) bool { return p.isIn(p.at, x) }

// shows adds evidence for literals at the last mark.
func (p *pathMaker) shows(ls []literal) error {
	for _, l := range ls {
		n, err := p.search.Checker.node(p.operand(l), p.env, p.at, !l.negated)
		if err != nil {
			return err
		}
		p.path.Shown = append(p.path.Shown, witness.Shown{Mark: len(p.path.Marks) - 1, Node: n})
	}
	return nil
}

// walk goes the shortest way through hold into goal, onion ring by onion ring,
// showing hold at each mark but the last. It may stay where it is.
func (p *pathMaker) walk(hold, goal set) error {
	rings := p.ringsAround(hold, goal)
	for i := p.ringOf(p.at, rings); i > 0; i = p.ringOf(p.at, rings) {
		if err := p.shows(p.form.hold); err != nil {
			return err
		}
		p.repeat(rings[i-1])
	}
	return nil
}

// ringsAround are the iterates of until, as far as the present state.
func (p *pathMaker) ringsAround(hold, goal set) []set {
	rings := []set{goal}
	fresh := goal
	for z := goal; !p.here(z); rings = append(rings, z) {
		fresh = hold.And(p.before(fresh)).Diff(z)
		if fresh.IsEmpty() {
			panic("ctlk: no way to a goal that can be reached")
		}
		z = z.Or(fresh)
		p.tick("evidence", len(rings), z)
	}
	return rings
}

// stay shows weak within a bound: hold at all marks, up to one with goal, the
// end of the run, or the last repetition. A loop shows it for any bound.
func (p *pathMaker) stay() error {
	var layers []set
	p.weak(&layers)
	marks, been := map[any]int{}, p.frame.none()
	for left := p.bound; ; left-- {
		if err := p.shows(p.form.hold); err != nil {
			return err
		}
		switch {
		case left == 0:
			return nil
		case p.here(p.goal):
			return p.shows(p.form.goal)
		case p.here(p.dead):
			p.path.Ends = true
			return nil
		case p.tooLong(longestBounded):
			return nil
		}
		marks[p.at.id()] = len(p.path.Marks) - 1
		been = been.Or(p.only(p.at))
		if p.here(p.before(been)) {
			p.repeat(been)
			p.path.Loop = marks[p.at.id()]
			return nil
		}
		p.repeat(layers[min(left, len(layers))-1])
	}
}

// longest is how many repetitions of a path are shown at most, and longestBounded
// how many where a bound asks for them and not the model.
const (
	longest        = 10000
	longestBounded = 500
)

// tooLong replaces a path without end in sight by a claim.
func (p *pathMaker) tooLong(most int) bool {
	if len(p.path.Marks) <= most {
		return false
	}
	p.node.Path = nil
	p.node.Claim = "along a run that is too long to be shown"
	return true
}
