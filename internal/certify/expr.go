package certify

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

// eval computes expressions in one state, which may be any.
type eval struct {
	*circuit
	vars  []value // the state
	place *place  // of which it is a world
	modal func(x spec.Expr, env *names) (lit, lit)
	moves []move // of the present step, for those who ask
}

// names binds names to values.
type names struct {
	bound *spec.Bound
	value value
	outer *names
}

func (n *names) bind(b *spec.Bound, v value) *names { return &names{b, v, n} }

func (n *names) lookup(b *spec.Bound) value {
	for ; n != nil; n = n.outer {
		if n.bound == b {
			return n.value
		}
	}
	panic(open("%s has no value", b.Name))
}

// of is the value of an expression, and where it has none, as spec.Evaluator defines them.
func (e *eval) of(x spec.Expr, env *names) (value, lit) {
	switch x := x.(type) {
	case *spec.Const:
		return constant(x.Value), no
	case *spec.VarRef:
		return e.vars[x.Var.Index], no
	case *spec.BoundRef:
		return env.lookup(x.Bound), no
	case *spec.FieldOf:
		v, undef := e.of(x.X, env)
		parts, absent := e.parted(v)
		if x.Field >= len(parts) {
			return value{}, yes
		}
		return parts[x.Field], e.or(undef, absent)
	case *spec.Element:
		return e.element(x, env)
	case *spec.Unary:
		return e.unary(x, env)
	case *spec.Binary:
		return e.binary(x, env)
	case *spec.Cond:
		l, undef := e.truth(x.If, env)
		y, u := e.of(x.Then, env)
		n, v := e.of(x.Else, env)
		return e.either(l, y, n), e.or(undef, e.ite(l, u, v))
	case *spec.Fold:
		return e.fold(x, env)
	case *spec.MakeRecord:
		out, undef := value{parts: []value{}}, no
		for i, f := range x.Fields {
			v, u := e.of(f, env)
			out.parts = append(out.parts, v)
			undef = e.any(undef, u, e.within(v, x.Type().(*spec.RecordType).Fields[i].Type).not())
		}
		return out, undef
	case *spec.MakeSet:
		out, undef := value{isSet: true}, no
		for _, el := range x.Elems {
			v, u := e.of(el, env)
			out.elems, undef = append(out.elems, e.flat(v)...), e.or(undef, u)
		}
		out.elems = e.merged(out.elems)
		return out, undef
	case *spec.Does:
		l, undef := e.does(x.Step, env, e.moves)
		return truth(l), undef
	case *spec.Call:
		undef, inner := no, env
		for i, a := range x.Args {
			v, u := e.of(a, env)
			b := x.Define.Params[i]
			undef, inner = e.any(undef, u, e.within(v, b.Type).not()), inner.bind(b, v)
		}
		v, u := e.of(x.Define.Body, inner)
		return v, e.or(undef, u)
	}
	if e.modal == nil || x.Traits()&spec.Modal == 0 {
		panic(open("%T", x))
	}
	l, undef := e.modal(x, env)
	return truth(l), undef
}

// truth is where a formula is true, and where it has no value.
func (e *eval) truth(x spec.Expr, env *names) (holds, undef lit) {
	v, undef := e.of(x, env)
	return e.and(e.holds(v), undef.not()), undef
}

func (e *eval) element(x *spec.Element, env *names) (value, lit) {
	v, undef := e.of(x.X, env)
	t, ok := spec.Present(x.X.Type()).(*spec.ArrayType)
	if !ok {
		panic(open("a list"))
	}
	parts, absent := e.parted(v)
	tuples := []choice{{spec.Record(nil), yes}}
	for _, i := range x.Index {
		w, u := e.of(i, env)
		undef = e.or(undef, u)
		var next []choice
		for _, a := range tuples {
			for _, b := range e.flat(w) {
				next = append(next, choice{spec.Record(append(append(spec.Record(nil), a.value.(spec.Record)...), b.value)), e.and(a.when, b.when)})
			}
		}
		tuples = e.merged(next)
	}
	var out value
	outside, first := yes, true
	for _, i := range tuples {
		cell := t.CellIndex(i.value.(spec.Record))
		if cell < 0 || cell >= len(parts) {
			continue
		}
		outside = e.and(outside, i.when.not())
		if first {
			out, first = parts[cell], false
			continue
		}
		out = e.either(i.when, parts[cell], out)
	}
	return out, e.any(undef, absent, outside)
}

func (e *eval) unary(x *spec.Unary, env *names) (value, lit) {
	v, undef := e.of(x.X, env)
	if x.Op == spec.Not {
		return truth(e.holds(v).not()), undef
	}
	if x.Op == spec.Size {
		var ones []lit
		for _, m := range e.members(v) {
			ones = append(ones, m.when)
		}
		return e.count(ones), undef
	}
	t, out := spec.Present(x.X.Type()), []choice(nil)
	for _, c := range e.flat(v) {
		if n, ok := c.value.(spec.Int); ok && x.Op == spec.Neg {
			out = append(out, choice{-n, c.when})
			continue
		}
		if x.Op == spec.Neg || !t.Has(c.value) {
			undef = e.or(undef, c.when)
			continue
		}
		vs := e.list(t)
		i, n := spec.IndexOf(t, c.value), len(vs)
		out = append(out, choice{map[spec.UnaryOp]spec.Value{
			spec.Ord: spec.Int(i), spec.NextOf: vs[(i+1)%n], spec.PrevOf: vs[(i+n-1)%n],
		}[x.Op], c.when})
	}
	return value{cases: e.merged(out)}, undef
}

func (e *eval) binary(x *spec.Binary, env *names) (value, lit) {
	a, undef := e.of(x.X, env)
	b, u := e.of(x.Y, env)
	switch x.Op {
	case spec.And:
		return truth(e.and(e.holds(a), e.holds(b))), e.or(undef, e.and(e.holds(a), u))
	case spec.Or:
		return truth(e.or(e.holds(a), e.holds(b))), e.or(undef, e.and(e.holds(a).not(), u))
	case spec.Imp:
		return truth(e.implies(e.holds(a), e.holds(b))), e.or(undef, e.and(e.holds(a), u))
	}
	undef = e.or(undef, u)
	switch x.Op {
	case spec.Iff, spec.Eq:
		return truth(e.equal(a, b)), undef
	case spec.Ne:
		return truth(e.equal(a, b).not()), undef
	case spec.In:
		out := no
		for _, m := range e.members(b) {
			out = e.or(out, e.and(m.when, e.is(a, m.value)))
		}
		return truth(out), undef
	case spec.Union, spec.Minus, spec.Intersect:
		out := value{isSet: true}
		for _, m := range e.merged(append(append([]choice(nil), e.members(a)...), e.members(b)...)) {
			in, of := e.has(a, m.value), e.has(b, m.value)
			out.elems = append(out.elems, choice{m.value, map[spec.BinaryOp]lit{
				spec.Union: e.or(in, of), spec.Minus: e.and(in, of.not()), spec.Intersect: e.and(in, of),
			}[x.Op]})
		}
		return out, undef
	}
	v, u := e.numbers(x.Op, a, b)
	return v, e.or(undef, u)
}

// numbers are the operators on numbers, case by case.
func (e *eval) numbers(op spec.BinaryOp, a, b value) (value, lit) {
	undef, out := no, []choice(nil)
	for _, p := range e.flat(a) {
		for _, q := range e.flat(b) {
			when := e.and(p.when, q.when)
			m, ok := p.value.(spec.Int)
			n, too := q.value.(spec.Int)
			if v := spec.Value(nil); ok && too {
				if v = compute(op, m, n); v != nil {
					out = append(out, choice{v, when})
					continue
				}
			}
			undef = e.or(undef, when)
		}
	}
	return value{cases: e.merged(out)}, undef
}

// compute is the value of an operator of two numbers; nil: it has none.
func compute(op spec.BinaryOp, m, n spec.Int) spec.Value {
	var r spec.Int
	switch op {
	case spec.Lt:
		return spec.Bool(m < n)
	case spec.Le:
		return spec.Bool(m <= n)
	case spec.Gt:
		return spec.Bool(m > n)
	case spec.Ge:
		return spec.Bool(m >= n)
	case spec.Interval:
		var list []spec.Value
		for i := m; i <= n && len(list) <= mostCases; i++ {
			list = append(list, i)
		}
		if len(list) > mostCases {
			panic(open("an interval of more than %d numbers", mostCases))
		}
		return spec.NewSet(list...)
	case spec.Min:
		return min(m, n)
	case spec.Max:
		return max(m, n)
	case spec.Add:
		r = m + n
	case spec.Sub:
		r = m - n
	case spec.Mul:
		if f := float64(m) * float64(n); f > spec.Far || f < -spec.Far {
			return nil
		}
		r = m * n
	case spec.Div, spec.Mod:
		if n == 0 {
			return nil
		}
		r = m / n
		if m%n != 0 && (m < 0) != (n < 0) {
			r--
		}
		if op == spec.Mod {
			r = m - n*r
		}
	}
	if r > spec.Far || r < -spec.Far {
		return nil
	}
	return r
}

// count is how many wires are true.
func (e *eval) count(ls []lit) value {
	sum := constant(spec.Int(0))
	for _, l := range ls {
		var next []choice
		for _, c := range sum.cases {
			next = append(next, choice{c.value, e.and(c.when, l.not())}, choice{c.value.(spec.Int) + 1, e.and(c.when, l)})
		}
		sum.cases = e.merged(next)
	}
	return sum
}

// instance is a binding of names, where it counts, and where its domains have no value.
type instance struct {
	env         *names
	when, undef lit
}

// instances binds names to all values of their types.
func (e *eval) instances(bs []spec.Binder, from instance) []instance {
	if len(bs) == 0 {
		return []instance{from}
	}
	b, out := bs[0], []instance(nil)
	domain, undef := value{}, no
	if b.Domain != nil {
		domain, undef = e.of(b.Domain, from.env)
	}
	if undef = e.and(from.when, undef); undef != no {
		out = append(out, instance{nil, no, undef})
	}
	for _, v := range e.list(b.Bound.Type) {
		when := from.when
		if b.Domain != nil {
			when = e.and(when, e.has(domain, v))
		}
		if when != no {
			out = append(out, e.instances(bs[1:], instance{from.env.bind(b.Bound, constant(v)), when, no})...)
		}
	}
	return out
}

func (e *eval) fold(x *spec.Fold, env *names) (value, lit) {
	undef, some, every := no, no, yes
	var counted []lit
	var elems []choice
	total, numbers := constant(spec.Int(0)), no // whether there was any number
	for _, i := range e.instances(x.Binders, instance{env, yes, no}) {
		undef = e.or(undef, i.undef)
		if i.env == nil {
			continue
		}
		v, u := e.of(x.Body, i.env)
		undef = e.or(undef, e.and(i.when, u))
		switch x.Op {
		case spec.Sum, spec.MinOf, spec.MaxOf:
			for _, c := range e.flat(v) {
				if _, ok := c.value.(spec.Int); !ok {
					undef = e.or(undef, e.and(i.when, c.when))
				}
			}
			op := map[spec.FoldOp]spec.BinaryOp{spec.Sum: spec.Add, spec.MinOf: spec.Min, spec.MaxOf: spec.Max}[x.Op]
			next, u := e.numbers(op, total, v)
			if x.Op != spec.Sum {
				next = e.either(numbers, next, v)
				u = e.and(numbers, u)
			}
			total, undef, numbers = e.either(i.when, next, total), e.or(undef, e.and(i.when, u)), e.or(numbers, i.when)
			continue
		}
		in := e.and(i.when, e.holds(v))
		some, every = e.or(some, in), e.and(every, e.implies(i.when, e.holds(v)))
		counted = append(counted, in)
		if x.Op == spec.Collect {
			elems = append(elems, choice{i.env.lookup(x.Binders[0].Bound).cases[0].value, in})
		}
	}
	switch x.Op {
	case spec.Forall:
		return truth(every), undef
	case spec.Exists:
		return truth(some), undef
	case spec.Count:
		return e.count(counted), undef
	case spec.Collect:
		return value{isSet: true, elems: e.merged(elems)}, undef
	case spec.Sum:
		return total, undef
	}
	return total, e.or(undef, numbers.not())
}

// Refusal says why a certificate does not certify.
type Refusal struct {
	Open   bool // nothing is wrong: this is not covered
	Reason string
}

func (r *Refusal) Error() string { return r.Reason }

func open(format string, args ...any) *Refusal {
	return &Refusal{Open: true, Reason: fmt.Sprintf(format, args...)}
}

func wrong(format string, args ...any) *Refusal {
	return &Refusal{Reason: fmt.Sprintf(format, args...)}
}
