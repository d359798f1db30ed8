package spec

import (
	"math"
	"testing"
)

// Values come back as they were written.
func TestPortableValues(t *testing.T) {
	for _, v := range []Value{
		Bool(true), Int(-3), Int(math.MaxInt64), Symbol("true"), Symbol(""), Absent{},
		Record{Int(1), Symbol("red")}, Array{}, NewSet(Int(2), Int(1)), List{Array{Absent{}, Record{Bool(false)}}},
	} {
		text, err := MarshalValue(v)
		if err != nil {
			t.Errorf("%s: %v", v, err)
			continue
		}
		if again, err := UnmarshalValue(text); err != nil || !Equal(v, again) {
			t.Errorf("%s is written as %s and read as %v, %v", v, text, again, err)
		}
	}
	if _, err := MarshalValue(Open(1)); err == nil {
		t.Error("a value that is not chosen yet was written")
	}
	for _, bad := range []string{"", "{}", "[1]", `{"9": []}`, `{"4": [], "5": []}`, "1.5"} {
		if v, err := UnmarshalValue([]byte(bad)); err == nil {
			t.Errorf("%q is read as %v", bad, v)
		}
	}
}
