package footprint

import (
	"cmp"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
)

// What all movers read but one or two, such as the forehead of a muddy child, hangs
// together with all of them, which says nothing about its place. What tells it from
// its like is who does not read it: its place is beside these, and nowhere else.
// Otherwise all foreheads of twenty children of ISPL stand above all children, and
// the diagrams between have to remember 2^20 of them.

// footprint is what a mover reads and writes in all that it can do.
type footprint struct {
	mover         *layout.Mover
	reads, writes map[*layout.Cell]bool
}

func (d *footprint) read(cells layout.Edge) {
	for _, c := range cells {
		d.reads[c] = true
	}
}

// cells are those of what the mover does and writes.
func (d *footprint) cells() layout.Edge {
	own := layout.Edge{d.mover.Choice}
	for _, pool := range d.mover.Pools {
		for _, shapes := range pool {
			for _, sh := range shapes {
				own = append(own, sh.Cells()...)
			}
		}
	}
	for c := range d.writes {
		own = append(own, c)
	}
	slices.SortFunc(own, func(a, b *layout.Cell) int { return cmp.Compare(a.ID, b.ID) })
	return own
}

// exceptions moves variables that most movers read, and none writes, out of all edges
// into one with the cells of those that do not read them.
func (sc *walk) exceptions() {
	beside := make(map[*layout.Cell]layout.Edge)
	for _, c := range sc.layout.Cells {
		sc.spend(0)
		if others := sc.strangers(c); len(others) > 0 {
			near := layout.Edge{c}
			for _, d := range others {
				near = append(near, d.cells()...)
			}
			beside[c] = near
		}
	}
	if len(beside) == 0 {
		return
	}
	edges := sc.edges
	sc.edges = nil
	for _, e := range edges {
		sc.join(slices.DeleteFunc(e, func(c *layout.Cell) bool { return beside[c] != nil }))
	}
	for _, c := range sc.layout.Cells {
		sc.join(beside[c])
	}
}

// strangers are the movers that do not read a variable; none where one writes it, or where
// they are not few among all movers.
func (sc *walk) strangers(c *layout.Cell) (list []*footprint) {
	if c.Var == nil {
		return nil
	}
	for i := range sc.footprints {
		d := &sc.footprints[i]
		switch {
		case d.writes[c]:
			return nil
		case !d.reads[c]:
			if list = append(list, d); len(list)*layout.FewMovers > len(sc.footprints) {
				return nil
			}
		}
	}
	return list
}
