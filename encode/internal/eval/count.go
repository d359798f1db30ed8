package eval

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// add is a + b + c + …: a fold that is written out. From left to right each of n
// terms would be added below all that is counted before, which takes time n^4.
func (ev *Evaluator) add(e *spec.Binary, ns value.Names, asked value.Precision) value.Result {
	if sum, ok := ev.fromShared(e, ns); ok {
		return value.Defined(ev.Codes.Space, sum)
	}
	vs, undef := ev.Operands(ns, layout.Summands(e)...)
	if undef.IsFull() {
		return value.Nowhere(ev.Codes.Space)
	}
	if ones, ok := value.Ones(ev.Codes.Space, vs); ok {
		return value.Result{Val: value.CountTrue(ev.Codes.Space, ones, asked), Undef: undef}
	}
	sum := vs[0]
	for _, v := range vs[1:] {
		r := value.Arithmetic(ev.Codes.Space, e, value.AsCases(ev.Codes.Space, sum), value.AsCases(ev.Codes.Space, v), undef)
		sum, undef = r.Val, r.Undef
	}
	return value.Result{Val: sum, Undef: undef}
}

// fromShared is the value of a sum of cells in a step, if there is a shared one for it. A
// shared sum that is less than what the sum lacks does not occur.
func (ev *Evaluator) fromShared(e *spec.Binary, ns value.Names) (value.Value, bool) {
	if !ev.stepping || len(ev.Codes.Layout.Sums) == 0 {
		return nil, false
	}
	var sum layout.Edge
	for _, x := range layout.Summands(e) {
		sh := ev.placeOf(x, ns)
		if sh == nil || sh.Cell == nil {
			return nil, false
		}
		sum = append(sum, sh.Cell)
	}
	t, lacking := ev.Codes.Layout.SumFor(sum)
	if t == nil || len(sum)+len(lacking) != len(t.Terms) {
		return nil, false
	}
	key := layout.Key(sum)
	if v, ok := ev.shared[key]; ok {
		return v, true
	}
	missed := value.AsCases(ev.Codes.Space, ev.Codes.CountOnes(lacking))
	var l value.CaseList
	for n := range len(t.Terms) + 1 {
		for _, m := range missed {
			left := min(max(n-int(m.Value.(spec.Int)), 0), len(sum))
			l.Add(spec.Int(left), ev.Codes.SumIs(t, n).And(m.When))
		}
	}
	v := l.Value(ev.Codes.Space)
	ev.shared[key] = v
	return v, true
}

// A count of n truth values takes n²/2 nodes and n³ steps, n of them for each value that
// it can have. Most counts are compared with a small constant, as in count(…) <= 1, or
// are divided by one, as in count(…) mod 2. Then it is enough to count up to one more
// than the constant, or round and round.

// sides evaluates both operands, a count only as exactly as the other operand needs it.
func (ev *Evaluator) sides(e *spec.Binary, ns value.Names) (x, y value.Value, undef symbolic.Set) {
	l := ev.counted(e.X, ns, ev.asked(e.Op, e.X, e.Y, ns))
	if l.Undef.IsFull() {
		return nil, nil, l.Undef
	}
	var p value.Precision // for a number is not divided by a count that is not exact
	if e.Op != spec.Mod {
		p = ev.asked(e.Op, e.Y, e.X, ns)
	}
	r := ev.counted(e.Y, ns, p)
	return l.Val, r.Val, l.Undef.Or(r.Undef)
}

// asked is how exactly a count has to be known for op with another operand: exactly,
// unless that is a constant which op compares it with or divides it by.
func (ev *Evaluator) asked(op spec.BinaryOp, count, other spec.Expr, ns value.Names) value.Precision {
	exactly := value.Precision{}
	if !isCount(count) {
		return exactly
	}
	switch op {
	case spec.Mod, spec.Eq, spec.Ne, spec.Lt, spec.Le, spec.Gt, spec.Ge:
	default:
		return exactly
	}
	r, _ := ev.constantly(other, ns)
	c, _ := r.Val.(value.Constant)
	n, ok := c.V.(spec.Int)
	switch {
	case !ok || op == spec.Mod && (n <= 0 || n > tune.MaxInstances):
		return exactly
	case op == spec.Mod:
		return value.Precision{Modulo: int(n)}
	}
	return value.Precision{AtMost: int(min(max(n, 0), tune.MaxInstances)) + 1}
}

// isCount tells expressions that countTrue may evaluate.
func isCount(e spec.Expr) bool {
	switch e := e.(type) {
	case *spec.Fold:
		return e.Op == spec.Count
	case *spec.Binary:
		return e.Op == spec.Add
	case *spec.Unary:
		return e.Op == spec.Size
	}
	return false
}

// counted evaluates an expression, and a count only as exactly as is asked.
func (ev *Evaluator) counted(e spec.Expr, ns value.Names, asked value.Precision) value.Result {
	if asked == (value.Precision{}) {
		return ev.Eval(e, ns)
	}
	if r, ok := ev.constantly(e, ns); ok {
		return r
	}
	switch e := e.(type) {
	case *spec.Fold:
		return ev.remember(e, roughly{e, asked}, e.Free(), ns, func() value.Result { return ev.fold(e, ns, asked) })
	case *spec.Unary:
		return value.Size(ev.Codes.Space, ev.Eval(e.X, ns), asked)
	default:
		return ev.add(e.(*spec.Binary), ns, asked)
	}
}

// roughly is a count that is remembered apart from others, which ask for more.
type roughly struct {
	fold  *spec.Fold
	asked value.Precision
}
