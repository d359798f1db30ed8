package symbolic

//lint:file-ignore U1000 only reflection looks at these types

import (
	"reflect"
	"strings"
	"testing"
)

// A rudd with other fields is refused.
func TestRuddLayout(t *testing.T) {
	if ruddPlacesErr != nil {
		t.Fatal(ruddPlacesErr)
	}
	type node struct {
		level, refcou int32
		low, high     int
	}
	type gcstat struct{ history []int }
	type configs struct{ maxnodeincrease int }
	type tables struct {
		nodes            []node
		freenum, freepos int
		produced         int
		nodefinalizer    any
		gcstat
		configs
	}
	type good struct{ *tables }
	if l, err := findRuddLayout(reflect.TypeFor[good]()); err != nil || l.stride != 24 || l.low != 8 {
		t.Errorf("a similar layout: got %+v, %v", l, err)
	}
	type noTables struct{ nodes []node }
	type pointers struct{ tables *[]node }
	type named struct{ tables *struct{ nodes []*node } }
	for _, bad := range []reflect.Type{
		reflect.TypeFor[noTables](), reflect.TypeFor[pointers](), reflect.TypeFor[named](), reflect.TypeFor[struct{}](),
	} {
		if _, err := findRuddLayout(bad); err == nil || !strings.Contains(err.Error(), "this version of rudd cannot be used") {
			t.Errorf("%v: got error %v", bad, err)
		}
	}
}
