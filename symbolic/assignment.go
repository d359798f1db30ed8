package symbolic

import (
	"fmt"
	"slices"
	"strings"
)

// Assignment gives values to some bits. The zero Assignment gives none.
type Assignment struct {
	bits   []Bit // ascending
	values []bool
}

// Assign returns the assignment of values to bits, which must be as many and
// not repeat; Assign panics otherwise.
func Assign(bits []Bit, values []bool) Assignment {
	if len(bits) != len(values) {
		panic(fmt.Sprintf("symbolic: %d values for %d bits", len(values), len(bits)))
	}
	a := Assignment{sortedBits(bits), make([]bool, len(bits))}
	if len(a.bits) != len(bits) {
		panic("symbolic: a bit is assigned twice")
	}
	for i, b := range bits {
		at, _ := slices.BinarySearch(a.bits, b)
		a.values[at] = values[i]
	}
	return a
}

// Len returns the number of bits with a value.
func (a Assignment) Len() int { return len(a.bits) }

// Bits returns the bits with a value, ascending.
func (a Assignment) Bits() []Bit { return slices.Clone(a.bits) }

// Has tells whether b has a value.
func (a Assignment) Has(b Bit) bool {
	_, ok := slices.BinarySearch(a.bits, b)
	return ok
}

// Value returns the value of b. It panics if b has none.
func (a Assignment) Value(b Bit) bool {
	at, ok := slices.BinarySearch(a.bits, b)
	if !ok {
		panic(fmt.Sprintf("symbolic: no value for bit %d", b))
	}
	return a.values[at]
}

// Equal tells whether a and b give the same values to the same bits.
func (a Assignment) Equal(b Assignment) bool {
	return slices.Equal(a.bits, b.bits) && slices.Equal(a.values, b.values)
}

// String lists the bits by number, those that are false with an exclamation
// mark: "0 !1 !4".
func (a Assignment) String() string {
	var parts []string
	for i, b := range a.bits {
		if a.values[i] {
			parts = append(parts, fmt.Sprint(b))
		} else {
			parts = append(parts, fmt.Sprint("!", b))
		}
	}
	return strings.Join(parts, " ")
}

// Singleton returns the vectors that agree with a: one element over the bits
// of a. It panics if the space lacks one of them.
func (sp *Space) Singleton(a Assignment) Set {
	for _, b := range a.bits {
		sp.check(b)
	}
	return sp.perform(func(e engine) int {
		n := trueNode
		for _, b := range slices.Backward(inOrder(sp.engine, a.bits)) { // upwards: one new node each
			op := opAnd
			if !a.Value(b) {
				op = opDiff // n \ literal
			}
			n = e.apply(op, n, e.literal(b))
		}
		return n
	})
}

// Contains tells whether s contains the vectors that agree with a. It panics if
// that depends on a bit without a value.
func (s Set) Contains(a Assignment) bool {
	sp := s.Space()
	sp.begin()
	defer sp.end()
	n := s.h.node
	for n > trueNode {
		if a.Value(Bit(sp.engine.bit(n))) {
			n = sp.engine.high(n)
		} else {
			n = sp.engine.low(n)
		}
	}
	return n == trueNode
}
