package plan

import (
	"errors"
	"math/big"
	"math/bits"
)

// frac is a fraction n/d in lowest terms, d > 0. Most are whole.
type frac struct{ n, d int64 }

// errOverflow ends a search whose weights are too large to be exact, or whose costs are.
var errOverflow = errors.New("the costs, or the chances as fractions, have too large numbers")

// overflow is thrown by arithmetic and caught in Search.
type overflow struct{}

func whole(n int64) frac { return frac{n, 1} }

func (a frac) rat() *big.Rat { return big.NewRat(a.n, a.d) }

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// times multiplies numbers that are not negative.
func times(a, b int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi != 0 || lo > 1<<62 {
		panic(overflow{})
	}
	return int64(lo)
}

func (a frac) add(b frac) frac {
	if a.d == 1 && b.d == 1 {
		return frac{a.n + b.n, 1}
	}
	g := gcd(a.d, b.d)
	return reduced(signed(a.n, b.d/g)+signed(b.n, a.d/g), times(a.d, b.d/g))
}

func (a frac) sub(b frac) frac { return a.add(frac{-b.n, b.d}) }

// scale is a * n / d.
func (a frac) scale(n, d int64) frac {
	if n == d {
		return a
	}
	g := gcd(n, d)
	n, d = n/g, d/g
	g, h := gcd(abs(a.n), d), gcd(n, a.d)
	return reduced(signed(a.n/g, n/h), times(a.d/h, d/g))
}

// times whole numbers, of which the first may be negative.
func signed(a, b int64) int64 {
	if a < 0 {
		return -times(-a, b)
	}
	return times(a, b)
}

func abs(a int64) int64 { return max(a, -a) }

func reduced(n, d int64) frac {
	if g := gcd(abs(n), d); g > 1 {
		n, d = n/g, d/g
	}
	return frac{n, d}
}

func (a frac) less(b frac) bool {
	if a.d == b.d {
		return a.n < b.n
	}
	return signed(a.n, b.d) < signed(b.n, a.d)
}
