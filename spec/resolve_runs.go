package spec

import (
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/spec/syntax"
)

// onRuns resolves A(f) and E(f).
func (r *resolver) onRuns(x *syntax.OnRuns) Expr {
	e := &OnRuns{All: x.All, X: r.formula(x.X)}
	r.checkOnRun(e.X)
	e.close(x.Place, BoolType{}, nil, e.X)
	e.traits = e.traits&^OnRun | IsTemporal
	return e
}

// path resolves X f, G f, F f and f U g.
func (r *resolver) path(x *syntax.Path) Expr {
	e := &Path{Op: PathOp(x.Op)}
	r.each(func() { e.X = r.formula(x.X) }, func() {
		if x.Y != nil {
			e.Y = r.formula(x.Y)
		}
	})
	e.close(x.Place, BoolType{}, nil, e.X, e.Y)
	e.traits |= IsTemporal | OnRun
	return e
}

// checkOnRun refuses operators between A( or E( and a Path that say something
// about states.
func (r *resolver) checkOnRun(e Expr) {
	if e.Traits()&OnRun == 0 {
		return
	}
	switch e := e.(type) {
	case *Path:
		r.checkOnRun(e.X)
		if e.Y != nil {
			r.checkOnRun(e.Y)
		}
		return
	case *Unary:
		r.checkOnRun(e.X)
		return
	case *Binary:
		if _, truth := e.X.Type().(BoolType); truth {
			r.checkOnRun(e.X)
			r.checkOnRun(e.Y)
			return
		}
	case *Fold:
		if e.Op == Forall || e.Op == Exists {
			for _, d := range domains(e.Binders) {
				r.rigid(d, "what a name runs over in a formula about runs")
			}
			r.checkOnRun(e.Body)
			return
		}
	case *Call:
		for _, a := range e.Args {
			r.rigid(a, "an argument in a formula about runs")
		}
		r.checkOnRun(e.Define.Body)
		return
	}
	r.notOnRun(e)
}

// notOnRun refuses a formula about runs where one about states is expected.
func (r *resolver) notOnRun(e Expr) {
	if e.Traits()&OnRun == 0 {
		return
	}
	r.errs.Add(source.Diagnostic{
		Span:    e.Span(),
		Message: "X, G, F and U are about a run, and a formula about states is expected here",
		Hint:    "write A(…) for all runs, or E(…) for some",
	})
	panic(bailout{})
}
