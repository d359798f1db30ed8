package show

import (
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/witness"
)

// endless shows weak without a bound: a way to a position with goal, or to the end of a
// run, if there is one; else a run without end, as a lasso.
func (p *pathMaker) endless() error {
	ends := p.hold.And(p.goal.Or(p.dead))
	if p.here(p.runs.Until(p.hold, ends)) {
		return p.toEnd(ends)
	}
	inside := surely(p.runs.Forever(p.hold))
	for _, c := range p.Fair() {
		if !isEmpty(inside.And(c.Not())) {
			return p.fairLasso(inside)
		}
	}
	return p.lasso(inside)
}

// toEnd walks to where the run ends or goal holds.
func (p *pathMaker) toEnd(ends kleene.Set) error {
	if err := p.walk(p.hold, ends); err != nil {
		return err
	}
	if err := p.shows(p.needs[0]); err != nil {
		return err
	}
	if p.here(p.goal) {
		return p.shows(p.needs[1])
	}
	p.path.Ends = true
	return nil
}

// lasso goes on inside a set, in which every world has a successor, and returns as soon as
// it can to a world where it has been. There are finitely many, so it does return.
func (p *pathMaker) lasso(inside kleene.Set) error {
	marks, been := map[int]int{}, p.none()
	for {
		if err := p.shows(p.needs[0]); err != nil || p.tooLong(witness.Longest) {
			return err
		}
		if p.returns(marks, been) {
			return nil
		}
		p.repeat(inside)
	}
}

// fairLasso is a lasso whose loop has every fairness predicate at some mark: from some
// world it visits the predicates one after the other, then returns to the world. Where
// no way leads back, the last world lies in a component further down and is tried next;
// there are finitely many components. Ways through hold to worlds inside stay inside.
func (p *pathMaker) fairLasso(inside kleene.Set) error {
	for !p.tooLong(witness.Longest) {
		first, home := len(p.path.Marks)-1, p.only(p.at.world)
		for _, c := range p.Fair() {
			if slices.ContainsFunc(p.marked[first:], c.Has) {
				continue
			}
			if err := p.onwardTo(inside, surely(c.And(inside))); err != nil {
				return err
			}
		}
		if p.here(p.runs.Before(p.runs.Until(inside, home))) {
			p.path.Loop = first
			return p.onwardTo(inside, home)
		}
		if first == len(p.path.Marks)-1 { // all predicates here, and no way back
			if err := p.onwardTo(inside, inside); err != nil {
				return err
			}
		}
	}
	return nil
}

// onwardTo takes at least one repetition inside a set to get into another.
func (p *pathMaker) onwardTo(inside, to kleene.Set) error {
	if err := p.shows(p.needs[0]); err != nil {
		return err
	}
	p.repeat(p.runs.Until(inside, to))
	return p.walk(inside, to)
}
