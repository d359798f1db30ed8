package spec

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/spec/source"
)

// maxFolded bounds the work on a constant expression that is evaluated while a
// document is read; one that takes more stays as it is.
const maxFolded = 500_000

// close computes what every node of the given parts depends on, without the
// names that are bound here.
func (n *node) close(at source.Span, t Type, bound []Binder, parts ...Expr) {
	n.place, n.typ = at, t
	for _, p := range parts {
		if p == nil {
			continue
		}
		n.traits |= p.Traits()
		n.free = mergeBounds(n.free, p.Free())
	}
	for _, b := range bound {
		n.free = dropBound(n.free, b.Bound)
	}
}

// mergeBounds joins two lists that are sorted by ID.
func mergeBounds(a, b []*Bound) []*Bound {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	merged := slices.Concat(a, b)
	slices.SortFunc(merged, func(x, y *Bound) int { return x.ID - y.ID })
	return slices.Compact(merged)
}

func dropBound(list []*Bound, b *Bound) []*Bound {
	i := slices.Index(list, b)
	if i < 0 {
		return list
	}
	return slices.Delete(slices.Clone(list), i, i+1)
}

// constant makes a constant.
func constant(at source.Span, v Value, t Type) *Const {
	return &Const{node{place: at, typ: t}, v}
}

// refTo is a reference to a bound name.
func refTo(b *Bound, at source.Span) *BoundRef {
	return &BoundRef{node{place: at, typ: b.Type, free: []*Bound{b}}, b}
}

func boolConst(at source.Span, b bool) *Const { return constant(at, Bool(b), BoolType{}) }

// intType is the narrowest type of an integer expression, cut at Far.
func intType(lo, hi int64) *IntType {
	return &IntType{Lo: max(lo, -Far), Hi: min(hi, Far)}
}

// valueOf returns the value of a constant expression, and nil for any other.
func valueOf(e Expr) Value {
	if c, ok := e.(*Const); ok {
		return c.Value
	}
	return nil
}

// folded replaces an expression that depends on nothing by its value.
func (r *resolver) folded(e Expr) Expr {
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

func (r *resolver) unary(at source.Span, op UnaryOp, x Expr, t Type) Expr {
	e := &Unary{Op: op, X: x}
	e.close(at, t, nil, x)
	return r.folded(e)
}

func (r *resolver) binary(at source.Span, op BinaryOp, x, y Expr, t Type) Expr {
	e := &Binary{Op: op, X: x, Y: y}
	e.close(at, t, nil, x, y)
	return r.folded(e)
}

// connect joins two formulas, simplified where one of them is decided.
func (r *resolver) connect(at source.Span, op BinaryOp, x, y Expr) Expr {
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
func (r *resolver) foldOver(at source.Span, op FoldOp, binders []Binder, body Expr, t Type) Expr {
	e := &Fold{Op: op, Binders: binders, Body: body}
	e.close(at, t, binders, append(domains(binders), body)...)
	return r.folded(e)
}

// domains lists the domains of binders; a later one may use an earlier name,
// which close then drops.
func domains(binders []Binder) []Expr {
	var list []Expr
	for _, b := range binders {
		if b.Domain != nil {
			list = append(list, b.Domain)
		}
	}
	return list
}

// callOf applies a definition.
func (r *resolver) callOf(at source.Span, d *Define, args []Expr) Expr {
	if d.Body.Traits()&AsksMoves != 0 && !r.stepping {
		r.fail(at, "%s asks what is done in a step (does{…}): only given and then may, where all have chosen", d.Name)
	}
	e := &Call{Define: d, Args: args}
	e.close(at, d.Body.Type(), nil, args...)
	e.traits |= d.Body.Traits()
	if c, ok := d.Body.(*Const); ok && len(args) == 0 { // an argument may have no value
		return constant(at, c.Value, c.Type())
	}
	return r.folded(e)
}
