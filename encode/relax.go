package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// A formula about the future is true of a state or not whatever else is reachable,
// so it may be evaluated in more states than those, if no step leads out of them:
// what a set with few nodes leaves out of a large one (Moon, Jang, Somenzi and
// Pixley, "Approximate reachability don't cares for CTL model checking", ICCAD 1998).
// The cards on the pile of full-deck Eleusis under the law match are those that some
// order of them can be laid out in, a Hamiltonian path, for which no diagram is
// small; that one card is on top and one at most proposed is nearly all that its
// formulas depend on.
//
// Such a set is what a relaxed model reaches: its conditions keep what they say of
// few cells, or of each element of an array by itself, and forget the rest.

// Looseness says how much of its conditions a relaxed model keeps: parts of so many
// nodes, of what is said of each element and of other parts.
type Looseness struct{ Element, Other int }

// Relaxed returns states in which all initial ones are, and steps, of which all steps
// are some, in a model that has forgotten what is complicated in its conditions. ok
// tells whether it has forgotten anything.
func (s *System) Relaxed(l Looseness) (init symbolic.Set, steps symbolic.Relation, ok bool) {
	if s.joint != nil || s.model.AsksKnowledge() != nil {
		return s.init, s.steps, false
	}
	ev := s.evaluator(nil)
	ev.loose = &looseness{keep: l}
	init = s.codes.Valid
	for _, e := range s.model.Init {
		init = init.And(ev.atMost(e, value.Names{}, true))
	}
	var actions []*action
	for _, a := range s.model.Actions {
		actions = append(actions, ev.action(a))
	}
	return init, union(actions), ev.loose.forgot
}

// looseness is how conditions are relaxed.
type looseness struct {
	keep    Looseness
	element bool // what is said of an element is being read
	forgot  bool
}

// atMost returns a set that contains the states in which e is true, or for wanted
// false those in which it is not.
func (ev *evaluator) atMost(e spec.Expr, ns value.Names, wanted bool) symbolic.Set {
	switch e := e.(type) {
	case *spec.Unary:
		if e.Op == spec.Not {
			return ev.atMost(e.X, ns, !wanted)
		}
	case *spec.Binary:
		switch e.Op {
		case spec.And:
			return ev.both(wanted, ev.atMost(e.X, ns, wanted), ev.atMost(e.Y, ns, wanted))
		case spec.Or:
			return ev.both(!wanted, ev.atMost(e.X, ns, wanted), ev.atMost(e.Y, ns, wanted))
		case spec.Imp:
			return ev.both(!wanted, ev.atMost(e.X, ns, !wanted), ev.atMost(e.Y, ns, wanted))
		}
	case *spec.Cond:
		then := ev.atMost(e.If, ns, true).And(ev.atMost(e.Then, ns, wanted))
		return then.Or(ev.atMost(e.If, ns, false).And(ev.atMost(e.Else, ns, wanted)))
	case *spec.Call:
		args, _ := ev.operands(ns, e.Args...)
		inner := ns
		for i, b := range e.Define.Params {
			inner = inner.Bind(b, args[i])
		}
		return ev.atMost(e.Define.Body, inner, wanted)
	case *spec.Fold:
		if (e.Op == spec.Forall || e.Op == spec.Exists) && !ev.loose.element && !slices.Contains(ev.foldPlanOf(e).kept, true) {
			return ev.atMostEach(e, ns, wanted)
		}
	}
	return ev.kept(e, ns, wanted)
}

func (ev *evaluator) both(conjunction bool, x, y symbolic.Set) symbolic.Set {
	if conjunction {
		return x.And(y)
	}
	return x.Or(y)
}

// atMostEach is atMost for a quantifier.
func (ev *evaluator) atMostEach(e *spec.Fold, ns value.Names, wanted bool) symbolic.Set {
	ev.loose.element = true
	defer func() { ev.loose.element = false }()
	all := (e.Op == spec.Forall) == wanted
	var sets []symbolic.Set
	ev.each(e.Binders, ns, ev.space.Full(), func(ns value.Names, when symbolic.Set) symbolic.Set {
		x := ev.atMost(e.Body, ns, wanted)
		if all {
			x = when.Imp(x)
		} else {
			x = when.And(x)
		}
		sets = append(sets, x)
		return ev.space.Empty()
	})
	if all {
		return ev.space.AndAll(sets...)
	}
	return ev.space.OrAll(sets...)
}

// kept is where e has the truth value that is wanted, or none at all, if that is
// simple, and every state otherwise.
func (ev *evaluator) kept(e spec.Expr, ns value.Names, wanted bool) symbolic.Set {
	x, undef := ev.holds(e, ns)
	if !wanted {
		x = x.Not()
	}
	x = x.Or(undef)
	most := ev.loose.keep.Other
	if ev.loose.element {
		most = ev.loose.keep.Element
	}
	if x.IsLarger(most) {
		ev.loose.forgot = true
		return ev.space.Full()
	}
	return x
}
