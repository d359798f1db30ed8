package eval

import (
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

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
