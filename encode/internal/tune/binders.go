package tune

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// MaxConstant bounds the instances of a fold that reads no state.
const MaxConstant = 1 << 20

// MaxInstances bounds the instances of a fold that is expanded.
const MaxInstances = 100_000

// InRegisters decides for each binder of a fold whether it is kept in a
// register: the largest first, until the others are few.
func (t Sizes) InRegisters(e *spec.Fold) []bool {
	keep := make([]bool, len(e.Binders))
	if e.Op != spec.Forall && e.Op != spec.Exists || e.Body.Traits()&spec.Modal != 0 {
		return keep
	}
	order := make([]int, len(e.Binders))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return e.Binders[j].Bound.Type.Size().Cmp(e.Binders[i].Bound.Type.Size())
	})
	for _, i := range order {
		if Instances(e.Binders, keep).Cmp(big.NewInt(int64(t.Instances))) <= 0 {
			break
		}
		keep[i] = !t.fewValues(e.Binders[i])
	}
	return keep
}

// fewValues tells whether a binder runs over a constant set of few values,
// whatever the size of its type.
func (t Sizes) fewValues(b spec.Binder) bool {
	n, ok := constantSize(b)
	return ok && n <= t.Few
}

func constantSize(b spec.Binder) (int, bool) {
	if b.Domain == nil || b.Domain.Traits()&(spec.ReadsState|spec.Modal) != 0 || len(b.Domain.Free()) > 0 {
		return 0, false
	}
	v, err := (&spec.Evaluator{Budget: MaxConstant}).Eval(b.Domain, nil)
	if err != nil {
		return 0, false
	}
	return len(spec.Elems(v)), true
}

// Instances is an upper bound on the instances of binders that are expanded.
func Instances(bs []spec.Binder, kept []bool) *big.Int {
	n := big.NewInt(1)
	for i, b := range bs {
		if kept[i] {
			continue
		}
		if k, ok := constantSize(b); ok {
			n.Mul(n, big.NewInt(int64(k)))
		} else {
			n.Mul(n, b.Bound.Type.Size())
		}
	}
	return n
}

// OpenKey is where the registers of open names are found: they hold a value while
// actions use others.
func OpenKey(t spec.Type) string { return "open " + t.String() }

// Opens tells for each binder of a fold whether it is left open: all with a type for a
// domain, if the instances are many and the body can be evaluated so; nil: none.
func (t Sizes) Opens(e *spec.Fold) []bool {
	if e.Op != spec.Forall && e.Op != spec.Exists || e.Body.Traits()&spec.Modal == 0 {
		return nil
	}
	open := make([]bool, len(e.Binders))
	if Instances(e.Binders, open).Cmp(big.NewInt(int64(t.Instances))) <= 0 {
		return nil
	}
	var names []*spec.Bound
	for i, b := range e.Binders {
		if open[i] = b.Domain == nil; open[i] {
			names = append(names, b.Bound)
		}
	}
	for _, b := range e.Binders {
		if b.Domain != nil && (b.Domain.Traits()&spec.Modal != 0 || mentionsAny(b.Domain, names)) {
			return nil
		}
	}
	if len(names) == 0 || !openable(e.Body, names) {
		return nil
	}
	return open
}

func mentionsAny(e spec.Expr, names []*spec.Bound) bool {
	return slices.ContainsFunc(names, func(b *spec.Bound) bool { return Mentions(e, b) })
}

// openable tells whether a formula can be evaluated with open names: they occur in what
// is decided in a state, in the operands of operators of knowledge and time, and as
// arguments of steps.
func openable(e spec.Expr, names []*spec.Bound) bool {
	if e == nil || e.Traits()&spec.Modal == 0 || !mentionsAny(e, names) {
		return true
	}
	closed := func(es ...spec.Expr) bool {
		return !slices.ContainsFunc(es, func(e spec.Expr) bool { return mentionsAny(e, names) })
	}
	switch e := e.(type) {
	case *spec.Unary:
		return e.Op == spec.Not && openable(e.X, names)
	case *spec.Binary:
		_, truth := e.X.Type().(spec.BoolType)
		return truth && openable(e.X, names) && openable(e.Y, names)
	case *spec.Cond:
		_, truth := e.Type().(spec.BoolType)
		return truth && openable(e.If, names) && openable(e.Then, names) && openable(e.Else, names)
	case *spec.Fold:
		return (e.Op == spec.Forall || e.Op == spec.Exists) && closed(spec.Domains(e.Binders)...) && openable(e.Body, names)
	case *spec.Call:
		return closed(e.Args...)
	case *spec.Knows:
		return closed(e.Agent) && e.Op != spec.KnowsValue && openable(e.X, names)
	case *spec.Temporal:
		switch e.Program.(type) {
		case nil, *spec.AnyStep, *spec.Step:
		default: // of repetitions it is told where they get stuck
			if e.Op != spec.NextTime {
				return false
			}
		}
		return (e.Bound == nil || closed(e.Bound)) && openable(e.X, names) && openable(e.Y, names) && openableProgram(e.Program, names)
	}
	return false
}

func openableProgram(p spec.Program, names []*spec.Bound) bool {
	switch p := p.(type) {
	case nil, *spec.AnyStep:
		return true
	case *spec.Step:
		for i, a := range p.Args {
			if a != nil && mentionsAny(a, names) && !IsName(a, p.Action.Params[i].Type) {
				return false
			}
		}
		return true
	case *spec.Test:
		return openable(p.X, names)
	case *spec.Seq, *spec.Choice, *spec.Star:
		return !slices.ContainsFunc(spec.Subprograms(p), func(q spec.Program) bool { return !openableProgram(q, names) })
	}
	return !slices.ContainsFunc(spec.InProgram(p), func(e spec.Expr) bool { return mentionsAny(e, names) })
}

// IsName tells whether an argument is a name of the type of its parameter.
func IsName(e spec.Expr, t spec.Type) bool {
	ref, ok := e.(*spec.BoundRef)
	return ok && ref.Bound.Type.String() == t.String()
}

func Mentions(e spec.Expr, b *spec.Bound) bool {
	for _, f := range e.Free() {
		if f == b {
			return true
		}
	}
	return false
}

// IndexedBy tells whether e selects an element of an array or a set by the name
// b, directly or through other operations.
func IndexedBy(e spec.Expr, b *spec.Bound) bool {
	switch e := e.(type) {
	case *spec.Element:
		for _, x := range e.Index {
			if Mentions(x, b) {
				return true
			}
		}
	case *spec.Binary:
		if e.Op == spec.In && Mentions(e.X, b) && e.Y.Traits()&spec.ReadsState != 0 {
			return true
		}
	case *spec.Call:
		for i, a := range e.Args {
			if Mentions(a, b) && IndexedBy(e.Define.Body, e.Define.Params[i]) {
				return true
			}
		}
	}
	for _, c := range spec.Children(e) {
		if IndexedBy(c, b) {
			return true
		}
	}
	return false
}
