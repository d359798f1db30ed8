package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

func (ev *evaluator) unary(e *spec.Unary, ns names) result {
	if e.Op == spec.Not {
		in, undef := ev.holds(e.X, ns)
		return result{truth{in.Not()}, undef}
	}
	x := ev.eval(e.X, ns)
	if e.Op == spec.Size {
		return ev.size(x, precision{})
	}
	if x.undef.IsFull() {
		return x
	}
	if e.Op == spec.Neg {
		return ev.mapped(ev.asCases(x.val), x.undef, func(v spec.Value) spec.Value {
			if n, ok := v.(spec.Int); ok {
				return -n
			}
			return nil
		})
	}
	t := spec.Present(e.X.Type())
	var cases []Case
	for v, when := range ev.alternatives(x.val, t) {
		cases = append(cases, Case{v, when})
	}
	return ev.around(e.Op, t, cases, x.undef)
}

// mapped is f of each case, undefined where f has no value or there is no case.
func (s *System) mapped(cases []Case, undef symbolic.Set, f func(spec.Value) spec.Value) result {
	var choices []choice
	for _, c := range cases {
		if v := f(c.Value); v != nil {
			choices = append(choices, choice{c.When, constant{v}})
		}
	}
	return s.chosen(choices, undef)
}

// around is next, prev and ord.
func (s *System) around(op spec.UnaryOp, t spec.Type, cases []Case, undef symbolic.Set) result {
	all := slices.Collect(t.All())
	place := make(map[string]int, len(all))
	for i, v := range all {
		place[spec.Key(v)] = i
	}
	return s.mapped(cases, undef, func(v spec.Value) spec.Value {
		i := place[spec.Key(v)]
		switch op {
		case spec.NextOf:
			return all[(i+1)%len(all)]
		case spec.PrevOf:
			return all[(i+len(all)-1)%len(all)]
		default:
			return spec.Int(i)
		}
	})
}

func (ev *evaluator) size(x result, asked precision) result {
	if x.undef.IsFull() {
		return x
	}
	f := ev.asFamily(x.val)
	terms := make([]symbolic.Set, len(f.members))
	for i, m := range f.members {
		terms[i] = m.in
	}
	return result{ev.countTrue(terms, asked), x.undef.Or(f.absent)}
}

func (ev *evaluator) binary(e *spec.Binary, ns names) result {
	switch e.Op {
	case spec.And, spec.Or, spec.Imp:
		return ev.connective(e, ns)
	case spec.Add:
		return ev.add(e, ns, precision{})
	}
	x, y, undef := ev.sides(e, ns)
	if undef.IsFull() {
		return ev.nowhere()
	}
	switch e.Op {
	case spec.Iff, spec.Eq:
		return result{truth{ev.equal(x, y)}, undef}
	case spec.Ne:
		return result{truth{ev.equal(x, y).Not()}, undef}
	case spec.In:
		return ev.isIn(x, y, undef)
	case spec.Union, spec.Minus, spec.Intersect:
		return ev.setOperation(e.Op, ev.asFamily(x), ev.asFamily(y), undef)
	}
	return ev.arithmetic(e, ev.asCases(x), ev.asCases(y), undef)
}

// connective is &, | or ->, whose right operand counts only where the left one
// does not decide.
func (ev *evaluator) connective(e *spec.Binary, ns names) result {
	x, undef := ev.holds(e.X, ns)
	if undef.IsFull() {
		return ev.nowhere()
	}
	open := x // where the right operand decides
	if e.Op == spec.Or {
		open = x.Not()
	}
	y := ev.none()
	if !open.IsEmpty() {
		in, u := ev.holds(e.Y, ns)
		y, undef = in, undef.Or(open.And(u))
	}
	switch e.Op {
	case spec.And:
		return result{truth{x.And(y)}, undef}
	case spec.Or:
		return result{truth{x.Or(y)}, undef}
	default:
		return result{truth{open.Not().Or(y)}, undef}
	}
}

func (ev *evaluator) isIn(x, y value, undef symbolic.Set) result {
	if list, ok := ev.listOf(y); ok {
		y = constant{spec.NewSet(list...)}
	}
	f := ev.asFamily(y)
	var sets []symbolic.Set
	for _, m := range f.members {
		sets = append(sets, m.in.And(ev.equal(x, constant{m.elem})))
	}
	return result{truth{ev.space.OrAll(sets...)}, undef.Or(f.absent)}
}

func (ev *evaluator) setOperation(op spec.BinaryOp, x, y family, undef symbolic.Set) result {
	var ms []member
	for elem, in := range merge(x.members, y.members, ev.none()) {
		m := member{elem: elem}
		switch op {
		case spec.Union:
			m.in = in[0].Or(in[1])
		case spec.Minus:
			m.in = in[0].Diff(in[1])
		default:
			m.in = in[0].And(in[1])
		}
		if !m.in.IsEmpty() {
			ms = append(ms, m)
		}
	}
	return result{family{absent: ev.none(), members: ms}, undef.Or(x.absent).Or(y.absent)}
}

// arithmetic applies what needs two numbers.
func (ev *evaluator) arithmetic(e *spec.Binary, x, y []Case, undef symbolic.Set) result {
	x, y = numbers(x), numbers(y)
	undef = undef.Or(ev.uncovered(x)).Or(ev.uncovered(y))
	switch e.Op {
	case spec.Lt:
		return result{truth{ev.less(x, y, false)}, undef}
	case spec.Le:
		return result{truth{ev.less(x, y, true)}, undef}
	case spec.Gt:
		return result{truth{ev.less(y, x, false)}, undef}
	case spec.Ge:
		return result{truth{ev.less(y, x, true)}, undef}
	case spec.Interval:
		return ev.interval(x, y, undef)
	}
	var l caseList
	var far []symbolic.Set
	for _, a := range x {
		for _, b := range y {
			when := a.When.And(b.When)
			if when.IsEmpty() {
				continue
			}
			if n, ok := compute(e.Op, a.Value.(spec.Int), b.Value.(spec.Int)); ok {
				l.add(n, when)
			} else {
				far = append(far, when)
			}
		}
	}
	return result{l.value(ev.System), undef.Or(ev.space.OrAll(far...))}
}

// numbers returns the cases that are numbers, in ascending order.
func numbers(cases []Case) []Case {
	var ns []Case
	for _, c := range cases {
		if _, ok := c.Value.(spec.Int); ok {
			ns = append(ns, c)
		}
	}
	slices.SortFunc(ns, func(a, b Case) int { return spec.Compare(a.Value, b.Value) })
	return ns
}

// uncovered returns where no case is taken.
func (s *System) uncovered(cases []Case) symbolic.Set {
	sets := make([]symbolic.Set, len(cases))
	for i, c := range cases {
		sets[i] = c.When
	}
	return s.space.OrAll(sets...).Not()
}

// less returns where x < y, or x ≤ y, by one pass over both, from the greatest
// number down: above is where y is greater than the number at hand.
func (s *System) less(x, y []Case, orEqual bool) symbolic.Set {
	above := s.none()
	var sets []symbolic.Set
	j := len(y)
	for _, c := range slices.Backward(x) {
		n := c.Value.(spec.Int)
		for j > 0 && (y[j-1].Value.(spec.Int) > n || orEqual && y[j-1].Value.(spec.Int) == n) {
			j--
			above = above.Or(y[j].When)
		}
		sets = append(sets, c.When.And(above))
	}
	return s.space.OrAll(sets...)
}

// maxInterval is the language's bound on the numbers of an interval, and
// maxFamily the number of different elements that a set may have in all states.
const (
	maxInterval = 1 << 20
	maxFamily   = 1 << 16
)

// interval is x..y. n is in it where x ≤ n and n ≤ y.
func (ev *evaluator) interval(x, y []Case, undef symbolic.Set) result {
	var wide []symbolic.Set
	for _, a := range x {
		for _, b := range y {
			if b.Value.(spec.Int)-a.Value.(spec.Int) > maxInterval {
				wide = append(wide, a.When.And(b.When))
			}
		}
	}
	undef = undef.Or(ev.space.OrAll(wide...))
	f := family{absent: ev.none()}
	if len(x) == 0 || len(y) == 0 || undef.IsFull() {
		return result{f, undef}
	}
	lo, hi := x[0].Value.(spec.Int), y[len(y)-1].Value.(spec.Int)
	if hi-lo > maxFamily {
		failure.Fail("%d..%d has too many numbers to be a set that depends on the state", lo, hi)
	}
	started, ended := ev.none(), ev.endBelow(y, lo)
	for n := lo; n <= hi; n++ {
		started = started.Or(ev.caseOf(x, n))
		if in := started.Diff(ended); !in.IsEmpty() {
			f.members = append(f.members, member{n, in})
		}
		ended = ended.Or(ev.caseOf(y, n))
	}
	return result{f, undef}
}

// endBelow returns where the cases are less than n.
func (s *System) endBelow(cases []Case, n spec.Int) symbolic.Set {
	var sets []symbolic.Set
	for _, c := range cases {
		if c.Value.(spec.Int) < n {
			sets = append(sets, c.When)
		}
	}
	return s.space.OrAll(sets...)
}

// compute is +, -, *, /, mod, min and max of numbers; false where the language
// has no result.
func compute(op spec.BinaryOp, a, b spec.Int) (spec.Int, bool) {
	var n spec.Int
	switch op {
	case spec.Min:
		return min(a, b), true
	case spec.Max:
		return max(a, b), true
	case spec.Add:
		n = a + b
	case spec.Sub:
		n = a - b
	case spec.Mul:
		if f := float64(a) * float64(b); f > spec.Far || f < -spec.Far {
			return 0, false
		}
		n = a * b
	case spec.Div, spec.Mod:
		if b == 0 {
			return 0, false
		}
		if n = spec.FloorDiv(a, b); op == spec.Mod {
			n = a - b*n
		}
	}
	return n, n <= spec.Far && n >= -spec.Far
}
