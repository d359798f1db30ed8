package layout

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// A knowledge action multiplies worlds by alternatives, which are numbered by the
// bits of a block. An action that follows another one needs a block of its own,
// so blocks are planned for each action by the number of those before it; what is
// learnt in different formulas may share them.

// MaxAlternatives bounds the alternatives of one knowledge action.
const MaxAlternatives = 1 << 12

// maxBlocks bounds the blocks; further actions share those there are.
const maxBlocks = 1 << 9

// Occurrence is a knowledge action in what is asked: the outermost program that
// it is a part of, and how many blocks are in use before it.
type Occurrence struct {
	Program spec.Program
	Depth   int
}

// Numbering is a block: a cell that numbers alternatives, what the tests of their actions
// read, and how many actions are performed before them.
type Numbering struct {
	Cell  *Cell
	depth int
	Reads Edge
}

// NumberingFor returns the block of an occurrence, large enough for n alternatives.
func (p *Layout) NumberingFor(o Occurrence, n int) *Numbering {
	b := p.Numberings[o]
	if b == nil && len(p.NumberingList) >= maxBlocks {
		b = p.NumberingList[slices.IndexFunc(p.NumberingList, func(b *Numbering) bool { return b.depth == o.Depth || b.depth == 0 })]
	}
	if b == nil {
		alike := 0
		for _, other := range p.NumberingList {
			if other.depth == o.Depth {
				alike++
			}
		}
		c := &Cell{Name: Numbered(fmt.Sprintf("alternative %d", o.Depth+1), alike), At: 0.5, ID: len(p.Cells)}
		p.Cells = append(p.Cells, c)
		b = &Numbering{Cell: c, depth: o.Depth}
		p.NumberingList = append(p.NumberingList, b)
	}
	p.Numberings[o] = b
	if size := 1 << bits.Len(uint(max(n, 1)-1)); size > len(b.Cell.Values) {
		b.Cell.Values = make([]spec.Value, size)
	}
	return b
}
