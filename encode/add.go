package encode

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// add is a + b + c + …: a fold that is written out. From left to right each of n
// terms would be added below all that is counted before, which takes time n^4.
func (ev *evaluator) add(e *spec.Binary, ns names, asked precision) result {
	if sum, ok := ev.fromShared(e, ns); ok {
		return ev.defined(sum)
	}
	vs, undef := ev.operands(ns, layout.Summands(e)...)
	if undef.IsFull() {
		return ev.nowhere()
	}
	if ones, ok := ev.ones(vs); ok {
		return result{ev.countTrue(ones, asked), undef}
	}
	sum := vs[0]
	for _, v := range vs[1:] {
		r := ev.arithmetic(e, ev.asCases(sum), ev.asCases(v), undef)
		sum, undef = r.val, r.undef
	}
	return result{sum, undef}
}

// ones returns where each of several numbers is 1, if all of them are 0 or 1.
func (ev *evaluator) ones(vs []value) ([]symbolic.Set, bool) {
	var sets []symbolic.Set
	for _, v := range vs {
		cases := ev.asCases(v)
		for _, c := range cases {
			if c.Value != spec.Int(0) && c.Value != spec.Int(1) {
				return nil, false
			}
		}
		if !ev.uncovered(cases).IsEmpty() {
			return nil, false
		}
		sets = append(sets, ev.caseOf(cases, spec.Int(1)))
	}
	return sets, true
}
