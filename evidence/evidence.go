package evidence

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Show returns evidence that the formula of a check, with names bound by env, has the
// value holds in a world.
func Show(c *ctlk.Evaluator, chk *spec.Check, env *spec.Env, at kripke.World, holds bool) (*witness.Node, error) {
	left := witness.Plenty
	mk := &maker{Evaluator: c, m: c.Structure(), left: &left, asked: witness.SubjectsOf(chk)}
	w := world{World: at}
	if mk.m.Memory {
		w.steps = chk.Layer
	}
	n, err := mk.node(chk.Formula, env, w, holds)
	if err == nil && w.steps > 0 {
		start, way := origin(mk.m, mk.m.Only(at), w.steps)
		n.Past = &witness.Past{Start: start.State, Steps: stepsOf(way)}
	}
	return n, err
}

// maker makes evidence about one structure.
type maker struct {
	*ctlk.Evaluator
	m     *kripke.Structure
	left  *int              // nodes of evidence that may still be made
	asked []witness.Subject // what evidence says is considered possible
	away  bool              // behind an epistemic step: what is considered possible is not shown there
}

// in is the maker of evidence about another structure.
func (c *maker) in(ev *ctlk.Evaluator) *maker {
	d := *c
	d.Evaluator, d.m = ev, ev.Structure()
	return &d
}

// behindEpistemicStep is the maker of evidence for a world to which an epistemic step leads.
func (c *maker) behindEpistemicStep() *maker {
	d := *c
	d.away = true
	return &d
}

// node is evidence for any formula.
func (c *maker) node(e spec.Expr, env *spec.Env, w world, holds bool) (*witness.Node, error) {
	n := &witness.Node{Formula: e, Env: env, Holds: holds, State: w.State}
	if e.Traits()&spec.Modal == 0 {
		return n, nil
	}
	var err error
	if c.m.GoesOn() && isEpistemic(e) {
		n.Claim = witness.GoesOn
		return n, nil
	}
	switch e := e.(type) {
	case *spec.Knows:
		err = c.limited(n, func() error { return c.showKnows(n, e, w) })
	case *spec.GroupKnows:
		err = c.limited(n, func() error { return c.showGroup(n, e, w) })
	case *spec.Share:
		err = c.limited(n, func() error { return c.showShare(n, e, w) })
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
			n.Parts, n.Claim, err = nil, witness.TooMany, nil
		} else if errors.Is(err, ctlk.ErrOpen) {
			n.Parts, n.Claim, err = nil, witness.CutOff, nil
		}
	}
	return n, err
}

// isEpistemic tells formulas that are shown in other histories, or along runs as wholes. Behind
// a knowledge action only the steps of one history are shown.
func isEpistemic(e spec.Expr) bool {
	switch e.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.Share, *spec.OnRuns:
		return true
	}
	return false
}

// limited shows what is below n, unless there is too much already.
func (c *maker) limited(n *witness.Node, show func() error) error {
	if *c.left--; *c.left < 0 {
		n.Claim = witness.LeftOut
		return nil
	}
	return show()
}

// valueAt is the truth value of a formula in one world: whether it surely holds,
// and whether it surely does not.
func (c *maker) valueAt(e spec.Expr, env *spec.Env, w world) (yes, no bool, err error) {
	x, err := c.Formula(e, env, c.m.Only(w.World))
	if err != nil {
		return false, false, err
	}
	return !x.Lower.IsEmpty(), x.Upper.IsEmpty(), nil
}

// parts is evidence for modal subformulas that together decide e in state: all
// that are needed for a conjunction, one for a disjunction.
func (c *maker) parts(e spec.Expr, env *spec.Env, w world, holds bool) ([]*witness.Node, error) {
	if e.Traits()&spec.Modal == 0 {
		return nil, nil
	}
	switch e := e.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.Share, *spec.Coalition, *spec.Temporal, *spec.Update, *spec.OnRuns:
		n, err := c.node(e, env, w, holds)
		return []*witness.Node{n}, err
	case *spec.Unary:
		if e.Op == spec.Not {
			return c.parts(e.X, env, w, !holds)
		}
	case *spec.Binary:
		if ctlk.IsTruth(e.X) && ctlk.IsTruth(e.Y) {
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
func (c *maker) binaryParts(e *spec.Binary, env *spec.Env, w world) ([]*witness.Node, error) {
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

func (c *maker) condParts(e *spec.Cond, env *spec.Env, w world, holds bool) ([]*witness.Node, error) {
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
func (c *maker) foldParts(e *spec.Fold, env *spec.Env, w world, holds bool) ([]*witness.Node, error) {
	if slices.ContainsFunc(e.Binders, func(b spec.Binder) bool { return b.Domain != nil && b.Domain.Traits()&spec.Modal != 0 }) {
		return c.allParts(e, env, w)
	}
	if o := ctlk.Opening(c.Evaluator, e); o != nil {
		if holds != (e.Op == spec.Exists) {
			return nil, spec.ErrTooLarge
		}
		inner, err := ctlk.OpenInstance(c.Evaluator, e, o, env, w.World, holds)
		if err != nil || inner == nil {
			return nil, err
		}
		return c.parts(e.Body, inner, w, holds)
	}
	instances, err := c.EveryInstance(e.Binders, env, c.m.Only(w.World))
	if err != nil {
		return nil, err
	}
	var all []*witness.Node
	for _, in := range instances {
		yes, no, err := c.valueAt(e.Body, in.Env, w)
		if err != nil {
			return nil, err
		}
		if holds && !yes || !holds && !no { // an instance that does not decide
			continue
		}
		parts, err := c.parts(e.Body, in.Env, w, holds)
		if err != nil || holds == (e.Op == spec.Exists) {
			return parts, err
		}
		all = append(all, parts...)
	}
	return all, nil
}

func (c *maker) callParts(e *spec.Call, env *spec.Env, w world, holds bool) ([]*witness.Node, error) {
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
func (c *maker) bind(params []*spec.Bound, args []spec.Expr, env *spec.Env, w world) (*spec.Env, error) {
	ev, inner := c.InWorld(w.World), env
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
func (c *maker) allParts(e spec.Expr, env *spec.Env, w world) ([]*witness.Node, error) {
	var all []*witness.Node
	seen := map[ctlk.KeyOf]bool{}
	ev := c.InWorld(w.World)
	truth := ev.Modal
	ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) {
		holds, err := truth(e, env)
		if x, err := c.Formula(e, env, c.m.Only(w.World)); err == nil && !x.Exact() {
			return false, ctlk.ErrOpen // which of several it is does not matter to what they amount to
		}
		if id := ctlk.Key(e, env); err == nil && !seen[id] {
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
