package eval

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Relaxation says how much of its conditions a relaxed model keeps: parts of so many
// nodes, of what is said of each element and of other parts.
type Relaxation struct{ Element, Other int }

// Part keeps an n-th part as much.
func (r Relaxation) Part(n int) Relaxation { return Relaxation{r.Element / n, r.Other / n} }

// Relaxing evaluates relaxed conditions.
type Relaxing struct {
	*Evaluator
	Keep    Relaxation
	element bool // what is said of an element is being read
	Forgot  bool
}

// Guards is disjuncts of a relaxed guard, which has no faults.
func (ev *Relaxing) Guards(e spec.Expr, ns value.Names) (ins []symbolic.Set, undef symbolic.Set) {
	return []symbolic.Set{ev.AtMost(e, ns, true)}, ev.Codes.Space.Empty()
}

// AtMost returns a set that contains the states in which e is true, or for wanted
// false those in which it is not.
func (ev *Relaxing) AtMost(e spec.Expr, ns value.Names, wanted bool) symbolic.Set {
	switch e := e.(type) {
	case *spec.Unary:
		if e.Op == spec.Not {
			return ev.AtMost(e.X, ns, !wanted)
		}
	case *spec.Binary:
		switch e.Op {
		case spec.And:
			return ev.both(wanted, ev.AtMost(e.X, ns, wanted), ev.AtMost(e.Y, ns, wanted))
		case spec.Or:
			return ev.both(!wanted, ev.AtMost(e.X, ns, wanted), ev.AtMost(e.Y, ns, wanted))
		case spec.Imp:
			return ev.both(!wanted, ev.AtMost(e.X, ns, !wanted), ev.AtMost(e.Y, ns, wanted))
		}
	case *spec.Cond:
		then := ev.AtMost(e.If, ns, true).And(ev.AtMost(e.Then, ns, wanted))
		return then.Or(ev.AtMost(e.If, ns, false).And(ev.AtMost(e.Else, ns, wanted)))
	case *spec.Call:
		args, undef := ev.Operands(ns, e.Args...)
		if undef.IsFull() { // those behind one without a value have none either
			break
		}
		inner := ns
		for i, b := range e.Define.Params {
			inner = inner.Bind(b, args[i])
		}
		return ev.AtMost(e.Define.Body, inner, wanted)
	case *spec.Fold:
		if (e.Op == spec.Forall || e.Op == spec.Exists) && !ev.element && !slices.Contains(ev.foldPlanOf(e).kept, true) {
			return ev.atMostEach(e, ns, wanted)
		}
	}
	return ev.kept(e, ns, wanted)
}

func (ev *Relaxing) both(conjunction bool, x, y symbolic.Set) symbolic.Set {
	if conjunction {
		return x.And(y)
	}
	return x.Or(y)
}

// atMostEach is atMost for a quantifier.
func (ev *Relaxing) atMostEach(e *spec.Fold, ns value.Names, wanted bool) symbolic.Set {
	ev.element = true
	defer func() { ev.element = false }()
	all := (e.Op == spec.Forall) == wanted
	var sets []symbolic.Set
	ev.Each(e.Binders, ns, ev.Codes.Space.Full(), func(ns value.Names, when symbolic.Set) symbolic.Set {
		x := ev.AtMost(e.Body, ns, wanted)
		if all {
			x = when.Imp(x)
		} else {
			x = when.And(x)
		}
		sets = append(sets, x)
		return ev.Codes.Space.Empty()
	})
	if all {
		return ev.Codes.Space.AndAll(sets...)
	}
	return ev.Codes.Space.OrAll(sets...)
}

// kept is where e has the truth value that is wanted, or none at all, if that is
// simple, and every state otherwise.
func (ev *Relaxing) kept(e spec.Expr, ns value.Names, wanted bool) symbolic.Set {
	x, undef := ev.Holds(e, ns)
	if !wanted {
		x = x.Not()
	}
	x = x.Or(undef)
	most := ev.Keep.Other
	if ev.element {
		most = ev.Keep.Element
	}
	if x.IsLarger(most) {
		ev.Forgot = true
		return ev.Codes.Space.Full()
	}
	return x
}
