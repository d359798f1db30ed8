package order

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/internal/heuristic"
)

// fewBlocks is how many blocks there are at most for which no cell is a hub.
const fewBlocks = 3

// lowerBlocks moves each block below the last cell that its tests read. Hubs do
// not count, cells that the tests of most actions read: otherwise all blocks whose
// other cells stand above would gather there, and what they depend on would have to
// be remembered up to there.
func (p arranger) lowerBlocks(order []*layout.Cell) []*layout.Cell {
	if p.without.Has(heuristic.LowBlocks) {
		return order
	}
	readers := map[*layout.Cell]int{}
	for _, b := range p.NumberingList {
		for _, c := range b.Reads {
			readers[c]++
		}
	}
	place := p.places(order)
	below := map[*layout.Cell][]*layout.Cell{} // blocks to stand below a cell
	moved := map[*layout.Cell]bool{}
	for _, b := range p.NumberingList {
		var last *layout.Cell
		for _, c := range b.Reads {
			hub := len(p.NumberingList) > fewBlocks && 2*readers[c] > len(p.NumberingList)
			if !hub && (last == nil || place[c.ID] > place[last.ID]) {
				last = c
			}
		}
		if last != nil {
			below[last] = append(below[last], b.Cell)
			moved[b.Cell] = true
		}
	}
	var out []*layout.Cell
	for _, c := range order {
		if !moved[c] {
			out = append(append(out, c), below[c]...)
		}
	}
	return out
}

// besides moves open names to where their order wants them.
func (p arranger) besides(order []*layout.Cell) []*layout.Cell {
	if len(p.Beside) == 0 {
		return order
	}
	below := map[*layout.Cell][]*layout.Cell{}
	for _, c := range order {
		if arg := p.Beside[c]; arg != nil {
			below[arg] = append(below[arg], c)
		}
	}
	var moved []*layout.Cell
	for _, c := range order {
		if p.Beside[c] == nil {
			moved = append(append(moved, c), below[c]...)
		}
	}
	return moved
}
