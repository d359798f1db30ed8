package encode

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/symbolic"
)

// Occurrence is a knowledge action in what is asked.
type Occurrence = layout.Occurrence

// MaxAlternatives bounds the alternatives of one knowledge action.
const MaxAlternatives = layout.MaxAlternatives

// Block is a number below some bound, held by bits that belong to no state.
type Block struct {
	system *System
	cell   *layout.Cell
	width  int
}

// Block returns a block for the numbers below n that is none of those taken.
func (s *System) Block(o layout.Occurrence, n int, taken []*Block) (*Block, error) {
	free := func(b *layout.Numbering) bool {
		return n <= len(b.Cell.Values) && !slices.ContainsFunc(taken, func(t *Block) bool { return t.cell == b.Cell })
	}
	b := s.codes.Layout.Numberings[o]
	if b == nil || !free(b) {
		i := slices.IndexFunc(s.codes.Layout.NumberingList, free)
		if i < 0 {
			return nil, fmt.Errorf("no bits were planned for a knowledge action with %d alternatives; pass the formula when the system is made", n)
		}
		b = s.codes.Layout.NumberingList[i]
	}
	return &Block{s, b.Cell, bits.Len(uint(n - 1))}, nil
}

// Bits returns the bits of the block that are in use.
func (b *Block) Bits() []symbolic.Bit { return b.cell.Cur[len(b.cell.Cur)-b.width:] }

// Is returns the vectors in which the block holds i.
func (b *Block) Is(i int) symbolic.Set {
	used, values := b.Bits(), make([]bool, b.width)
	for k := range used {
		values[k] = i>>(b.width-1-k)&1 == 1
	}
	return b.system.codes.Space.Singleton(symbolic.Assign(used, values))
}

// Among returns the vectors in which the block holds the place in a list of a set to which
// they belong. Bit by bit from the last, each choice is one of two, with no set made that is
// not part of the next.
func (b *Block) Among(list []symbolic.Set) symbolic.Set {
	space := b.system.codes.Space
	for _, bit := range slices.Backward(b.Bits()) {
		var next []symbolic.Set
		for pair := range slices.Chunk(list, 2) {
			one := space.Empty()
			if len(pair) == 2 {
				one = pair[1]
			}
			next = append(next, space.Lit(bit).Ite(one, pair[0]))
		}
		list = next
	}
	return space.OrAll(list...)
}
