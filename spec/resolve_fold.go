package spec

import (
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// within resolves binders, and calls f where their names are in scope.
func (r expressions) within(binders []syntax.Binder, f func(expressions, []Binder)) {
	var bound []Binder
	for _, b := range binders {
		domain, t := r.domain(b.Domain)
		if a, ok := Present(t).(*EnumType); ok && isEmpty(a) {
			t = &IntType{Lo: 0, Hi: 0} // of an empty domain: nothing is ever bound
		}
		for _, id := range b.Names {
			name := r.newBound(id, t)
			r.context = r.bind(name, id)
			bound = append(bound, Binder{name, domain})
		}
	}
	f(r, bound)
}

// domain resolves what a name ranges over: a type, or a set. The expression is
// nil for all values of the type.
func (r expressions) domain(x syntax.Expr) (Expr, Type) {
	if r.isType(x) {
		return nil, typing{r}.typeExpr(x)
	}
	set := r.expr(x, nil)
	if list, ok := valueOf(set).(List); ok {
		set = r.listSet(x.Span(), list)
	}
	t, ok := set.Type().(*SetType)
	if !ok {
		r.fail(x.Span(), "a type, a range or a set is expected behind in, and this is a value of %s", set.Type())
	}
	return set, t.Elem
}

func (r expressions) quantifier(at source.Span, op FoldOp, binders []syntax.Binder, body syntax.Expr) (e Expr) {
	r.within(binders, func(r expressions, bound []Binder) {
		e = r.foldOver(at, op, bound, r.formula(body), BoolType{})
	})
	return e
}

// fold is count, sum, min or max over binders.
func (r expressions) fold(x *syntax.Fold) (e Expr) {
	r.within(x.Binders, func(r expressions, bound []Binder) {
		switch x.Fn.Name {
		case "count":
			body := r.formula(x.Body)
			e = r.foldOver(x.Place, Count, bound, body, intType(0, instances(bound)))
		case "sum":
			body := r.number(x.Body)
			lo, hi := interval(body)
			n := instances(bound)
			e = r.foldOver(x.Place, Sum, bound, body, intType(min(0, product(n, lo)), max(0, product(n, hi))))
		case "min", "max":
			op := MinOf
			if x.Fn.Name == "max" {
				op = MaxOf
			}
			body := r.number(x.Body)
			lo, hi := interval(body)
			e = r.foldOver(x.Place, op, bound, body, intType(lo, hi))
		default:
			r.fail(x.Fn.Place, "%q takes no binders; count, sum, min and max do", x.Fn.Name)
		}
	})
	return e
}

// comprehension is {x in T: e}.
func (r expressions) comprehension(x *syntax.Comprehension) (e Expr) {
	r.within(x.Binders, func(r expressions, bound []Binder) {
		if len(bound) != 1 {
			r.fail(x.Place, "a set is described by one name; for several write exists inside")
		}
		e = r.foldOver(x.Place, Collect, bound, r.formula(x.Cond), &SetType{bound[0].Bound.Type})
	})
	return e
}
