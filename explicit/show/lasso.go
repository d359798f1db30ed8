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

// lasso goes on for ever inside a set, in which every world has a successor: the shortest way
// to a loop, and round it. The loop is looked for beforehand, by going on until a world comes
// again; there are finitely many, so one does.
func (p *pathMaker) lasso(inside kleene.Set) error {
	q := p.scout()
	been := p.none()
	for {
		been[q.at.world] = kleene.Yes
		if q.tooLong(witness.Longest) {
			return nil
		}
		if q.here(q.runs.Before(been)) {
			q.repeat(been)
			break
		}
		q.repeat(inside)
	}
	if err := q.onwardTo(inside, p.only(q.at.world)); err != nil { // back the shortest way
		return err
	}
	last := len(q.marked) - 1
	first := last - 1
	for q.marked[first] != q.marked[last] {
		first--
	}
	return p.around(inside, q.marked[first:last])
}

// fairLasso is a lasso whose loop has every fairness predicate at some mark: from some
// world it visits the predicates one after the other, then returns to the world. Where
// no way leads back, the last world lies in a component further down and is tried next;
// there are finitely many components. Ways through hold to worlds inside stay inside.
func (p *pathMaker) fairLasso(inside kleene.Set) error {
	q := p.scout()
	for !q.tooLong(witness.Longest) {
		first, home := len(q.path.Marks)-1, p.only(q.at.world)
		for _, c := range p.Fair() {
			if slices.ContainsFunc(q.marked[first:], c.Has) {
				continue
			}
			if err := q.onwardTo(inside, surely(c.And(inside))); err != nil {
				return err
			}
		}
		if q.here(q.runs.Before(q.runs.Until(inside, home))) {
			if err := q.onwardTo(inside, home); err != nil {
				return err
			}
			return p.around(inside, p.shortened(q.marked[first:len(q.marked)-1]))
		}
		if first == len(q.path.Marks)-1 { // all predicates here, and no way back
			if err := q.onwardTo(inside, inside); err != nil {
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
	q.marked, q.way = []int{p.at.world}, nil
	q.needs[0] = nil
	return &q
}

// around goes the shortest way inside a set to one of the worlds of a loop, and then through
// all of them back to it.
func (p *pathMaker) around(inside kleene.Set, loop []int) error {
	on := p.none()
	for _, w := range loop {
		on[w] = kleene.Yes
	}
	if err := p.walk(inside, on); err != nil {
		return err
	}
	p.path.Loop = len(p.path.Marks) - 1
	first := slices.Index(loop, p.at.world)
	for i := range loop {
		if err := p.shows(p.needs[0]); err != nil {
			return err
		}
		p.repeat(p.only(loop[(first+i+1)%len(loop)]))
	}
	return nil
}

// shortened leaves out of a loop what leads back to the same world, as long as the rest has
// every fairness predicate.
func (p *pathMaker) shortened(loop []int) []int {
	for i := range loop {
		for j := len(loop) - 1; j > i; j-- {
			if j < len(loop) && loop[i] == loop[j] {
				if rest := slices.Concat(loop[:i], loop[j:]); p.isFair(rest) {
					loop = rest
				}
			}
		}
	}
	return loop
}

// isFair reports whether each fairness predicate is met by one of some worlds.
func (p *pathMaker) isFair(worlds []int) bool {
	return !slices.ContainsFunc(p.Fair(), func(c kleene.Set) bool { return !slices.ContainsFunc(worlds, c.Has) })
}

// onwardTo takes at least one repetition inside a set to get into another, as few as it can.
func (p *pathMaker) onwardTo(inside, to kleene.Set) error {
	if err := p.shows(p.needs[0]); err != nil {
		return err
	}
	near := to
	for before := p.runs.Before(near); !p.here(before); before = p.runs.Before(near) {
		near = surely(near.Or(inside.And(before)))
	}
	p.repeat(near)
	return p.walk(inside, to)
}
