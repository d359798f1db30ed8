package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// A program that may do nothing makes EG f true wherever f is, by a run that
// stays where it is for ever, and AF f true only where f is. Nobody means that,
// so EG, AF and AU refuse such programs, wherever in a question they stand and
// before anything is computed. For the other operators it is a program like any.

// mayDoNothing reports whether the empty sequence of steps is an execution of
// the program as far as its structure tells: tests are not evaluated.
func mayDoNothing(p spec.Program) bool {
	switch p := p.(type) {
	case *spec.Test, *spec.Star:
		return true
	case *spec.Seq:
		return !slices.ContainsFunc(p.Parts, func(q spec.Program) bool { return !mayDoNothing(q) })
	case *spec.Choice:
		return slices.ContainsFunc(p.Parts, mayDoNothing)
	case *spec.SomeOf:
		return mayDoNothing(p.Body)
	case *spec.Run:
		return mayDoNothing(p.Named.Body)
	}
	return false
}

// refuseIdle complains about the first operator in the formulas (nil: none)
// along whose runs nothing need ever happen.
func (c *Checker) refuseIdle(formulas ...spec.Expr) error {
	w := idleSearch{seen: map[any]bool{}}
	w.exprs(formulas...)
	if w.found == nil {
		return nil
	}
	return c.refuse(MayDoNothing, w.found.Span(),
		"the program %s may do nothing, so that a run of it may stay where it is for ever", programText(w.found))
}

// idleSearch looks through everything that a formula contains, definitions and
// named programs included.
type idleSearch struct {
	seen  map[any]bool
	found spec.Program
}

func (w *idleSearch) exprs(list ...spec.Expr) {
	for _, e := range list {
		if e != nil && e.Traits()&spec.IsTemporal != 0 {
			w.expr(e)
		}
	}
}

func (w *idleSearch) expr(e spec.Expr) {
	switch e := e.(type) {
	case *spec.FieldOf:
		w.exprs(e.X)
	case *spec.Element:
		w.exprs(append(e.Index, e.X)...)
	case *spec.Unary:
		w.exprs(e.X)
	case *spec.Binary:
		w.exprs(e.X, e.Y)
	case *spec.Cond:
		w.exprs(e.If, e.Then, e.Else)
	case *spec.Fold:
		w.binders(e.Binders)
		w.exprs(e.Body)
	case *spec.MakeRecord:
		w.exprs(e.Fields...)
	case *spec.MakeSet:
		w.exprs(e.Elems...)
	case *spec.Call:
		w.exprs(e.Args...)
		if !w.seen[e.Define] {
			w.seen[e.Define] = true
			w.exprs(e.Define.Body)
		}
	default:
		w.modal(e)
	}
}

func (w *idleSearch) modal(e spec.Expr) {
	switch e := e.(type) {
	case *spec.Knows:
		w.exprs(e.Agent, e.X)
	case *spec.GroupKnows:
		for _, m := range e.Group.Members {
			w.binders(m.Binders)
			w.exprs(m.Cond, m.Agent)
		}
		w.exprs(e.X)
	case *spec.Coalition:
		w.exprs(e.X, e.Y)
	case *spec.OnRuns:
		w.exprs(e.X)
	case *spec.Path:
		w.exprs(e.X, e.Y)
	case *spec.Temporal:
		if forms[operator{e.All, e.Op}].shape == weak && e.Program != nil && mayDoNothing(e.Program) && w.found == nil {
			w.found = e.Program
		}
		w.exprs(e.X, e.Y) // tests in programs have no temporal operators
	case *spec.Update:
		w.exprs(e.X)
	}
}

func (w *idleSearch) binders(list []spec.Binder) {
	for _, b := range list {
		w.exprs(b.Domain)
	}
}
