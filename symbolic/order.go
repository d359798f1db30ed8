package symbolic

import (
	"cmp"
	"fmt"
	"slices"
)

// reordering is what a space knows of the order of its bits.
type reordering struct {
	enabled bool // see Reorder
	sorted  bool // the order is that of the numbers, for ever
	groups  [][]int
	at      int // nodes alive from which on to look for a better order
}

// reorderFrom is the size below which no order is bad enough.
const reorderFrom = 20_000

func (o Options) checkOrder(bits int) error {
	if o.Order == nil {
		return nil
	}
	sorted := sortedBits(o.Order)
	if len(o.Order) != bits || len(sorted) != bits || bits > 0 && (sorted[0] != 0 || int(sorted[bits-1]) != bits-1) {
		return fmt.Errorf("symbolic: an order of %d bits that does not name each of the %d bits once", len(o.Order), bits)
	}
	return nil
}

// Order returns the bits in the present order, top first.
func (sp *Space) Order() []Bit {
	sp.begin()
	defer sp.end()
	out := make([]Bit, 0, sp.bits)
	for _, b := range sp.engine.order() {
		out = append(out, Bit(b))
	}
	return out
}

// SetGroups says which bits stay together when a better order is looked for:
// the current and next bits of a variable, the bits of a number. Bits of a group
// must be neighbours in the present order, and keep their order in the group;
// a group that is not is an error. Bits of no group go their own ways.
func (sp *Space) SetGroups(groups ...[]Bit) error {
	var out [][]int
	used := make([]bool, sp.bits)
	for _, g := range groups {
		var group []int
		for _, b := range g {
			sp.check(b)
			if used[b] {
				return fmt.Errorf("symbolic: bit %d is in two groups", b)
			}
			used[b] = true
			group = append(group, int(b))
		}
		levels := inOrder(sp.engine, g)
		if n := len(levels); n > 0 && sp.engine.level(int(levels[n-1]))-sp.engine.level(int(levels[0])) != n-1 {
			return fmt.Errorf("symbolic: the bits of the group %v are not neighbours", g)
		}
		out = append(out, group)
	}
	sp.groups = out
	return nil
}

// reorder looks for a better order if the sets have become twice as large since
// the last time. What is dead does not count, so it cleans up first, and tells
// whether it did.
func (sp *Space) reorder() bool {
	if u := sp.engine.usage(); u.nodes < sp.at || u.nodes < sp.live/2*3 {
		return false
	}
	sp.collect()
	if sp.live >= sp.at {
		sp.engine.rearrange(sp.groups)
		sp.live = sp.engine.usage().nodes
		sp.at = max(2*sp.live, reorderFrom)
		sp.account()
	}
	return true
}

// Reorder tells whether to look for better orders from now on, as Options.Reorder does
// from the start.
func (sp *Space) Reorder(on bool) {
	sp.enabled, sp.sorted = on, sp.sorted && !on
}

// inOrder returns the bits by their places in the order, top first.
func inOrder(e engine, bits []Bit) []Bit {
	out := slices.Clone(bits)
	slices.SortFunc(out, func(a, b Bit) int {
		return cmp.Compare(e.level(int(a)), e.level(int(b)))
	})
	return out
}
