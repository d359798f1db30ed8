package spec

import (
	"slices"

	"github.com/epibdd/epibdd/spec/source"
)

// WithOperands is an operator, an element or a question for steps with values in place of its Children: what it is
// worth where these have the values, by Evaluator.
func WithOperands(e Expr, vs []Value) Expr {
	child := func(i int) Expr {
		old := Children(e)[i]
		return constant(old.Span(), vs[i], old.Type())
	}
	switch e := e.(type) {
	case *Unary:
		with := *e
		with.X = child(0)
		return &with
	case *Binary:
		with := *e
		with.X, with.Y = child(0), child(1)
		return &with
	case *Element:
		with := *e
		with.X, with.Index = child(0), make([]Expr, len(e.Index))
		for i := range e.Index {
			with.Index[i] = child(i + 1)
		}
		return &with
	case *Does:
		step := *e.Step
		step.Args = slices.Clone(step.Args)
		for i, n := 0, 0; i < len(step.Args); i++ {
			if step.Args[i] != nil {
				step.Args[i] = child(n)
				n++
			}
		}
		return &Does{e.node, &step}
	}
	return e
}

// SetOf is the set of some values of a type.
func SetOf(at source.Span, t Type, values []Value) Expr {
	return constant(at, NewSet(values...), &SetType{t})
}
