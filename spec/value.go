package spec

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Value is an element of some finite type. Values are immutable and carry no
// type: the number 1 is the same value in 1..4 and in 0..13, and alice is the
// same in every enumeration that lists her. A Type shows a value as its author
// would write it.
type Value interface {
	rank() int // of the kind of value, for Compare
	// String shows the value without a type: ranges by numbers.
	String() string
}

// The kinds of values.
type (
	// Bool is a truth value.
	Bool bool
	// Int is a number.
	Int int64
	// Symbol is a value of an enumeration.
	Symbol string
	// Absent is none, the extra value of an optional type.
	Absent struct{}
	// Record is a value of a record type: one value a field, in order.
	Record []Value
	// Array is a value of an array type: one value an element, in the order of
	// the index type, the last index running fastest.
	Array []Value
	// Set is a set of values, without repetition and sorted by Compare; build
	// it with NewSet.
	Set []Value
	// List is a value of a parameter: never of a variable.
	List []Value
	// Open is a value that is not chosen yet, by a number. No type has it.
	Open int
)

func (Bool) rank() int   { return 0 }
func (Int) rank() int    { return 1 }
func (Symbol) rank() int { return 2 }
func (Absent) rank() int { return 3 }
func (Record) rank() int { return 4 }
func (Array) rank() int  { return 5 }
func (Set) rank() int    { return 6 }
func (List) rank() int   { return 7 }
func (Open) rank() int   { return 8 }

func (v Bool) String() string   { return strconv.FormatBool(bool(v)) }
func (v Int) String() string    { return strconv.FormatInt(int64(v), 10) }
func (v Symbol) String() string { return string(v) }
func (v Absent) String() string { return "none" }
func (v Record) String() string { return "(" + joinValues(v) + ")" }
func (v Array) String() string  { return "[" + joinValues(v) + "]" }
func (v Set) String() string    { return "{" + joinValues(v) + "}" }
func (v List) String() string   { return "[" + joinValues(v) + "]" }
func (v Open) String() string   { return "_" }

func joinValues(vs []Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = v.String()
	}
	return strings.Join(parts, ", ")
}

// Compare orders all values totally: by kind, then numbers by size, symbols by
// text, and composite values by length and then element by element. It is not
// the order of an enumeration, which only its type knows.
func Compare(a, b Value) int {
	if c := cmp.Compare(a.rank(), b.rank()); c != 0 {
		return c
	}
	switch a := a.(type) {
	case Bool:
		return cmp.Compare(truth(bool(a)), truth(bool(b.(Bool))))
	case Int:
		return cmp.Compare(a, b.(Int))
	case Symbol:
		return cmp.Compare(a, b.(Symbol))
	case Open:
		return cmp.Compare(a, b.(Open))
	case Absent:
		return 0
	}
	return compareElems(Elems(a), Elems(b))
}

func compareElems(a, b []Value) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return slices.CompareFunc(a, b, Compare)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Equal reports whether a and b are the same value.
func Equal(a, b Value) bool {
	switch a.(type) {
	case Bool, Int, Symbol, Absent, Open:
		return a == b
	}
	return Compare(a, b) == 0
}

// Elems returns the parts of a composite value, and nil for any other. They are the
// value's own: not to be changed.
func Elems(v Value) []Value {
	switch v := v.(type) {
	case Record:
		return v
	case Array:
		return v
	case Set:
		return v
	case List:
		return v
	}
	return nil
}

// NewSet returns the set of the given values.
func NewSet(elems ...Value) Set {
	s := slices.Clone(elems)
	slices.SortFunc(s, Compare)
	return Set(slices.CompactFunc(s, Equal))
}

// Has reports whether elem is an element of v.
func (v Set) Has(elem Value) bool {
	_, found := slices.BinarySearchFunc(v, elem, Compare)
	return found
}

// Key returns a text that is equal for equal values and for no others; states
// are put into maps by it.
func Key(vs ...Value) string {
	var b []byte
	for _, v := range vs {
		b = AppendKey(b, v)
	}
	return string(b)
}

// AppendKey appends the Key of v.
func AppendKey(b []byte, v Value) []byte {
	b = append(b, byte('a'+v.rank()))
	switch v := v.(type) {
	case Bool:
		return append(b, byte('0'+truth(bool(v))))
	case Int:
		return append(strconv.AppendInt(b, int64(v), 36), ';')
	case Symbol:
		return append(append(b, v...), ';')
	case Open:
		return append(strconv.AppendInt(b, int64(v), 36), ';')
	}
	for _, e := range Elems(v) {
		b = AppendKey(b, e)
	}
	return append(b, '.')
}
