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

// lasso goes on for ever inside a set, in which every world has a successor: the shortest way
// to a loop, and round it. The loop is looked for beforehand, by going on until a world comes
// again; there are finitely many, so one does.
func (p *pathMaker) lasso(inside kripke.Set) error {
	q := p.scout()
	been := p.m.None()
	for {
		been = been.Or(p.m.Only(q.at.World))
		if q.tooLong(witness.Longest) {
			return nil
		}
		if q.here(q.search.Before(been)) {
			q.repeat(been)
			break
		}
		q.repeat(inside)
	}
	if err := q.onward(inside, p.m.Only(q.at.World)); err != nil { // back the shortest way
		return err
	}
	first := len(q.marked) - 2
	for !q.marked[first].same(q.at) {
		first--
	}
	return p.around(inside, q.marked[first:len(q.marked)-1])
}

// fairLasso is a lasso whose loop has every fairness predicate at some mark.
// After Clarke, Grumberg, McMillan and Zhao (1995): from some state visit the
// predicates one after the other, then return to the state. Where no way leads
// back, the last state lies in a component further down and is tried next; there
// are finitely many components. Ways through hold to worlds inside stay inside.
func (p *pathMaker) fairLasso(inside kripke.Set) error {
	q := p.scout()
	for !q.tooLong(witness.Longest) {
		first, home := len(q.path.Marks)-1, p.m.Only(q.at.World)
		if err := q.visitAll(inside, first); err != nil {
			return err
		}
		if q.here(q.search.Before(q.search.Until(inside, home, ctlk.Forever))) {
			if err := q.onward(inside, home); err != nil {
				return err
			}
			return p.around(inside, p.shortened(q.marked[first:len(q.marked)-1]))
		}
		if first == len(q.path.Marks)-1 { // all predicates here, and no way back
			if err := q.onward(inside, inside); err != nil {
				return err
			}
		}
	}
	return nil
}

// scout is a maker of the same path that shows nothing on the way, to look ahead.
func (p *pathMaker) scout() *pathMaker {
	q := *p
	q.path = &witness.Path{Marks: []int{0}, Loop: -1}
	q.marked, q.way = []world{p.at}, nil
	q.search = &ctlk.Search{}
	*q.search = *p.search
	q.search.Form.Hold = nil
	return &q
}

// around goes the shortest way inside a set to one of the worlds of a loop, and then through
// all of them back to it.
func (p *pathMaker) around(inside kripke.Set, loop []world) error {
	on := p.m.None()
	for _, w := range loop {
		on = on.Or(p.m.Only(w.World))
	}
	if err := p.walk(inside, on); err != nil {
		return err
	}
	p.path.Loop = len(p.path.Marks) - 1
	first := slices.IndexFunc(loop, p.at.same)
	for i := range loop {
		if err := p.shows(p.search.Form.Hold); err != nil {
			return err
		}
		p.repeat(p.m.Only(loop[(first+i+1)%len(loop)].World))
	}
	return nil
}

// shortened leaves out of a loop what leads back to the same world, as long as the rest has
// every fairness predicate.
func (p *pathMaker) shortened(loop []world) []world {
	for i := range loop {
		for j := len(loop) - 1; j > i; j-- {
			if j < len(loop) && loop[i].same(loop[j]) {
				if rest := slices.Concat(loop[:i], loop[j:]); p.isFair(rest) {
					loop = rest
				}
			}
		}
	}
	return loop
}

// isFair reports whether each fairness predicate is met by one of some worlds.
func (p *pathMaker) isFair(worlds []world) bool {
	return !slices.ContainsFunc(p.m.Fair, func(c kripke.Set) bool {
		return !slices.ContainsFunc(worlds, func(w world) bool { return w.In(c) })
	})
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

// onward takes at least one repetition inside a set to get into another, as few as it can.
func (p *pathMaker) onward(inside, to kripke.Set) error {
	if err := p.shows(p.search.Form.Hold); err != nil {
		return err
	}
	near := to
	for before := p.search.Before(near); !p.here(before); before = p.search.Before(near) {
		near = near.Or(inside.And(before))
	}
	p.repeat(near)
	return p.walk(inside, to)
}
