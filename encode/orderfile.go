package encode

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/symbolic"
)

// WriteOrder writes the present order so that ParseOrder reads it.
func WriteOrder(s *System, w io.Writer) error {
	var b strings.Builder
	for _, c := range cellsInOrder(s.codes) {
		b.WriteString(c.Name + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cellsInOrder returns the cells in the present order of their first bits, those
// without bits where they were put at first.
func cellsInOrder(cs *codes.Codes) []*layout.Cell {
	level := make(map[symbolic.Bit]int)
	for i, b := range cs.Space.Order() {
		level[b] = i
	}
	at := make(map[*layout.Cell]int, len(cs.Layout.Ordered))
	last := -1
	for _, c := range cs.Layout.Ordered {
		if len(c.Cur) > 0 {
			last = level[c.Cur[0]]
		}
		at[c] = last
	}
	cells := slices.Clone(cs.Layout.Ordered)
	slices.SortStableFunc(cells, func(a, b *layout.Cell) int { return cmp.Compare(at[a], at[b]) })
	return cells
}
