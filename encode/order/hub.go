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

// A cell is a hub if it occurs with more than one cell in hubShare. Where so are more than
// one cell in fewHubs, they are no hubs but everybody's own: with two more cells for each of
// many agents, what one makes of all that the others do occurs with a third. Then hubs are
// those that occur with half of the cells.
const (
	hubShare = 4
	fewHubs  = 8
)

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
	share, many := hubShare, 0
	widely := func(c *layout.Cell) bool { return (c.Var != nil || p.IsSum(c)) && len(near[c.ID]) > joined/share }
	for _, c := range order {
		if widely(c) {
			many++
		}
	}
	if many*fewHubs > joined {
		share = 2
	}
	hub := func(c *layout.Cell) bool { return widely(c) && len(near[c.ID]) > footprint.MaxEdge }
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
