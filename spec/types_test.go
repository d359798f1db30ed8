package spec

import (
	"slices"
	"testing"
)

// TestOrderOfTypes compares the values of types with one another, and shows those of a record whose
// fields look like its pattern.
func TestOrderOfTypes(t *testing.T) {
	light := &EnumType{Name: "Light", Elems: []Value{Symbol("red"), Symbol("green"), Symbol("blue")}}
	pair := &RecordType{Name: "Pair", Fields: []FieldType{{"of", &SetType{light}}, {"red", &OptionType{BoolType{}}}}, Pattern: "{of}/{red}"}
	for _, typ := range []Type{
		BoolType{}, light, pair, &IntType{Lo: -1, Hi: 2}, &OptionType{light}, &SetType{light},
		&ArrayType{Index: []Type{BoolType{}}, Elem: &SetType{light}}, &ArrayType{Index: []Type{light}, Elem: &OptionType{BoolType{}}},
	} {
		all := slices.Collect(typ.All())
		for i, a := range all {
			for k, b := range all {
				if c := CompareIn(typ, a, b); (c < 0) != (i < k) || (c > 0) != (i > k) {
					t.Errorf("%s: %s and %s compare as %d", typ, typ.Show(a), typ.Show(b), c)
				}
			}
		}
	}
	if got := pair.Show(Record{NewSet(Symbol("red")), Bool(true)}); got != "{red}/true" {
		t.Errorf("shown as %s", got)
	}
}
