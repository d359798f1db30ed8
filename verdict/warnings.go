package verdict

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
)

// passedOver is what to do about runs that end.
const passedOver = "MCMAS passes over runs that end; give such states a step, or ask with runs: maximal, where these runs count"

// Stuck warns of a program that can get stuck after a step (nil: any), in a state for example.
func Stuck(m *spec.Model, step *spec.Step, in spec.State) source.Diagnostic {
	var place source.Span
	if step != nil {
		place = step.Span()
	}
	return source.Diagnostic{
		Severity: source.Warning,
		Span:     place,
		Message:  "the program can get stuck after this step, for example in " + ShowState(m, in),
		Hint:     "the operator does not see such runs; add the case that is missing",
	}
}

// Passed warns of a formula that is true in reachable states, although what it waits for
// is not and no step is possible.
func Passed(m *spec.Model, e spec.Expr, in spec.State) source.Diagnostic {
	return source.Diagnostic{
		Severity: source.Warning,
		Span:     e.Span(),
		Message: "no step is possible in some reachable states, where this is true although what it waits for is not, for example in " +
			ShowState(m, in),
		Hint: passedOver,
	}
}

// PassedRun warns of a formula about runs as wholes that a run from a state refutes which
// ends and is passed over.
func PassedRun(m *spec.Model, e spec.Expr, from spec.State) source.Diagnostic {
	return source.Diagnostic{
		Severity: source.Warning,
		Span:     e.Span(),
		Message: "a run that ends, where no step is possible, refutes this and is passed over, for example one from " +
			ShowState(m, from),
		Hint: passedOver,
	}
}
