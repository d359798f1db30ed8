package order

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/footprint"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
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
//
// What somebody does is a hub as well if few do something that so many depend on: the two
// players of a board game, one of whose moves each field allows, and which all fields ask for.
// Below the fields the condition on a move would have to remember all of them: of a few, that is
// no harm.
const (
	hubShare  = 4
	fewHubs   = 8
	fewFields = 16
)

// hubsOnTop moves the hubs to the top of an order and out of the edges. What occurs
// with no more cells than an edge may have is none.
func (p arranger) hubsOnTop(order []*layout.Cell, edges []layout.Edge) ([]*layout.Cell, []layout.Edge) {
	near := p.near(edges)
	share, many, moves := hubShare, 0, 0
	isMove := func(c *layout.Cell) bool { return c.Var == nil && !p.IsSum(c) }
	widely := func(c *layout.Cell) bool {
		return !(isMove(c) && moves*fewHubs > near.joined) && near.with(c) > near.joined/share
	}
	for _, c := range order {
		switch {
		case !widely(c):
		case isMove(c):
			moves++
		default:
			many++
		}
	}
	if many*fewHubs > near.joined {
		share = 2
	}
	order, edges = onTop(order, edges, func(c *layout.Cell) bool {
		return widely(c) && (near.with(c) > footprint.MaxEdge || isMove(c) && near.with(c) > fewFields)
	})
	return order, distinct(edges)
}

// Where steps are interleaved, a cell that actions assign, such as whose turn it is, is a hub if
// it occurs with half of the others, and these are many: on top, each action changes what is
// below one of its values alone, and in any other place all of them go through what is above
// it. Milner's scheduler with 160 cyclers takes an eighth of the time. What no action assigns
// stays in the middle, where it draws those who read it together.
const manyCells = 64

// handedOnTop moves the hubs of interleaved steps to the top.
func (p arranger) handedOnTop(assigned map[*spec.Var]bool, order []*layout.Cell, edges []layout.Edge) ([]*layout.Cell, []layout.Edge) {
	if len(order) <= manyCells {
		return order, edges
	}
	near := p.near(edges)
	return onTop(order, edges, func(c *layout.Cell) bool {
		return c.Var != nil && assigned[c.Var] && near.with(c) > manyCells && near.with(c) > near.joined/2
	})
}

// assigned are the variables that some action assigns.
func assigned(m *spec.Model) map[*spec.Var]bool {
	vars := make(map[*spec.Var]bool)
	for _, a := range m.Actions {
		for _, t := range a.Then {
			vars[t.Var] = true
		}
	}
	return vars
}

// neighbours are the cells with which cells occur, by id, and how many occur with any.
type neighbours struct {
	of     []map[*layout.Cell]bool
	joined int
}

func (n neighbours) with(c *layout.Cell) int { return len(n.of[c.ID]) }

func (p arranger) near(edges []layout.Edge) neighbours {
	n := neighbours{of: make([]map[*layout.Cell]bool, len(p.Cells))}
	for _, e := range edges {
		for _, c := range e {
			if n.of[c.ID] == nil {
				n.of[c.ID] = make(map[*layout.Cell]bool)
				n.joined++
			}
			for _, d := range e {
				n.of[c.ID][d] = true
			}
		}
	}
	return n
}

// onTop moves hubs to the top of an order and out of the edges.
func onTop(order []*layout.Cell, edges []layout.Edge, hub func(*layout.Cell) bool) ([]*layout.Cell, []layout.Edge) {
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
	return slices.Concat(hubs, others), rest
}
