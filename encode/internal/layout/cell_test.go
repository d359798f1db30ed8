package layout

import (
	"testing"

	"github.com/epibdd/epibdd/spec"
)

// A hundred thousand cells of as many values took 18 GB, and nothing looked at limits meanwhile.
func TestCellsOfATypeShareTheirCodes(t *testing.T) {
	p := New()
	number := &spec.IntType{Lo: 0, Hi: 9}
	Builder{Layout: p}.Shape("x", &spec.ArrayType{Index: []spec.Type{&spec.IntType{Lo: 1, Hi: 3}}, Elem: number}, 0)
	if len(p.Cells) != 3 {
		t.Fatalf("there are %d cells, not 3", len(p.Cells))
	}
	first, second := p.Cells[0], p.Cells[1]
	if &first.Values[0] != &second.Values[0] {
		t.Error("each cell lists the values of the type")
	}
	first.SetValues([]spec.Value{spec.Int(7)})
	if first.CodeOf(spec.Int(7)) != 0 || second.CodeOf(spec.Int(7)) != 7 {
		t.Errorf("codes of 7 are %d and %d, not 0 and 7", first.CodeOf(spec.Int(7)), second.CodeOf(spec.Int(7)))
	}
}
