package ctlk

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Evidence is made after the verdict, from the top: a node says that a formula
// has some value in a state, and below it stands what makes it so. What is true
// of all runs, all steps or all worlds that somebody considers possible is a
// claim (Act-CTL-Kn, runs that show a verdict).

// plenty is how many nodes the evidence for one check may have. Below a long
// lasso with a nested formula at each mark they would be millions.
const plenty = 4096

// stepsPerNode is how many steps to the state after a jump count as one more node:
// a long chain of jumps with long ways to each would be millions of steps.
const stepsPerNode = 10

// show returns evidence that e has the value holds in state; nil if there is to
// be none.
func (c *Checker) show(e spec.Expr, env *spec.Env, state spec.State, holds bool) (*witness.Node, error) {
	if c.o.NoEvidence {
		return nil, nil
	}
	c.room = plenty
	return c.node(e, env, state, holds)
}

// node is evidence for any formula.
func (c *Checker) node(e spec.Expr, env *spec.Env, state spec.State, holds bool) (*witness.Node, error) {
	n := &witness.Node{Formula: e, Env: env, Holds: holds, State: state}
	if e.Traits()&spec.Modal == 0 {
		return n, nil
	}
	var err error
	switch e := e.(type) {
	case *spec.Knows:
		err = c.limited(n, func() error { return c.showKnows(n, e) })
	case *spec.GroupKnows:
		err = c.limited(n, func() error { return c.showGroup(n, e) })
	case *spec.Temporal:
		err = c.limited(n, func() error { return c.showTemporal(n, e) })
	default:
		n.Parts, err = c.parts(e, env, state, holds)
		if errors.Is(err, spec.ErrTooLarge) {
			n.Parts, n.Claim, err = nil, "decided for more instances than can be shown", nil
		}
	}
	return n, err
}

// limited shows what is below n, unless there is too much already.
func (c *Checker) limited(n *witness.Node, show func() error) error {
	if c.room--; c.room < 0 {
		n.Claim = "left out, the evidence would be too long"
		return nil
	}
	return show()
}

// holdsAt is the value of a formula in one world.
func (c *Checker) holdsAt(e spec.Expr, env *spec.Env, state spec.State) (bool, error) {
	x, err := c.formula(e, env, c.sys.Single(state))
	return err == nil && !x.IsEmpty(), err
}

// parts is evidence for modal subformulas that together decide e in state: all
// that are needed for a conjunction, one for a disjunction.
func (c *Checker) parts(e spec.Expr, env *spec.Env, state spec.State, holds bool) ([]*witness.Node, error) {
	if e.Traits()&spec.Modal == 0 {
		return nil, nil
	}
	switch e := e.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.Temporal:
		n, err := c.node(e, env, state, holds)
		return []*witness.Node{n}, err
	case *spec.Unary:
		if e.Op == spec.Not {
			return c.parts(e.X, env, state, !holds)
		}
	case *spec.Binary:
		if isTruth(e.X) && isTruth(e.Y) {
			return c.binaryParts(e, env, state)
		}
	case *spec.Cond:
		return c.condParts(e, env, state, holds)
	case *spec.Fold:
		if e.Op == spec.Forall || e.Op == spec.Exists {
			return c.foldParts(e, env, state, holds)
		}
	case *spec.Call:
		return c.callParts(e, env, state, holds)
	}
	return c.allParts(e, env, state)
}

// binaryParts follows what the evaluation from left to right would look at.
func (c *Checker) binaryParts(e *spec.Binary, env *spec.Env, state spec.State) ([]*witness.Node, error) {
	x, err := c.holdsAt(e.X, env, state)
	if err != nil {
		return nil, err
	}
	if e.Op == spec.And && !x || e.Op == spec.Or && x || e.Op == spec.Imp && !x {
		return c.parts(e.X, env, state, x)
	}
	y, err := c.holdsAt(e.Y, env, state)
	if err != nil {
		return nil, err
	}
	right, err := c.parts(e.Y, env, state, y)
	if err != nil || e.Op == spec.And && !y || (e.Op == spec.Or || e.Op == spec.Imp) && y {
		return right, err
	}
	left, err := c.parts(e.X, env, state, x)
	return append(left, right...), err
}

func (c *Checker) condParts(e *spec.Cond, env *spec.Env, state spec.State, holds bool) ([]*witness.Node, error) {
	x, err := c.holdsAt(e.If, env, state)
	if err != nil {
		return nil, err
	}
	condition, err := c.parts(e.If, env, state, x)
	if err != nil {
		return nil, err
	}
	taken := e.Else
	if x {
		taken = e.Then
	}
	rest, err := c.parts(taken, env, state, holds)
	return append(condition, rest...), err
}

// foldParts shows one instance where one decides, all of them otherwise.
func (c *Checker) foldParts(e *spec.Fold, env *spec.Env, state spec.State, holds bool) ([]*witness.Node, error) {
	if slices.ContainsFunc(e.Binders, func(b spec.Binder) bool { return b.Domain != nil && b.Domain.Traits()&spec.Modal != 0 }) {
		return c.allParts(e, env, state)
	}
	instances, err := c.everyInstance(e.Binders, env, c.sys.Single(state))
	if err != nil {
		return nil, err
	}
	var all []*witness.Node
	for _, in := range instances {
		x, err := c.holdsAt(e.Body, in.env, state)
		if err != nil {
			return nil, err
		}
		if x != holds { // an instance that does not decide
			continue
		}
		parts, err := c.parts(e.Body, in.env, state, x)
		if err != nil || holds == (e.Op == spec.Exists) {
			return parts, err
		}
		all = append(all, parts...)
	}
	return all, nil
}

func (c *Checker) callParts(e *spec.Call, env *spec.Env, state spec.State, holds bool) ([]*witness.Node, error) {
	for _, arg := range e.Args {
		if arg.Traits()&spec.Modal != 0 {
			return c.allParts(e, env, state)
		}
	}
	inner, err := c.bind(e.Define.Params, e.Args, env, state)
	if err != nil {
		return nil, err
	}
	return c.parts(e.Define.Body, inner, state, holds)
}

// bind gives parameters the values of arguments in a state.
func (c *Checker) bind(params []*spec.Bound, args []spec.Expr, env *spec.Env, state spec.State) (*spec.Env, error) {
	ev, inner := c.evaluator(state), env
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
func (c *Checker) allParts(e spec.Expr, env *spec.Env, state spec.State) ([]*witness.Node, error) {
	var all []*witness.Node
	seen := map[keyOf]bool{}
	ev := c.evaluator(state)
	truth := ev.Modal
	ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) {
		holds, err := truth(e, env)
		if id := key(e, env); err == nil && !seen[id] {
			seen[id] = true
			var n *witness.Node
			n, err = c.node(e, env, state, holds)
			all = append(all, n)
		}
		return holds, err
	}
	_, err := ev.Eval(e, env)
	return all, err
}
