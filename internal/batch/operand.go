package batch

import (
	"errors"
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// operandHint says what to write where an operand of a knowledge operator has no value: it
// is evaluated in all reachable states, and what stands before the operator does not
// protect it.
func operandHint(err error, c *spec.Check) string {
	var mistake *verdict.Mistake
	if !errors.As(err, &mistake) || mistake.Kind != verdict.NoValue || c.Formula == nil {
		return ""
	}
	operator := ""
	spec.Walk(c.Formula, func(e spec.Expr) bool {
		var operand spec.Expr
		switch e := e.(type) {
		case *spec.Knows:
			operand = e.X
		case *spec.GroupKnows:
			operand = e.X
		default:
			return true
		}
		if at := operand.Span(); covers(at, mistake.Place) {
			operator = source.Span{File: at.File, Start: e.Span().Start, End: at.Start}.Text()
		}
		return true
	})
	if operator == "" {
		return ""
	}
	return fmt.Sprintf("the operand of %q is evaluated in every reachable state: what stands before the operator does not protect it. Protect it in the operand, or name the values that are meant before, as in forall p in T: x = p -> …", strings.Join(strings.Fields(operator), " "))
}

func covers(a, b source.Span) bool {
	return a.File == b.File && a.File != nil && a.Start <= b.Start && b.End <= a.End
}
