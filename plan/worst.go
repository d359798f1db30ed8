package plan

import (
	"errors"
	"fmt"
)

// Worst finds the worst case of the best plan.
func (s *Search) Worst() Worst {
	w := Worst{Upper: Never}
	err := s.guarded(func() error { return s.worst(&w) })
	w.confine(s.o.Within)
	if err != nil && !w.Exact() {
		w.Stopped = err
	}
	return w
}

// confine leaves out plans that cost more than the bound there is (0: none). That some plan costs
// more does not say that one costs so much at most.
func (w *Worst) confine(within int) {
	switch {
	case within == 0:
	case w.Lower > within:
		w.Lower, w.Upper = Never, Never
	case w.Upper > within:
		w.Upper = Never
	}
}

func (s *Search) worst(w *Worst) error {
	start, err := s.starting(-1)
	if err != nil {
		return err
	}
	w.Lower = int(lowest(start))
	upper := int32(0)
	tried := map[*belief]bool{}
	for _, b := range start {
		cost, err := s.greedy(b, tried)
		if err != nil {
			return err
		}
		upper = max(upper, cost)
	}
	for w.Upper = int(upper); w.Lower < w.Upper; {
		if s.o.Within > 0 && w.Lower > s.o.Within {
			return nil
		}
		ok := true
		for _, b := range start {
			if ok, _, err = s.within(b, int32(w.Lower)); err != nil {
				return err
			} else if !ok {
				break
			}
		}
		if ok {
			w.Upper = w.Lower
			break
		}
		w.Lower = max(w.Lower+1, int(lowest(start)))
		if w.Upper == Never {
			switch upper, err := s.fixpoint(start, 2*len(s.index)+slack); {
			case err == nil:
				w.Lower, w.Upper = int(upper), int(upper)
			case !errors.Is(err, errSlack):
				return err
			}
		}
	}
	if w.Lower > w.Upper {
		panic(fmt.Sprintf("plan: the best plan costs %d at least, and one costs %d at most", w.Lower, w.Upper))
	}
	return nil
}

// lowest is a bound on the worst case of all.
func lowest(all []*belief) int32 {
	n := int32(0)
	for _, b := range all {
		n = max(n, b.lower)
	}
	return n
}

// greedy finds a plan by taking what looks best, if that leads to one: an upper bound.
// No belief is tried twice.
func (s *Search) greedy(b *belief, tried map[*belief]bool) (int32, error) {
	if b.upper < Never || tried[b] {
		return b.upper, nil
	}
	tried[b] = true
	options, err := s.expand(b)
	if err != nil {
		return Never, err
	}
	for i := range options {
		if options[i].wide > len(b.worlds) {
			continue
		}
		edges, err := s.follow(b, &options[i])
		if err != nil {
			return Never, err
		}
		if edges == nil || len(edges) == 1 && !edges[0].to.met && len(edges[0].to.worlds) == len(b.worlds) && i+1 < len(options) {
			continue
		}
		cost := int32(0)
		for _, e := range edges {
			c, err := s.greedy(e.to, tried)
			if err != nil {
				return Never, err
			}
			if c == Never {
				return Never, nil
			}
			cost = max(cost, plus(c, e.cost))
		}
		b.found(cost, options[i].choice)
		break
	}
	return b.upper, nil
}

// plus adds costs, which are less than Never.
func plus(a, b int32) int32 {
	if a+b >= Never {
		panic(overflow{})
	}
	return a + b
}

// nowhere is the depth of no belief on the path.
const nowhere = 1 << 30

// within tells whether some plan from b costs so much at most. A refusal that is due to a
// step back to a belief further up the path, with nothing spent on the way, counts for that
// path alone: the least depth of such a belief is returned.
func (s *Search) within(b *belief, k int32) (ok bool, back int32, err error) {
	switch {
	case b.upper <= k:
		return true, nowhere, nil
	case b.lower > k:
		return false, nowhere, nil
	case b.onPath == k+1:
		return false, b.depth, nil
	}
	options, err := s.expand(b)
	if err == nil {
		err = s.tick(1)
	}
	if err != nil {
		return false, nowhere, err
	}
	before, depth := b.onPath, b.depth
	s.path++
	b.onPath, b.depth = k+1, s.path
	defer func() {
		b.onPath, b.depth = before, depth
		s.path--
	}()
	back = nowhere
	next := int32(Never) // no option costs less than the least of what they cost at least
	for i := range options {
		if options[i].worst > k {
			next = min(next, options[i].worst)
			continue
		}
		edges, err := s.follow(b, &options[i])
		if err != nil {
			return false, nowhere, err
		}
		ok, above, err := s.all(edges, k)
		if err != nil {
			return false, nowhere, err
		}
		if ok {
			b.found(k, options[i].choice)
			return true, nowhere, nil
		}
		back, next = min(back, above), min(next, atLeast(edges))
	}
	b.lower = max(b.lower, next)
	if back >= s.path {
		b.lower = max(b.lower, k+1)
		back = nowhere
	}
	return false, back, nil
}

// atLeast is what an option costs at least by what is known of the beliefs after it; Never where it is
// of no use.
func atLeast(edges []edge) int32 {
	if edges == nil {
		return Never
	}
	least := int32(0)
	for _, e := range edges {
		least = max(least, min(e.to.lower+e.cost, Never))
	}
	return least
}

// all tells whether from all beliefs that an option leads to some plan costs what is left
// of k at most.
func (s *Search) all(edges []edge, k int32) (ok bool, back int32, err error) {
	if edges == nil {
		return false, nowhere, nil
	}
	for _, e := range edges {
		if e.cost > k || e.to.lower > k-e.cost {
			return false, nowhere, nil
		}
	}
	for _, e := range edges {
		if ok, back, err := s.within(e.to, k-e.cost); err != nil || !ok {
			return false, back, err
		}
	}
	return true, nowhere, nil
}

// slack is how many beliefs more than are known are listed at most in the attempt to list
// all of them.
const slack = 20_000

var errSlack = errors.New("too many beliefs to list them now")

// fixpoint lists all beliefs that can be reached, if these are so many at most, and computes
// their worst cases from the goal: Never where there is no plan. It returns that of the start.
func (s *Search) fixpoint(start []*belief, most int) (upper int32, err error) {
	all, err := s.reach(start, most)
	if err != nil {
		return Never, err
	}
	for changed := true; changed; {
		changed = false
		for _, b := range all {
			if err := s.tick(1); err != nil {
				return Never, err
			}
			least, best, err := s.settle(b)
			if err != nil {
				return Never, err
			}
			if least < b.upper {
				b.found(least, best)
				changed = true
			}
		}
	}
	for _, b := range all {
		b.lower = b.upper
	}
	for _, b := range start {
		upper = max(upper, b.upper)
	}
	return upper, nil
}

// settle is the worst case of a belief by those of the beliefs after it.
func (s *Search) settle(b *belief) (least int32, best Choice, err error) {
	least = Never
	options, err := s.expand(b)
	if err != nil {
		return Never, 0, err
	}
	for i := range options {
		edges, err := s.follow(b, &options[i])
		if err != nil {
			return Never, 0, err
		}
		if edges == nil {
			continue
		}
		most := int32(0)
		for _, e := range edges {
			if e.to.upper == Never {
				most = Never
				break
			}
			most = max(most, plus(e.to.upper, e.cost))
		}
		if most < least {
			least, best = most, options[i].choice
		}
	}
	return least, best, nil
}

// reach lists the beliefs that can be reached and are not in the goal.
func (s *Search) reach(start []*belief, most int) ([]*belief, error) {
	seen := map[*belief]bool{}
	var all []*belief
	add := func(b *belief) {
		if !seen[b] && !b.met {
			seen[b] = true
			all = append(all, b)
		}
	}
	for _, b := range start {
		add(b)
	}
	for i := 0; i < len(all); i++ {
		options, err := s.expand(all[i])
		if err != nil {
			return nil, err
		}
		for k := range options {
			edges, err := s.follow(all[i], &options[k])
			if err != nil {
				return nil, err
			}
			for _, e := range edges {
				add(e.to)
			}
			if len(all) > most {
				return nil, errSlack
			}
		}
	}
	return all, nil
}
