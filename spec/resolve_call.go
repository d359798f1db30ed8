package spec

import (
	"maps"
	"slices"

	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// calls resolves applications of functions, definitions, conditions on the past and
// record types.
type calls struct{ expressions }

// call is a function of the language, a definition, or a record.
func (r calls) call(x *syntax.Call, want Type) Expr {
	fn, ok := x.Fn.(*syntax.Name)
	if !ok {
		r.fail(x.Fn.Span(), "only functions, definitions and record types are called")
	}
	switch {
	case builtins[fn.Name]:
		return r.builtin(x, fn, want)
	case r.defines[fn.Name] != nil:
		d := called(r.declarations, r.defines[fn.Name], fn.Place, fn.Name)
		return r.apply(x.Place, fn.Name, d, x.Args)
	case r.history[fn.Name] != nil:
		return r.condition(x.Place, fn.Name, x.Args)
	case r.types[fn.Name] != nil:
		return r.record(x, get(r.declarations, r.types[fn.Name], fn.Place, fn.Name))
	}
	if what := r.whatIs(fn.Name); what != "" {
		r.fail(fn.Place, "%q is a %s and takes no arguments", fn.Name, what)
	}
	if r.actions[fn.Name] != nil || r.programs[fn.Name] != nil {
		r.unknown(fn.Place, fn.Name)
	}
	switch fn.Name {
	case "K", "KW", "KV", "S":
		r.fail(fn.Place, "unknown function %q; of what an agent knows one writes %s{i} f", fn.Name, fn.Name)
	case "E", "D", "C":
		r.fail(fn.Place, "unknown function %q; of what a group knows one writes %s{i, j} f", fn.Name, fn.Name)
	}
	known := slices.Sorted(maps.Keys(builtins))
	known = slices.AppendSeq(known, maps.Keys(r.defines))
	known = slices.AppendSeq(known, maps.Keys(r.history))
	slices.Sort(known) // so that of two names as near the same one is proposed each time
	r.fail(fn.Place, "unknown function %q%s", fn.Name, source.DidYouMean(fn.Name, known))
	return nil
}

func (r calls) builtin(x *syntax.Call, fn *syntax.Name, want Type) Expr {
	arity := map[string]int{"min": 2, "max": 2, "pow": 2}[fn.Name]
	if arity == 0 {
		arity = 1
	}
	if fn.Name == "count" || fn.Name == "sum" {
		r.fail(x.Place, "%s takes binders: %s(x in T: …)", fn.Name, fn.Name)
	}
	if len(x.Args) != arity {
		r.fail(x.Place, "%s takes %s, not %d", fn.Name, plural(arity, "argument", "arguments"), len(x.Args))
	}
	switch fn.Name {
	case "size":
		return r.size(x)
	case "next", "prev", "ord":
		return r.around(x, fn.Name, want)
	}
	a, b := r.number(x.Args[0]), r.number(x.Args[1])
	alo, ahi := interval(a)
	blo, bhi := interval(b)
	switch fn.Name {
	case "min":
		return r.binary(x.Place, Min, a, b, intType(min(alo, blo), min(ahi, bhi)))
	case "max":
		return r.binary(x.Place, Max, a, b, intType(max(alo, blo), max(ahi, bhi)))
	}
	return r.pow(x, a, b)
}

func (r calls) size(x *syntax.Call) Expr {
	s := r.expr(x.Args[0], nil)
	if list, ok := valueOf(s).(List); ok {
		return constant(x.Place, Int(len(list)), intType(int64(len(list)), int64(len(list))))
	}
	t, ok := s.Type().(*SetType)
	if !ok {
		r.fail(x.Args[0].Span(), "size counts the elements of a set, and this is a value of %s", s.Type())
	}
	return r.unary(x.Place, Size, s, intType(0, t.Elem.Size().Int64()))
}

// around is next, prev and ord.
func (r calls) around(x *syntax.Call, fn string, want Type) Expr {
	if fn == "ord" {
		want = nil
	}
	v := r.expr(x.Args[0], want)
	t := Present(v.Type())
	if c, ok := v.(*Const); ok {
		if e, enum := t.(*EnumType); enum && e.Name == "" {
			r.fail(x.Args[0].Span(), "%s is a value of several enumerations; write which one is meant, as in Type.%s", c.Value, c.Value)
		}
		if _, isInt := t.(*IntType); isInt && t.Size().IsInt64() && t.Size().Int64() == 1 {
			r.fail(x.Args[0].Span(), "%s goes round the type of its argument, which a number does not tell", fn)
		}
	}
	switch t.(type) {
	case BoolType, *IntType, *EnumType, *RecordType:
	default:
		r.fail(x.Args[0].Span(), "%s goes round numbers, enumerations and records, not %s", fn, t)
	}
	switch fn {
	case "next":
		return r.unary(x.Place, NextOf, v, t)
	case "prev":
		return r.unary(x.Place, PrevOf, v, t)
	}
	return r.unary(x.Place, Ord, v, intType(0, t.Size().Int64()-1))
}

func (r calls) pow(x *syntax.Call, a, b Expr) Expr {
	base, ok1 := valueOf(a).(Int)
	exp, ok2 := valueOf(b).(Int)
	if !ok1 || !ok2 {
		return r.powTable(x, a, b)
	}
	n, err := intPow(base, exp)
	if err != "" {
		r.fail(x.Place, "%s", err)
	}
	return constant(x.Place, n, intType(int64(n), int64(n)))
}

// powTable is pow(a, b) for an exponent that is not constant: a chain of
// conditions over its values.
func (r calls) powTable(x *syntax.Call, a, b Expr) Expr {
	base, ok := valueOf(a).(Int)
	lo, hi := interval(b)
	if !ok || lo < 0 || hi-lo > 64 {
		r.fail(x.Place, "pow takes a constant and an exponent between 0 and 64")
	}
	var chain Expr
	for k := hi; k >= lo; k-- {
		n, err := intPow(base, Int(k))
		if err != "" {
			r.fail(x.Place, "%s", err)
		}
		value := Expr(constant(x.Place, n, intType(int64(n), int64(n))))
		if chain == nil {
			chain = value
			continue
		}
		is := r.binary(x.Place, Eq, b, constant(x.Place, Int(k), intType(k, k)), BoolType{})
		c := &Cond{If: is, Then: value, Else: chain}
		c.close(x.Place, join(value.Type(), chain.Type()), nil, is, value, chain)
		chain = c
	}
	return chain
}

// apply calls a definition.
func (r calls) apply(at source.Span, name string, d *Define, args []syntax.Expr) Expr {
	if len(args) != len(d.Params) {
		r.fail(at, "%s takes %s, not %d", name, plural(len(d.Params), "argument", "arguments"), len(args))
	}
	return r.callOf(at, d, r.arguments(args, d.Params))
}

func (r calls) arguments(args []syntax.Expr, params []*Bound) []Expr {
	list := make([]Expr, len(args))
	for i, arg := range args {
		list[i] = r.fitting(arg, params[i].Type, "a value")
	}
	return list
}

// callOf applies a definition.
func (r calls) callOf(at source.Span, d *Define, args []Expr) Expr {
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

// record builds a value of a record type from its fields.
func (r calls) record(x *syntax.Call, t Type) Expr {
	rec, ok := t.(*RecordType)
	if !ok {
		r.fail(x.Fn.Span(), "%s is not a record type and cannot be built", t)
	}
	if len(x.Args) != len(rec.Fields) {
		r.fail(x.Place, "%s has %s, not %d", rec, plural(len(rec.Fields), "field", "fields"), len(x.Args))
	}
	e := &MakeRecord{}
	for i, arg := range x.Args {
		e.Fields = append(e.Fields, r.fitting(arg, rec.Fields[i].Type, "a value"))
	}
	e.close(x.Place, rec, nil, e.Fields...)
	return r.folded(e)
}

// condition applies a named condition on the past.
func (r calls) condition(at source.Span, name string, args []syntax.Expr) Expr {
	p := called(r.declarations, r.history[name], at, name)
	d := r.followed[p]
	if d == nil {
		d = r.follow(name, p.Params, p.Body)
		r.followed[p] = d
	}
	return r.apply(at, name, d, args)
}

// past is past{program}: a condition of its own, whose parameters are the names
// that the program depends on. It is read twice, the second time with parameters
// in place of these names, which may be those of an action.
func (r calls) past(x *syntax.Past) Expr {
	free := programs(r).program(x.Program).Free()
	inner := r.expressions
	params, args := make([]*Bound, len(free)), make([]Expr, len(free))
	for i, b := range free {
		params[i] = r.newBound(syntax.Ident{At: syntax.At{Place: b.Place}, Name: b.Name}, b.Type)
		args[i] = refTo(b, x.Place)
		inner.context = inner.rebind(params[i])
	}
	return r.callOf(x.Place, r.follow("past", params, programs{inner}.program(x.Program)), args)
}
