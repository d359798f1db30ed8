package encode

import (
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
)

func (ev *evaluator) unary(e *spec.Unary, ns value.Names) value.Result {
	if e.Op == spec.Not {
		in, undef := ev.holds(e.X, ns)
		return value.Result{Val: value.Truth{In: in.Not()}, Undef: undef}
	}
	x := ev.eval(e.X, ns)
	if e.Op == spec.Size {
		return value.Size(ev.space, x, value.Precision{})
	}
	if x.Undef.IsFull() {
		return x
	}
	if e.Op == spec.Neg {
		return value.Mapped(ev.space, value.AsCases(ev.space, x.Val), x.Undef, func(v spec.Value) spec.Value {
			if n, ok := v.(spec.Int); ok {
				return -n
			}
			return nil
		})
	}
	t := spec.Present(e.X.Type())
	var cases []value.Case
	for v, when := range value.Alternatives(ev.space, x.Val, t) {
		cases = append(cases, value.Case{Value: v, When: when})
	}
	return value.Around(ev.space, e.Op, t, cases, x.Undef)
}

func (ev *evaluator) binary(e *spec.Binary, ns value.Names) value.Result {
	switch e.Op {
	case spec.And, spec.Or, spec.Imp:
		return ev.connective(e, ns)
	case spec.Add:
		return ev.add(e, ns, value.Precision{})
	}
	x, y, undef := ev.sides(e, ns)
	if undef.IsFull() {
		return value.Nowhere(ev.space)
	}
	switch e.Op {
	case spec.Iff, spec.Eq:
		return value.Result{Val: value.Truth{In: value.Equal(ev.space, x, y)}, Undef: undef}
	case spec.Ne:
		return value.Result{Val: value.Truth{In: value.Equal(ev.space, x, y).Not()}, Undef: undef}
	case spec.In:
		return value.IsIn(ev.space, x, y, undef)
	case spec.Union, spec.Minus, spec.Intersect:
		return value.SetOperation(ev.space, e.Op, value.AsFamily(ev.space, x), value.AsFamily(ev.space, y), undef)
	}
	return value.Arithmetic(ev.space, e, value.AsCases(ev.space, x), value.AsCases(ev.space, y), undef)
}

// connective is &, | or ->, whose right operand counts only where the left one
// does not decide.
func (ev *evaluator) connective(e *spec.Binary, ns value.Names) value.Result {
	x, undef := ev.holds(e.X, ns)
	if undef.IsFull() {
		return value.Nowhere(ev.space)
	}
	open := x // where the right operand decides
	if e.Op == spec.Or {
		open = x.Not()
	}
	y := ev.space.Empty()
	if !open.IsEmpty() {
		in, u := ev.holds(e.Y, ns)
		y, undef = in, undef.Or(open.And(u))
	}
	switch e.Op {
	case spec.And:
		return value.Result{Val: value.Truth{In: x.And(y)}, Undef: undef}
	case spec.Or:
		return value.Result{Val: value.Truth{In: x.Or(y)}, Undef: undef}
	default:
		return value.Result{Val: value.Truth{In: open.Not().Or(y)}, Undef: undef}
	}
}
