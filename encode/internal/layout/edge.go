package layout

import (
	"fmt"
	"slices"
)

// Edge is a list of cells that occur together.
type Edge []*Cell

// Key tells sets of cells apart.
func Key(e Edge) string {
	ids := make([]int, len(e))
	for i, c := range e {
		ids[i] = c.ID
	}
	slices.Sort(ids)
	return fmt.Sprint(ids)
}

// Unique drops repetitions, and cells of one value.
func Unique(cells Edge) Edge {
	seen := make(map[*Cell]bool, len(cells))
	var out Edge
	for _, c := range cells {
		if !seen[c] && c.Width() > 0 {
			seen[c] = true
			out = append(out, c)
		}
	}
	return out
}
