package layout

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// SharedSum is a number beside what is done in a joint step: how many of its terms, cells
// that are 0 or 1, are 1. What movers count of nearly the same cells is taken from it.
//
// Each of n muddy children compares with the number of muddy foreheads that it sees, which
// are all but its own. As functions of the foreheads these n sums have n³ nodes together,
// though they differ in one term each. One conjunct says what the shared sum is, and each
// of them is that without the terms that it lacks: two hundred children take as much as
// twenty did.
type SharedSum struct {
	Cell  *Cell
	Terms []*Cell
}

// MayLack is how many terms a sum may lack.
func (t *SharedSum) MayLack() int { return max(1, len(t.Terms)/FewMovers) }

// lacks returns the terms that a sum lacks; false if it has others.
func (t *SharedSum) lacks(sum Edge) (Edge, bool) {
	for _, c := range sum {
		if !slices.Contains(t.Terms, c) {
			return nil, false
		}
	}
	return slices.DeleteFunc(slices.Clone(t.Terms), func(c *Cell) bool { return slices.Contains(sum, c) }), true
}

// FewMovers is the share of the movers, one in so many, up to which those that do
// not read a variable are its neighbours.
const FewMovers = 8

// SumFor returns the shared sum to take a sum from, and what that lacks.
func (p *Layout) SumFor(sum Edge) (*SharedSum, Edge) {
	for _, t := range p.Sums {
		if lacking, ok := t.lacks(sum); ok && len(sum) > 0 && len(lacking) <= t.MayLack() {
			return t, lacking
		}
	}
	return nil, nil
}

// SumBits are the bits of all shared sums.
func (p *Layout) SumBits() []symbolic.Bit {
	var bits []symbolic.Bit
	for _, t := range p.Sums {
		bits = append(bits, t.Cell.Cur...)
	}
	return bits
}

func (p *Layout) IsSum(c *Cell) bool {
	return slices.ContainsFunc(p.Sums, func(t *SharedSum) bool { return t.Cell == c })
}

// Summands are the terms of a sum, from left to right.
func Summands(e spec.Expr) []spec.Expr {
	var back []spec.Expr
	for {
		b, ok := e.(*spec.Binary)
		if !ok || b.Op != spec.Add {
			break
		}
		back, e = append(back, b.Y), b.X
	}
	back = append(back, e)
	slices.Reverse(back)
	return back
}
