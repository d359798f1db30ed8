package ispl

import (
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// MCMAS divides as one does with fractions: at x = 3, x / 2 = 1 is false and
// x / 2 > 1 true. Our language has whole numbers alone, so that comparisons are
// multiplied out, x = 2 and x > 2, and an assignment y = x / 2 asks that x is even:
// another value is none of y, and the step is impossible. A divisor that may be 0 is
// refused (resolver.divisor), since MCMAS goes on with infinities.

// fraction is an expression as num/den, where den is positive.
type fraction struct{ num, den syntax.Expr }

// divides tells whether there is a division in e.
func divides(e Expr) bool {
	found := false
	walk(e, func(n any) {
		b, ok := n.(*Binary)
		found = found || ok && b.Op == tDivide
	})
	return found
}

// sign is that of all values of a number, 1 or -1; 0: it may be 0, or either.
func sign(e Expr) int {
	if b, ok := e.(*Binary); ok && (b.Op == tDivide || b.Op == tTimes) {
		return sign(b.X) * sign(b.Y)
	}
	switch lo, hi, known := interval(e, facts{}); {
	case known && lo > 0:
		return 1
	case known && hi < 0:
		return -1
	}
	return 0
}

// fraction translates a number.
func (t *translator) fraction(e Expr) fraction {
	b, ok := e.(*Binary)
	if !ok || !divides(e) {
		return fraction{t.expr(e), number(e.Span(), 1)}
	}
	x, y, place := t.fraction(b.X), t.fraction(b.Y), b.Place
	switch b.Op {
	case tTimes:
		return fraction{times(place, x.num, y.num), times(place, x.den, y.den)}
	case tDivide:
		num, den := times(place, x.num, y.den), times(place, x.den, y.num)
		if sign(b.Y) < 0 {
			minus := number(place, -1)
			num, den = times(place, num, minus), times(place, den, minus)
		}
		return fraction{num, den}
	}
	num := binary(place, operations[b.Op], times(place, x.num, y.den), times(place, y.num, x.den))
	return fraction{num, times(place, x.den, y.den)}
}

// whole is that the value of an expression is a whole number.
func (t *translator) whole(e Expr) syntax.Expr {
	if !divides(e) {
		return truth(e.Span(), true)
	}
	f, place := t.fraction(e), e.Span()
	if n, constant := integer(f.den); constant && n == 1 {
		return truth(place, true)
	}
	return binary(place, syntax.EQ, binary(place, syntax.MOD, f.num, f.den), number(place, 0))
}

// times multiplies, at once where both operands are constants.
func times(place source.Span, x, y syntax.Expr) syntax.Expr {
	m, left := integer(x)
	n, right := integer(y)
	switch {
	case left && right && max(m, -m, n, -n) < 1<<31:
		return number(place, m*n)
	case left && m == 1:
		return y
	case right && n == 1:
		return x
	}
	return binary(place, syntax.TIMES, x, y)
}

// integer recognises a constant.
func integer(x syntax.Expr) (int64, bool) {
	switch x := x.(type) {
	case *syntax.Int:
		return x.Value, true
	case *syntax.Unary:
		n, ok := integer(x.X)
		return -n, ok && x.Op == syntax.MINUS
	}
	return 0, false
}
