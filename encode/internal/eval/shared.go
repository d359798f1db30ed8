package eval

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
)

// fromShared is the value of a sum of cells in a step, if there is a shared one for it. A
// shared sum that is less than what the sum lacks does not occur.
func (ev *Evaluator) fromShared(e *spec.Binary, ns value.Names) (value.Value, bool) {
	if !ev.stepping || len(ev.Codes.Layout.Sums) == 0 {
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
	t, lacking := ev.Codes.Layout.SumFor(sum)
	if t == nil || len(sum)+len(lacking) != len(t.Terms) {
		return nil, false
	}
	key := layout.Key(sum)
	if v, ok := ev.shared[key]; ok {
		return v, true
	}
	missed := value.AsCases(ev.Codes.Space, ev.Codes.CountOnes(lacking))
	var l value.CaseList
	for n := range len(t.Terms) + 1 {
		for _, m := range missed {
			left := min(max(n-int(m.Value.(spec.Int)), 0), len(sum))
			l.Add(spec.Int(left), ev.Codes.SumIs(t, n).And(m.When))
		}
	}
	v := l.Value(ev.Codes.Space)
	ev.shared[key] = v
	return v, true
}
