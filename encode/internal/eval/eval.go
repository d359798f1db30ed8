// Package eval evaluates expressions over all states at once: what spec.Evaluator says of one
// state, in the form that package value gives to values, and with it the states where there
// is none. Package encode gives the bits of cells (package codes), and what modal formulas
// inside of an expression hold of.
package eval

import (
	"errors"
	"fmt"
	"maps"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Evaluator computes values with one meaning of modal formulas, right in the states of a
// care set: what is only asked of these may be much smaller there.
type Evaluator struct {
	Codes *codes.Codes
	care  symbolic.Set
	Modal Modal
	found *Memo
	memo  map[memoKey]value.Result // of expressions that modal has a say in
	// stepping tells that what is evaluated belongs to a joint step, where shared sums
	// stand for others.
	stepping bool
	shared   map[string]value.Value // taken from shared sums
	busy     map[*layout.Register]bool
}

func New(c *codes.Codes, care symbolic.Set, modal Modal, found *Memo) *Evaluator {
	return &Evaluator{Codes: c, care: care, Modal: modal, found: found, memo: make(map[memoKey]value.Result), busy: make(map[*layout.Register]bool)}
}

// InStep returns ev for what belongs to a joint step.
func (ev *Evaluator) InStep() *Evaluator {
	in := *ev
	in.stepping, in.shared = true, make(map[string]value.Value)
	return &in
}

// Memo keeps what was found about expressions without modal parts in the states of one
// care set.
type Memo struct {
	results map[memoKey]value.Result
	heavy   map[*spec.Define]bool
	folds   map[*spec.Fold]foldPlan
}

func NewMemo() *Memo {
	return &Memo{make(map[memoKey]value.Result), make(map[*spec.Define]bool), make(map[*spec.Fold]foldPlan)}
}

// Clone returns what was found, for a smaller care set: there it is right as well.
func (m *Memo) Clone() *Memo { return &Memo{maps.Clone(m.results), m.heavy, m.folds} }

// memoKey is an expression, or a definition, with the values of its names.
type memoKey struct {
	what any
	vals string
}

// maxMemo bounds what is remembered for the lifetime of the system.
const maxMemo = 1 << 14

// Eval returns the value of e.
func (ev *Evaluator) Eval(e spec.Expr, ns value.Names) value.Result {
	if r, ok := ev.constantly(e, ns); ok {
		return r
	}
	switch e := e.(type) {
	case *spec.VarRef:
		return value.Defined(ev.Codes.Space, ev.Codes.Read(ev.Codes.Layout.Vars[e.Var.Index]))
	case *spec.BoundRef:
		return value.Defined(ev.Codes.Space, value.Lookup(ns, e.Bound))
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
		return ev.remember(e, e, e.Free(), ns, func() value.Result { return ev.fold(e, ns, value.Precision{}) })
	case *spec.MakeRecord:
		return ev.makeRecord(e, ns)
	case *spec.MakeSet:
		return ev.makeSet(e, ns)
	case *spec.Call:
		return ev.call(e, ns)
	case *spec.Does:
		return ev.does(e, ns)
	case *spec.Knows, *spec.GroupKnows, *spec.Share, *spec.Coalition, *spec.Temporal, *spec.Update, *spec.OnRuns:
		return ev.remember(e, e, e.Free(), ns, func() value.Result { return ev.modally(e, ns) })
	}
	panic(fmt.Sprintf("encode: no evaluation of %T", e))
}

// constantly evaluates what depends neither on the state nor on other worlds by
// the reference, so that the symbolic operations see constants only as operands.
func (ev *Evaluator) constantly(e spec.Expr, ns value.Names) (value.Result, bool) {
	if c, ok := e.(*spec.Const); ok {
		return value.Defined(ev.Codes.Space, value.Constant{V: c.Value}), true
	}
	if e.Traits()&(spec.ReadsState|spec.Modal) != 0 {
		return value.Result{}, false
	}
	env, ok := ns.Fixed(e.Free())
	if !ok {
		return value.Result{}, false
	}
	v, err := (&spec.Evaluator{Budget: tune.MaxConstant}).Eval(e, env)
	if undefined := (*spec.Undefined)(nil); errors.As(err, &undefined) {
		return value.Nowhere(ev.Codes.Space), true
	}
	if err != nil {
		failure.Raise(err)
	}
	return value.Defined(ev.Codes.Space, value.Constant{V: v}), true
}

// remember keeps the result of f for e where all names in it are constant.
func (ev *Evaluator) remember(e spec.Expr, what any, free []*spec.Bound, ns value.Names, f func() value.Result) value.Result {
	vals, ok := ns.Constants(free)
	if !ok {
		return f()
	}
	memo := ev.memo
	if e.Traits()&spec.Modal == 0 && !ev.stepping {
		if len(ev.found.results) > maxMemo {
			clear(ev.found.results)
		}
		memo = ev.found.results
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
func (ev *Evaluator) modally(e spec.Expr, ns value.Names) value.Result {
	for _, b := range e.Free() {
		if v := value.Lookup(ns, b); !isConstant(v) {
			return ev.split(b, v, ns, func(ns value.Names) value.Result { return ev.modally(e, ns) })
		}
	}
	if ev.Modal == nil {
		failure.Raise(spec.ErrModal)
	}
	env, _ := ns.Fixed(e.Free())
	set, err := ev.Modal(e, env)
	if err != nil {
		failure.Raise(err)
	}
	return value.Defined(ev.Codes.Space, value.Truth{In: set})
}

func isConstant(v value.Value) bool { _, ok := v.(value.Constant); return ok }

// split evaluates f with b bound to each value that v can have.
func (ev *Evaluator) split(b *spec.Bound, v value.Value, ns value.Names, f func(value.Names) value.Result) value.Result {
	var choices []value.Choice
	var undef []symbolic.Set
	for w, when := range value.Alternatives(ev.Codes.Space, v, b.Type) {
		r := f(ns.Bind(b, value.Constant{V: w}))
		choices = append(choices, value.Choice{When: when, Val: r.Val})
		undef = append(undef, when.And(r.Undef))
	}
	return value.Result{Val: value.Choose(ev.Codes.Space, choices), Undef: ev.Codes.Space.OrAll(undef...)}
}

// Operands evaluates expressions of which all are needed.
func (ev *Evaluator) Operands(ns value.Names, es ...spec.Expr) ([]value.Value, symbolic.Set) {
	vs := make([]value.Value, len(es))
	undef := ev.Codes.Space.Empty()
	for i, e := range es {
		r := ev.Eval(e, ns)
		vs[i] = r.Val
		undef = undef.Or(r.Undef)
		if undef.IsFull() {
			break
		}
	}
	return vs, undef
}

// Holds returns where a formula is true and where it has no truth value.
func (ev *Evaluator) Holds(e spec.Expr, ns value.Names) (in, undef symbolic.Set) {
	r := ev.Eval(e, ns)
	return value.AsTruth(ev.Codes.Space, r.Val), r.Undef.Or(value.AbsentIn(ev.Codes.Space, r.Val))
}

func (ev *Evaluator) field(e *spec.FieldOf, ns value.Names) value.Result {
	x := ev.Eval(e.X, ns)
	t := value.AsTuple(ev.Codes.Space, x.Val)
	undef := x.Undef.Or(t.Absent)
	if undef.IsFull() || len(t.Parts) == 0 {
		return value.Nowhere(ev.Codes.Space)
	}
	return value.Result{Val: t.Parts[e.Field], Undef: undef}
}

// placeOf returns the part of a variable that e is, if its indices are constant
// and nothing around it can be absent; else nil. To read an array of which one
// element is needed would take time for all.
func (ev *Evaluator) placeOf(e spec.Expr, ns value.Names) *layout.Shape {
	switch e := e.(type) {
	case *spec.VarRef:
		return ev.Codes.Layout.Vars[e.Var.Index]
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
			if c, known := r.Val.(value.Constant); ok && known {
				index[i] = c.V
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

func (ev *Evaluator) element(e *spec.Element, ns value.Names) value.Result {
	if sh := ev.placeOf(e, ns); sh != nil {
		return value.Defined(ev.Codes.Space, ev.Codes.Read(sh))
	}
	x := ev.Eval(e.X, ns)
	index, undef := ev.Operands(ns, e.Index...)
	if undef = undef.Or(x.Undef); undef.IsFull() {
		return value.Nowhere(ev.Codes.Space)
	}
	if list, ok := value.ListOf(x.Val); ok {
		return value.ListElement(ev.Codes.Space, list, index[0], undef)
	}
	t := spec.Present(e.X.Type()).(*spec.ArrayType)
	array := value.AsTuple(ev.Codes.Space, x.Val)
	if undef = undef.Or(array.Absent); undef.IsFull() {
		return value.Nowhere(ev.Codes.Space)
	}
	var choices []value.Choice
	for cell, when := range value.Places(ev.Codes.Space, t, index) {
		choices = append(choices, value.Choice{When: when, Val: array.Parts[cell]})
	}
	return value.Chosen(ev.Codes.Space, choices, undef)
}

func (ev *Evaluator) cond(e *spec.Cond, ns value.Names) value.Result {
	c, undef := ev.Holds(e.If, ns)
	switch {
	case undef.IsFull():
		return value.Nowhere(ev.Codes.Space)
	case c.IsFull():
		r := ev.Eval(e.Then, ns)
		return value.Result{Val: r.Val, Undef: undef.Or(r.Undef)}
	case c.IsEmpty():
		r := ev.Eval(e.Else, ns)
		return value.Result{Val: r.Val, Undef: undef.Or(r.Undef)}
	}
	then, els := ev.Eval(e.Then, ns), ev.Eval(e.Else, ns)
	undef = undef.Or(value.Ite(ev.Codes.Space, c, then.Undef, els.Undef))
	return value.Result{Val: value.Either(ev.Codes.Space, c, then.Val, els.Val), Undef: undef}
}

func (ev *Evaluator) makeRecord(e *spec.MakeRecord, ns value.Names) value.Result {
	fields, undef := ev.Operands(ns, e.Fields...)
	if undef.IsFull() {
		return value.Nowhere(ev.Codes.Space)
	}
	t := e.Type().(*spec.RecordType)
	for i, f := range t.Fields {
		undef = undef.Or(value.Outside(ev.Codes.Space, fields[i], f.Type))
	}
	return value.Result{Val: value.Tuple{Absent: ev.Codes.Space.Empty(), Parts: fields, Record: true}, Undef: undef}
}

func (ev *Evaluator) makeSet(e *spec.MakeSet, ns value.Names) value.Result {
	elems, undef := ev.Operands(ns, e.Elems...)
	if undef.IsFull() {
		return value.Nowhere(ev.Codes.Space)
	}
	var l value.ElemList
	for i, v := range elems {
		for w, when := range value.Alternatives(ev.Codes.Space, v, e.Elems[i].Type()) {
			l.Add(w, when)
		}
	}
	return value.Result{Val: value.Family{Absent: ev.Codes.Space.Empty(), Members: l.Members(ev.Codes.Space)}, Undef: undef}
}

// call evaluates the body of a definition. Arguments that depend on the state
// are bound as they are, not case by case.
func (ev *Evaluator) call(e *spec.Call, ns value.Names) value.Result {
	args, undef := ev.Operands(ns, e.Args...)
	if undef.IsFull() {
		return value.Nowhere(ev.Codes.Space)
	}
	inner := ns
	for i, b := range e.Define.Params {
		undef = undef.Or(value.Outside(ev.Codes.Space, args[i], b.Type))
		inner = inner.Bind(b, args[i])
	}
	if undef.IsFull() {
		return value.Nowhere(ev.Codes.Space)
	}
	body := func() value.Result { return ev.Eval(e.Define.Body, inner) }
	r := value.Result{}
	if ev.heavy(e.Define) {
		r = ev.remember(e.Define.Body, e.Define, e.Define.Params, inner, body)
	} else {
		r = body()
	}
	return value.Result{Val: r.Val, Undef: undef.Or(r.Undef)}
}

// Modal gives knowledge and temporal formulas a meaning: the states in which e
// is true, with names bound by env.
type Modal func(e spec.Expr, env *spec.Env) (symbolic.Set, error)
