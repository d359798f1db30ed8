package ctlk

import "slices"

// endless shows weak without a bound: a way to a position with goal, or to the
// end of a run, if there is one; else a run without end, as a lasso.
func (p *pathMaker) endless() error {
	ends := p.hold.And(p.goal.Or(p.dead))
	if p.here(p.until(p.hold, ends, forever)) {
		return p.toEnd(ends)
	}
	inside := p.fairForever()
	if slices.ContainsFunc(p.frame.fair, func(c set) bool { return !inside.SubsetOf(c) }) {
		return p.fairLasso(inside)
	}
	return p.lasso(inside)
}

// toEnd walks to where the run ends or goal holds.
func (p *pathMaker) toEnd(ends set) error {
	if err := p.walk(p.hold, ends); err != nil {
		return err
	}
	if err := p.shows(p.form.hold); err != nil {
		return err
	}
	if p.here(p.goal) {
		return p.shows(p.form.goal)
	}
	p.path.Ends = true
	return nil
}

// lasso goes on inside a set, in which every world has a successor, and returns
// as soon as it can to a state where it has been. There are finitely many, so it
// does return.
func (p *pathMaker) lasso(inside set) error {
	marks := map[any]int{}
	been := p.frame.none()
	for {
		marks[p.at.id()] = len(p.path.Marks) - 1
		been = been.Or(p.only(p.at))
		if err := p.shows(p.form.hold); err != nil || p.tooLong(longest) {
			return err
		}
		if p.here(p.before(been)) {
			p.repeat(been)
			p.path.Loop = marks[p.at.id()]
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
func (p *pathMaker) fairLasso(inside set) error {
	for !p.tooLong(longest) {
		first, home := len(p.path.Marks)-1, p.only(p.at)
		if err := p.visitAll(inside, first); err != nil {
			return err
		}
		if p.here(p.before(p.until(inside, home, forever))) {
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
func (p *pathMaker) visitAll(inside set, since int) error {
	for _, c := range p.frame.fair {
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
func (p *pathMaker) met(x set, since int) bool {
	return slices.ContainsFunc(p.marked[since:], func(w world) bool { return p.isIn(w, x) })
}

// onward takes at least one repetition inside a set to get into another.
func (p *pathMaker) onward(inside, to set) error {
	if err := p.shows(p.form.hold); err != nil {
		return err
	}
	p.repeat(p.until(inside, to, forever))
	return p.walk(inside, to)
}
