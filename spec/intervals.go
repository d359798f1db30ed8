package spec

import (
	"math"
	"math/big"
)

// bounds is the interval of an integer expression.
func interval(e Expr) (lo, hi int64) {
	switch t := Present(e.Type()).(type) {
	case *IntType:
		return t.Lo, t.Hi
	case *EnumType:
		for i, v := range t.Elems {
			n := int64(v.(Int))
			if i == 0 {
				lo, hi = n, n
			}
			lo, hi = min(lo, n), max(hi, n)
		}
	}
	return lo, hi
}

// instances bounds the number of combinations of values, cut at Far.
func instances(binders []Binder) int64 {
	n := big.NewInt(1)
	for _, b := range binders {
		size := b.Bound.Type.Size()
		if set, ok := valueOf(b.Domain).(Set); ok {
			size = big.NewInt(int64(len(set)))
		}
		if n.Mul(n, size); n.BitLen() > 40 {
			return Far
		}
	}
	return n.Int64()
}

// arithmeticType is the interval of the possible results.
func arithmeticType(op BinaryOp, a, b Expr) Type {
	alo, ahi := interval(a)
	blo, bhi := interval(b)
	switch op {
	case Add:
		return intType(alo+blo, ahi+bhi)
	case Sub:
		return intType(alo-bhi, ahi-blo)
	case Mul:
		return hull(product(alo, blo), product(alo, bhi), product(ahi, blo), product(ahi, bhi))
	case Div:
		return divType(alo, ahi, blo, bhi)
	}
	top := max(abs(blo), abs(bhi), 1) - 1
	if blo >= 0 {
		if alo >= 0 {
			top = min(top, max(ahi, 0))
		}
		return intType(0, top)
	}
	return intType(-top, top)
}

// divType takes the quotients at the ends of the operands, and by 1 and -1
// where the divisor may be that small.
func divType(alo, ahi, blo, bhi int64) Type {
	var results []int64
	for _, d := range []int64{blo, bhi, 1, -1} {
		if d == 0 || d < blo || d > bhi {
			continue
		}
		results = append(results, int64(FloorDiv(Int(alo), Int(d))), int64(FloorDiv(Int(ahi), Int(d))))
	}
	if len(results) == 0 {
		results = []int64{0}
	}
	return hull(results...)
}

func hull(ns ...int64) Type {
	lo, hi := ns[0], ns[0]
	for _, n := range ns {
		lo, hi = min(lo, n), max(hi, n)
	}
	return intType(lo, hi)
}

// product is a*b, cut at twice Far.
func product(a, b int64) int64 {
	if f := float64(a) * float64(b); math.Abs(f) > 2*Far {
		return int64(math.Copysign(2*Far, f))
	}
	return a * b
}

func abs(n int64) int64 { return max(n, -n) }

func intPow(base, exp Int) (Int, string) {
	if exp < 0 {
		return 0, "the exponent is negative"
	}
	n := Int(1)
	for range min(int64(exp), 64) {
		if n = Int(product(int64(n), int64(base))); n > Far || n < -Far {
			return 0, "the power is too large; at most 2^52 is possible"
		}
	}
	if exp > 64 && base != 0 && base != 1 && base != -1 {
		return 0, "the power is too large; at most 2^52 is possible"
	}
	return n, ""
}
