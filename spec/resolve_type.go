package spec

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// The sizes that a model may have. They are far beyond what can be decided, and
// keep a slip of the pen from filling the memory.
const (
	MaxScalar = 1 << 20 // values of a range or enumeration
	MaxCells  = 1 << 17 // scalars that a value of a type consists of
	MaxStored = 1 << 16 // values of a scalar in a variable
	MaxListed = 1 << 13 // values of an enumeration, which are looked up one by one
)

// declaredType resolves a named type.
func (r *resolver) declaredType(t document.Type) Type {
	if t.Expr == nil {
		return r.recordType(t)
	}
	typ := r.typeExpr(t.Expr)
	switch typ := typ.(type) {
	case *IntType:
		named := *typ
		named.Name, named.Names = t.Name.Name, r.rangeNames(t, typ)
		return &named
	case *EnumType:
		named := *typ
		named.Name = t.Name.Name
		return &named
	}
	if len(t.ValueNames) > 0 {
		r.fail(t.Expr.Span(), "only the values of a range can have names")
	}
	return typ
}

// rangeNames reads the names of some values. Values beyond the range are
// passed over: the range may depend on parameters where the names cannot.
func (r *resolver) rangeNames(t document.Type, in *IntType) map[int64]string {
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

func (r *resolver) recordType(t document.Type) Type {
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
func (r *resolver) typeExpr(x syntax.Expr) Type {
	t := r.typeOf(x)
	if cells(t).Cmp(big.NewInt(MaxCells)) > 0 {
		r.fail(x.Span(), "a value of %s consists of more than %d parts", t, MaxCells)
	}
	return t
}

func (r *resolver) typeOf(x syntax.Expr) Type {
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
			return get(r, t, x.Place, x.Name)
		}
		if what := r.whatIs(x.Name); what != "" {
			r.fail(x.Place, "a type is expected here, and %q is a %s", x.Name, what)
		}
		r.fail(x.Place, "unknown type %q%s", x.Name, source.DidYouMean(x.Name, r.typeNames()))
	}
	r.fail(x.Span(), "a type is expected here: a name, a range such as 1..n, bool, [a, b], set T, array T of U or T?")
	return nil
}

func (r *resolver) typeNames() []string {
	list := []string{"bool"}
	for name := range r.types {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// small resolves a type whose values are counted one by one: of an index, or
// of the elements of a set.
func (r *resolver) small(x syntax.Expr) Type {
	t := r.typeOf(x)
	if t.Size().Cmp(big.NewInt(MaxCells)) > 0 {
		r.fail(x.Span(), "%s has %s values; an index or an element of a set may have at most %d", t, digits(t.Size()), MaxCells)
	}
	return t
}

// digits shows a number, or how long it is.
func digits(n *big.Int) string {
	if s := n.BitLen(); s > 200 {
		return "more than 10^60"
	}
	return n.String()
}

func (r *resolver) rangeType(x *syntax.Binary) Type {
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
func (r *resolver) enumType(x *syntax.EnumType) Type {
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
			r.include(get(r, included, e.Place, e.Name), e.Place, add)
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

func (r *resolver) include(t Type, at source.Span, add func(source.Span, Value)) {
	if !IsScalar(t) || t.Size().Cmp(big.NewInt(1<<16)) > 0 {
		r.fail(at, "%s cannot be included in an enumeration", t)
	}
	for v := range t.All() {
		add(at, v)
	}
}

// widest is the largest scalar that a value of t contains.
func widest(t Type) Type {
	switch t := t.(type) {
	case *OptionType:
		return widest(t.Elem)
	case *ArrayType:
		return widest(t.Elem)
	case *RecordType:
		most := widest(t.Fields[0].Type)
		for _, f := range t.Fields[1:] {
			if w := widest(f.Type); w.Size().Cmp(most.Size()) > 0 {
				most = w
			}
		}
		return most
	case *SetType:
		return BoolType{}
	}
	return t
}

// cells counts the scalars that a value of t consists of.
func cells(t Type) *big.Int {
	switch t := t.(type) {
	case *OptionType:
		n := cells(t.Elem)
		return n.Add(n, big.NewInt(1))
	case *SetType:
		return t.Elem.Size()
	case *ArrayType:
		n := t.Cells()
		return n.Mul(n, cells(t.Elem))
	case *RecordType:
		n := new(big.Int)
		for _, f := range t.Fields {
			n.Add(n, cells(f.Type))
		}
		return n
	}
	return big.NewInt(1)
}

// join is the least type that has the values of both; nil where the two are of
// different kinds.
func join(a, b Type) Type {
	if oa, ob := option(a), option(b); oa != nil || ob != nil {
		if inner := join(Present(a), Present(b)); inner != nil {
			return &OptionType{inner}
		}
		return nil
	}
	if isEmpty(a) {
		return b
	}
	if isEmpty(b) || sameType(a, b) {
		return a
	}
	switch a := a.(type) {
	case *IntType:
		if b, ok := b.(*IntType); ok {
			return &IntType{Lo: min(a.Lo, b.Lo), Hi: max(a.Hi, b.Hi)}
		}
	case *EnumType:
		if b, ok := b.(*EnumType); ok {
			return joinEnums(a, b)
		}
	case *SetType:
		if b, ok := b.(*SetType); ok {
			if elem := join(a.Elem, b.Elem); elem != nil {
				return &SetType{elem}
			}
		}
	case ListType:
		if _, ok := b.(ListType); ok {
			return a
		}
	}
	return nil
}

func joinEnums(a, b *EnumType) Type {
	if subset(a, b) {
		return b
	}
	joined := &EnumType{Elems: slices.Clone(a.Elems)}
	for _, v := range b.Elems {
		if !joined.Has(v) {
			joined.Elems = append(joined.Elems, v)
		}
	}
	if len(joined.Elems) == len(a.Elems) {
		return a
	}
	return joined
}

func subset(a, b *EnumType) bool {
	return !slices.ContainsFunc(a.Elems, func(v Value) bool { return !b.Has(v) })
}

func option(t Type) *OptionType {
	o, _ := t.(*OptionType)
	return o
}

// isEmpty recognises the type of the elements of {} and of what none lacks.
func isEmpty(t Type) bool {
	e, ok := t.(*EnumType)
	return ok && len(e.Elems) == 0
}

var emptyType = &EnumType{}

func sameType(a, b Type) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case BoolType:
		_, ok := b.(BoolType)
		return ok
	case *RecordType:
		b, ok := b.(*RecordType)
		return ok && a.Name == b.Name && a.Name != ""
	case *ArrayType:
		b, ok := b.(*ArrayType)
		return ok && sameType(a.Elem, b.Elem) && slices.EqualFunc(a.Index, b.Index, sameType)
	case *IntType:
		b, ok := b.(*IntType)
		return ok && a.Lo == b.Lo && a.Hi == b.Hi
	case *EnumType:
		b, ok := b.(*EnumType)
		return ok && slices.EqualFunc(a.Elems, b.Elems, Equal)
	case *OptionType:
		b, ok := b.(*OptionType)
		return ok && sameType(a.Elem, b.Elem)
	case *SetType:
		b, ok := b.(*SetType)
		return ok && sameType(a.Elem, b.Elem)
	}
	return false
}

// overlap reports whether values of the two types can sensibly be compared.
func overlap(a, b Type) bool {
	oa, ob := option(a), option(b)
	if oa != nil && ob != nil {
		return isEmpty(oa.Elem) || isEmpty(ob.Elem) || overlap(oa.Elem, ob.Elem)
	}
	a, b = Present(a), Present(b)
	switch ta := a.(type) {
	case *IntType:
		// Any two ranges: parameters may well set them apart.
		if _, ok := b.(*IntType); ok {
			return true
		}
		if tb, ok := b.(*EnumType); ok {
			return slices.ContainsFunc(tb.Elems, ta.Has)
		}
	case *EnumType:
		if _, ok := b.(*IntType); ok {
			return overlap(b, a)
		}
		tb, ok := b.(*EnumType)
		return ok && slices.ContainsFunc(ta.Elems, tb.Has)
	case *SetType:
		tb, ok := b.(*SetType)
		return ok && (isEmpty(ta.Elem) || isEmpty(tb.Elem) || overlap(ta.Elem, tb.Elem))
	case *ArrayType:
		tb, ok := b.(*ArrayType)
		return ok && ta.Cells().Cmp(tb.Cells()) == 0 && overlap(ta.Elem, tb.Elem)
	}
	return sameType(a, b)
}
