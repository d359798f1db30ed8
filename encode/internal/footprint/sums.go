package footprint

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/spec"
)

// sums calls f for each sum of enough cells that are 0 or 1.
func (sc *walk) sums(e spec.Expr, ns places, f func(layout.Edge)) {
	if sc.tired() || e.Traits()&spec.ReadsState == 0 {
		return
	}
	if sum := sc.sum(e, ns); len(sum) >= sc.tune.Terms {
		f(sum)
		return
	}
	for _, x := range spec.Children(e) {
		sc.sums(x, ns, f)
	}
}

// sum returns the terms of a sum of different cells that are 0 or 1; nil: e is none.
func (sc *walk) sum(e spec.Expr, ns places) layout.Edge {
	if b, ok := e.(*spec.Binary); !ok || b.Op != spec.Add {
		return nil
	}
	var sum layout.Edge
	for _, x := range layout.Summands(e) {
		sh := sc.locate(x, ns).shape
		if sh == nil || sh.Cell == nil || !isBit(sh.Cell) {
			return nil
		}
		sum = append(sum, sh.Cell)
	}
	if len(layout.Unique(sum)) < len(sum) {
		return nil
	}
	return sum
}

func isBit(c *layout.Cell) bool {
	return len(c.Values) == 2 && spec.Equal(c.Values[0], spec.Int(0)) && spec.Equal(c.Values[1], spec.Int(1))
}

// ShareSums lays out the shared sums: of the sums in the actions of joint steps, those
// that more than one mover needs nearly alike.
func ShareSums(p *layout.Layout, tune tune.Sizes, spend func(steps int)) {
	type sums struct {
		layout.SharedSum
		movers map[*layout.Mover]bool
	}
	var found []*sums
	sc := &walk{layout: p, tune: tune, spend: spend}
	note := func(m *layout.Mover, sum layout.Edge) {
		for _, f := range found {
			all := layout.Unique(slices.Concat(f.Terms, sum))
			if t := (&layout.SharedSum{Terms: all}); len(all)-len(sum) <= t.MayLack() && len(all)-len(f.Terms) <= t.MayLack() {
				f.Terms, f.movers[m] = all, true
				return
			}
		}
		found = append(found, &sums{layout.SharedSum{Terms: sum}, map[*layout.Mover]bool{m: true}})
	}
	for _, m := range p.Movers {
		for _, o := range m.Options {
			ns := layoutOf(o)
			for _, e := range spec.Expressions(o.Action) {
				sc.sums(e, ns, func(sum layout.Edge) { note(m, sum) })
			}
		}
	}
	for _, f := range found {
		if len(f.movers) > 1 {
			t := f.SharedSum
			t.Cell = layout.Builder{Layout: p}.Cell(layout.Numbered("sum", len(p.Sums)), &spec.IntType{Lo: 0, Hi: int64(len(t.Terms))}, 0)
			p.Sums = append(p.Sums, &t)
		}
	}
}
