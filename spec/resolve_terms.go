package spec

import (
	"errors"

	"github.com/epibdd/epibdd/spec/source"
)

// terms makes typed expressions, and folds those that depend on nothing.
type terms struct{ problems }

// maxFolded bounds the work on a constant expression that is evaluated while a
// document is read; one that takes more stays as it is.
const maxFolded = 500_000

// folded replaces an expression that depends on nothing by its value.
func (r terms) folded(e Expr) Expr {
	if len(e.Free()) > 0 || e.Traits() != 0 {
		return e
	}
	if _, ok := e.(*Const); ok {
		return e
	}
	ev := Evaluator{Budget: maxFolded}
	v, err := ev.Eval(e, nil)
	var undef *Undefined
	switch {
	case errors.As(err, &undef):
		r.fail(undef.Place, "this has no value: %s", undef.Reason)
	case err != nil:
		return e
	}
	t := e.Type()
	if n, ok := v.(Int); ok {
		if _, plain := t.(*IntType); plain {
			t = intType(int64(n), int64(n))
		}
	}
	return constant(e.Span(), v, t)
}

func (r terms) unary(at source.Span, op UnaryOp, x Expr, t Type) Expr {
	e := &Unary{Op: op, X: x}
	e.close(at, t, nil, x)
	return r.folded(e)
}

func (r terms) binary(at source.Span, op BinaryOp, x, y Expr, t Type) Expr {
	e := &Binary{Op: op, X: x, Y: y}
	e.close(at, t, nil, x, y)
	return r.folded(e)
}

// connect joins two formulas, simplified where one of them is decided.
func (r terms) connect(at source.Span, op BinaryOp, x, y Expr) Expr {
	if v := valueOf(x); v != nil {
		switch {
		case op == And && v == Bool(true), op == Or && v == Bool(false), op == Imp && v == Bool(true):
			return y
		}
	}
	if v := valueOf(y); v != nil && (op == And && v == Bool(true) || op == Or && v == Bool(false)) {
		return x
	}
	return r.binary(at, op, x, y, BoolType{})
}

// foldOver makes a Fold.
func (r terms) foldOver(at source.Span, op FoldOp, binders []Binder, body Expr, t Type) Expr {
	e := &Fold{Op: op, Binders: binders, Body: body}
	e.close(at, t, binders, append(Domains(binders), body)...)
	return r.folded(e)
}
