package certify

import (
	"errors"

	"github.com/epibdd/epibdd/spec"
)

// eval computes expressions in one state, which may be any.
type eval struct {
	*circuit
	vars   []value // the state
	record []lit   // of what was seen before, with memory
	place  *place  // of which it is a world
	modal  func(x spec.Expr, env *spec.Env) lit
	moves  []spec.Move       // of the present step, for those who ask
	found  map[foundAt]found // of folds, in this state
}

// of is the value of an expression, and where it has none, as spec.Evaluator defines them.
// What connects truth values, sets, and parts becomes wires between those of its operands; of
// anything else spec.Evaluator makes a table, a line for each combination of their values.
func (e *eval) of(x spec.Expr, env *spec.Env) (value, lit) {
	e.working()
	switch x := x.(type) {
	case *spec.Const:
		return constant(x.Value), no
	case *spec.VarRef:
		return e.vars[x.Var.Index], no
	case *spec.BoundRef:
		if v := env.Lookup(x.Bound); v != nil {
			return constant(v), no
		}
		panic(open("%s has no value", x.Bound.Name))
	case *spec.FieldOf:
		v, undef := e.of(x.X, env)
		w := e.cut(v)
		return w.part(x.Field), e.or(undef, w.absent)
	case *spec.Element:
		if t, ok := spec.Present(x.X.Type()).(*spec.ArrayType); ok {
			return e.element(x, t, env)
		}
	case *spec.Unary:
		switch x.Op {
		case spec.Not:
			v, undef := e.of(x.X, env)
			return truth(e.holds(v).not()), undef
		case spec.Size:
			v, undef := e.of(x.X, env)
			n := constant(spec.Int(0))
			for _, m := range e.members(v) {
				n = e.plus(n, m.when, 0)
			}
			return n, undef
		}
	case *spec.Binary:
		if f, m := remainder(x); m > 0 {
			return e.fold(f, env, m)
		}
		if v, undef, ok := e.connected(x, env); ok {
			return v, undef
		}
	case *spec.Cond:
		l, undef := e.truth(x.If, env)
		y, u := e.of(x.Then, env)
		n, v := e.of(x.Else, env)
		return e.either(l, y, n), e.or(undef, e.ite(l, u, v))
	case *spec.Fold:
		return e.once(x, env, func() (value, lit) { return e.fold(x, env, 0) })
	case *spec.MakeRecord:
		w, undef := &whole{kind: spec.Record(nil), absent: no}, no
		for i, f := range x.Fields {
			v, u := e.of(f, env)
			w.parts = append(w.parts, v)
			undef = e.any(undef, u, e.within(v, partType(x.Type(), i)).not())
		}
		return value{whole: w}, undef
	case *spec.MakeSet:
		in, undef := []choice(nil), no
		for _, el := range x.Elems {
			v, u := e.of(el, env)
			in, undef = append(in, e.listed(v)...), e.or(undef, u)
		}
		return value{whole: e.set(in)}, undef
	case *spec.Does:
	case *spec.Call:
		calls, undef := e.calls(x.Define.Params, x.Args, env)
		options := make([]option, len(calls))
		for i, c := range calls {
			v, u := e.of(x.Define.Body, c.env)
			options[i], undef = option{c.when, v}, e.or(undef, e.and(c.when, u))
		}
		return e.one(options...), undef
	default:
		if e.modal == nil || x.Traits()&spec.Modal == 0 {
			panic(open("%T", x))
		}
		return truth(e.modal(x, env)), no
	}
	return e.table(x, env)
}

// once is what f makes of an expression, found once for the same values of its names: what is
// counted among all cards is asked again for each card.
func (e *eval) once(x spec.Expr, env *spec.Env, f func() (value, lit)) (value, lit) {
	if x.Traits()&(spec.AsksMoves|spec.Modal) != 0 || e.found == nil {
		return f()
	}
	key := foundAt{x: x}
	for _, b := range x.Free() {
		key.names += spec.Key(env.Lookup(b))
	}
	known, ok := e.found[key]
	if !ok {
		known.value, known.undef = f()
		e.found[key] = known
	}
	return known.value, known.undef
}

// foundAt is an expression with the values of its names.
type foundAt struct {
	x     spec.Expr
	names string
}

// found is what an expression is worth, and where it has no value.
type found struct {
	value value
	undef lit
}

// truth is where a formula is true, and where it has no value.
func (e *eval) truth(x spec.Expr, env *spec.Env) (holds, undef lit) {
	v, undef := e.of(x, env)
	return e.and(e.holds(v), undef.not()), undef
}

// calls binds parameters to arguments, which have to be of their types.
func (e *eval) calls(params []*spec.Bound, args []spec.Expr, env *spec.Env) (list []instance, undef lit) {
	tuples, undef := e.tuples(args, env)
	for _, t := range tuples {
		inner, of := env, true
		for i, v := range t.value.(spec.Record) {
			inner, of = inner.Bind(params[i], v), of && params[i].Type.Has(v)
		}
		if of {
			list = append(list, instance{env: inner, when: t.when})
		} else {
			undef = e.or(undef, t.when)
		}
	}
	return list, undef
}

// tuples lists the values of some expressions together.
func (e *eval) tuples(xs []spec.Expr, env *spec.Env) (list []choice, undef lit) {
	list, undef = []choice{{spec.Record(nil), yes}}, no
	for _, x := range xs {
		v, u := e.of(x, env)
		list, undef = e.pairs(list, e.listed(v), appended), e.or(undef, u)
	}
	return list, undef
}

// table is the value of an expression for each combination of values of its operands.
func (e *eval) table(x spec.Expr, env *spec.Env) (value, lit) {
	list, undef := e.tuples(spec.Children(x), env)
	var out []choice
	for _, t := range list {
		v, err := (&spec.Evaluator{Moves: e.moves}).Eval(spec.WithOperands(x, t.value.(spec.Record)), nil)
		switch none := (*spec.Undefined)(nil); {
		case errors.As(err, &none):
			undef = e.or(undef, t.when)
		case err != nil:
			panic(open("%s", err))
		default:
			out = append(out, choice{v, t.when})
		}
	}
	return value{cases: e.merged(out)}, undef
}

// element is the element of an array.
func (e *eval) element(x *spec.Element, t *spec.ArrayType, env *spec.Env) (value, lit) {
	v, undef := e.of(x.X, env)
	w := e.cut(v)
	list, u := e.tuples(x.Index, env)
	var cells []option
	outside := no
	for _, i := range list {
		if cell := t.CellIndex(i.value.(spec.Record)); cell >= 0 {
			cells = append(cells, option{i.when, w.part(cell)})
		} else {
			outside = e.or(outside, i.when)
		}
	}
	return e.one(cells...), e.any(undef, u, w.absent, outside)
}

// connected is the value of an operator that connects truth values, sets or parts.
func (e *eval) connected(x *spec.Binary, env *spec.Env) (v value, undef lit, ok bool) {
	connect, known := connections[x.Op]
	if _, list := x.Y.Type().(spec.ListType); !known || list {
		return value{}, no, false
	}
	a, undef := e.of(x.X, env)
	b, u := e.of(x.Y, env)
	switch x.Op {
	case spec.And, spec.Imp: // the left one may decide
		u = e.and(u, e.holds(a))
	case spec.Or:
		u = e.and(u, e.holds(a).not())
	}
	return connect(e, a, b), e.or(undef, u), true
}

var connections = map[spec.BinaryOp]func(e *eval, a, b value) value{
	spec.And:       func(e *eval, a, b value) value { return truth(e.and(e.holds(a), e.holds(b))) },
	spec.Or:        func(e *eval, a, b value) value { return truth(e.or(e.holds(a), e.holds(b))) },
	spec.Imp:       func(e *eval, a, b value) value { return truth(e.or(e.holds(a).not(), e.holds(b))) },
	spec.Iff:       func(e *eval, a, b value) value { return truth(e.equal(a, b)) },
	spec.Eq:        func(e *eval, a, b value) value { return truth(e.equal(a, b)) },
	spec.Ne:        func(e *eval, a, b value) value { return truth(e.equal(a, b).not()) },
	spec.In:        (*eval).in,
	spec.Union:     (*eval).union,
	spec.Minus:     func(e *eval, a, b value) value { return e.memberwise(a, b, true) },
	spec.Intersect: func(e *eval, a, b value) value { return e.memberwise(a, b, false) },
}

func (e *eval) in(a, b value) value {
	out, cases := no, e.listed(a)
	w := e.cut(b)
	for _, c := range cases {
		out = e.or(out, e.and(c.when, w.has(e, c.value)))
	}
	return truth(out)
}

func (e *eval) union(a, b value) value {
	return value{whole: e.set(append(e.members(a), e.members(b)...))}
}

// memberwise is what is in a and in b, or not in b.
func (e *eval) memberwise(a, b value, without bool) value {
	w, in := e.cut(b), e.members(a)
	for i, m := range in {
		in[i].when = e.and(m.when, e.iff(w.has(e, m.value), e.when(!without)))
	}
	return value{whole: e.set(in)}
}

// plus is a number, and one more where l is true, or what is left of that when it is divided by m.
func (e *eval) plus(n value, l lit, m spec.Int) value {
	return value{cases: e.pairs(n.cases, truth(l).cases, func(x, y spec.Value) spec.Value {
		switch next := x.(spec.Int) + 1; {
		case y == spec.Bool(false):
			return x
		case next == m:
			return spec.Int(0)
		default:
			return next
		}
	})}
}

// instance is a binding of names, where it counts, and where its domains have no value.
type instance struct {
	env         *spec.Env
	when, undef lit
}

// instances binds names to all values of their types, or of their domains. What stands behind a
// domain that has no value is an instance without an env.
func (e *eval) instances(bs []spec.Binder, from instance) (out []instance) {
	if len(bs) == 0 {
		return []instance{from}
	}
	b, in := bs[0], []choice(nil)
	if b.Domain == nil {
		for _, v := range e.list(b.Bound.Type) {
			in = append(in, choice{v, yes})
		}
	} else {
		domain, undef := e.of(b.Domain, from.env)
		if undef = e.and(from.when, undef); undef != no {
			out = append(out, instance{undef: undef})
		}
		in = e.members(domain)
	}
	for _, m := range in {
		if when := e.and(from.when, m.when); when != no && b.Bound.Type.Has(m.value) {
			out = append(out, e.instances(bs[1:], instance{from.env.Bind(b.Bound, m.value), when, no})...)
		}
	}
	return out
}

// remainder recognises a count of which is asked what is left when it is divided by m.
func remainder(x *spec.Binary) (f *spec.Fold, m spec.Int) {
	f, _ = x.X.(*spec.Fold)
	if c, ok := x.Y.(*spec.Const); ok && x.Op == spec.Mod && f != nil && f.Op == spec.Count {
		m, _ = c.Value.(spec.Int)
	}
	return f, m
}

// fold is the value of a fold; of a count it is what is left when it is divided by m, unless m is
// 0. No part of it is counted further than to m then: it takes a solver exponential time to find
// what numbers have in common that were counted in different orders, and were divided later.
func (e *eval) fold(x *spec.Fold, env *spec.Env, m spec.Int) (value, lit) {
	undef, some, every := no, no, yes
	var collected []choice
	total := constant(spec.Int(0))
	if x.Op == spec.MinOf || x.Op == spec.MaxOf {
		total = constant(spec.Absent{})
	}
	for _, i := range e.instances(x.Binders, instance{env: env, when: yes, undef: no}) {
		if undef = e.or(undef, i.undef); i.when == no {
			continue
		}
		v, u := e.of(x.Body, i.env)
		undef = e.or(undef, e.and(i.when, u))
		in := e.and(i.when, e.holds(v))
		switch x.Op {
		case spec.Sum, spec.MinOf, spec.MaxOf:
			undef = e.or(undef, e.and(i.when, e.among(v.cases, spec.Absent{})))
			total = e.either(i.when, value{cases: e.pairs(total.cases, v.cases, combiner(x.Op))}, total)
		case spec.Count:
			total = e.plus(total, in, m)
		case spec.Collect:
			collected = append(collected, choice{i.env.Lookup(x.Binders[0].Bound), in})
		}
		some, every = e.or(some, in), e.and(every, e.implies(i.when, e.holds(v)))
	}
	switch x.Op {
	case spec.Forall:
		return truth(every), undef
	case spec.Exists:
		return truth(some), undef
	case spec.Collect:
		return value{whole: e.set(collected)}, undef
	}
	for _, c := range total.cases {
		if n, ok := c.value.(spec.Int); !ok || n > spec.Far || n < -spec.Far {
			undef = e.or(undef, c.when)
		}
	}
	return total, undef
}

// combiner adds to a sum, or takes the lesser or greater of what there is.
func combiner(op spec.FoldOp) func(x, y spec.Value) spec.Value {
	return func(x, y spec.Value) spec.Value {
		m, first := x.(spec.Int)
		n, number := y.(spec.Int)
		switch {
		case !number || !first && op != spec.Sum:
			return y
		case op == spec.MinOf:
			return min(m, n)
		case op == spec.MaxOf:
			return max(m, n)
		}
		return m + n
	}
}
