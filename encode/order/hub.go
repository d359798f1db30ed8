package order

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/footprint"
	"github.com/epibdd/epibdd/encode/internal/layout"
)

// With joint steps the Environment often decides in one place what it makes of
// everybody: whether the announcements of dining cryptographers are counted already.
// Such a hub occurs with each of them, hence with nobody in particular. As a member of
// edges it draws them all to itself and away from those who make them: thirty
// cryptographers of ISPL took minutes. On top, where the phases of a protocol come
// apart, it is in nobody's way, and a hundred take a second.

// hubShare is the share of the cells, one in so many, beyond which a cell that
// occurs with them is a hub. What each of many agents does is a third of the cells
// where they have two more of their own; what one of them makes of all these is its own.
const hubShare = 2

// hubsOnTop moves the hubs to the top of an order and out of the edges. What occurs
// with no more cells than an edge may have is none.
func (p arranger) hubsOnTop(order []*layout.Cell, edges []layout.Edge) ([]*layout.Cell, []layout.Edge) {
	near := make([]map[*layout.Cell]bool, len(p.Cells)) // by id: cells that it occurs with
	joined := 0
	for _, e := range edges {
		for _, c := range e {
			if near[c.ID] == nil {
				near[c.ID] = make(map[*layout.Cell]bool)
				joined++
			}
			for _, d := range e {
				near[c.ID][d] = true
			}
		}
	}
	hub := func(c *layout.Cell) bool {
		return (c.Var != nil || p.IsSum(c)) && len(near[c.ID]) > max(joined/hubShare, footprint.MaxEdge)
	}
	var hubs, others []*layout.Cell
	for _, c := range order {
		if hub(c) {
			hubs = append(hubs, c)
		} else {
			others = append(others, c)
		}
	}
	var rest []layout.Edge
	for _, e := range edges {
		if e = slices.DeleteFunc(slices.Clone(e), hub); len(e) > 1 {
			rest = append(rest, e)
		}
	}
	return slices.Concat(hubs, others), distinct(rest)
}
