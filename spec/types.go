package spec

import (
	"cmp"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"
)

// Type is a finite set of values.
type Type interface {
	// String names the type as an author would.
	String() string
	// Size is the number of values.
	Size() *big.Int
	// Has reports whether v is a value of the type.
	Has(v Value) bool
	// All yields the values in the type's order: numbers upwards, enumerations as
	// written, false before true, none before everything, records and arrays with
	// the last part running fastest, sets as binary numbers whose lowest bit is
	// the first element.
	All() iter.Seq[Value]
	// Show writes v as the author of the type would.
	Show(v Value) string
}

// The types.
type (
	// BoolType is bool.
	BoolType struct{}
	// IntType is the range Lo..Hi; Names are shown instead of some numbers.
	IntType struct {
		Name   string
		Lo, Hi int64
		Names  map[int64]string
	}
	// EnumType lists its values, symbols or numbers, in order.
	EnumType struct {
		Name  string
		Elems []Value
	}
	// RecordType has named fields. Pattern, such as "{val}{suit}", is how a value
	// is shown and written; empty: Name(a, b).
	RecordType struct {
		Name    string
		Fields  []FieldType
		Pattern string
	}
	// FieldType is one field of a record.
	FieldType struct {
		Name string
		Type Type
	}
	// OptionType is Elem and none.
	OptionType struct{ Elem Type }
	// SetType has the sets of values of Elem.
	SetType struct{ Elem Type }
	// ArrayType has a value of Elem for each combination of values of Index.
	ArrayType struct {
		Index []Type
		Elem  Type
	}
	// ListType is the type of a parameter that is a list.
	ListType struct{}
)

func (BoolType) String() string   { return "bool" }
func (t *IntType) String() string { return named(t.Name, fmt.Sprintf("%d..%d", t.Lo, t.Hi)) }
func (t *EnumType) String() string {
	if t.Name != "" {
		return t.Name
	}
	return "[" + joinValues(t.Elems) + "]"
}
func (t *RecordType) String() string {
	return named(t.Name, "record")
}
func (t *OptionType) String() string {
	if isEmpty(t.Elem) {
		return "none"
	}
	return t.Elem.String() + "?"
}
func (t *SetType) String() string { return "set " + t.Elem.String() }
func (t *ArrayType) String() string {
	parts := make([]string, len(t.Index))
	for i, x := range t.Index {
		parts[i] = x.String()
	}
	return "array " + strings.Join(parts, ", ") + " of " + t.Elem.String()
}
func (ListType) String() string { return "list" }

func named(name, description string) string {
	if name != "" {
		return name
	}
	return description
}

func (BoolType) Size() *big.Int    { return big.NewInt(2) }
func (t *IntType) Size() *big.Int  { return big.NewInt(t.Hi - t.Lo + 1) }
func (t *EnumType) Size() *big.Int { return big.NewInt(int64(len(t.Elems))) }
func (t *RecordType) Size() *big.Int {
	size := big.NewInt(1)
	for _, f := range t.Fields {
		size.Mul(size, f.Type.Size())
	}
	return size
}
func (t *OptionType) Size() *big.Int {
	size := t.Elem.Size()
	return size.Add(size, big.NewInt(1))
}
func (t *SetType) Size() *big.Int { return power(big.NewInt(2), t.Elem.Size()) }
func (t *ArrayType) Size() *big.Int {
	return power(t.Elem.Size(), t.Cells())
}
func (ListType) Size() *big.Int { return big.NewInt(0) }

// Cells is the number of elements of an array, 1 or more.
func (t *ArrayType) Cells() *big.Int {
	n := big.NewInt(1)
	for _, x := range t.Index {
		n.Mul(n, x.Size())
	}
	return n
}

// power is base^exp, cut to a number that is larger than anything the tool
// accepts where the exact one would fill the memory.
func power(base, exp *big.Int) *big.Int {
	if !exp.IsInt64() || exp.Int64() > 1<<20 {
		return new(big.Int).Lsh(big.NewInt(1), 1<<20)
	}
	return new(big.Int).Exp(base, exp, nil)
}

func (BoolType) Has(v Value) bool { _, ok := v.(Bool); return ok }
func (t *IntType) Has(v Value) bool {
	n, ok := v.(Int)
	return ok && t.Lo <= int64(n) && int64(n) <= t.Hi
}
func (t *EnumType) Has(v Value) bool {
	return slices.ContainsFunc(t.Elems, func(e Value) bool { return Equal(e, v) })
}
func (t *RecordType) Has(v Value) bool {
	r, ok := v.(Record)
	if !ok || len(r) != len(t.Fields) {
		return false
	}
	for i, f := range t.Fields {
		if !f.Type.Has(r[i]) {
			return false
		}
	}
	return true
}
func (t *OptionType) Has(v Value) bool { return v == Absent{} || t.Elem.Has(v) }
func (t *SetType) Has(v Value) bool {
	s, ok := v.(Set)
	return ok && !slices.ContainsFunc(s, func(e Value) bool { return !t.Elem.Has(e) })
}
func (t *ArrayType) Has(v Value) bool {
	a, ok := v.(Array)
	return ok && t.Cells().Cmp(big.NewInt(int64(len(a)))) == 0 &&
		!slices.ContainsFunc(a, func(e Value) bool { return !t.Elem.Has(e) })
}
func (ListType) Has(v Value) bool { _, ok := v.(List); return ok }

func (BoolType) All() iter.Seq[Value] {
	return func(yield func(Value) bool) { _ = yield(Bool(false)) && yield(Bool(true)) }
}
func (t *IntType) All() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for n := t.Lo; n <= t.Hi; n++ {
			if !yield(Int(n)) {
				return
			}
		}
	}
}
func (t *EnumType) All() iter.Seq[Value] { return slices.Values(t.Elems) }
func (t *RecordType) All() iter.Seq[Value] {
	types := make([]Type, len(t.Fields))
	for i, f := range t.Fields {
		types[i] = f.Type
	}
	return func(yield func(Value) bool) {
		for tuple := range Tuples(types) {
			if !yield(Record(slices.Clone(tuple))) {
				return
			}
		}
	}
}
func (t *OptionType) All() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if !yield(Absent{}) {
			return
		}
		t.Elem.All()(yield)
	}
}
func (t *SetType) All() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		elems := slices.Collect(t.Elem.All())
		types := make([]Type, len(elems))
		for i := range types {
			types[i] = BoolType{}
		}
		for member := range Tuples(types) {
			var s []Value
			for i, e := range elems {
				if member[len(elems)-1-i] == Bool(true) {
					s = append(s, e)
				}
			}
			if !yield(NewSet(s...)) {
				return
			}
		}
	}
}
func (t *ArrayType) All() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		types := make([]Type, t.Cells().Int64())
		for i := range types {
			types[i] = t.Elem
		}
		for tuple := range Tuples(types) {
			if !yield(Array(slices.Clone(tuple))) {
				return
			}
		}
	}
}
func (ListType) All() iter.Seq[Value] { return func(func(Value) bool) {} }

// Tuples yields every combination of values of the types, the last running
// fastest; of no types there is one, which is empty. The slice is reused: clone it to keep
// it.
func Tuples(types []Type) iter.Seq[[]Value] {
	return func(yield func([]Value) bool) {
		tuple := make([]Value, len(types))
		var fill func(i int) bool
		fill = func(i int) bool {
			if i == len(types) {
				return yield(tuple)
			}
			for v := range types[i].All() {
				tuple[i] = v
				if !fill(i + 1) {
					return false
				}
			}
			return true
		}
		fill(0)
	}
}

func (BoolType) Show(v Value) string { return v.String() }
func (t *IntType) Show(v Value) string {
	if n, ok := v.(Int); ok {
		if name, ok := t.Names[int64(n)]; ok {
			return name
		}
	}
	return v.String()
}
func (t *EnumType) Show(v Value) string { return v.String() }
func (t *RecordType) Show(v Value) string {
	r, ok := v.(Record)
	if !ok || len(r) != len(t.Fields) {
		return v.String()
	}
	if t.Pattern != "" {
		var fields []string
		for i, f := range t.Fields {
			fields = append(fields, "{"+f.Name+"}", f.Type.Show(r[i]))
		}
		return strings.NewReplacer(fields...).Replace(t.Pattern)
	}
	parts := make([]string, len(r))
	for i, f := range t.Fields {
		parts[i] = f.Type.Show(r[i])
	}
	return t.Name + "(" + strings.Join(parts, ", ") + ")"
}
func (t *OptionType) Show(v Value) string {
	if v == (Absent{}) {
		return "none"
	}
	return t.Elem.Show(v)
}

// Show lists the elements in the order of their type.
func (t *SetType) Show(v Value) string {
	s, ok := v.(Set)
	if !ok {
		return v.String()
	}
	elems := slices.Clone(s)
	if t.Elem.Size().Cmp(big.NewInt(1<<12)) <= 0 {
		slices.SortFunc(elems, func(a, b Value) int { return IndexOf(t.Elem, a) - IndexOf(t.Elem, b) })
	}
	return "{" + showAll(t.Elem, elems) + "}"
}
func (t *ArrayType) Show(v Value) string { return "[" + showAll(t.Elem, Elems(v)) + "]" }
func (ListType) Show(v Value) string     { return v.String() }

func showAll(t Type, vs []Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = t.Show(v)
	}
	return strings.Join(parts, ", ")
}

// IndexOf returns the place of v in t's order, from 0, and -1 where t does not
// have it. It goes through all values of t before v, but for ranges and records: t must be
// small enough for that, and so for an int.
func IndexOf(t Type, v Value) int {
	switch t := t.(type) {
	case *IntType:
		if !t.Has(v) {
			return -1
		}
		return int(int64(v.(Int)) - t.Lo)
	case *RecordType:
		if !t.Has(v) {
			return -1
		}
		index := 0
		for i, f := range t.Fields {
			index = index*numberOf(f.Type) + IndexOf(f.Type, v.(Record)[i])
		}
		return index
	case *EnumType:
		return slices.IndexFunc(t.Elems, func(e Value) bool { return Equal(e, v) })
	}
	index := 0
	for w := range t.All() {
		if Equal(v, w) {
			return index
		}
		index++
	}
	return -1
}

// CompareIn orders values of t as All does.
func CompareIn(t Type, a, b Value) int {
	switch t := t.(type) {
	case *EnumType:
		return cmp.Compare(IndexOf(t, a), IndexOf(t, b))
	case *OptionType:
		if absent := (Absent{}); a == absent || b == absent {
			return cmp.Compare(truth(a != absent), truth(b != absent))
		}
		return CompareIn(t.Elem, a, b)
	case *RecordType:
		for i, f := range t.Fields {
			if c := CompareIn(f.Type, a.(Record)[i], b.(Record)[i]); c != 0 {
				return c
			}
		}
		return 0
	case *ArrayType:
		return slices.CompareFunc(Elems(a), Elems(b), func(x, y Value) int { return CompareIn(t.Elem, x, y) })
	case *SetType:
		last := func(s, other Value) int { // of the elements that the other one lacks
			last := -1
			for _, e := range s.(Set) {
				if !slices.ContainsFunc(other.(Set), func(o Value) bool { return Equal(o, e) }) {
					last = max(last, IndexOf(t.Elem, e))
				}
			}
			return last
		}
		return cmp.Compare(last(a, b), last(b, a))
	}
	return Compare(a, b)
}

// CellIndex returns the place in an Array of the element that the index values select,
// one for each of t.Index, and -1 where one of them is outside its type.
func (t *ArrayType) CellIndex(index []Value) int {
	cell := 0
	for i, x := range t.Index {
		place := IndexOf(x, index[i])
		if place < 0 {
			return -1
		}
		cell = cell*numberOf(x) + place
	}
	return cell
}

// numberOf is the size of a type that indexes arrays.
func numberOf(t Type) int {
	switch t := t.(type) {
	case *IntType:
		return int(t.Hi - t.Lo + 1)
	case *EnumType:
		return len(t.Elems)
	case *RecordType:
		n := 1
		for _, f := range t.Fields {
			n *= numberOf(f.Type)
		}
		return n
	}
	return int(t.Size().Int64())
}

// Present returns t without its option, if it has one.
func Present(t Type) Type {
	if o, ok := t.(*OptionType); ok {
		return o.Elem
	}
	return t
}

// IsScalar reports whether values of t have no parts: truth values, numbers,
// symbols, and optional ones of these. Every state is made of scalars: a cell is cut along
// its type until only these are left, a set into a truth value for each value of its
// element type.
func IsScalar(t Type) bool {
	switch t := Present(t).(type) {
	case BoolType, *IntType, *EnumType:
		return true
	default:
		_ = t
		return false
	}
}

// isEmpty recognises the type of the elements of {} and of what none lacks.
func isEmpty(t Type) bool {
	e, ok := t.(*EnumType)
	return ok && len(e.Elems) == 0
}

var emptyType = &EnumType{}
