package report

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/syntax"
	"github.com/epibdd/epibdd/verdict"
)

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
