package symbolic

import "slices"

// ShortestCube returns an assignment to few bits such that all vectors that agree
// with it are in s: of the cubes that are paths of the diagram, one with the
// fewest bits. It returns false if s is empty.
func (s Set) ShortestCube() (Assignment, bool) {
	if s.IsEmpty() {
		return Assignment{}, false
	}
	w := s.under()
	const none = 1 << 30
	lengths := []int{none, 0}
	length := func(n int) int { return lengths[w.place(n)+2] }
	for _, n := range w.nodes {
		lengths = append(lengths, 1+min(length(w.engine.low(n)), length(w.engine.high(n))))
	}
	values := make(map[Bit]bool)
	for n := s.h.node; n != trueNode; {
		b, low, high := Bit(w.engine.bit(n)), w.engine.low(n), w.engine.high(n)
		if values[b] = length(high) < length(low); values[b] {
			n = high
		} else {
			n = low
		}
	}
	var a Assignment
	for b := range values {
		a.bits = append(a.bits, b)
	}
	slices.Sort(a.bits)
	for _, b := range a.bits {
		a.values = append(a.values, values[b])
	}
	return a, true
}
