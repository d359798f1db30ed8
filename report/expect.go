package report

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/syntax"
	"github.com/epibdd/epibdd/verdict"
)

// expects tells whether anything is expected of an answer.
func (r *Result) expects() bool { return len(expectations(r.Check)) > 0 }

// expectation is something that is expected, with the key under which it is written.
type expectation struct {
	key string // "" for expect
	*spec.Expect
}

// expectations are all that is expected of a check.
func expectations(c *spec.Check) []expectation {
	all := []expectation{{"", c.Expect}}
	if p := c.Plan; p != nil {
		all = append(all, expectation{"worst", p.Worst}, expectation{"mean", p.Mean}, expectation{"starts", p.Starts})
	}
	if m := c.Measure; m != nil {
		all = append(all, expectation{"outcomes", m.Outcomes}, expectation{"largest", m.Largest}, expectation{"mean", m.Mean})
	}
	return slices.DeleteFunc(all, func(e expectation) bool { return e.Expect == nil })
}

// meets says whether an answer is all that is expected.
func (r *Result) meets() bool {
	for _, e := range expectations(r.Check) {
		if e.key == "" && !(e.Ratio != nil && within(e.Expect, r.number(e.key), nil) || e.Ratio == nil && meets(e.Expect, r)) {
			return false
		}
		if e.key != "" && !within(e.Expect, r.number(e.key), r.mostOfPlans()) {
			return false
		}
	}
	return true
}

// number is what was found of something that may be expected, by its key; nil: nothing is
// known.
func (r *Result) number(key string) *verdict.Bounds {
	switch {
	case key == "" && r.Chance != nil:
		return &verdict.Bounds{Lower: r.Chance.From, Upper: r.Chance.To}
	case r.Plan != nil && key == "worst":
		return r.Plan.Worst
	case r.Plan != nil && key == "mean":
		return r.Plan.Mean
	case r.Plan != nil && key == "starts":
		return r.Plan.Starts
	case r.Experiment == nil:
		return nil
	case key == "outcomes":
		return exactly(big.NewRat(int64(r.Experiment.Outcomes), 1))
	case key == "largest":
		return exactly(new(big.Rat).SetInt(r.Experiment.Largest))
	}
	return exactly(r.Experiment.Mean)
}

// mostOfPlans is what a plan may cost, so that there is none if it costs more; nil: anything.
func (r *Result) mostOfPlans() *big.Rat {
	if r.Check.Plan == nil || r.Check.Plan.Within == 0 {
		return nil
	}
	return big.NewRat(int64(r.Check.Plan.Within), 1)
}

// exactly are the bounds of a number that is known.
func exactly(n *big.Rat) *verdict.Bounds { return &verdict.Bounds{Lower: n, Upper: n} }

// within says whether a number is as expected (nil: nothing is), whatever it is between
// its bounds. Without an upper one there may be none, which is equal to none alone, and neither less
// nor greater than a number; if there is one, it is most at most (nil: anything).
func within(e *spec.Expect, b *verdict.Bounds, most *big.Rat) bool {
	switch {
	case e == nil:
		return true
	case b == nil:
		return false
	case e.Ratio == nil:
		if e.Op == syntax.NE {
			return !b.None && b.Upper != nil
		}
		return b.None
	case b.None:
		return e.Op == syntax.NE
	case b.Exact():
		return compares(e.Op, b.Lower.Cmp(e.Ratio))
	}
	switch e.Op {
	case syntax.LT, syntax.LE:
		return b.Upper != nil && compares(e.Op, b.Upper.Cmp(e.Ratio))
	case syntax.GT, syntax.GE:
		return b.Upper != nil && b.Lower != nil && compares(e.Op, b.Lower.Cmp(e.Ratio))
	case syntax.NE:
		upper := greatest(b, most)
		return upper != nil && upper.Cmp(e.Ratio) < 0 || b.Lower != nil && b.Lower.Cmp(e.Ratio) > 0
	}
	return false
}

// misses says whether something else is expected than what an answer without all numbers can
// turn out to be.
func (r *Result) misses() bool {
	return slices.ContainsFunc(expectations(r.Check), func(e expectation) bool {
		b := r.number(e.key)
		return b != nil && outside(e.Expect, b, r.mostOfPlans())
	})
}

// greatest is the greatest number within bounds, if it is one and most at most.
func greatest(b *verdict.Bounds, most *big.Rat) *big.Rat {
	if b.Upper != nil {
		return b.Upper
	}
	return most
}

// outside says whether a number is not as expected, whatever it is between its bounds.
func outside(e *spec.Expect, b *verdict.Bounds, most *big.Rat) bool {
	if b.None || b.Exact() {
		return !within(e, b, most)
	}
	if e.Ratio == nil {
		return e.Op == syntax.EQ && b.Upper != nil
	}
	upper := greatest(b, most)
	below := upper != nil && upper.Cmp(e.Ratio) < 0 // for sure
	above := b.Lower != nil && b.Lower.Cmp(e.Ratio) > 0
	switch e.Op {
	case syntax.EQ:
		return below || above
	case syntax.LT, syntax.LE:
		return b.Lower != nil && !compares(e.Op, b.Lower.Cmp(e.Ratio))
	case syntax.GT, syntax.GE:
		return upper != nil && !compares(e.Op, upper.Cmp(e.Ratio))
	}
	return false
}

// meets says whether an answer is the one expected. Where a limit left no
// answer the verdict is Unknown, which can be expected too.
func meets(e *spec.Expect, r *Result) bool {
	if e.Verdict != "" {
		return string(r.Verdict) == e.Verdict
	}
	if r.Verdict != verdict.Holds && r.Verdict != verdict.Fails {
		return false
	}
	if e.Number == nil || r.Value == nil { // none is only equal to itself
		equal := e.Number == nil && r.Value == nil
		return e.Op == syntax.EQ && equal || e.Op == syntax.NE && !equal
	}
	return compares(e.Op, r.Value.Cmp(e.Number))
}

// compares reads the sign of a comparison under an operator.
func compares(op syntax.Token, sign int) bool {
	switch op {
	case syntax.EQ:
		return sign == 0
	case syntax.NE:
		return sign != 0
	case syntax.LT:
		return sign < 0
	case syntax.LE:
		return sign <= 0
	case syntax.GT:
		return sign > 0
	case syntax.GE:
		return sign >= 0
	}
	panic(fmt.Sprintf("report: %s is no comparison", op))
}
