package spec

import (
	"math/big"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// expressions types expressions: it resolves their names, decides what parameters decide,
// and says what is wrong with them.
type expressions struct{ context }

// expr resolves an expression. want is the type that its place expects, to tell
// apart values that share a name; nil where there is none.
func (r expressions) expr(x syntax.Expr, want Type) Expr {
	r.write(x.Span(), 1)
	switch x := x.(type) {
	case *syntax.Paren:
		return r.expr(x.X, want)
	case *syntax.Int:
		if x.Value > Far {
			r.fail(x.Place, "this number is too large; at most 2^52 is possible")
		}
		return constant(x.Place, Int(x.Value), intType(x.Value, x.Value))
	case *syntax.Bool:
		return boolConst(x.Place, x.Value)
	case *syntax.None:
		return constant(x.Place, Absent{}, &OptionType{emptyType})
	case *syntax.Name:
		return r.name(x, want)
	case *syntax.Unary:
		return r.prefix(x)
	case *syntax.Binary:
		return operators{r}.infix(x, want)
	case *syntax.If:
		return r.cond(x, want)
	case *syntax.Quant:
		op := Forall
		if x.Exists {
			op = Exists
		}
		return r.quantifier(x.Place, op, x.Binders, x.Body)
	case *syntax.Fold:
		return r.fold(x)
	case *syntax.Set:
		return r.setOf(x, want)
	case *syntax.Comprehension:
		return r.comprehension(x)
	case *syntax.The:
		return r.the(x)
	case *syntax.EnumType:
		return r.array(x, want)
	case *syntax.Call:
		return calls{r}.call(x, want)
	case *syntax.Field:
		return r.field(x)
	case *syntax.Index:
		return r.index(x)
	case *syntax.OnRuns:
		return formulas{r}.onRuns(x)
	case *syntax.Path:
		return formulas{r}.path(x)
	case *syntax.Knows, *syntax.GroupKnows, *syntax.Share, *syntax.Temporal, *syntax.Box:
		return formulas{r}.modal(x)
	case *syntax.Coalition:
		return formulas{r}.coalition(x)
	case *syntax.Past:
		return calls{r}.past(x)
	case *syntax.Does:
		return programs{r}.does(x)
	}
	r.fail(x.Span(), "a type cannot stand here; an expression is expected")
	return nil
}

// formula resolves an expression that must be true or false.
func (r expressions) formula(x syntax.Expr) Expr {
	e := r.expr(x, BoolType{})
	if _, ok := e.Type().(BoolType); !ok {
		r.fail(e.Span(), "a formula is expected here, and this is a value of %s", e.Type())
	}
	return e
}

// number resolves an integer expression.
func (r expressions) number(x syntax.Expr) Expr {
	e := r.expr(x, nil)
	r.checkNumber(e)
	return e
}

// constInt resolves an integer that depends on parameters alone.
func (r expressions) constInt(x syntax.Expr) Int {
	e := r.number(x)
	n, ok := valueOf(e).(Int)
	if !ok {
		r.fail(x.Span(), "this must be a number known from the parameters alone")
	}
	return n
}

// constBool resolves a condition that depends on parameters alone.
func (r expressions) constBool(x syntax.Expr) bool {
	e := r.formula(x)
	b, ok := valueOf(e).(Bool)
	if !ok {
		r.fail(x.Span(), "this condition must be decided by the parameters alone")
	}
	return bool(b)
}

// name resolves a bare name: bound names, then what the document declares, then
// values.
func (r expressions) name(x *syntax.Name, want Type) Expr {
	if s := r.scope.lookup(x.Name); s != nil {
		if s.bound == nil {
			c := s.value.(*Const)
			return constant(x.Place, c.Value, c.Type())
		}
		return refTo(s.bound, x.Place)
	}
	if v := r.vars[x.Name]; v != nil {
		if v.Type == nil { // its error has been reported
			panic(bailout{})
		}
		e := &VarRef{Var: v}
		e.place, e.typ, e.traits = x.Place, v.Type, ReadsState
		return e
	}
	if p := r.params[x.Name]; p != nil {
		v := get(r.declarations, p, x.Place, x.Name)
		return constant(x.Place, v, r.typeOfValue(v, want))
	}
	if d := r.defines[x.Name]; d != nil {
		return calls{r}.apply(x.Place, x.Name, called(r.declarations, d, x.Place, x.Name), nil)
	}
	if r.history[x.Name] != nil {
		return calls{r}.condition(x.Place, x.Name, nil)
	}
	if t := r.types[x.Name]; t != nil {
		return r.allOf(x.Place, get(r.declarations, t, x.Place, x.Name))
	}
	return r.valueName(x.Place, x.Name, want)
}

// allOf is a type used as the set of its values.
func (r expressions) allOf(at source.Span, t Type) Expr {
	if t.Size().Cmp(big.NewInt(1<<16)) > 0 {
		r.fail(at, "%s has %s values, too many for a set", t, digits(t.Size()))
	}
	var all []Value
	for v := range t.All() {
		all = append(all, v)
	}
	return constant(at, NewSet(all...), &SetType{t})
}

// valueName resolves a name that no declaration has: a value of some type.
func (r expressions) valueName(at source.Span, name string, want Type) Expr {
	meanings := r.valueNames()[name]
	if len(meanings) == 0 {
		r.unknown(at, name)
	}
	meant := meanings[:1]
	if want != nil {
		var fitting []valueName
		for _, m := range meanings {
			if hasValue(want, m.value) {
				fitting = append(fitting, m)
			}
		}
		if len(fitting) > 0 {
			meanings = fitting
			meant = meanings[:1]
		}
	}
	for _, m := range meanings {
		if !Equal(m.value, meant[0].value) {
			r.fail(at, "%q is a value of %s and of %s; write %s.%s or %s.%s", name, meant[0].typ, m.typ, meant[0].typ, name, m.typ, name)
		}
	}
	t := meant[0].typ
	if len(meanings) > 1 {
		// Enumerations share the value: it belongs to whichever the other side has.
		t = &EnumType{Elems: []Value{meant[0].value}}
		if _, ok := meant[0].value.(Symbol); !ok {
			t = meant[0].typ
		}
	}
	return constant(at, meant[0].value, t)
}

func (r expressions) unknown(at source.Span, name string) {
	if r.actions[name] != nil || r.programs[name] != nil {
		r.fail(at, "%q is an action or program, which cannot stand in an expression; write [%s] f or AX{%s} f", name, name, name)
	}
	r.fail(at, "unknown name %q%s", name, source.DidYouMean(name, r.visible()))
}

func (r expressions) prefix(x *syntax.Unary) Expr {
	if x.Op == syntax.NOT {
		return r.unary(x.Place, Not, r.formula(x.X), BoolType{})
	}
	n := r.number(x.X)
	lo, hi := interval(n)
	return r.unary(x.Place, Neg, n, intType(-hi, -lo))
}

func (r expressions) cond(x *syntax.If, want Type) Expr {
	c := r.formula(x.Cond)
	switch valueOf(c) {
	case Bool(true):
		return r.expr(x.Then, want)
	case Bool(false):
		return r.expr(x.Else, want)
	}
	then := r.expr(x.Then, want)
	if want == nil {
		want = then.Type()
	}
	els := r.expr(x.Else, want)
	t := join(then.Type(), els.Type())
	if t == nil {
		r.fail(x.Place, "the branches are of different kinds: %s and %s", then.Type(), els.Type())
	}
	e := &Cond{If: c, Then: then, Else: els}
	e.close(x.Place, t, nil, c, then, els)
	return e
}

// field is Type.value, or a field of a record.
func (r expressions) field(x *syntax.Field) Expr {
	if n, ok := x.X.(*syntax.Name); ok && r.scope.lookup(n.Name) == nil && r.types[n.Name] != nil {
		return r.qualified(x, get(r.declarations, r.types[n.Name], n.Place, n.Name))
	}
	rec := r.expr(x.X, nil)
	t, ok := Present(rec.Type()).(*RecordType)
	if !ok {
		r.fail(x.Name.Place, "%s has no fields; only records have", rec.Type())
	}
	var names []string
	for i, f := range t.Fields {
		if f.Name == x.Name.Name {
			e := &FieldOf{X: rec, Field: i}
			e.close(x.Place, f.Type, nil, rec)
			return r.folded(e)
		}
		names = append(names, f.Name)
	}
	r.fail(x.Name.Place, "%s has no field %q%s", t, x.Name.Name, source.DidYouMean(x.Name.Name, names))
	return nil
}

func (r expressions) qualified(x *syntax.Field, t Type) Expr {
	for _, m := range r.valueNames()[x.Name.Name] {
		if t.Has(m.value) && m.typ.String() == t.String() {
			return constant(x.Place, m.value, t)
		}
	}
	for _, m := range r.valueNames()[x.Name.Name] {
		if t.Has(m.value) {
			return constant(x.Place, m.value, t)
		}
	}
	r.fail(x.Name.Place, "%s has no value %q%s", t, x.Name.Name, source.DidYouMean(x.Name.Name, r.namesIn(t)))
	return nil
}

// index is an element of an array, or of a parameter that is a list.
func (r expressions) index(x *syntax.Index) Expr {
	a := r.expr(x.X, nil)
	if list, ok := valueOf(a).(List); ok {
		return r.listElement(x, list)
	}
	t, ok := Present(a.Type()).(*ArrayType)
	if !ok {
		r.fail(x.X.Span(), "%s has no elements; only arrays have", a.Type())
	}
	if len(x.Args) != len(t.Index) {
		r.fail(x.Place, "this array takes %s, not %d", plural(len(t.Index), "index", "indices"), len(x.Args))
	}
	e := &Element{X: a, Index: r.indices(x.Args, t.Index)}
	e.close(x.Place, t.Elem, nil, append([]Expr{a}, e.Index...)...)
	return r.folded(e)
}

func (r expressions) indices(args []syntax.Expr, types []Type) []Expr {
	index := make([]Expr, len(args))
	for i, arg := range args {
		index[i] = r.fitting(arg, types[i], "an index")
	}
	return index
}

func (r expressions) listElement(x *syntax.Index, list List) Expr {
	if len(x.Args) != 1 {
		r.fail(x.Place, "a list takes one index")
	}
	n := r.constInt(x.Args[0])
	if n < 0 || int(n) >= len(list) {
		r.fail(x.Place, "the list has %s, counted from 0; there is no %d", plural(len(list), "element", "elements"), n)
	}
	return constant(x.Place, list[n], r.typeOfValue(list[n], nil))
}

// fitting resolves an expression that must be of type t; t? is accepted too.
func (r expressions) fitting(x syntax.Expr, t Type, what string) Expr {
	e := r.expr(x, t)
	if !overlap(e.Type(), t) {
		r.fail(e.Span(), "%s of %s is expected here, and this is a value of %s", what, t, e.Type())
	}
	return e
}

func (r expressions) setOf(x *syntax.Set, want Type) Expr {
	var wanted, elem Type
	if s, ok := want.(*SetType); ok {
		wanted = s.Elem
	}
	elem = emptyType
	e := &MakeSet{}
	for _, s := range x.Elems {
		item := r.expr(s, wanted)
		joined := join(elem, item.Type())
		if joined == nil {
			r.fail(s.Span(), "the elements of a set are of one kind; this is a value of %s among those of %s", item.Type(), elem)
		}
		elem = joined
		if wanted == nil {
			wanted = elem
		}
		e.Elems = append(e.Elems, item)
	}
	e.close(x.Place, &SetType{elem}, nil, e.Elems...)
	return r.folded(e)
}
