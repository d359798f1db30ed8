package explicit

import "github.com/epibdd/epibdd/spec"

// nullable reports whether a program may do nothing: whether its syntax admits
// an execution without a step.
func nullable(p spec.Program) bool {
	switch p := p.(type) {
	case *spec.Test, *spec.Star:
		return true
	case *spec.Seq:
		return !anyOfPrograms(p.Parts, func(q spec.Program) bool { return !nullable(q) })
	case *spec.Choice:
		return anyOfPrograms(p.Parts, nullable)
	case *spec.SomeOf:
		return nullable(p.Body)
	case *spec.Run:
		return nullable(p.Named.Body)
	}
	return false // a step, or nil, which is any step
}

func anyOfPrograms(ps []spec.Program, f func(spec.Program) bool) bool {
	for _, p := range ps {
		if f(p) {
			return true
		}
	}
	return false
}

// findIdle returns *Idle for the first operator below the formulas along whose
// runs nothing need ever happen: EG, AF or AU over a program that may do nothing.
func FindIdle(formulas ...spec.Expr) error {
	var found error
	for _, f := range formulas {
		walk(f, func(e spec.Expr) {
			t, ok := e.(*spec.Temporal)
			if ok && found == nil && AlongRuns(t) && nullable(t.Program) {
				found = &Idle{Place: t.Program.Span()}
			}
		})
	}
	return found
}

// alongRuns reports whether the operator depends on how runs go on or end, as
// EG, AF and AU do.
func AlongRuns(t *spec.Temporal) bool {
	switch t.Op {
	case spec.Globally:
		return !t.All
	case spec.Eventually, spec.Until:
		return t.All
	}
	return false
}
