package evidence

import (
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/witness"
)

// endless shows weak without a bound: a way to a position with goal, or to the
// end of a run, if there is one; else a run without end, as a lasso.
func (p *pathMaker) endless() error {
	ends := p.search.Hold.And(p.search.Goal.Or(p.search.Dead))
	if p.here(p.search.Until(p.search.Hold, ends, ctlk.Forever)) {
		return p.toEnd(ends)
	}
	inside := p.search.FairForever()
	if slices.ContainsFunc(p.m.Fair, func(c kripke.Set) bool { return !inside.SubsetOf(c) }) {
		return p.fairLasso(inside)
	}
	return p.lasso(inside)
}

// toEnd walks to where the run ends or goal holds.
func (p *pathMaker) toEnd(ends kripke.Set) error {
	if err := p.walk(p.search.Hold, ends); err != nil {
		return err
	}
	if err := p.shows(p.search.Form.Hold); err != nil {
		return err
	}
	if p.here(p.search.Goal) {
		return p.shows(p.search.Form.Goal)
	}
	p.path.Ends = true
	return nil
}

// lasso goes on inside a set, in which every world has a successor, and returns
// as soon as it can to a state where it has been. There are finitely many, so it
// does return.
func (p *pathMaker) lasso(inside kripke.Set) error {
	marks := map[any]int{}
	been := p.m.None()
	for {
		marks[p.at.ID()] = len(p.path.Marks) - 1
		been = been.Or(p.m.Only(p.at.World))
		if err := p.shows(p.search.Form.Hold); err != nil || p.tooLong(witness.Longest) {
			return err
		}
		if p.here(p.search.Before(been)) {
			p.repeat(been)
			p.path.Loop = marks[p.at.ID()]
			return nil
		}
		p.repeat(inside)
	}
}

// fairLasso is a lasso whose loop has every fairness predicate at some mark.
// After Clarke, Grumberg, McMillan and Zhao (1995): from some state visit the
// predicates one after the other, then return to the state. Where no way leads
// back, the last state lies in a component further down and is tried next; there
// are finitely many components. Ways through hold to worlds inside stay inside.
func (p *pathMaker) fairLasso(inside kripke.Set) error {
	for !p.tooLong(witness.Longest) {
		first, home := len(p.path.Marks)-1, p.m.Only(p.at.World)
		if err := p.visitAll(inside, first); err != nil {
			return err
		}
		if p.here(p.search.Before(p.search.Until(inside, home, ctlk.Forever))) {
			p.path.Loop = first
			return p.onward(inside, home)
		}
		if first == len(p.path.Marks)-1 { // all predicates here, and no way back
			if err := p.onward(inside, inside); err != nil {
				return err
			}
		}
	}
	return nil
}

// visitAll goes in turn to each fairness predicate that was not met since a mark.
func (p *pathMaker) visitAll(inside kripke.Set, since int) error {
	for _, c := range p.m.Fair {
		if p.met(c, since) {
			continue
		}
		if err := p.onward(inside, c.And(inside)); err != nil {
			return err
		}
	}
	return nil
}

// met reports whether the world at one of the marks from a given one on is in a set.
func (p *pathMaker) met(x kripke.Set, since int) bool {
	return slices.ContainsFunc(p.marked[since:], func(w world) bool { return w.In(x) })
}

// onward takes at least one repetition inside a set to get into another.
func (p *pathMaker) onward(inside, to kripke.Set) error {
	if err := p.shows(p.search.Form.Hold); err != nil {
		return err
	}
	p.repeat(p.search.Until(inside, to, ctlk.Forever))
	return p.walk(inside, to)
}
