package spec

import "slices"

// A program that may do nothing makes EG f true wherever f is, by a run that
// stays where it is for ever, and AF f true only where f is. Nobody means that,
// so EG, AF and AU refuse such programs, wherever in a question they stand and
// before anything is computed. For the other operators it is a program like any.

// MayDoNothing reports whether the empty sequence of steps is an execution of
// the program (nil: any step) as far as its structure tells: tests are not evaluated.
func MayDoNothing(p Program) bool {
	switch p := p.(type) {
	case *Test, *Star:
		return true
	case *Seq:
		return !slices.ContainsFunc(p.Parts, func(q Program) bool { return !MayDoNothing(q) })
	case *Choice:
		return slices.ContainsFunc(p.Parts, MayDoNothing)
	case *SomeOf:
		return MayDoNothing(p.Body)
	case *Run:
		return MayDoNothing(p.Named.Body)
	}
	return false
}

// IdleProgram returns the program of the first operator in e (nil: none) along whose
// runs nothing need ever happen, nil where there is none: EG, AF or AU over a program
// that may do nothing.
func IdleProgram(e Expr) Program {
	var found Program
	Walk(e, func(x Expr) bool {
		if t, ok := x.(*Temporal); ok && found == nil && t.Program != nil && t.AlongRuns() && MayDoNothing(t.Program) {
			found = t.Program
		}
		return found == nil && x.Traits()&IsTemporal != 0
	})
	return found
}

// AlongRuns reports whether the operator depends on how runs go on or end, as
// EG, AF and AU do.
func (e *Temporal) AlongRuns() bool {
	switch e.Op {
	case Globally:
		return !e.All
	case Eventually, Until:
		return e.All
	}
	return false
}
