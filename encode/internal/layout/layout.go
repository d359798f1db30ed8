// Package layout says which bits there are and what they hold. It knows no sets.
//
// A variable is flattened into cells of scalar type, its shape: a
// record into its fields, an array into its elements, a set into one cell a possible
// element, an optional composite into a cell that says whether it is there and its parts.
// A cell of k values has ⌈log₂ k⌉ bits that hold the place of its value in the order of its
// type, most significant bit first; where a composite is absent all bits of its parts are
// 0. So each state is exactly one bit vector.
//
// Other cells belong to no state: registers, what the movers of a joint step do, shared
// sums of what they count, the numbers of alternatives of knowledge actions, and history
// variables.
package layout

import (
	"math/big"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Layout says which bits there are and what they hold. A space has a fixed number
// of bits, so everything that will need some is found before the first set is
// made: variables, arguments of actions, binders over large types.
type Layout struct {
	Vars          []*Shape // by Var.Index
	Cells         []*Cell
	Registers     map[string][]*Register // by type
	Split         map[*spec.Action][]bool
	Movers        []*Mover     // of joint steps
	Sums          []*SharedSum // of what they count
	Ordered       []*Cell
	Selector      []symbolic.Bit  // number the members of a union that is not built
	Opened        []*Register     // for names that are open, by their number
	Beside        map[*Cell]*Cell // cells of open names, and what they are compared with
	Numberings    map[Occurrence]*Numbering
	NumberingList []*Numbering
	History       [][]*Cell // for each trace that is recorded
	Bits          int
	coded         map[spec.Type]*codes // cells of a type share them: an array has many cells
}

func New() *Layout {
	return &Layout{Registers: make(map[string][]*Register), Split: make(map[*spec.Action][]bool), Beside: make(map[*Cell]*Cell), Numberings: make(map[Occurrence]*Numbering), coded: make(map[spec.Type]*codes)}
}

// SelectorBits suffice for maxParts members, of actions too, each of whose parts is small: with 256 of
// them Milner's scheduler with 320 cyclers takes 40 times as long.
const SelectorBits = 10

// Number gives bits to the cells in their order. The next copy of a bit stands
// right below the current one, so that renaming keeps the order and a bit that
// keeps its value costs two nodes.
//
// The selector stands on top: there a relation that depends on it is as large as
// its members together.
func (p *Layout) Number() {
	for range SelectorBits {
		p.Selector = append(p.Selector, symbolic.Bit(p.Bits))
		p.Bits++
	}
	for _, c := range p.Ordered {
		for range c.Width() {
			c.Cur = append(c.Cur, symbolic.Bit(p.Bits))
			p.Bits++
			if c.Var != nil || c.History {
				c.Next = append(c.Next, symbolic.Bit(p.Bits))
				p.Bits++
			}
		}
	}
}

// Groups returns the bits that belong together in any order: those of a cell,
// current and next.
func (p *Layout) Groups() [][]symbolic.Bit {
	groups := [][]symbolic.Bit{p.Selector}
	for _, c := range p.Ordered {
		var bits []symbolic.Bit
		for i, b := range c.Cur {
			bits = append(bits, b)
			if c.Next != nil {
				bits = append(bits, c.Next[i])
			}
		}
		groups = append(groups, bits)
	}
	return groups
}

// StateBits returns the current bits of all variables, ascending.
func (p *Layout) StateBits() []symbolic.Bit {
	var bits []symbolic.Bit
	for _, c := range p.Ordered {
		if c.Var != nil {
			bits = append(bits, c.Cur...)
		}
	}
	return bits
}

// Size is the number of states: of all combinations of values that are left.
func (p *Layout) Size() *big.Int {
	n := big.NewInt(1)
	for _, sh := range p.Vars {
		if sh.Cell != nil {
			n.Mul(n, big.NewInt(int64(len(sh.Cell.Values))))
			continue
		}
		if sh.OneHot {
			n.Mul(n, big.NewInt(int64(sh.Values())))
			continue
		}
		n.Mul(n, sh.Type.Size())
	}
	return n
}

// Register is a block of auxiliary bits that holds a value of a type while an
// expression or an action is evaluated. Registers are shared by all that needs
// one of the type at different times.
type Register struct{ Shape *Shape }

func (r *Register) Bits() []symbolic.Bit { return r.Shape.Bits() }

// SetBeside puts cells of an open name beside those with which it is compared first.
func (p *Layout) SetBeside(open, arg []*Cell) {
	for i, c := range open {
		if p.Beside[c] == nil && c != arg[i] {
			p.Beside[c] = arg[i]
		}
	}
}
