package symbolic

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/symbolic/kernel"
)

// Renaming is a map on the bits of a space. The zero Renaming changes nothing.
type Renaming struct {
	space *Space
	*bitMap
}

// bitMap is a renaming for engines.
type bitMap struct {
	id       int   // different maps have different numbers
	from, to []int // from ascending; other bits stay

	kernel *kernel.Map // what engines make of it when they first need it
	rudd   *ruddMap
}

// Renaming returns the map that takes from[k] to to[k], and every other bit to
// itself. Swaps and longer permutations are fine. It fails if the slices
// differ in length, if a bit occurs twice in from or twice in to, or if the
// space lacks a bit.
func (sp *Space) Renaming(from, to []Bit) (Renaming, error) {
	if len(from) != len(to) {
		return Renaming{}, fmt.Errorf("symbolic: renaming %d bits to %d bits", len(from), len(to))
	}
	sources, targets := make(map[Bit]Bit), make(map[Bit]bool)
	for k, b := range from {
		for _, b := range []Bit{b, to[k]} {
			if b < 0 || int(b) >= sp.bits {
				return Renaming{}, fmt.Errorf("symbolic: renaming of bit %d in a space of %d bits", b, sp.bits)
			}
		}
		if _, twice := sources[b]; twice || targets[to[k]] {
			return Renaming{}, fmt.Errorf("symbolic: renaming of bit %d to bit %d: one of them is used twice", b, to[k])
		}
		sources[b], targets[to[k]] = to[k], true
	}
	sp.maps++
	m := &bitMap{id: sp.maps}
	for _, b := range sortedBits(from) {
		m.from, m.to = append(m.from, int(b)), append(m.to, int(sources[b]))
	}
	return Renaming{sp, m}, nil
}

func (m *bitMap) of(b int) int {
	if k, ok := slices.BinarySearch(m.from, b); ok {
		return m.to[k]
	}
	return b
}

// Rename substitutes, simultaneously, the bit to[k] for the bit from[k] in s: v
// is in the result iff v' is in s, where v' has at from[k] the value that v has
// at to[k] and otherwise the values of v. If s does not depend on bits that are
// targets without being sources, this is s under other names.
func (s Set) Rename(r Renaming) Set {
	sp := s.Space()
	if r.space == nil {
		return s
	}
	if sp != r.space {
		panic("symbolic: a renaming of another space")
	}
	if s.isConstant() {
		return s
	}
	if sp.engine != nil && !permutes(sp) {
		if sp.renamed.h != s.h { // the same states are often renamed for one part after another
			sp.renamed, sp.renamedBits = s, s.Support()
		}
		switch {
		case r.fixes(sp.renamedBits):
			return s
		case !r.increasing(sp.renamedBits):
			return s.CopyTo(sp, func(b Bit) Bit { return Bit(r.of(int(b))) })
		}
	}
	return sp.perform(func(e engine) int { return e.rename(s.h.node, r.bitMap) })
}

// CopyTo returns the set of the space dst that s becomes when every bit b of its
// support is replaced by image(b). The spaces may differ in everything; nodes
// of s alone decide the work.
func (s Set) CopyTo(dst *Space, image func(Bit) Bit) Set {
	if s.isConstant() {
		return dst.Constant(s.IsFull())
	}
	return rebuild(s.under(), dst, image)
}

// fixes tells whether no bit of the support is renamed.
func (r Renaming) fixes(support []Bit) bool {
	for _, b := range support {
		if r.of(int(b)) != int(b) {
			return false
		}
	}
	return true
}

// increasing tells whether the renamed bits are in the same order as before, so
// that the diagram keeps its shape.
func (r Renaming) increasing(support []Bit) bool {
	last := -1
	for _, b := range support {
		image := r.of(int(b))
		if image <= last {
			return false
		}
		last = image
	}
	return true
}

// rebuild makes the renamed set in dst bottom-up, one if-then-else per node. A
// renaming that mixes up the order can make the diagram exponentially larger;
// that cannot be helped, but each node is treated once.
func rebuild(w walk, dst *Space, image func(Bit) Bit) Set {
	type step struct {
		bit       Bit
		low, high int
	}
	steps := make([]step, len(w.nodes))
	for i, n := range w.nodes { // before the first operation, which may disturb w
		steps[i] = step{Bit(w.engine.bit(n)), w.place(w.engine.low(n)), w.place(w.engine.high(n))}
	}
	built := []Set{dst.Empty(), dst.Full()}
	for _, t := range steps {
		b := dst.Lit(image(t.bit))
		built = append(built, b.Ite(built[t.high+2], built[t.low+2]))
	}
	return built[len(built)-1]
}
