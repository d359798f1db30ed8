package encode

import (
	"cmp"
	"slices"
)

// What all movers read but one or two, such as the forehead of a muddy child, hangs
// together with all of them, which says nothing about its place. What tells it from
// its like is who does not read it: it has its seat beside these, and nowhere else.
// Otherwise all foreheads of twenty children of ISPL stand above all children, and
// the diagrams between have to remember 2^20 of them.

// fewMovers is the share of the movers, one in so many, up to which those that do
// not read a variable are its neighbours.
const fewMovers = 8

// deed is what a mover reads and writes in all that it can do.
type deed struct {
	mover         *mover
	reads, writes map[*cell]bool
}

func (d *deed) read(cells edge) {
	for _, c := range cells {
		d.reads[c] = true
	}
}

// cells are those of what the mover does and writes.
func (d *deed) cells() edge {
	own := edge{d.mover.choice}
	for _, pool := range d.mover.pools {
		for _, shapes := range pool {
			for _, sh := range shapes {
				own = append(own, sh.cells()...)
			}
		}
	}
	for c := range d.writes {
		own = append(own, c)
	}
	slices.SortFunc(own, func(a, b *cell) int { return cmp.Compare(a.id, b.id) })
	return own
}

// seat moves variables that most movers read, and none writes, out of all edges
// into one with the cells of those that do not read them.
func (sc *scene) seat() {
	seats := make(map[*cell]edge)
	for _, c := range sc.plan.cells {
		seat, n := edge{c}, 0
		for i := range sc.deeds {
			d := &sc.deeds[i]
			if d.writes[c] {
				n = len(sc.deeds)
			} else if !d.reads[c] {
				n++
				seat = append(seat, d.cells()...)
			}
		}
		if c.v != nil && n > 0 && n*fewMovers <= len(sc.deeds) {
			seats[c] = seat
		}
	}
	if len(seats) == 0 {
		return
	}
	edges := sc.edges
	sc.edges = nil
	for _, e := range edges {
		sc.join(slices.DeleteFunc(e, func(c *cell) bool { return seats[c] != nil }))
	}
	for _, c := range sc.plan.cells {
		sc.join(seats[c])
	}
}
