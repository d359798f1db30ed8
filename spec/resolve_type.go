package spec

import (
	"math/big"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// typing resolves types.
type typing struct{ expressions }

// declaredType resolves a named type.
func (r typing) declaredType(t document.Type) Type {
	if t.Expr == nil {
		return r.recordType(t)
	}
	typ := r.typeExpr(t.Expr)
	if _, ok := typ.(*EnumType); t.First != nil && !ok {
		r.fail(t.Expr.Span(), "only an enumeration has first values")
	}
	switch typ := typ.(type) {
	case *IntType:
		named := *typ
		named.Name, named.Names = t.Name.Name, r.rangeNames(t, typ)
		return &named
	case *EnumType:
		named := *typ
		named.Name = t.Name.Name
		if t.First != nil {
			named.Elems = named.Elems[:r.firstOf(t.First, len(named.Elems))]
		}
		return &named
	}
	if len(t.ValueNames) > 0 {
		r.fail(t.Expr.Span(), "only the values of a range can have names")
	}
	return typ
}

// firstOf is how many of so many values there are. If the number is wrong these are all of them, so that
// nothing more is said: each use of a value would be one more error.
func (r typing) firstOf(x syntax.Expr, of int) int {
	n := int64(of)
	r.try(func() { n = int64(r.constInt(x)) })
	if n < 1 || n > int64(of) {
		r.errs.Errorf(x.Span(), "there are %d values to take the first of, and %d cannot be taken; 1 to %d can", of, n, of)
		return of
	}
	return int(n)
}

// rangeNames reads the names of some values. Values beyond the range are
// passed over: the range may depend on parameters where the names cannot.
func (r typing) rangeNames(t document.Type, in *IntType) map[int64]string {
	if len(t.ValueNames) == 0 {
		return in.Names
	}
	names := map[int64]string{}
	given := map[string]bool{}
	for _, v := range t.ValueNames {
		if given[v.Name.Name] {
			r.fail(v.Name.Place, "the name %q is given twice", v.Name.Name)
		}
		given[v.Name.Name] = true
		if n := int64(r.constInt(v.Value)); n >= in.Lo && n <= in.Hi {
			names[n] = v.Name.Name
		}
	}
	return names
}

func (r typing) recordType(t document.Type) Type {
	rec := &RecordType{Name: t.Name.Name, Pattern: t.Names.Text}
	for _, f := range t.Fields {
		for _, other := range rec.Fields {
			if other.Name == f.Name.Name {
				r.fail(f.Name.Place, "the field %q is there twice", f.Name.Name)
			}
		}
		rec.Fields = append(rec.Fields, FieldType{f.Name.Name, r.typeExpr(f.Type)})
	}
	if len(rec.Fields) == 0 {
		r.fail(t.Name.Place, "a record has at least one field")
	}
	return rec
}

// typeExpr resolves a type.
func (r typing) typeExpr(x syntax.Expr) Type {
	t := r.typeOf(x)
	if cells(t).Cmp(big.NewInt(MaxCells)) > 0 {
		r.fail(x.Span(), "a value of %s consists of more than %d parts", t, MaxCells)
	}
	return t
}

func (r typing) typeOf(x syntax.Expr) Type {
	switch x := x.(type) {
	case *syntax.Paren:
		return r.typeOf(x.X)
	case *syntax.BoolType:
		return BoolType{}
	case *syntax.SetType:
		return &SetType{r.small(x.Elem)}
	case *syntax.OptionType:
		t := r.typeOf(x.Elem)
		if _, ok := t.(*OptionType); ok {
			r.fail(x.Place, "this is optional twice")
		}
		return &OptionType{t}
	case *syntax.ArrayType:
		a := &ArrayType{}
		for _, i := range x.Index {
			a.Index = append(a.Index, r.small(i))
		}
		a.Elem = r.typeOf(x.Elem)
		if a.Cells().Cmp(big.NewInt(MaxCells)) > 0 {
			r.fail(x.Place, "an array of %s elements is too large; at most %d are possible", a.Cells(), MaxCells)
		}
		return a
	case *syntax.EnumType:
		return r.enumType(x)
	case *syntax.Binary:
		if x.Op == syntax.RANGE {
			return r.rangeType(x)
		}
	case *syntax.Name:
		if t, ok := r.types[x.Name]; ok {
			return get(r.declarations, t, x.Place, x.Name)
		}
		if what := r.whatIs(x.Name); what != "" {
			r.fail(x.Place, "a type is expected here, and %q is a %s", x.Name, what)
		}
		r.fail(x.Place, "unknown type %q%s", x.Name, source.DidYouMean(x.Name, r.typeNames()))
	}
	r.fail(x.Span(), "a type is expected here: a name, a range such as 1..n, bool, [a, b], set T, array T of U or T?")
	return nil
}

// small resolves a type whose values are counted one by one: of an index, or
// of the elements of a set.
func (r typing) small(x syntax.Expr) Type {
	t := r.typeOf(x)
	if t.Size().Cmp(big.NewInt(MaxCells)) > 0 {
		r.fail(x.Span(), "%s has %s values; an index or an element of a set may have at most %d", t, digits(t.Size()), MaxCells)
	}
	return t
}

func (r typing) rangeType(x *syntax.Binary) Type {
	lo, hi := int64(r.constInt(x.X)), int64(r.constInt(x.Y))
	if hi < lo {
		r.fail(x.Place, "the range %d..%d is empty", lo, hi)
	}
	if hi-lo >= MaxScalar {
		r.fail(x.Place, "the range %d..%d has %d values; at most %d are possible", lo, hi, hi-lo+1, MaxScalar)
	}
	return &IntType{Lo: lo, Hi: hi}
}

// enumType lists symbols, numbers, and all values of types that are named.
func (r typing) enumType(x *syntax.EnumType) Type {
	t := &EnumType{}
	listed := map[Value]bool{}
	add := func(at source.Span, v Value) {
		switch {
		case listed[v]:
			r.fail(at, "%s is listed twice", v)
		case len(listed) == MaxListed:
			r.fail(at, "an enumeration has at most %d values; number them, as in 1..%d", MaxListed, 2*MaxListed)
		}
		listed[v] = true
		t.Elems = append(t.Elems, v)
	}
	for _, e := range x.Elems {
		switch e := e.(type) {
		case *syntax.Name:
			included, ok := r.types[e.Name]
			if !ok {
				add(e.Place, Symbol(e.Name))
				continue
			}
			r.include(get(r.declarations, included, e.Place, e.Name), e.Place, add)
		case *syntax.Int:
			add(e.Place, Int(e.Value))
		case *syntax.Binary:
			r.include(r.typeOf(e), e.Place, add)
		default:
			r.fail(e.Span(), "an enumeration lists names, numbers, ranges and other enumerations")
		}
	}
	if len(t.Elems) == 0 {
		r.fail(x.Place, "an enumeration has at least one value")
	}
	return t
}

func (r typing) include(t Type, at source.Span, add func(source.Span, Value)) {
	if !IsScalar(t) || t.Size().Cmp(big.NewInt(1<<16)) > 0 {
		r.fail(at, "%s cannot be included in an enumeration", t)
	}
	for v := range t.All() {
		add(at, v)
	}
}
