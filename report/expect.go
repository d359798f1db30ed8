package report

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/syntax"
	"github.com/epibdd/epibdd/verdict"
)

// expects tells whether anything is expected of an answer.
func (r *Result) expects() bool {
	p := r.Check.Plan
	return r.Check.Expect != nil || p != nil && (p.Worst != nil || p.Mean != nil)
}

// meets says whether an answer is all that is expected.
func (r *Result) meets() bool {
	if e := r.Check.Expect; e != nil && !meets(e, r) {
		return false
	}
	p := r.Check.Plan
	if p == nil || p.Worst == nil && p.Mean == nil {
		return true
	}
	return r.Plan != nil && within(p.Worst, r.Plan.Worst) && within(p.Mean, r.Plan.Mean)
}

// within says whether a number is as expected (nil: nothing is), whatever it is between
// its bounds.
func within(e *spec.Expect, b *verdict.Bounds) bool {
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
		return b.Lower != nil && compares(e.Op, b.Lower.Cmp(e.Ratio))
	case syntax.NE:
		return b.Upper != nil && b.Upper.Cmp(e.Ratio) < 0 || b.Lower != nil && b.Lower.Cmp(e.Ratio) > 0
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
