package ctlk

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Evidence is made after the verdict, from the top: a node says that a formula
// has some value in a w, and below it stands what makes it so. What is true
// of all runs, all steps or all worlds that somebody considers possible is a
// claim (Act-CTL-Kn, runs that show a verdict).

// plenty is how many nodes the evidence for one check may have. Below a long
// lasso with a nested formula at each mark they would be millions.
const plenty = 4096

// stepsPerNode is how many steps to the state after a jump count as one more node:
// a long chain of jumps with long ways to each would be millions of steps.
const stepsPerNode = 10

// show returns evidence that e has the value holds in a world; nil if there is to
// be none.
func (c *Checker) show(e spec.Expr, env *spec.Env, w world, holds bool) (*witness.Node, error) {
	if c.o.NoEvidence {
		return nil, nil
	}
	c.room, c.noted, c.away = plenty, c.subjects(), 0
	if !c.frame.memory {
		return c.node(e, env, w, holds)
	}
	w.steps = c.check.Layer
	n, err := c.node(e, env, w, holds)
	if err == nil && w.steps > 0 {
		start, way := c.origin(c.only(w), w.steps)
		n.Past = &witness.Past{Start: start.state, Steps: stepsOf(way)}
	}
	return n, err
}

// node is evidence for any formula.
func (c *Checker) node(e spec.Expr, env *spec.Env, w world, holds bool) (*witness.Node, error) {
	n := &witness.Node{Formula: e, Env: env, Holds: holds, State: w.state}
	if e.Traits()&spec.Modal == 0 {
		return n, nil
	}
	var err error
	if c.frame.goesOn() && isJump(e) {
		n.Claim = "decided among the histories that go on behind the knowledge action"
		return n, nil
	}
	switch e := e.(type) {
	case *spec.Knows:
		err = c.limited(n, func() error { return c.showKnows(n, e, w) })
	case *spec.GroupKnows:
		err = c.limited(n, func() error { return c.showGroup(n, e, w) })
	case *spec.Temporal:
		err = c.limited(n, func() error { return c.showTemporal(n, e, w) })
	case *spec.Update:
		err = c.limited(n, func() error { return c.showUpdate(n, e, w) })
	case *spec.OnRuns:
		err = c.limited(n, func() error { return c.showRun(n, e, w) })
	case *spec.Coalition:
		err = c.limited(n, func() error { return c.showCoalition(n, e, w) })
	default:
		n.Parts, err = c.parts(e, env, w, holds)
		if errors.Is(err, spec.ErrTooLarge) {
			n.Parts, n.Claim, err = nil, "decided for more instances than can be shown", nil
		} else if errors.Is(err, errOpen) {
			n.Parts, n.Claim, err = nil, "decided whatever is so of runs that were cut off", nil
		}
	}
	return n, err
}

// isJump tells formulas that are shown in other histories, or along runs as wholes. Behind
// a knowledge action only the steps of one history are shown.
func isJump(e spec.Expr) bool {
	switch e.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.OnRuns:
		return true
	}
	return false
}

// limited shows what is below n, unless there is too much already.
func (c *Checker) limited(n *witness.Node, show func() error) error {
	if c.room--; c.room < 0 {
		n.Claim = "left out, the evidence would be too long"
		return nil
	}
	return show()
}

// valueAt is the truth value of a formula in one world: whether it surely holds,
// and whether it surely does not.
func (c *Checker) valueAt(e spec.Expr, env *spec.Env, w world) (yes, no bool, err error) {
	x, err := c.formula(e, env, c.only(w))
	if err != nil {
		return false, false, err
	}
	return !x.sure.IsEmpty(), x.perhaps.IsEmpty(), nil
}

// parts is evidence for modal subformulas that together decide e in state: all
// that are needed for a conjunction, one for a disjunction.
func (c *Checker) parts(e spec.Expr, env *spec.Env, w world, holds bool) ([]*witness.Node, error) {
	if e.Traits()&spec.Modal == 0 {
		return nil, nil
	}
	switch e := e.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.Coalition, *spec.Temporal, *spec.Update, *spec.OnRuns:
		n, err := c.node(e, env, w, holds)
		return []*witness.Node{n}, err
	case *spec.Unary:
		if e.Op == spec.Not {
			return c.parts(e.X, env, w, !holds)
		}
	case *spec.Binary:
		if isTruth(e.X) && isTruth(e.Y) {
			return c.binaryParts(e, env, w)
		}
	case *spec.Cond:
		return c.condParts(e, env, w, holds)
	case *spec.Fold:
		if e.Op == spec.Forall || e.Op == spec.Exists {
			return c.foldParts(e, env, w, holds)
		}
	case *spec.Call:
		return c.callParts(e, env, w, holds)
	}
	return c.allParts(e, env, w)
}

// binaryParts follows what the evaluation from left to right would look at. An
// operand whose value is open is not needed.
func (c *Checker) binaryParts(e *spec.Binary, env *spec.Env, w world) ([]*witness.Node, error) {
	x, notX, err := c.valueAt(e.X, env, w)
	if err != nil {
		return nil, err
	}
	if e.Op == spec.And && notX || e.Op == spec.Or && x || e.Op == spec.Imp && notX {
		return c.parts(e.X, env, w, x)
	}
	y, notY, err := c.valueAt(e.Y, env, w)
	if err != nil {
		return nil, err
	}
	right, err := c.parts(e.Y, env, w, y)
	if err != nil || e.Op == spec.And && notY || (e.Op == spec.Or || e.Op == spec.Imp) && y {
		return right, err
	}
	left, err := c.parts(e.X, env, w, x)
	return append(left, right...), err
}

func (c *Checker) condParts(e *spec.Cond, env *spec.Env, w world, holds bool) ([]*witness.Node, error) {
	x, notX, err := c.valueAt(e.If, env, w)
	if err != nil {
		return nil, err
	}
	if !x && !notX { // both branches fail
		then, err := c.parts(e.Then, env, w, holds)
		if err != nil {
			return nil, err
		}
		els, err := c.parts(e.Else, env, w, holds)
		return append(then, els...), err
	}
	condition, err := c.parts(e.If, env, w, x)
	if err != nil {
		return nil, err
	}
	taken := e.Else
	if x {
		taken = e.Then
	}
	rest, err := c.parts(taken, env, w, holds)
	return append(condition, rest...), err
}

// foldParts shows one instance where one decides, all of them otherwise.
func (c *Checker) foldParts(e *spec.Fold, env *spec.Env, w world, holds bool) ([]*witness.Node, error) {
	if slices.ContainsFunc(e.Binders, func(b spec.Binder) bool { return b.Domain != nil && b.Domain.Traits()&spec.Modal != 0 }) {
		return c.allParts(e, env, w)
	}
	if o := c.opening(e); o != nil {
		defer o.Close()
		if holds != (e.Op == spec.Exists) {
			return nil, spec.ErrTooLarge
		}
		inner, err := c.openInstance(e, o, env, w, holds)
		if err != nil || inner == nil {
			return nil, err
		}
		return c.parts(e.Body, inner, w, holds)
	}
	instances, err := c.everyInstance(e.Binders, env, c.only(w))
	if err != nil {
		return nil, err
	}
	var all []*witness.Node
	for _, in := range instances {
		yes, no, err := c.valueAt(e.Body, in.env, w)
		if err != nil {
			return nil, err
		}
		if holds && !yes || !holds && !no { // an instance that does not decide
			continue
		}
		parts, err := c.parts(e.Body, in.env, w, holds)
		if err != nil || holds == (e.Op == spec.Exists) {
			return parts, err
		}
		all = append(all, parts...)
	}
	return all, nil
}

func (c *Checker) callParts(e *spec.Call, env *spec.Env, w world, holds bool) ([]*witness.Node, error) {
	for _, arg := range e.Args {
		if arg.Traits()&spec.Modal != 0 {
			return c.allParts(e, env, w)
		}
	}
	inner, err := c.bind(e.Define.Params, e.Args, env, w)
	if err != nil {
		return nil, err
	}
	return c.parts(e.Define.Body, inner, w, holds)
}

// bind gives parameters the values of arguments in a world.
func (c *Checker) bind(params []*spec.Bound, args []spec.Expr, env *spec.Env, w world) (*spec.Env, error) {
	ev, inner := c.evaluator(w), env
	for i, b := range params {
		v, err := ev.Eval(args[i], env)
		if err != nil {
			return nil, err
		}
		inner = inner.Bind(b, v)
	}
	return inner, nil
}

// allParts is evidence for every modal subformula that the evaluation of e in
// state looks at.
func (c *Checker) allParts(e spec.Expr, env *spec.Env, w world) ([]*witness.Node, error) {
	var all []*witness.Node
	seen := map[keyOf]bool{}
	ev := c.evaluator(w)
	truth := ev.Modal
	ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) {
		holds, err := truth(e, env)
		if x, err := c.modalWithin(e, env, c.only(w)); err == nil && !x.exact() {
			return false, errOpen // which of several it is does not matter to what they amount to
		}
		if id := key(e, env); err == nil && !seen[id] {
			seen[id] = true
			var n *witness.Node
			n, err = c.node(e, env, w, holds)
			all = append(all, n)
		}
		return holds, err
	}
	_, err := ev.Eval(e, env)
	return all, err
}
