package layout

import (
	"math/bits"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Cell holds a scalar.
type Cell struct {
	Name    string
	Type    spec.Type
	Values  []spec.Value // in the order of the type; the place is the code
	code    map[string]int
	Var     *spec.Var // nil for the cells of a register or a mover
	At      float64   // where in its array, 0 to 1: a hint for the order
	Cur     []symbolic.Bit
	Next    []symbolic.Bit // of cells of variables
	ID      int            // its place in Layout.Cells
	History bool           // it records what was seen before
}

// codes are the values that cells of a type can hold.
type codes struct {
	values []spec.Value
	code   map[string]int
}

func codesOf(values []spec.Value) *codes {
	cs := &codes{values, make(map[string]int, len(values))}
	for code, v := range values {
		cs.code[spec.Key(v)] = code
	}
	return cs
}

// SetValues gives the cell codes for these values only.
func (c *Cell) SetValues(values []spec.Value) { c.set(codesOf(values)) }

func (c *Cell) set(cs *codes) { c.Values, c.code = cs.values, cs.code }

// Width is the number of bits of the cell.
func (c *Cell) Width() int { return bits.Len(uint(len(c.Values) - 1)) }

// CodeOf returns the code of v, and -1 where the cell cannot hold it.
func (c *Cell) CodeOf(v spec.Value) int {
	if code, ok := c.code[spec.Key(v)]; ok {
		return code
	}
	return -1
}

// BitOf tells whether the code has a 1 at the i-th bit of the cell.
func (c *Cell) BitOf(code, i int) bool { return code>>(c.Width()-1-i)&1 == 1 }

// Holds is the assignment of a code to the bits of the cell.
func (c *Cell) Holds(in []symbolic.Bit, code int) symbolic.Assignment {
	vs := make([]bool, len(in))
	for i := range in {
		vs[i] = c.BitOf(code, i)
	}
	return symbolic.Assign(in, vs)
}
