package eval

import (
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
)

func (ev *Evaluator) unary(e *spec.Unary, ns value.Names) value.Result {
	if e.Op == spec.Not {
		in, undef := ev.Holds(e.X, ns)
		return value.Result{Val: value.Truth{In: in.Not()}, Undef: undef}
	}
	x := ev.Eval(e.X, ns)
	if e.Op == spec.Size {
		return value.Size(ev.Codes.Space, x, value.Precision{})
	}
	if x.Undef.IsFull() {
		return x
	}
	if e.Op == spec.Neg {
		return value.Mapped(ev.Codes.Space, value.AsCases(ev.Codes.Space, x.Val), x.Undef, func(v spec.Value) spec.Value {
			if n, ok := v.(spec.Int); ok {
				return -n
			}
			return nil
		})
	}
	t := spec.Present(e.X.Type())
	var cases []value.Case
	for v, when := range value.Alternatives(ev.Codes.Space, x.Val, t) {
		cases = append(cases, value.Case{Value: v, When: when})
	}
	return value.Around(ev.Codes.Space, e.Op, t, cases, x.Undef)
}

func (ev *Evaluator) binary(e *spec.Binary, ns value.Names) value.Result {
	switch e.Op {
	case spec.And, spec.Or, spec.Imp:
		return ev.connective(e, ns)
	case spec.Add:
		return ev.add(e, ns, value.Precision{})
	}
	x, y, undef := ev.sides(e, ns)
	if undef.IsFull() {
		return value.Nowhere(ev.Codes.Space)
	}
	switch e.Op {
	case spec.Iff, spec.Eq:
		return value.Result{Val: value.Truth{In: value.Equal(ev.Codes.Space, x, y)}, Undef: undef}
	case spec.Ne:
		return value.Result{Val: value.Truth{In: value.Equal(ev.Codes.Space, x, y).Not()}, Undef: undef}
	case spec.In:
		return value.IsIn(ev.Codes.Space, x, y, undef)
	case spec.Union, spec.Minus, spec.Intersect:
		return value.SetOperation(ev.Codes.Space, e.Op, value.AsFamily(ev.Codes.Space, x), value.AsFamily(ev.Codes.Space, y), undef)
	}
	return value.Arithmetic(ev.Codes.Space, e, value.AsCases(ev.Codes.Space, x), value.AsCases(ev.Codes.Space, y), undef)
}

// connective is &, | or ->, whose right operand counts only where the left one
// does not decide.
func (ev *Evaluator) connective(e *spec.Binary, ns value.Names) value.Result {
	x, undef := ev.Holds(e.X, ns)
	if undef.IsFull() {
		return value.Nowhere(ev.Codes.Space)
	}
	open := x // where the right operand decides
	if e.Op == spec.Or {
		open = x.Not()
	}
	y := ev.Codes.Space.Empty()
	if !open.IsEmpty() {
		in, u := ev.Holds(e.Y, ns)
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
