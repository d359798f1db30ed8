package plan

import (
	"fmt"
	"math/big"
)

// Mean finds the least mean of plans that are sure to end, within the cost of the options
// if these say one. It needs the worst case, which says whether there is any.
func (s *Search) Mean(w Worst) Mean {
	switch {
	case w.Lower >= Never:
		return Mean{Never: true}
	case w.Upper >= Never:
		return Mean{Stopped: w.Stopped}
	}
	s.means = weighing(s)
	var found Mean
	if err := s.means.guarded(func() error { return s.means.mean(&found, int64(w.Upper)) }); err != nil && !found.Exact() {
		found.Stopped = err
	}
	return found
}

// descent is where the search for the least total of a belief stands.
type descent struct {
	of          *belief
	least, most frac
}

// mean looks for the least totals of all beliefs in which a plan may begin; a plan of the
// worst case has no larger mean.
func (s *Search) mean(m *Mean, worst int64) error {
	start, err := s.starting(s.left())
	if err != nil {
		return err
	}
	all := make([]descent, len(start))
	for i, b := range start {
		all[i] = descent{b, b.least, whole(times(b.total, worst))}
	}
	m.Lower, m.Upper = s.overall(all)
	for i := range all {
		d := &all[i]
		s.top = d
		// One more than is known to suffice, so that the best plan is below it.
		most, ok, _, err := s.below(d.of, d.most.add(whole(1)))
		if err == nil && !ok {
			panic("plan: no plan has the mean of one that was found")
		}
		if err == nil {
			d.least, d.most = most, most
		}
		if m.Lower, m.Upper = s.overall(all); err != nil {
			return err
		}
	}
	return nil
}

// left is what plans may cost, of beliefs that keep count of it.
func (s *Search) left() int32 {
	if s.o.Within > 0 {
		return int32(s.o.Within)
	}
	return -1
}

// overall are the bounds on the mean over all worlds in which a plan may begin.
func (s *Search) overall(all []descent) (lower, upper *big.Rat) {
	number := int64(0)
	lower, upper = new(big.Rat), new(big.Rat)
	for i, d := range all {
		n := int64(len(s.start[i]))
		number += n
		lower.Add(lower, d.least.scale(n, d.of.total).rat())
		upper.Add(upper, d.most.scale(n, d.of.total).rat())
	}
	n := big.NewRat(number, 1)
	return lower.Quo(lower, n), upper.Quo(upper, n)
}

// below finds the least total of b if it is less than a bound; else the bound is one from
// below. As with within, what is due to a step back on the path counts for that path alone.
func (s *Search) below(b *belief, bound frac) (total frac, ok bool, back int32, err error) {
	switch {
	case b.met:
		return whole(0), whole(0).less(bound), nowhere, nil
	case b.most.d != 0:
		return b.most, b.most.less(bound), nowhere, nil
	case !b.least.less(bound):
		return frac{}, false, nowhere, nil
	case b.depth > 0:
		if !s.surely(b) {
			return frac{}, false, nowhere, ErrRecurring
		}
		return frac{}, false, b.depth, nil
	}
	options, err := s.expand(b)
	if err == nil {
		err = s.tick(1)
	}
	if err != nil {
		return frac{}, false, nowhere, err
	}
	s.trail = append(s.trail, taken{from: b})
	b.depth = int32(len(s.trail))
	depth := b.depth
	defer func() {
		b.depth = 0
		s.trail = s.trail[:depth-1]
	}()
	back = nowhere
	for i := range options {
		o := &options[i]
		if s.top.of == b && depth == 1 {
			if s.top.least.less(o.least) && o.least.less(s.top.most) {
				s.top.least = o.least
			}
		}
		if !o.least.less(bound) {
			break // they are in this order, but for what was found since
		}
		t, found, above, err := s.sum(b, o, bound)
		if err != nil {
			return frac{}, false, nowhere, err
		}
		if back = min(back, above); found {
			total, bound, ok = t, t, true
			b.best = o.choice
			if s.top.of == b && depth == 1 && t.less(s.top.most) {
				s.top.most = t
			}
		}
	}
	if back < depth { // the path may hide what is better
		return total, ok, back, nil
	}
	if ok && total.less(b.least) {
		panic(fmt.Sprintf("plan: a plan has the total %v, and the best one %v at least", total, b.least))
	}
	if b.least = bound; ok {
		b.most = total
	}
	return total, ok, nowhere, nil
}

// sum is the total of b by an option, if it is less than a bound.
func (s *Search) sum(b *belief, o *option, bound frac) (total frac, ok bool, back int32, err error) {
	edges, err := s.follow(b, o)
	if edges == nil || err != nil {
		return frac{}, false, nowhere, err
	}
	total = whole(0)
	counted := make([]frac, len(edges)) // of each edge: one belief may be there twice
	for i, e := range edges {
		counted[i] = e.to.least
		here := e.to.least.add(whole(times(e.to.total, int64(e.cost))))
		total = total.add(here.scale(e.mul, e.div))
	}
	for i := len(edges) - 1; i >= 0 && total.less(bound); i-- { // small ones are looked at soonest
		e := edges[i]
		if err := s.raise(e.to); err != nil {
			return frac{}, false, nowhere, err
		}
		total = total.add(e.to.least.sub(counted[i]).scale(e.mul, e.div))
		counted[i] = e.to.least
	}
	back = nowhere
	for i, e := range edges {
		if !total.less(bound) {
			return frac{}, false, back, nil
		}
		before := counted[i]
		s.trail[len(s.trail)-1].edge = e
		t, ok, above, err := s.below(e.to, bound.sub(total).scale(e.div, e.mul).add(before))
		if back = min(back, above); !ok || err != nil {
			return frac{}, false, back, err
		}
		total = total.add(t.sub(before).scale(e.mul, e.div))
	}
	return total, total.less(bound), back, nil
}

// raise looks one step ahead for a better bound.
func (s *Search) raise(b *belief) error {
	if b.raised || b.met {
		return nil
	}
	b.raised = true
	options, err := s.expand(b)
	if err == nil && len(options) > 0 && b.least.less(options[0].least) {
		b.least = options[0].least
	}
	return err
}

// taken is a belief on the path with the edge by which it was left.
type taken struct {
	from *belief
	edge edge
}

// surely tells whether the path leads back to a belief on it whatever happens. A plan that
// does so is no better than one that stays where it was.
func (s *Search) surely(b *belief) bool {
	share := whole(1)
	for _, t := range s.trail[b.depth-1:] {
		share = share.scale(times(t.edge.mul, t.edge.to.total), times(t.edge.div, t.from.total))
	}
	return share == whole(1)
}
