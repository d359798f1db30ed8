package spec

import (
	"fmt"
	"maps"
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

// TestFoldsOverMany adds so many numbers that the sum is no machine word, and goes through one set of sets of very
// many.
func TestFoldsOverMany(t *testing.T) {
	suite, err := Parse("t.yaml", `
vars: {x: "-1..1", s: set 1..60}
check:
  - {id: zero, formula: "sum(i in 1..4096: x * 4503599627370496) = 0"}
  - {id: least, formula: "sum(i in 1..4097: if i = 4 then x * 4503599627370496 else if i < 4 then 1 else 0) = 3 - 4503599627370496"}
  - {id: both, formula: "sum(i in 1..8192: if i mod 2 = 0 then x * 4503599627370496 else 0 - x * 4503599627370496) = 0"}
  - {id: sets, formula: "forall q in {s, s + {60}}: size(q) < 2"}
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []Int{-1, 1} {
		got := map[string]string{}
		for _, c := range suite.Checks {
			holds, err := (&Evaluator{State: State{x, NewSet()}}).Holds(c.Formula, nil)
			got[c.ID] = fmt.Sprintf("%v%v", holds, err)
		}
		want := map[string]string{"zero": "falsethe sum is too large", "least": "true<nil>", "both": "true<nil>", "sets": "true<nil>"}
		if x == 1 {
			want["least"] = "falsethe sum is too large"
		}
		if !maps.Equal(got, want) {
			t.Errorf("x = %d: %v, want %v", x, got, want)
		}
	}
}
