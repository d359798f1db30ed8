package spec

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// problems are where errors of a document are reported.
type problems struct{ errs *source.List }

// bailout ends the resolution of one expression or declaration whose error has
// been reported.
type bailout struct{}

// fail reports an error and gives up the expression at hand.
func (r problems) fail(at source.Span, format string, args ...any) {
	r.errs.Errorf(at, format, args...)
	panic(bailout{})
}

// try runs f up to its first error, and reports whether there was none.
func (r problems) try(f func()) (ok bool) {
	defer func() {
		if e := recover(); e != nil {
			if _, mine := e.(bailout); !mine {
				panic(e)
			}
			ok = false
		}
	}()
	f()
	return true
}

// each resolves several parts of an expression, all of them even where one is
// wrong, so that all errors come at once.
func (r problems) each(parts ...func()) {
	ok := true
	for _, part := range parts {
		ok = r.try(part) && ok
	}
	if !ok {
		panic(bailout{})
	}
}

// rigid refuses a number that depends on the state.
func (r problems) rigid(e Expr, what string) {
	if e.Traits() != 0 {
		r.fail(e.Span(), "%s cannot depend on the state", what)
	}
}

// forbid refuses operators in a place that cannot have them.
func (r problems) forbid(e Expr, traits Traits, what string) {
	switch bad := e.Traits() & traits; {
	case bad&IsTemporal != 0:
		r.fail(e.Span(), "%s cannot contain temporal operators", what)
	case bad&Epistemic != 0:
		r.fail(e.Span(), "%s cannot contain knowledge operators", what)
	case bad&AsksMoves != 0:
		r.fail(e.Span(), "%s cannot ask what is done in a step", what)
	}
}

func (r problems) checkNumber(e Expr) {
	switch t := Present(e.Type()).(type) {
	case *IntType:
	case *EnumType:
		if isEmpty(t) {
			r.fail(e.Span(), "none is not a number")
		}
		for _, v := range t.Elems {
			if _, ok := v.(Int); !ok {
				r.noNumber(e)
			}
		}
	default:
		r.noNumber(e)
	}
}

// noNumber says how values that are no numbers are compared, if they can be.
func (r problems) noNumber(e Expr) {
	hint := ""
	if _, enumeration := Present(e.Type()).(*EnumType); enumeration {
		hint = fmt.Sprintf("ord(%s) is its place in the type, from 0 on", strings.Join(strings.Fields(e.Span().Text()), " "))
	}
	r.errs.Add(source.Diagnostic{Severity: source.Error, Span: e.Span(), Hint: hint, Message: fmt.Sprintf("a number is expected here, and this is a value of %s", e.Type())})
	panic(bailout{})
}

// checkOnRun refuses operators between A( or E( and a Path that say something
// about states.
func (r problems) checkOnRun(e Expr) {
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
			for _, d := range Domains(e.Binders) {
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
func (r problems) notOnRun(e Expr) {
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

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return big.NewInt(int64(n)).String() + " " + many
}
