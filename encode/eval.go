package encode

import (
	"errors"
	"fmt"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// result is the value of an expression and where it has none.
type result struct {
	val   value
	undef symbolic.Set
}

// evaluator computes values with one meaning of modal formulas.
type evaluator struct {
	*System
	modal Modal
	memo  map[memoKey]result // of expressions that modal has a say in
	// stepping tells that what is evaluated belongs to a joint step, where tallies
	// stand for sums.
	stepping bool
	shared   map[string]value // taken from tallies
	loose    *looseness       // nil: conditions are read as they are
	busy     map[*layout.Register]bool
}

func (s *System) evaluator(modal Modal) *evaluator {
	return &evaluator{System: s, modal: modal, memo: make(map[memoKey]result), busy: make(map[*layout.Register]bool)}
}

// memoKey is an expression, or a definition, with the values of its names.
type memoKey struct {
	what any
	vals string
}

// maxMemo bounds what is remembered for the lifetime of the system.
const maxMemo = 1 << 14

// eval returns the value of e.
func (ev *evaluator) eval(e spec.Expr, ns names) result {
	if r, ok := ev.constantly(e, ns); ok {
		return r
	}
	switch e := e.(type) {
	case *spec.VarRef:
		return ev.defined(ev.read(ev.layout.Vars[e.Var.Index]))
	case *spec.BoundRef:
		return ev.defined(lookup(ns, e.Bound))
	case *spec.FieldOf:
		return ev.field(e, ns)
	case *spec.Element:
		return ev.element(e, ns)
	case *spec.Unary:
		return ev.unary(e, ns)
	case *spec.Binary:
		return ev.binary(e, ns)
	case *spec.Cond:
		return ev.cond(e, ns)
	case *spec.Fold:
		return ev.remember(e, e, e.Free(), ns, func() result { return ev.fold(e, ns, precision{}) })
	case *spec.MakeRecord:
		return ev.makeRecord(e, ns)
	case *spec.MakeSet:
		return ev.makeSet(e, ns)
	case *spec.Call:
		return ev.call(e, ns)
	case *spec.Does:
		return ev.does(e, ns)
	case *spec.Knows, *spec.GroupKnows, *spec.Coalition, *spec.Temporal, *spec.Update, *spec.OnRuns:
		return ev.remember(e, e, e.Free(), ns, func() result { return ev.modally(e, ns) })
	}
	panic(fmt.Sprintf("encode: no evaluation of %T", e))
}

func (s *System) defined(v value) result { return result{v, s.none()} }

// nowhere is the result of an expression that has a value in no state.
func (s *System) nowhere() result { return result{nothing{}, s.all()} }

// constantly evaluates what depends neither on the state nor on other worlds by
// the reference, so that the symbolic operations see constants only as operands.
func (ev *evaluator) constantly(e spec.Expr, ns names) (result, bool) {
	if c, ok := e.(*spec.Const); ok {
		return ev.defined(constant{c.Value}), true
	}
	if e.Traits()&(spec.ReadsState|spec.Modal) != 0 {
		return result{}, false
	}
	env, ok := ns.Fixed(e.Free())
	if !ok {
		return result{}, false
	}
	v, err := (&spec.Evaluator{Budget: tune.MaxConstant}).Eval(e, env)
	if undefined := (*spec.Undefined)(nil); errors.As(err, &undefined) {
		return ev.nowhere(), true
	}
	if err != nil {
		failure.Raise(err)
	}
	return ev.defined(constant{v}), true
}

// remember keeps the result of f for e where all names in it are constant.
func (ev *evaluator) remember(e spec.Expr, what any, free []*spec.Bound, ns names, f func() result) result {
	vals, ok := ns.Constants(free)
	if !ok {
		return f()
	}
	memo := ev.memo
	if e.Traits()&spec.Modal == 0 && !ev.stepping {
		if len(ev.lasting) > maxMemo {
			clear(ev.lasting)
		}
		memo = ev.lasting
	}
	key := memoKey{what, spec.Key(vals...)}
	if r, ok := memo[key]; ok {
		return r
	}
	r := f()
	memo[key] = r
	return r
}

// modally asks for the meaning of a formula about other worlds, once for each
// value of the names in it that depend on the state.
func (ev *evaluator) modally(e spec.Expr, ns names) result {
	for _, b := range e.Free() {
		if v := lookup(ns, b); !isConstant(v) {
			return ev.split(b, v, ns, func(ns names) result { return ev.modally(e, ns) })
		}
	}
	if ev.modal == nil {
		failure.Raise(spec.ErrModal)
	}
	env, _ := ns.Fixed(e.Free())
	set, err := ev.modal(e, env)
	if err != nil {
		failure.Raise(err)
	}
	return ev.defined(truth{set})
}

func isConstant(v value) bool { _, ok := v.(constant); return ok }

// split evaluates f with b bound to each value that v can have.
func (ev *evaluator) split(b *spec.Bound, v value, ns names, f func(names) result) result {
	var choices []choice
	var undef []symbolic.Set
	for w, when := range ev.alternatives(v, b.Type) {
		r := f(ns.Bind(b, constant{w}))
		choices = append(choices, choice{when, r.val})
		undef = append(undef, when.And(r.undef))
	}
	return result{ev.choose(choices), ev.space.OrAll(undef...)}
}

// operands evaluates expressions of which all are needed.
func (ev *evaluator) operands(ns names, es ...spec.Expr) ([]value, symbolic.Set) {
	vs := make([]value, len(es))
	undef := ev.none()
	for i, e := range es {
		r := ev.eval(e, ns)
		vs[i] = r.val
		undef = undef.Or(r.undef)
		if undef.IsFull() {
			break
		}
	}
	return vs, undef
}

// holds returns where a formula is true and where it has no truth value.
func (ev *evaluator) holds(e spec.Expr, ns names) (in, undef symbolic.Set) {
	r := ev.eval(e, ns)
	return ev.asTruth(r.val), r.undef.Or(ev.absentIn(r.val))
}

func (ev *evaluator) field(e *spec.FieldOf, ns names) result {
	x := ev.eval(e.X, ns)
	t := ev.asTuple(x.val)
	undef := x.undef.Or(t.absent)
	if undef.IsFull() || len(t.parts) == 0 {
		return ev.nowhere()
	}
	return result{t.parts[e.Field], undef}
}

// placeOf returns the part of a variable that e is, if its indices are constant
// and nothing around it can be absent; else nil. To read an array of which one
// element is needed would take time for all.
func (ev *evaluator) placeOf(e spec.Expr, ns names) *layout.Shape {
	switch e := e.(type) {
	case *spec.VarRef:
		return ev.layout.Vars[e.Var.Index]
	case *spec.Element:
		sh := ev.placeOf(e.X, ns)
		if sh == nil || sh.Present != nil || len(sh.Parts) == 0 {
			return nil
		}
		t, ok := sh.Type.(*spec.ArrayType)
		if !ok {
			return nil
		}
		index := make([]spec.Value, len(e.Index))
		for i, x := range e.Index {
			r, ok := ev.constantly(x, ns)
			if c, known := r.val.(constant); ok && known {
				index[i] = c.v
				continue
			}
			return nil
		}
		if i := t.CellIndex(index); i >= 0 {
			return sh.Parts[i]
		}
	}
	return nil
}

func (ev *evaluator) element(e *spec.Element, ns names) result {
	if sh := ev.placeOf(e, ns); sh != nil {
		return ev.defined(ev.read(sh))
	}
	x := ev.eval(e.X, ns)
	index, undef := ev.operands(ns, e.Index...)
	if undef = undef.Or(x.undef); undef.IsFull() {
		return ev.nowhere()
	}
	if list, ok := ev.listOf(x.val); ok {
		return ev.listElement(list, index[0], undef)
	}
	t := spec.Present(e.X.Type()).(*spec.ArrayType)
	array := ev.asTuple(x.val)
	if undef = undef.Or(array.absent); undef.IsFull() {
		return ev.nowhere()
	}
	var choices []choice
	for cell, when := range ev.places(t, index) {
		choices = append(choices, choice{when, array.parts[cell]})
	}
	return ev.chosen(choices, undef)
}

// chosen is the value of the choices, undefined where none is taken.
func (s *System) chosen(choices []choice, undef symbolic.Set) result {
	if len(choices) == 1 && choices[0].when.IsFull() {
		return result{choices[0].val, undef}
	}
	when := make([]symbolic.Set, len(choices))
	for i, c := range choices {
		when[i] = c.when
	}
	return result{s.choose(choices), undef.Or(s.space.OrAll(when...).Not())}
}

func (s *System) listOf(v value) (spec.List, bool) {
	c, ok := v.(constant)
	if !ok {
		return nil, false
	}
	list, ok := c.v.(spec.List)
	return list, ok
}

func (ev *evaluator) listElement(list spec.List, index value, undef symbolic.Set) result {
	var choices []choice
	for _, c := range ev.asCases(index) {
		if n, ok := c.Value.(spec.Int); ok && n >= 0 && int(n) < len(list) {
			choices = append(choices, choice{c.When, constant{list[n]}})
		}
	}
	return ev.chosen(choices, undef)
}

// places yields the elements of an array that the index values select, with the
// states in which they do. Where an index is outside its type none is.
func (s *System) places(t *spec.ArrayType, index []value) func(func(int, symbolic.Set) bool) {
	return func(yield func(int, symbolic.Set) bool) {
		vs := make([]spec.Value, len(index))
		var rec func(i int, when symbolic.Set) bool
		rec = func(i int, when symbolic.Set) bool {
			if i == len(index) {
				return yield(t.CellIndex(vs), when)
			}
			for v, here := range s.alternatives(index[i], t.Index[i]) {
				vs[i] = v
				if both := when.And(here); !both.IsEmpty() && !rec(i+1, both) {
					return false
				}
			}
			return true
		}
		rec(0, s.all())
	}
}

func (ev *evaluator) cond(e *spec.Cond, ns names) result {
	c, undef := ev.holds(e.If, ns)
	switch {
	case undef.IsFull():
		return ev.nowhere()
	case c.IsFull():
		r := ev.eval(e.Then, ns)
		return result{r.val, undef.Or(r.undef)}
	case c.IsEmpty():
		r := ev.eval(e.Else, ns)
		return result{r.val, undef.Or(r.undef)}
	}
	then, els := ev.eval(e.Then, ns), ev.eval(e.Else, ns)
	undef = undef.Or(ev.ite(c, then.undef, els.undef))
	return result{ev.either(c, then.val, els.val), undef}
}

func (ev *evaluator) makeRecord(e *spec.MakeRecord, ns names) result {
	fields, undef := ev.operands(ns, e.Fields...)
	if undef.IsFull() {
		return ev.nowhere()
	}
	t := e.Type().(*spec.RecordType)
	for i, f := range t.Fields {
		undef = undef.Or(ev.outside(fields[i], f.Type))
	}
	return result{tuple{absent: ev.none(), parts: fields, record: true}, undef}
}

func (ev *evaluator) makeSet(e *spec.MakeSet, ns names) result {
	elems, undef := ev.operands(ns, e.Elems...)
	if undef.IsFull() {
		return ev.nowhere()
	}
	var l elemList
	for i, v := range elems {
		for w, when := range ev.alternatives(v, e.Elems[i].Type()) {
			l.add(w, when)
		}
	}
	return result{family{absent: ev.none(), members: l.members(ev.System)}, undef}
}

// call evaluates the body of a definition. Arguments that depend on the state
// are bound as they are, not case by case.
func (ev *evaluator) call(e *spec.Call, ns names) result {
	args, undef := ev.operands(ns, e.Args...)
	if undef.IsFull() {
		return ev.nowhere()
	}
	inner := ns
	for i, b := range e.Define.Params {
		undef = undef.Or(ev.outside(args[i], b.Type))
		inner = inner.Bind(b, args[i])
	}
	if undef.IsFull() {
		return ev.nowhere()
	}
	body := func() result { return ev.eval(e.Define.Body, inner) }
	r := result{}
	if ev.heavy(e.Define) {
		r = ev.remember(e.Define.Body, e.Define, e.Define.Params, inner, body)
	} else {
		r = body()
	}
	return result{r.val, undef.Or(r.undef)}
}
