package value

import (
	"cmp"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Around is next, prev and ord.
func Around(sp *symbolic.Space, op spec.UnaryOp, t spec.Type, cases []Case, undef symbolic.Set) Result {
	all := slices.Collect(t.All())
	place := make(map[string]int, len(all))
	for i, v := range all {
		place[spec.Key(v)] = i
	}
	return Mapped(sp, cases, undef, func(v spec.Value) spec.Value {
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

func IsIn(sp *symbolic.Space, x, y Value, undef symbolic.Set) Result {
	if list, ok := ListOf(y); ok {
		y = Constant{spec.NewSet(list...)}
	}
	f := AsFamily(sp, y)
	var sets []symbolic.Set
	for _, m := range f.Members {
		sets = append(sets, m.In.And(Equal(sp, x, Constant{m.Elem})))
	}
	return Result{Truth{sp.OrAll(sets...)}, undef.Or(f.Absent)}
}

func SetOperation(sp *symbolic.Space, op spec.BinaryOp, x, y Family, undef symbolic.Set) Result {
	var ms []Member
	for elem, in := range merge(x.Members, y.Members, sp.Empty()) {
		m := Member{Elem: elem}
		switch op {
		case spec.Union:
			m.In = in[0].Or(in[1])
		case spec.Minus:
			m.In = in[0].Diff(in[1])
		default:
			m.In = in[0].And(in[1])
		}
		if !m.In.IsEmpty() {
			ms = append(ms, m)
		}
	}
	return Result{Family{Absent: sp.Empty(), Members: ms}, undef.Or(x.Absent).Or(y.Absent)}
}

// Arithmetic applies what needs two numbers.
func Arithmetic(sp *symbolic.Space, e *spec.Binary, x, y []Case, undef symbolic.Set) Result {
	x, y = Numbers(x), Numbers(y)
	undef = undef.Or(Uncovered(sp, x)).Or(Uncovered(sp, y))
	switch e.Op {
	case spec.Lt:
		return Result{Truth{less(sp, x, y, false)}, undef}
	case spec.Le:
		return Result{Truth{less(sp, x, y, true)}, undef}
	case spec.Gt:
		return Result{Truth{less(sp, y, x, false)}, undef}
	case spec.Ge:
		return Result{Truth{less(sp, y, x, true)}, undef}
	case spec.Interval:
		return interval(sp, x, y, undef)
	}
	var l CaseList
	var far []symbolic.Set
	for _, a := range x {
		for _, b := range y {
			when := a.When.And(b.When)
			if when.IsEmpty() {
				continue
			}
			if n, ok := compute(e.Op, a.Value.(spec.Int), b.Value.(spec.Int)); ok {
				l.Add(n, when)
			} else {
				far = append(far, when)
			}
		}
	}
	return Result{l.Value(sp), undef.Or(sp.OrAll(far...))}
}

// Numbers returns the cases that are numbers, in ascending order.
func Numbers(cases []Case) []Case {
	var ns []Case
	for _, c := range cases {
		if _, ok := c.Value.(spec.Int); ok {
			ns = append(ns, c)
		}
	}
	slices.SortFunc(ns, func(a, b Case) int { return spec.Compare(a.Value, b.Value) })
	return ns
}

// Uncovered returns where no case is taken.
func Uncovered(sp *symbolic.Space, cases []Case) symbolic.Set {
	sets := make([]symbolic.Set, len(cases))
	for i, c := range cases {
		sets[i] = c.When
	}
	return sp.OrAll(sets...).Not()
}

// less returns where x < y, or x ≤ y, by one pass over both, from the greatest
// number down: above is where y is greater than the number at hand.
func less(sp *symbolic.Space, x, y []Case, orEqual bool) symbolic.Set {
	above := sp.Empty()
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
	return sp.OrAll(sets...)
}

// maxInterval is the language's bound on the numbers of an interval, and
// maxFamily the number of different elements that a set may have in all states.
const (
	maxInterval = 1 << 20
	maxFamily   = 1 << 16
)

// interval is x..y. n is in it where x ≤ n and n ≤ y.
func interval(sp *symbolic.Space, x, y []Case, undef symbolic.Set) Result {
	var wide []symbolic.Set
	for _, a := range x {
		for _, b := range y {
			if b.Value.(spec.Int)-a.Value.(spec.Int) > maxInterval {
				wide = append(wide, a.When.And(b.When))
			}
		}
	}
	undef = undef.Or(sp.OrAll(wide...))
	f := Family{Absent: sp.Empty()}
	if len(x) == 0 || len(y) == 0 || undef.IsFull() {
		return Result{f, undef}
	}
	lo, hi := x[0].Value.(spec.Int), y[len(y)-1].Value.(spec.Int)
	if hi-lo > maxFamily {
		failure.Fail("%d..%d has too many numbers to be a set that depends on the state", lo, hi)
	}
	started, ended := sp.Empty(), endBelow(sp, y, lo)
	for n := lo; n <= hi; n++ {
		started = started.Or(CaseOf(sp, x, n))
		if in := started.Diff(ended); !in.IsEmpty() {
			f.Members = append(f.Members, Member{n, in})
		}
		ended = ended.Or(CaseOf(sp, y, n))
	}
	return Result{f, undef}
}

// endBelow returns where the cases are less than n.
func endBelow(sp *symbolic.Space, cases []Case, n spec.Int) symbolic.Set {
	var sets []symbolic.Set
	for _, c := range cases {
		if c.Value.(spec.Int) < n {
			sets = append(sets, c.When)
		}
	}
	return sp.OrAll(sets...)
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

// wide is how far the sum of some of the numbers in a larger sum is from 0 at most.
const wide = 1 << 62

// Sum adds numbers, each only where its instance is one.
func Sum(sp *symbolic.Space, parts []Choice) (Value, symbolic.Set) {
	top := make([]symbolic.Bit, len(parts))
	order := make([]int, len(parts))
	for i, p := range parts {
		order[i] = i
		top[i] = topBit(sp, p.When)
		for _, c := range AsCases(sp, p.Val) {
			top[i] = min(top[i], topBit(sp, c.When))
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(top[j], top[i]) })
	total := []Case{{spec.Int(0), sp.Full()}}
	for _, i := range order {
		var l CaseList
		for _, sofar := range total {
			l.Add(sofar.Value, sofar.When.Diff(parts[i].When))
			for _, c := range AsCases(sp, parts[i].Val) {
				when := sofar.When.And(parts[i].When).And(c.When)
				n := sofar.Value.(spec.Int) + c.Value.(spec.Int)
				if (n > wide || n < -wide) && !when.IsEmpty() {
					failure.Fail("some of the numbers in a sum are more than 2^62 together")
				}
				l.Add(n, when)
			}
		}
		total = AsCases(sp, l.Value(sp))
	}
	var far []symbolic.Set
	for _, c := range total {
		if n := c.Value.(spec.Int); n > spec.Far || n < -spec.Far {
			far = append(far, c.When)
		}
	}
	return Scalar{total}, sp.OrAll(far...)
}

// Extreme is the number that is better than all others; there is none where
// there is no instance.
func Extreme(sp *symbolic.Space, parts []Choice, better func(a, b spec.Int) bool) (Value, symbolic.Set) {
	none := sp.Full()
	var best []Case
	for _, p := range parts {
		cases := AsCases(sp, p.Val)
		var l CaseList
		for _, b := range best {
			l.Add(b.Value, b.When.Diff(p.When))
			for _, c := range cases {
				n := b.Value
				if better(c.Value.(spec.Int), n.(spec.Int)) {
					n = c.Value
				}
				l.Add(n, b.When.And(p.When).And(c.When))
			}
		}
		for _, c := range cases {
			l.Add(c.Value, none.And(p.When).And(c.When))
		}
		best = AsCases(sp, l.Value(sp))
		none = none.Diff(p.When)
	}
	return Scalar{best}, none
}

// Ones returns where each of several numbers is 1, if all of them are 0 or 1.
func Ones(sp *symbolic.Space, vs []Value) ([]symbolic.Set, bool) {
	var sets []symbolic.Set
	for _, v := range vs {
		cases := AsCases(sp, v)
		for _, c := range cases {
			if c.Value != spec.Int(0) && c.Value != spec.Int(1) {
				return nil, false
			}
		}
		if !Uncovered(sp, cases).IsEmpty() {
			return nil, false
		}
		sets = append(sets, CaseOf(sp, cases, spec.Int(1)))
	}
	return sets, true
}

func ListOf(v Value) (spec.List, bool) {
	c, ok := v.(Constant)
	if !ok {
		return nil, false
	}
	list, ok := c.V.(spec.List)
	return list, ok
}

func ListElement(sp *symbolic.Space, list spec.List, index Value, undef symbolic.Set) Result {
	var choices []Choice
	for _, c := range AsCases(sp, index) {
		if n, ok := c.Value.(spec.Int); ok && n >= 0 && int(n) < len(list) {
			choices = append(choices, Choice{c.When, Constant{list[n]}})
		}
	}
	return Chosen(sp, choices, undef)
}

// Places yields the elements of an array that the index values select, with the
// states in which they do. Where an index is outside its type none is.
func Places(sp *symbolic.Space, t *spec.ArrayType, index []Value) func(func(int, symbolic.Set) bool) {
	return func(yield func(int, symbolic.Set) bool) {
		vs := make([]spec.Value, len(index))
		var rec func(i int, when symbolic.Set) bool
		rec = func(i int, when symbolic.Set) bool {
			if i == len(index) {
				return yield(t.CellIndex(vs), when)
			}
			for v, here := range Alternatives(sp, index[i], t.Index[i]) {
				vs[i] = v
				if both := when.And(here); !both.IsEmpty() && !rec(i+1, both) {
					return false
				}
			}
			return true
		}
		rec(0, sp.Full())
	}
}
