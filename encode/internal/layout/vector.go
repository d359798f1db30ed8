package layout

import (
	"github.com/epibdd/epibdd/symbolic"
)

// Vector is a bit vector with values for some bits.
type Vector map[symbolic.Bit]bool

func (v Vector) Put(bits []symbolic.Bit, c *Cell, code int) {
	for i, b := range bits {
		v[b] = c.BitOf(code, i)
	}
}

// Code is the number at the bits.
func (v Vector) Code(bits []symbolic.Bit) int {
	n := 0
	for _, b := range bits {
		n <<= 1
		if v[b] {
			n |= 1
		}
	}
	return n
}

// Take overwrites v by an assignment.
func (v Vector) Take(a symbolic.Assignment) {
	for _, b := range a.Bits() {
		v[b] = a.Value(b)
	}
}

// Assignment is v over the given bits.
func (v Vector) Assignment(bits []symbolic.Bit) symbolic.Assignment {
	values := make([]bool, len(bits))
	for i, b := range bits {
		values[i] = v[b]
	}
	return symbolic.Assign(bits, values)
}
