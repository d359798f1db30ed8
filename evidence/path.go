package evidence

import (
	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// showTemporal shows an operator about some run that holds, or one about all
// runs that fails, by the run. Everything else is a claim.
func (c *maker) showTemporal(n *witness.Node, e *spec.Temporal, w world) error {
	if n.Holds == e.All {
		n.Claim = witness.TemporalClaim(e)
		return nil
	}
	s, err := ctlk.SearchOf(c.Evaluator, e, n.Env, false)
	if err != nil {
		return err
	}
	p := &pathMaker{maker: c, search: s, e: e, node: n, path: &witness.Path{Marks: []int{0}, Loop: -1, Fair: c.m.Fair != nil}}
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
	case s.Form.Shape == ctlk.Next:
		p.repeat(s.Goal)
		return p.shows(s.Form.Goal)
	case s.Form.Shape == ctlk.Until:
		if err := p.walk(s.Hold, s.Goal); err != nil {
			return err
		}
		return p.shows(s.Form.Goal)
	case s.Bound != ctlk.Forever:
		return p.stay()
	}
	return p.endless()
}

// pathMaker extends the path of a node, repetition by repetition.
type pathMaker struct {
	*maker
	search *ctlk.Search
	e      *spec.Temporal
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
func (p *pathMaker) repeat(into kripke.Set) {
	moves := run(p.m, p.search.Program, p.at, into)
	p.way = append(p.way, moves...)
	p.mark(lastWorld(p.at, moves))
	p.path.Steps = append(p.path.Steps, stepsOf(moves)...)
	p.path.Marks = append(p.path.Marks, len(p.path.Steps))
}

// here reports whether the world at the last mark is in a set.
func (p *pathMaker) here(x kripke.Set) bool { return p.at.In(x) }

// shows adds evidence for literals at the last mark.
func (p *pathMaker) shows(ls []ctlk.Literal) error {
	for _, l := range ls {
		n, err := p.maker.node(l.Of(p.e), p.node.Env, p.at, !l.Negated)
		if err != nil {
			return err
		}
		p.path.Shown = append(p.path.Shown, witness.Shown{Mark: len(p.path.Marks) - 1, Node: n})
	}
	return nil
}

// walk goes the shortest way through hold into goal, onion ring by onion ring,
// showing hold at each mark but the last. It may stay where it is.
func (p *pathMaker) walk(hold, goal kripke.Set) error {
	rings := p.ringsAround(hold, goal)
	for i := ringOf(p.at, rings); i > 0; i = ringOf(p.at, rings) {
		if err := p.shows(p.search.Form.Hold); err != nil {
			return err
		}
		p.repeat(rings[i-1])
	}
	return nil
}

// ringsAround are the iterates of until, as far as the present state.
func (p *pathMaker) ringsAround(hold, goal kripke.Set) []kripke.Set {
	rings := []kripke.Set{goal}
	fresh := goal
	for z := goal; !p.here(z); rings = append(rings, z) {
		fresh = hold.And(p.search.Before(fresh)).Diff(z)
		if fresh.IsEmpty() {
			panic("evidence: no way to a goal that can be reached")
		}
		z = z.Or(fresh)
		p.Tick("evidence", len(rings), z)
	}
	return rings
}

// stay shows weak within a bound: hold at all marks, up to one with goal, the
// end of the run, or the last repetition. A loop shows it for any bound.
func (p *pathMaker) stay() error {
	var layers []kripke.Set
	p.search.Weak(&layers)
	marks, been := map[any]int{}, p.m.None()
	for left := p.search.Bound; ; left-- {
		if err := p.shows(p.search.Form.Hold); err != nil {
			return err
		}
		switch {
		case left == 0:
			return nil
		case p.here(p.search.Goal):
			return p.shows(p.search.Form.Goal)
		case p.here(p.search.Dead):
			p.path.Ends = true
			return nil
		case p.tooLong(witness.LongestBounded):
			return nil
		}
		marks[p.at.ID()] = len(p.path.Marks) - 1
		been = been.Or(p.m.Only(p.at.World))
		if p.here(p.search.Before(been)) {
			p.repeat(been)
			p.path.Loop = marks[p.at.ID()]
			return nil
		}
		p.repeat(layers[min(left, len(layers))-1])
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
