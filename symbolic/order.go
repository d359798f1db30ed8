package symbolic

import (
	"cmp"
	"slices"
)

// inOrder returns the bits by their places in the order, top first.
func (sp *Space) inOrder(bits []Bit) []Bit {
	out := slices.Clone(bits)
	slices.SortFunc(out, func(a, b Bit) int {
		return cmp.Compare(sp.engine.level(int(a)), sp.engine.level(int(b)))
	})
	return out
}
