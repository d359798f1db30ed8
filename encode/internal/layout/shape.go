package layout

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Shape is the layout of a type: a scalar has a cell, or if it is one-hot one for each
// value but none, of which at most one is 1; a set has one for each element, a record and
// an array have parts. present is the cell of an optional composite.
type Shape struct {
	Type    spec.Type
	Cell    *Cell
	Present *Cell
	Parts   []*Shape
	Elems   []spec.Value
	Members []*Cell
	OneHot  bool
	None    bool // where no cell of a one-hot scalar is 1 it is none
}

// Each calls f for the cells of the shape in the order of the type: states are
// compared cell by cell in this order.
func (sh *Shape) Each(f func(*Cell)) {
	if sh.Cell != nil {
		f(sh.Cell)
	}
	if sh.Present != nil {
		f(sh.Present)
	}
	for _, p := range sh.Parts {
		p.Each(f)
	}
	// A set is a binary number whose lowest bit is its first element; so is a one-hot scalar.
	for i := len(sh.Members) - 1; i >= 0; i-- {
		f(sh.Members[i])
	}
}

// Values is how many values a one-hot scalar has.
func (sh *Shape) Values() int {
	n := len(sh.Elems)
	if sh.None {
		n++
	}
	return n
}

// CellFor is the cell of a one-hot scalar that says whether it is v; nil: it has none.
func (sh *Shape) CellFor(v spec.Value) *Cell {
	for i, e := range sh.Elems {
		if spec.Equal(e, v) {
			return sh.Members[i]
		}
	}
	return nil
}

// Cells returns the cells of the shape.
func (sh *Shape) Cells() []*Cell {
	var cs []*Cell
	sh.Each(func(c *Cell) { cs = append(cs, c) })
	return cs
}

// Bits returns the current bits of the shape.
func (sh *Shape) Bits() []symbolic.Bit {
	var bits []symbolic.Bit
	sh.Each(func(c *Cell) { bits = append(bits, c.Cur...) })
	return bits
}

// Write gives the bits of a shape the code of v, by calling set for each bit.
// copyOf chooses the bits of a cell: current or next.
func (sh *Shape) Write(v spec.Value, set func(c *Cell, code int)) {
	if sh.Cell != nil {
		code := sh.Cell.CodeOf(v)
		if code < 0 {
			panic(fmt.Sprintf("encode: %s cannot be %s", sh.Cell.Name, v))
		}
		set(sh.Cell, code)
		return
	}
	if v == (spec.Absent{}) {
		sh.Each(func(c *Cell) { set(c, 0) })
		return
	}
	if sh.Present != nil {
		set(sh.Present, 1)
	}
	for i, p := range sh.Parts {
		p.Write(spec.Elems(v)[i], set)
	}
	for i, e := range sh.Elems {
		code := 0
		if sh.OneHot && spec.Equal(v, e) || !sh.OneHot && v.(spec.Set).Has(e) {
			code = 1
		}
		set(sh.Members[i], code)
	}
}

// ValueOf returns the value that a shape holds, given the codes of its cells.
func (sh *Shape) ValueOf(code func(*Cell) int) spec.Value {
	if sh.Cell != nil {
		return sh.Cell.Values[code(sh.Cell)]
	}
	if sh.OneHot {
		for i, c := range sh.Members {
			if code(c) == 1 {
				return sh.Elems[i]
			}
		}
		return spec.Absent{}
	}
	if sh.Present != nil && code(sh.Present) == 0 {
		return spec.Absent{}
	}
	if _, isSet := spec.Present(sh.Type).(*spec.SetType); isSet {
		var elems []spec.Value
		for i, e := range sh.Elems {
			if code(sh.Members[i]) == 1 {
				elems = append(elems, e)
			}
		}
		return spec.NewSet(elems...)
	}
	parts := make([]spec.Value, len(sh.Parts))
	for i, p := range sh.Parts {
		parts[i] = p.ValueOf(code)
	}
	if _, record := spec.Present(sh.Type).(*spec.RecordType); record {
		return spec.Record(parts)
	}
	return spec.Array(parts)
}
