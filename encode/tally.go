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
	missed := value.AsCases(ev.space, ev.codes.CountOnes(lacking))
	var l value.CaseList
	for n := range len(t.Terms) + 1 {
		for _, m := range missed {
			left := min(max(n-int(m.Value.(spec.Int)), 0), len(sum))
			l.Add(spec.Int(left), ev.codes.SumIs(t, n).And(m.When))
		}
	}
	v := l.Value(ev.space)
	ev.shared[key] = v
	return v, true
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
