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

// answer is what was found, as a verb with its object.
func (r *Result) answer() string {
	switch {
	case r.Verdict == verdict.Error:
		return r.Reason
	case r.Verdict == verdict.Unknown && r.Reason != "":
		return "unknown (" + r.Reason + ")"
	case r.Verdict == verdict.Unknown || !asksNumber(r.Check):
		return string(r.Verdict)
	case r.Value == nil:
		return "none"
	}
	return r.Value.String()
}

// asksNumber says that a check asks for a number.
func asksNumber(c *spec.Check) bool {
	return c.Kind == spec.CountCheck || c.Kind == spec.LeastCheck
}

// expected is what the author expects, with the number that it comes to; "" for
// nothing.
func expected(c *spec.Check) string {
	e := c.Expect
	switch {
	case e == nil:
		return ""
	case e.Verdict != "":
		return e.Verdict
	}
	if e.Number == nil {
		return e.Text
	}
	if value := e.Number.String(); e.Text != value && e.Text != e.Op.String()+" "+value && e.Text != e.Op.String()+value {
		return e.Text + ", which is " + value
	}
	return e.Text
}
