package bitblast

import (
	"errors"

	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/spec"
)

type lit = circuit.Lit

const no, yes = circuit.No, circuit.Yes

// State is a state of a model, which may be any: its variables have values under wires.
type State struct {
	*circuit.Circuit
	Model *spec.Model
	Vars  []Value
	// Modal is the truth of operators about time or knowledge here, and where they have no value; nil: they are not covered.
	Modal func(x spec.Expr, env *spec.Env) (holds, undef lit)

	moves []spec.Move       // of the present step, for those who ask
	found map[foundAt]found // of folds, in this state
	seen  map[*spec.Agent]view
}

// NewState is the state with these values.
func NewState(c *circuit.Circuit, m *spec.Model, vars []Value) *State {
	return &State{Circuit: c, Model: m, Vars: vars, found: map[foundAt]found{}, seen: map[*spec.Agent]view{}}
}

// Doing is the state in a step.
func (e *State) Doing(moves []spec.Move) *State {
	in := *e
	in.moves = moves
	return &in
}

// Of is the value of an expression, and where it has none, as spec.Evaluator defines them.
// What connects truth values, sets, and parts becomes wires between those of its operands; of
// anything else spec.Evaluator makes a table, a line for each combination of their values.
func (e *State) Of(x spec.Expr, env *spec.Env) (Value, lit) {
	e.Working()
	switch x := x.(type) {
	case *spec.Const:
		return constant(x.Value), no
	case *spec.VarRef:
		return e.Vars[x.Var.Index], no
	case *spec.BoundRef:
		if v := env.Lookup(x.Bound); v != nil {
			return constant(v), no
		}
		panic(circuit.Open("%s has no value", x.Bound.Name))
	}
	if v, undef, ok := fixed(x, env); ok {
		return v, undef
	}
	switch x := x.(type) {
	case *spec.FieldOf:
		v, undef := e.Of(x.X, env)
		w := e.cut(v)
		return w.part(x.Field), e.Or(undef, w.absent)
	case *spec.Element:
		if t, ok := spec.Present(x.X.Type()).(*spec.ArrayType); ok {
			return e.element(x, t, env)
		}
	case *spec.Unary:
		switch x.Op {
		case spec.Not:
			v, undef := e.Of(x.X, env)
			return truth(e.holds(v).Not()), undef
		case spec.Size:
			v, undef := e.Of(x.X, env)
			n := constant(spec.Int(0))
			for _, m := range e.members(v) {
				n = e.plus(n, m.When, 0)
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
		l, undef := e.Truth(x.If, env)
		y, u := e.Of(x.Then, env)
		n, v := e.Of(x.Else, env)
		return e.either(l, y, n), e.Or(undef, e.Ite(l, u, v))
	case *spec.Fold:
		return e.once(x, env, func() (Value, lit) { return e.fold(x, env, 0) })
	case *spec.MakeRecord:
		w, undef := &whole{kind: spec.Record(nil), absent: no}, no
		for i, f := range x.Fields {
			v, u := e.Of(f, env)
			w.parts = append(w.parts, v)
			undef = e.Any(undef, u, e.within(v, partType(x.Type(), i)).Not())
		}
		return Value{whole: w}, undef
	case *spec.MakeSet:
		in, undef := []Choice(nil), no
		for _, el := range x.Elems {
			v, u := e.Of(el, env)
			in, undef = append(in, e.listed(v)...), e.Or(undef, u)
		}
		return Value{whole: e.set(in)}, undef
	case *spec.Does:
	case *spec.Call:
		return e.once(x, env, func() (Value, lit) { return e.called(x, env) })
	default:
		if e.Modal == nil || x.Traits()&spec.Modal == 0 {
			panic(circuit.Open("%T", x))
		}
		holds, undef := e.Modal(x, env)
		return truth(holds), undef
	}
	return e.table(x, env)
}

// mostFixed is how many expressions are evaluated for one that reads no state.
const mostFixed = 1 << 10

// fixed is the value of an expression that reads no state, which is the same in all, if it is soon found. Whether a step of a
// program is taken depends on the step, and has no traits where the program is taken apart.
func fixed(x spec.Expr, env *spec.Env) (v Value, undef lit, ok bool) {
	if _, does := x.(*spec.Does); does || x.Traits() != 0 {
		return Value{}, no, false
	}
	value, err := (&spec.Evaluator{Budget: mostFixed}).Eval(x, env)
	switch none := (*spec.Undefined)(nil); {
	case err == nil:
		return constant(value), no, true
	case errors.As(err, &none):
		return Value{}, yes, true
	}
	return Value{}, no, false
}

// once is what f makes of an expression, found once for the same values of its names: what is
// counted among all cards is asked again for each card, and what is called with the same
// arguments, at one place or at many.
func (e *State) once(x spec.Expr, env *spec.Env, f func() (Value, lit)) (Value, lit) {
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
	value Value
	undef lit
}

// Truth is where a formula is true, and where it has no value.
func (e *State) Truth(x spec.Expr, env *spec.Env) (holds, undef lit) {
	v, undef := e.Of(x, env)
	return e.And(e.holds(v), undef.Not()), undef
}

// Differs is where an expression has another value in another state.
func (e *State) Differs(t *State, x spec.Expr, env *spec.Env) lit {
	v, _ := e.Of(x, env)
	w, _ := t.Of(x, env)
	return e.Equal(v, w).Not()
}

// called is the value of a call, for all values that its arguments have.
func (e *State) called(x *spec.Call, env *spec.Env) (Value, lit) {
	calls, undef := e.Calls(x.Define.Params, x.Args, env)
	options := make([]Option, len(calls))
	for i, c := range calls {
		v, u := e.once(x.Define.Body, c.Env, func() (Value, lit) { return e.Of(x.Define.Body, c.Env) })
		options[i], undef = Option{c.When, v}, e.Or(undef, e.And(c.When, u))
	}
	return e.One(options...), undef
}

// Calls binds parameters to arguments, which have to be of their types.
func (e *State) Calls(params []*spec.Bound, args []spec.Expr, env *spec.Env) (list []Instance, undef lit) {
	tuples, undef := e.tuples(args, env)
	for _, t := range tuples {
		inner, of := env, true
		for i, v := range t.Value.(spec.Record) {
			inner, of = inner.Bind(params[i], v), of && params[i].Type.Has(v)
		}
		if of {
			list = append(list, Instance{Env: inner, When: t.When})
		} else {
			undef = e.Or(undef, t.When)
		}
	}
	return list, undef
}

// tuples lists the values of some expressions together.
func (e *State) tuples(xs []spec.Expr, env *spec.Env) (list []Choice, undef lit) {
	list, undef = []Choice{{spec.Record(nil), yes}}, no
	for _, x := range xs {
		v, u := e.Of(x, env)
		list, undef = e.pairs(list, e.listed(v), appended), e.Or(undef, u)
	}
	return list, undef
}

// table is the value of an expression for each combination of values of its operands.
func (e *State) table(x spec.Expr, env *spec.Env) (Value, lit) {
	list, undef := e.tuples(spec.Children(x), env)
	var out []Choice
	for _, t := range list {
		v, err := (&spec.Evaluator{Moves: e.moves}).Eval(spec.WithOperands(x, t.Value.(spec.Record)), nil)
		switch none := (*spec.Undefined)(nil); {
		case errors.As(err, &none):
			undef = e.Or(undef, t.When)
		case err != nil:
			panic(circuit.Open("%s", err))
		default:
			out = append(out, Choice{v, t.When})
		}
	}
	return Value{cases: e.merged(out)}, undef
}

// element is the element of an array.
func (e *State) element(x *spec.Element, t *spec.ArrayType, env *spec.Env) (Value, lit) {
	v, undef := e.Of(x.X, env)
	w := e.cut(v)
	list, u := e.tuples(x.Index, env)
	var cells []Option
	outside := no
	for _, i := range list {
		if cell := t.CellIndex(i.Value.(spec.Record)); cell >= 0 {
			cells = append(cells, Option{i.When, w.part(cell)})
		} else {
			outside = e.Or(outside, i.When)
		}
	}
	return e.One(cells...), e.Any(undef, u, w.absent, outside)
}

// connected is the value of an operator that connects truth values, sets or parts.
func (e *State) connected(x *spec.Binary, env *spec.Env) (v Value, undef lit, ok bool) {
	connect, known := connections[x.Op]
	if _, list := x.Y.Type().(spec.ListType); !known || list {
		return Value{}, no, false
	}
	a, undef := e.Of(x.X, env)
	b, u := e.Of(x.Y, env)
	switch decides := x.X.Traits()&spec.Modal == 0; { // of an operator there may be less, or more, in its set than where it is true
	case decides && (x.Op == spec.And || x.Op == spec.Imp):
		u = e.And(u, e.holds(a))
	case decides && x.Op == spec.Or:
		u = e.And(u, e.holds(a).Not())
	}
	return connect(e, a, b), e.Or(undef, u), true
}

var connections = map[spec.BinaryOp]func(e *State, a, b Value) Value{
	spec.And:       func(e *State, a, b Value) Value { return truth(e.And(e.holds(a), e.holds(b))) },
	spec.Or:        func(e *State, a, b Value) Value { return truth(e.Or(e.holds(a), e.holds(b))) },
	spec.Imp:       func(e *State, a, b Value) Value { return truth(e.Or(e.holds(a).Not(), e.holds(b))) },
	spec.Iff:       func(e *State, a, b Value) Value { return truth(e.Equal(a, b)) },
	spec.Eq:        func(e *State, a, b Value) Value { return truth(e.Equal(a, b)) },
	spec.Ne:        func(e *State, a, b Value) Value { return truth(e.Equal(a, b).Not()) },
	spec.In:        (*State).in,
	spec.Union:     (*State).union,
	spec.Minus:     func(e *State, a, b Value) Value { return e.memberwise(a, b, true) },
	spec.Intersect: func(e *State, a, b Value) Value { return e.memberwise(a, b, false) },
}

func (e *State) in(a, b Value) Value {
	out, cases := no, e.listed(a)
	w := e.cut(b)
	for _, c := range cases {
		out = e.Or(out, e.And(c.When, w.has(e, c.Value)))
	}
	return truth(out)
}

func (e *State) union(a, b Value) Value {
	return Value{whole: e.set(append(e.members(a), e.members(b)...))}
}

// memberwise is what is in a and in b, or not in b.
func (e *State) memberwise(a, b Value, without bool) Value {
	w, in := e.cut(b), e.members(a)
	for i, m := range in {
		in[i].When = e.And(m.When, e.Iff(w.has(e, m.Value), e.When(!without)))
	}
	return Value{whole: e.set(in)}
}

// plus is a number, and one more where l is true, or what is left of that when it is divided by m.
func (e *State) plus(n Value, l lit, m spec.Int) Value {
	return Value{cases: e.pairs(n.cases, truth(l).cases, func(x, y spec.Value) spec.Value {
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

// Instance is a binding of names, where it counts, and where its domains have no value.
type Instance struct {
	Env         *spec.Env
	When, Undef lit
}

const mostInstances = 16 * mostCases

// Instances binds names to all values of their types, or of their domains. What stands behind a
// domain that has no value is an instance without an env.
func (e *State) Instances(bs []spec.Binder, from Instance) (out []Instance) {
	e.Working()
	if len(bs) == 0 {
		return []Instance{from}
	}
	b, in := bs[0], []Choice(nil)
	if b.Domain == nil {
		for _, v := range e.list(b.Bound.Type) {
			in = append(in, Choice{v, yes})
		}
	} else {
		domain, undef := e.Of(b.Domain, from.Env)
		if undef = e.And(from.When, undef); undef != no {
			out = append(out, Instance{Undef: undef})
		}
		in = e.members(domain)
	}
	for _, m := range in {
		if when := e.And(from.When, m.When); when != no && b.Bound.Type.Has(m.Value) {
			out = append(out, e.Instances(bs[1:], Instance{from.Env.Bind(b.Bound, m.Value), when, no})...)
		}
		if len(out) > mostInstances {
			panic(circuit.Open("names have more than %d values together", mostInstances))
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
func (e *State) fold(x *spec.Fold, env *spec.Env, m spec.Int) (Value, lit) {
	undef, some, every := no, no, yes
	var collected []Choice
	total := constant(spec.Int(0))
	if x.Op == spec.MinOf || x.Op == spec.MaxOf {
		total = constant(spec.Absent{})
	}
	for _, i := range e.Instances(x.Binders, Instance{Env: env, When: yes, Undef: no}) {
		if undef = e.Or(undef, i.Undef); i.When == no {
			continue
		}
		v, u := e.Of(x.Body, i.Env)
		undef = e.Or(undef, e.And(i.When, u))
		in := e.And(i.When, e.holds(v))
		switch x.Op {
		case spec.Sum, spec.MinOf, spec.MaxOf:
			undef = e.Or(undef, e.And(i.When, e.among(v.cases, spec.Absent{})))
			total = e.either(i.When, Value{cases: e.pairs(total.cases, v.cases, combiner(x.Op))}, total)
		case spec.Count:
			total = e.plus(total, in, m)
		case spec.Collect:
			collected = append(collected, Choice{i.Env.Lookup(x.Binders[0].Bound), in})
		}
		some, every = e.Or(some, in), e.And(every, e.Implies(i.When, e.holds(v)))
	}
	switch x.Op {
	case spec.Forall:
		return truth(every), undef
	case spec.Exists:
		return truth(some), undef
	case spec.Collect:
		return Value{whole: e.set(collected)}, undef
	}
	for _, c := range total.cases {
		if n, ok := c.Value.(spec.Int); !ok || n > spec.Far || n < -spec.Far {
			undef = e.Or(undef, c.When)
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
		if m += n; m > wide || m < -wide {
			panic(circuit.Open("the sum of very many numbers"))
		}
		return m
	}
}

// wide is how far the sum of some of the numbers in a larger sum is from 0 at most.
const wide = 1 << 62

// Members are those of a group, and where they are in it; and where some member has no value.
func (e *State) Members(g *spec.Group, env *spec.Env) (list []Choice, undef lit) {
	undef = no
	for _, m := range g.Members {
		for _, i := range e.Instances(m.Binders, Instance{Env: env, When: yes}) {
			when := i.When
			if undef = e.Or(undef, i.Undef); when == no {
				continue
			}
			if m.Cond != nil {
				when = e.conditions([]spec.Expr{m.Cond}, i.Env, when, &undef)
			}
			v, u := e.Of(m.Agent, i.Env)
			undef = e.Or(undef, e.And(when, u))
			for _, c := range e.listed(v) {
				if c.When = e.And(when, c.When); c.Value == (spec.Absent{}) {
					undef = e.Or(undef, c.When)
				} else {
					list = append(list, c)
				}
			}
		}
	}
	return list, undef
}
