package spec

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/epibdd/epibdd/spec/source"
)

// Env binds names to values; the nil Env binds none. It is immutable: Bind
// makes a new one.
type Env struct {
	bound *Bound
	value Value
	outer *Env
}

// Bind returns env with b bound to v.
func (env *Env) Bind(b *Bound, v Value) *Env { return &Env{b, v, env} }

// BindAll binds each of bs to the value at its place.
func (env *Env) BindAll(bs []*Bound, vs []Value) *Env {
	for i, b := range bs {
		env = env.Bind(b, vs[i])
	}
	return env
}

// Lookup returns the value of b, and nil where b is not bound.
func (env *Env) Lookup(b *Bound) Value {
	for ; env != nil; env = env.outer {
		if env.bound == b {
			return env.value
		}
	}
	return nil
}

// Open lists the names with an open value, the innermost first.
func (env *Env) Open() []*Bound {
	var open []*Bound
	for e := env; e != nil; e = e.outer {
		if _, ok := env.Lookup(e.bound).(Open); ok {
			open = append(open, e.bound)
		}
	}
	return open
}

// SameNames reports whether the names that e depends on have the same values.
func SameNames(e Expr, a, b *Env) bool {
	for _, name := range e.Free() {
		x, y := a.Lookup(name), b.Lookup(name)
		if x == nil || y == nil || !Equal(x, y) {
			return false
		}
	}
	return true
}

// Undefined is the error of an expression that has no value: none is read where
// a value is needed, an index is outside its type, a divisor is 0.
type Undefined struct {
	Place  source.Span
	Reason string
}

func (u *Undefined) Error() string { return u.Reason }

// ErrModal is returned by Eval for a formula that cannot be decided in a state
// where no meaning is given for it.
var ErrModal = errors.New("this depends on more than one state")

// ErrTooLarge is returned by Eval where the budget is used up.
var ErrTooLarge = errors.New("this takes too long to evaluate")

// Evaluator computes the values of expressions in a state, from the
// definitions: it is the reference for every other way to evaluate them. It counts what it
// does against its Budget, so that one of which a budget is asked serves once.
type Evaluator struct {
	// State is nil for expressions that read none.
	State State
	// Moves are those of the present joint step, for Does.
	Moves []Move
	// Modal gives knowledge and temporal operators their meaning; nil: ErrModal.
	Modal func(e Expr, env *Env) (bool, error)
	// Budget bounds how many nodes are evaluated in all, since definitions that
	// call each other twice, and folds over large types, take time without
	// measure; 0: no bound.
	Budget int

	used int
}

// Used is how many nodes were evaluated so far.
func (ev *Evaluator) Used() int { return ev.used }

// Eval returns the value of e, whose free names env binds. The error is *Undefined where
// e has no value in the state, ErrModal where knowledge or time would have to be given a
// meaning and Modal is nil, ErrTooLarge where Budget is used up, or what Modal returned.
func (ev *Evaluator) Eval(e Expr, env *Env) (Value, error) {
	if ev.used++; ev.Budget > 0 && ev.used > ev.Budget {
		return nil, ErrTooLarge
	}
	switch e := e.(type) {
	case *Const:
		return e.Value, nil
	case *VarRef:
		return ev.State[e.Var.Index], nil
	case *BoundRef:
		if v := env.Lookup(e.Bound); v != nil {
			return v, nil
		}
		return nil, fmt.Errorf("%s has no value here", e.Bound.Name)
	case *FieldOf:
		return ev.field(e, env)
	case *Element:
		return ev.element(e, env)
	case *Unary:
		return ev.unary(e, env)
	case *Binary:
		return ev.binary(e, env)
	case *Cond:
		return ev.cond(e, env)
	case *Fold:
		return ev.fold(e, env)
	case *MakeRecord:
		fields, err := ev.all(e.Fields, env)
		if err != nil {
			return nil, err
		}
		if err := e.checkFields(fields); err != nil {
			return nil, err
		}
		return Record(fields), nil
	case *MakeSet:
		elems, err := ev.all(e.Elems, env)
		return NewSet(elems...), err
	case *Call:
		args, err := ev.all(e.Args, env)
		if err != nil {
			return nil, err
		}
		if err := checkArgs(e.Args, e.Define.Params, args); err != nil {
			return nil, err
		}
		return ev.Eval(e.Define.Body, env.BindAll(e.Define.Params, args))
	case *Does:
		return ev.does(e, env)
	case *Knows, *GroupKnows, *Share, *Coalition, *Temporal, *Update, *OnRuns:
		if ev.Modal == nil {
			return nil, ErrModal
		}
		holds, err := ev.Modal(e, env)
		return Bool(holds), err
	}
	panic(fmt.Sprintf("spec: no evaluation of %T", e))
}

// does evaluates the arguments given and looks for a move that has them.
func (ev *Evaluator) does(e *Does, env *Env) (Value, error) {
	args := make([]Value, len(e.Step.Args))
	for i, x := range e.Step.Args {
		if x == nil {
			continue
		}
		v, err := ev.Eval(x, env)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	return Bool(slices.ContainsFunc(ev.Moves, func(m Move) bool { return e.Step.Action == m.Action && m.HasArgs(args) })), nil
}

// HasArgs reports whether the move has the arguments given; nil is any.
func (m *Move) HasArgs(given []Value) bool {
	for i, v := range given {
		if v != nil && !Equal(v, m.Args[i]) {
			return false
		}
	}
	return true
}

// Holds evaluates a formula, an expression of BoolType; errors are those of Eval.
func (ev *Evaluator) Holds(e Expr, env *Env) (bool, error) {
	v, err := ev.Eval(e, env)
	if err != nil {
		return false, err
	}
	return v == Bool(true), nil
}

// HoldsAll evaluates conditions from left to right, up to the first that fails.
func (ev *Evaluator) HoldsAll(es []Expr, env *Env) (bool, error) {
	for _, e := range es {
		if holds, err := ev.Holds(e, env); err != nil || !holds {
			return false, err
		}
	}
	return true, nil
}

func (ev *Evaluator) all(es []Expr, env *Env) ([]Value, error) {
	vs := make([]Value, len(es))
	for i, e := range es {
		v, err := ev.Eval(e, env)
		if err != nil {
			return nil, err
		}
		vs[i] = v
	}
	return vs, nil
}

func undefined(e Expr, format string, args ...any) error {
	return &Undefined{e.Span(), fmt.Sprintf(format, args...)}
}

// checkFields refuses a record with a field outside its type.
func (e *MakeRecord) checkFields(fields []Value) error {
	t := e.Type().(*RecordType)
	for i, f := range t.Fields {
		if !f.Type.Has(fields[i]) {
			return undefined(e.Fields[i], "%s is not a value of %s", fields[i], f.Type)
		}
	}
	return nil
}

// checkArgs refuses an argument outside the type of its parameter.
func checkArgs(at []Expr, params []*Bound, args []Value) error {
	for i, b := range params {
		if !b.Type.Has(args[i]) {
			return undefined(at[i], "%s is not a value of %s, the type of %s", args[i], b.Type, b.Name)
		}
	}
	return nil
}

func (ev *Evaluator) field(e *FieldOf, env *Env) (Value, error) {
	x, err := ev.Eval(e.X, env)
	if err != nil {
		return nil, err
	}
	if r, ok := x.(Record); ok {
		return r[e.Field], nil
	}
	return nil, undefined(e.X, "this is none, which has no fields")
}

func (ev *Evaluator) element(e *Element, env *Env) (Value, error) {
	x, err := ev.Eval(e.X, env)
	if err != nil {
		return nil, err
	}
	var few [2]Value
	index := few[:0]
	for _, x := range e.Index {
		v, err := ev.Eval(x, env)
		if err != nil {
			return nil, err
		}
		index = append(index, v)
	}
	if list, ok := x.(List); ok {
		n, isInt := index[0].(Int)
		if !isInt || n < 0 || int(n) >= len(list) {
			return nil, undefined(e, "a list of %d has no element %s", len(list), index[0])
		}
		return list[n], nil
	}
	a, ok := x.(Array)
	if !ok {
		return nil, undefined(e.X, "this is none, which has no elements")
	}
	t := Present(e.X.Type()).(*ArrayType)
	cell := t.CellIndex(index)
	if cell < 0 && e.The != nil {
		return nil, undefined(e, "%s", e.The.without(index[0]))
	}
	if cell < 0 {
		return nil, undefined(e, "index %s is outside %s", joinValues(index), t.Index[0])
	}
	return a[cell], nil
}

func (ev *Evaluator) cond(e *Cond, env *Env) (Value, error) {
	holds, err := ev.Holds(e.If, env)
	if err != nil {
		return nil, err
	}
	if holds {
		return ev.Eval(e.Then, env)
	}
	return ev.Eval(e.Else, env)
}

func (ev *Evaluator) unary(e *Unary, env *Env) (Value, error) {
	x, err := ev.Eval(e.X, env)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case Not:
		return !x.(Bool), nil
	case Size:
		return Int(len(x.(Set))), nil
	case Neg:
		if n, ok := x.(Int); ok {
			return -n, nil
		}
		return nil, undefined(e.X, "this is none, not a number")
	}
	return e.around(x)
}

// around is next, prev and ord: they go round the type of the operand.
func (e *Unary) around(x Value) (Value, error) {
	t := Present(e.X.Type())
	place := IndexOf(t, x)
	if place < 0 {
		return nil, undefined(e.X, "%s is not a value of %s", x, t)
	}
	size := int(t.Size().Int64())
	switch e.Op {
	case Ord:
		return Int(place), nil
	case NextOf:
		place++
	case PrevOf:
		place += size - 1
	}
	return nth(t, place%size), nil
}

// nth is the inverse of IndexOf.
func nth(t Type, place int) Value {
	for v := range t.All() {
		if place == 0 {
			return v
		}
		place--
	}
	return nil
}

func (ev *Evaluator) binary(e *Binary, env *Env) (Value, error) {
	x, err := ev.Eval(e.X, env)
	if err != nil {
		return nil, err
	}
	switch {
	case e.Op == And && x == Bool(false), e.Op == Or && x == Bool(true):
		return x, nil
	case e.Op == Imp && x == Bool(false):
		return Bool(true), nil
	}
	y, err := ev.Eval(e.Y, env)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case And, Or, Imp:
		return y, nil
	case Iff, Eq:
		return Bool(Equal(x, y)), nil
	case Ne:
		return Bool(!Equal(x, y)), nil
	case In:
		return isIn(x, y), nil
	case Union:
		return NewSet(slices.Concat(x.(Set), y.(Set))...), nil
	case Minus:
		return filter(x.(Set), func(v Value) bool { return !y.(Set).Has(v) }), nil
	case Intersect:
		return filter(x.(Set), y.(Set).Has), nil
	}
	return e.arithmetic(x, y)
}

func isIn(x, y Value) Bool {
	if list, ok := y.(List); ok {
		return Bool(slices.ContainsFunc(list, func(v Value) bool { return Equal(v, x) }))
	}
	return Bool(y.(Set).Has(x))
}

func filter(s Set, keep func(Value) bool) Set {
	var kept []Value
	for _, v := range s {
		if keep(v) {
			kept = append(kept, v)
		}
	}
	return NewSet(kept...)
}

// Far bounds the numbers of the language: what is further from 0 is undefined,
// so that arithmetic never wraps.
const Far = 1 << 52

func (e *Binary) arithmetic(x, y Value) (Value, error) {
	a, ok := x.(Int)
	if !ok {
		return nil, undefined(e.X, "%s is not a number", x)
	}
	b, ok := y.(Int)
	if !ok {
		return nil, undefined(e.Y, "%s is not a number", y)
	}
	switch e.Op {
	case Lt:
		return Bool(a < b), nil
	case Le:
		return Bool(a <= b), nil
	case Gt:
		return Bool(a > b), nil
	case Ge:
		return Bool(a >= b), nil
	case Min:
		return min(a, b), nil
	case Max:
		return max(a, b), nil
	case Interval:
		return e.interval(a, b)
	}
	return e.compute(a, b)
}

func (e *Binary) interval(a, b Int) (Value, error) {
	if b-a > 1<<20 {
		return nil, undefined(e, "%d..%d has too many numbers", a, b)
	}
	var s []Value
	for n := a; n <= b; n++ {
		s = append(s, n)
	}
	return Set(s), nil
}

func (e *Binary) compute(a, b Int) (Value, error) {
	if (e.Op == Div || e.Op == Mod) && b == 0 {
		return nil, undefined(e, "division by 0")
	}
	var n Int
	switch e.Op {
	case Add:
		n = a + b
	case Sub:
		n = a - b
	case Mul:
		if f := float64(a) * float64(b); f > Far || f < -Far {
			return nil, undefined(e, "%d * %d is too large", a, b)
		}
		n = a * b
	case Div:
		n = FloorDiv(a, b)
	case Mod:
		n = a - b*FloorDiv(a, b)
	}
	if n > Far || n < -Far {
		return nil, undefined(e, "the result is too large")
	}
	return n, nil
}

// FloorDiv is a/b rounded down.
func FloorDiv(a, b Int) Int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// Instances yields env extended by every combination of values of the binders, in the
// order of their types, the last running fastest. It stops with an error of Eval where a
// domain has no value; the environment beside it is nil.
func (ev *Evaluator) Instances(binders []Binder, env *Env) iter.Seq2[*Env, error] {
	return func(yield func(*Env, error) bool) { ev.instances(binders, env, yield) }
}

func (ev *Evaluator) instances(binders []Binder, env *Env, yield func(*Env, error) bool) bool {
	if len(binders) == 0 {
		return yield(env, nil)
	}
	b := binders[0]
	if b.Domain == nil {
		for v := range b.Bound.Type.All() {
			if !ev.instances(binders[1:], env.Bind(b.Bound, v), yield) {
				return false
			}
		}
		return true
	}
	domain, err := ev.Eval(b.Domain, env)
	if err != nil {
		yield(nil, err)
		return false
	}
	// The order of the type, not of the set, so that the first instance found is
	// the one a reader expects.
	for v := range Ordered(b.Bound.Type, domain.(Set)) {
		if !ev.instances(binders[1:], env.Bind(b.Bound, v), yield) {
			return false
		}
	}
	return true
}

// Ordered yields the elements of s that are values of t, in the order of t. It goes through all
// values of t where the author of the type listed these, and else sorts s: a set has many subsets.
func Ordered(t Type, s Set) iter.Seq[Value] {
	switch Present(t).(type) {
	case *IntType:
		return slices.Values(s)
	case BoolType, *EnumType:
		return func(yield func(Value) bool) {
			for v := range t.All() {
				if s.Has(v) && !yield(v) {
					return
				}
			}
		}
	}
	in := slices.DeleteFunc(slices.Clone(s), func(v Value) bool { return !t.Has(v) })
	slices.SortFunc(in, func(a, b Value) int { return CompareIn(t, a, b) })
	return slices.Values(in)
}

func (ev *Evaluator) fold(e *Fold, env *Env) (Value, error) {
	instances, satisfied := 0, 0
	var values []Value // of the body, if it is a number, or of the binder for Collect
	for inner, err := range ev.Instances(e.Binders, env) {
		if err != nil {
			return nil, err
		}
		v, err := ev.Eval(e.Body, inner)
		if err != nil {
			return nil, err
		}
		instances++
		switch e.Op {
		case Forall, Exists, Count, Collect:
			if v != Bool(true) {
				continue
			}
			satisfied++
			if e.Op == Collect {
				values = append(values, inner.Lookup(e.Binders[0].Bound))
			}
		default:
			values = append(values, v)
		}
	}
	switch e.Op {
	case Forall:
		return Bool(satisfied == instances), nil
	case Exists:
		return Bool(satisfied > 0), nil
	case Count:
		return Int(satisfied), nil
	case Collect:
		return NewSet(values...), nil
	}
	return e.combineNumbers(values)
}

func (e *Fold) combineNumbers(values []Value) (Value, error) {
	numbers := make([]Int, len(values))
	for i, v := range values {
		n, ok := v.(Int)
		if !ok {
			return nil, undefined(e.Body, "%s is not a number", v)
		}
		numbers[i] = n
	}
	if e.Op == Sum {
		var high, low Int // of many numbers the sum is more than an Int
		for _, n := range numbers {
			high, low = high+n>>26, low+n&(1<<26-1)
		}
		high += low >> 26
		if high > Far>>26 || high < -Far>>26 || high == Far>>26 && low&(1<<26-1) > 0 {
			return nil, undefined(e, "the sum is too large")
		}
		return high<<26 + low&(1<<26-1), nil
	}
	if len(numbers) == 0 {
		return nil, undefined(e, "there is no least or greatest of nothing")
	}
	if e.Op == MinOf {
		return slices.Min(numbers), nil
	}
	return slices.Max(numbers), nil
}
