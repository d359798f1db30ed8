package spec

import (
	"fmt"

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

// mostDescribed is how many values may be looked through for one that is described.
const mostDescribed = 8192

// Places that stand for no element, where none is described and where several are.
const (
	noneDescribed    = -1
	severalDescribed = -2
)

// the is the x in T: e, the only value for which e is true: the element, of an array of all
// values, at the place of the first one if it is alone.
func (r expressions) the(x *syntax.The) Expr {
	number := func(n int64) Expr { return constant(x.Place, Int(n), intType(n, n)) }
	binders := []syntax.Binder{x.Binder}
	var count, first Expr
	var name *Bound
	r.within(binders, func(r expressions, bound []Binder) {
		name = bound[0].Bound
		size := name.Type.Size()
		if !size.IsInt64() || size.Int64() > mostDescribed {
			r.fail(x.Binder.Place, "the looks through %s values of %s; at most %d are possible", size, name.Type, mostDescribed)
		}
		count = r.foldOver(x.Place, Count, bound, r.formula(x.Cond), intType(0, size.Int64()))
	})
	last := name.Type.Size().Int64() - 1
	r.within(binders, func(r expressions, bound []Binder) {
		all := r.foldOver(x.Place, Collect, bound, r.formula(x.Cond), &SetType{name.Type})
		found := r.newBound(x.Binder.Names[0], name.Type)
		place := r.unary(x.Place, Ord, refTo(found, x.Binder.Names[0].Place), intType(0, last))
		first = &Fold{Op: MinOf, Binders: []Binder{{found, all}}, Body: place}
		first.(*Fold).close(x.Place, intType(0, last), []Binder{{found, all}}, all, place)
	})
	choose := func(is int64, then, els Expr) Expr {
		c := r.binary(x.Place, Eq, count, number(is), BoolType{})
		switch valueOf(c) {
		case Bool(true):
			return then
		case Bool(false):
			return els
		}
		e := &Cond{If: c, Then: then, Else: els}
		e.close(x.Place, intType(severalDescribed, last), nil, c, then, els)
		return e
	}
	index := choose(1, first, choose(0, number(noneDescribed), number(severalDescribed)))
	var values Array
	for v := range name.Type.All() {
		values = append(values, v)
	}
	t := &ArrayType{Index: []Type{intType(0, last)}, Elem: name.Type}
	e := &Element{X: constant(x.Place, values, t), Index: []Expr{r.folded(index)}, The: name}
	e.close(x.Place, name.Type, nil, e.X, e.Index[0])
	return r.folded(e)
}

// without says why nothing is described by a name, by the place that stands for that.
func (b *Bound) without(place Value) string {
	if Equal(place, Int(noneDescribed)) {
		return fmt.Sprintf("there is no %s in %s for which this is true", b.Name, b.Type)
	}
	return fmt.Sprintf("this is true for several %s in %s", b.Name, b.Type)
}
