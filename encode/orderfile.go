package encode

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/symbolic"
)

// WriteOrder writes the present order so that ParseOrder reads it.
func (s *System) WriteOrder(w io.Writer) error {
	var b strings.Builder
	for _, c := range s.cellsInOrder() {
		b.WriteString(c.Name + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cellsInOrder returns the cells in the present order of their first bits, those
// without bits where they were put at first.
func (s *System) cellsInOrder() []*layout.Cell {
	level := make(map[symbolic.Bit]int)
	for i, b := range s.codes.Space.Order() {
		level[b] = i
	}
	at := make(map[*layout.Cell]int, len(s.codes.Layout.Ordered))
	last := -1
	for _, c := range s.codes.Layout.Ordered {
		if len(c.Cur) > 0 {
			last = level[c.Cur[0]]
		}
		at[c] = last
	}
	cells := slices.Clone(s.codes.Layout.Ordered)
	slices.SortStableFunc(cells, func(a, b *layout.Cell) int { return cmp.Compare(at[a], at[b]) })
	return cells
}
