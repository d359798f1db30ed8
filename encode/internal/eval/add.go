package eval

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
)

// add is a + b + c + …: a fold that is written out. From left to right each of n
// terms would be added below all that is counted before, which takes time n^4.
func (ev *Evaluator) add(e *spec.Binary, ns value.Names, asked value.Precision) value.Result {
	if sum, ok := ev.fromShared(e, ns); ok {
		return value.Defined(ev.Codes.Space, sum)
	}
	vs, undef := ev.Operands(ns, layout.Summands(e)...)
	if undef.IsFull() {
		return value.Nowhere(ev.Codes.Space)
	}
	if ones, ok := value.Ones(ev.Codes.Space, vs); ok {
		return value.Result{Val: value.CountTrue(ev.Codes.Space, ones, asked), Undef: undef}
	}
	sum := vs[0]
	for _, v := range vs[1:] {
		r := value.Arithmetic(ev.Codes.Space, e, value.AsCases(ev.Codes.Space, sum), value.AsCases(ev.Codes.Space, v), undef)
		sum, undef = r.Val, r.Undef
	}
	return value.Result{Val: sum, Undef: undef}
}
