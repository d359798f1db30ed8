package encode

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// maxCells bounds what is laid out: the elements of a set are enumerated.
const maxCells = 1 << 18

// cell holds a scalar.
type cell struct {
	name   string
	typ    spec.Type
	values []spec.Value // in the order of the type; the place is the code
	code   map[string]int
	v      *spec.Var // nil for the cells of a register or a mover
	at     float64   // where in its array, 0 to 1: a hint for the order
	cur    []symbolic.Bit
	next   []symbolic.Bit // of cells of variables
	id     int            // in plan.cells
	past   bool           // it records what was seen before
}

// setValues gives the cell codes for these values only.
func (c *cell) setValues(values []spec.Value) {
	c.values = values
	c.code = make(map[string]int, len(values))
	for code, v := range values {
		c.code[spec.Key(v)] = code
	}
}

// width is the number of bits of the cell.
func (c *cell) width() int { return bits.Len(uint(len(c.values) - 1)) }

// codeOf returns the code of v, and -1 where the cell cannot hold it.
func (c *cell) codeOf(v spec.Value) int {
	if code, ok := c.code[spec.Key(v)]; ok {
		return code
	}
	return -1
}

// bitOf tells whether the code has a 1 at the i-th bit of the cell.
func (c *cell) bitOf(code, i int) bool { return code>>(c.width()-1-i)&1 == 1 }

// shape is the layout of a type: a scalar has a cell, a set one for each
// element, a record and an array have parts. present is the cell of an optional
// composite.
type shape struct {
	typ     spec.Type
	cell    *cell
	present *cell
	parts   []*shape
	elems   []spec.Value
	members []*cell
}

// each calls f for the cells of the shape in the order of the type: states are
// compared cell by cell in this order.
func (sh *shape) each(f func(*cell)) {
	if sh.cell != nil {
		f(sh.cell)
	}
	if sh.present != nil {
		f(sh.present)
	}
	for _, p := range sh.parts {
		p.each(f)
	}
	// A set is a binary number whose lowest bit is its first element.
	for i := len(sh.members) - 1; i >= 0; i-- {
		f(sh.members[i])
	}
}

// cells returns the cells of the shape.
func (sh *shape) cells() []*cell {
	var cs []*cell
	sh.each(func(c *cell) { cs = append(cs, c) })
	return cs
}

// bits returns the current bits of the shape.
func (sh *shape) bits() []symbolic.Bit {
	var bits []symbolic.Bit
	sh.each(func(c *cell) { bits = append(bits, c.cur...) })
	return bits
}

// layouter makes shapes of a variable, of a mover, or of a register.
type layouter struct {
	plan *plan
	v    *spec.Var
}

// shape lays out a type. at places it in the array around it.
func (l layouter) shape(name string, t spec.Type, at float64) *shape {
	sh := &shape{typ: t}
	if spec.IsScalar(t) {
		sh.cell = l.cell(name, t, at)
		return sh
	}
	if _, optional := t.(*spec.OptionType); optional {
		sh.present = l.cell(name+"?", spec.BoolType{}, at)
	}
	switch t := spec.Present(t).(type) {
	case *spec.RecordType:
		for _, f := range t.Fields {
			sh.parts = append(sh.parts, l.shape(name+"."+f.Name, f.Type, at))
		}
	case *spec.ArrayType:
		n := l.enumerable(name, t.Cells())
		i := 0
		for index := range spec.Tuples(t.Index) {
			at := spread(at, i, n)
			sh.parts = append(sh.parts, l.shape(name+"["+showTuple(t.Index, index)+"]", t.Elem, at))
			i++
		}
	case *spec.SetType:
		n := l.enumerable(name, t.Elem.Size())
		for e := range t.Elem.All() {
			at := spread(at, len(sh.elems), n)
			sh.elems = append(sh.elems, e)
			sh.members = append(sh.members, l.cell(t.Elem.Show(e)+" in "+name, spec.BoolType{}, at))
		}
	default:
		fail("%s has a type that no variable can have: %s", name, t)
	}
	return sh
}

// spread is the place of element i of n, unless the array around has one.
func spread(at float64, i, n int) float64 {
	if at > 0 || n == 0 {
		return at
	}
	return (float64(i) + 0.5) / float64(n)
}

func showTuple(types []spec.Type, index []spec.Value) string {
	text := ""
	for i, v := range index {
		if i > 0 {
			text += ", "
		}
		text += types[i].Show(v)
	}
	return text
}

func (l layouter) cell(name string, t spec.Type, at float64) *cell {
	n := l.enumerable(name, t.Size())
	if n > spec.MaxStored {
		fail("%s has %d values; a variable without parts may have %d", name, n, spec.MaxStored)
	}
	c := &cell{name: name, typ: t, v: l.v, at: at, id: len(l.plan.cells)}
	c.setValues(slices.Collect(t.All()))
	if len(c.values) == 0 {
		fail("%s can have no value: %s is empty", name, t)
	}
	l.plan.cells = append(l.plan.cells, c)
	if len(l.plan.cells) > maxCells {
		fail("the variables have more than %d parts", maxCells)
	}
	return c
}

// enumerable returns a size that can be enumerated.
func (l layouter) enumerable(name string, size *big.Int) int {
	if size.Cmp(big.NewInt(maxCells)) > 0 {
		fail("%s has more parts or values than can be encoded: %s", name, size)
	}
	return int(size.Int64())
}

// failure ends the work on a model or a formula with an error for its author.
// It is thrown inside the package, where expressions are walked in a dozen
// mutually recursive functions, and caught by try at its edge.
type failure struct{ err error }

func fail(format string, args ...any) { panic(failure{fmt.Errorf(format, args...)}) }

// try runs f and returns the error of a failure in it.
func try(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			err = p.err
		default:
			panic(p)
		}
	}()
	f()
	return nil
}
