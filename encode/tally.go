package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// fromShared is the value of a sum of cells in a step, if there is a shared one for it. A
// shared sum that is less than what the sum lacks does not occur.
func (ev *evaluator) fromShared(e *spec.Binary, ns value.Names) (value.Value, bool) {
	if !ev.stepping || len(ev.layout.Sums) == 0 {
		return nil, false
	}
	var sum layout.Edge
	for _, x := range layout.Summands(e) {
		sh := ev.placeOf(x, ns)
		if sh == nil || sh.Cell == nil {
			return nil, false
		}
		sum = append(sum, sh.Cell)
	}
	t, lacking := ev.layout.SumFor(sum)
	if t == nil || len(sum)+len(lacking) != len(t.Terms) {
		return nil, false
	}
	key := layout.Key(sum)
	if v, ok := ev.shared[key]; ok {
		return v, true
	}
	missed := value.AsCases(ev.space, ev.countOnes(lacking))
	var l value.CaseList
	for n := range len(t.Terms) + 1 {
		for _, m := range missed {
			left := min(max(n-int(m.Value.(spec.Int)), 0), len(sum))
			l.Add(spec.Int(left), ev.sumIs(t, n).And(m.When))
		}
	}
	v := l.Value(ev.space)
	ev.shared[key] = v
	return v, true
}

// sumIs returns where a shared sum is n. Numbers that are too large do not occur.
func (s *System) sumIs(t *layout.SharedSum, n int) symbolic.Set {
	if n == len(t.Terms) {
		return s.atMost(t.Cell.Cur, n-1).Not()
	}
	return s.space.Singleton(t.Cell.Holds(t.Cell.Cur, n))
}

// countOnes returns how many of the cells are 1.
func (s *System) countOnes(cells layout.Edge) value.Value {
	ones := make([]symbolic.Set, len(cells))
	for i, c := range cells {
		ones[i] = s.space.Lit(c.Cur[0])
	}
	return value.CountTrue(s.space, ones, value.Precision{})
}

// meaning says what the shared sums are.
func (s *System) meaning() symbolic.Set {
	var sets []symbolic.Set
	for _, t := range s.layout.Sums {
		var is []symbolic.Set
		for _, c := range value.AsCases(s.space, s.countOnes(t.Terms)) {
			n := int(c.Value.(spec.Int))
			is = append(is, s.space.Singleton(t.Cell.Holds(t.Cell.Cur, n)).And(c.When))
		}
		sets = append(sets, s.space.OrAll(is...))
	}
	return s.space.AndAll(sets...)
}

// steady tells whether no term of a shared sum is written.
func (s *System) steady(writes []write) bool {
	written := make(map[symbolic.Bit]bool)
	for _, w := range writes {
		written[w.pair.Cur] = true
	}
	for _, t := range s.layout.Sums {
		if slices.ContainsFunc(t.Terms, func(c *layout.Cell) bool { return written[c.Cur[0]] }) {
			return false
		}
	}
	return len(s.layout.Sums) > 0
}
