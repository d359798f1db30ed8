package codes

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// readOneHot returns the value of a one-hot scalar. Of bit vectors that are no states more
// than one case may hold.
func (s *Codes) readOneHot(sh *layout.Shape) value.Value {
	if v, ok := s.hot[sh]; ok {
		return v
	}
	var cases []value.Case
	if sh.None {
		cases = append(cases, value.Case{Value: spec.Absent{}, When: s.blank(sh)})
	}
	for i, e := range sh.Elems {
		cases = append(cases, value.Case{Value: e, When: s.Space.Lit(sh.Members[i].Cur[0])})
	}
	s.hot[sh] = value.Scalar{Cases: cases}
	return s.hot[sh]
}

// validOneHot is where one of the bits is 1, or none if that is a value. It is built from
// the last bit up.
func (s *Codes) validOneHot(sh *layout.Shape) symbolic.Set {
	bits := sh.Bits()
	slices.Sort(bits)
	none, one := s.Space.Full(), s.Space.Empty()
	for _, b := range slices.Backward(bits) {
		lit := s.Space.Lit(b)
		none, one = none.Diff(lit), lit.Ite(none, one)
	}
	if sh.None {
		return one.Or(none)
	}
	return one
}
