package spec

import "github.com/epibdd/epibdd/spec/syntax"

// array is the value that [a, b, …] has where an array is expected: its elements in the
// order in which values are shown, the last index running fastest.
func (r expressions) array(x *syntax.EnumType, want Type) Expr {
	var t *ArrayType
	if want != nil {
		t, _ = Present(want).(*ArrayType)
	}
	if t == nil {
		r.fail(x.Place, "[a, b] is an array written out, and no array is expected here; a set is written {a, b}")
	}
	if cells := t.Cells(); !cells.IsInt64() || cells.Int64() != int64(len(x.Elems)) {
		r.fail(x.Place, "%s has %s, and %d are written here", t, plural(int(cells.Int64()), "element", "elements"), len(x.Elems))
	}
	value := make(Array, len(x.Elems))
	for i, elem := range x.Elems {
		e := r.fitting(elem, t.Elem, "an element")
		value[i] = valueOf(e)
		if value[i] == nil {
			r.fail(elem.Span(), "what an array is written with must be known from the parameters alone; compare or assign this element by its index")
		}
		if !t.Elem.Has(value[i]) {
			r.fail(elem.Span(), "%s is not a value of %s", value[i], t.Elem)
		}
	}
	return constant(x.Place, value, t)
}
