package ctlk

import (
	"errors"
	"fmt"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// formula returns in which worlds of where e is true. Its value is needed in
// all of where and nowhere else: what e has no value in is an error if it is
// evaluated there, and what stands to the right of an operand that decides is
// not evaluated. An operand that is open decides nothing.
//
// Boolean structure above modal operators is taken apart here, so that each is
// asked exactly where it is reached; all that needs one state only is the
// system's business.
func (c *Checker) formula(e spec.Expr, env *spec.Env, where set) (truth, error) {
	if where.IsEmpty() {
		return exactly(where), nil
	}
	if e.Traits()&spec.Modal == 0 {
		return c.plain(e, env, where)
	}
	switch e := e.(type) {
	case *spec.Coalition:
		return c.coalitionWithin(e, env, where)
	case *spec.Update:
		if e.X.Traits()&spec.IsTemporal != 0 {
			return c.beyond(e, env, where)
		}
		return c.modalWithin(e, env, where)
	case *spec.Knows, *spec.GroupKnows, *spec.Temporal, *spec.OnRuns:
		return c.modalWithin(e, env, where)
	case *spec.Unary:
		if e.Op == spec.Not {
			x, err := c.formula(e.X, env, where)
			return negated(x, where, err)
		}
	case *spec.Binary:
		if isTruth(e.X) && isTruth(e.Y) {
			return c.binary(e, env, where)
		}
	case *spec.Cond:
		return c.cond(e, env, where)
	case *spec.Fold:
		if e.Op == spec.Forall || e.Op == spec.Exists {
			return c.fold(e, env, where)
		}
	case *spec.Call:
		return c.call(e, env, where)
	}
	return c.plain(e, env, where)
}

func isTruth(e spec.Expr) bool { _, ok := e.Type().(spec.BoolType); return ok }

// negated is the truth of the negation, unless there was an error.
func negated(x truth, where set, err error) (truth, error) {
	if err != nil {
		return truth{}, err
	}
	return x.not(where), nil
}

// plain leaves e to the system, layer by layer. What is modal in it, below a
// number, is asked in all of where; where that is open, e is weighed.
func (c *Checker) plain(e spec.Expr, env *spec.Env, where set) (truth, error) {
	x := truth{c.frame.none(), c.frame.none()}
	for k, here := range where {
		if here.IsEmpty() {
			continue
		}
		open := &doubt{c.empty()}
		t, err := c.sys.Truth(e, env, c.within(k, here, open))
		if err == nil && c.frame.rehearsal && !open.where.IsEmpty() {
			err = errOpen
		}
		if err != nil {
			return truth{}, err
		}
		if bad := c.chosen(t.Undefined.And(here).Diff(open.where)); !bad.IsEmpty() {
			return truth{}, c.noValue(e, env, c.pickIn(k, bad))
		}
		x.sure[k] = t.True.And(here).Diff(open.where)
		if x.perhaps[k] = x.sure[k]; open.where.IsEmpty() {
			continue
		}
		x.perhaps[k] = x.sure[k].Or(open.where)
		if x.sure[k], x.perhaps[k], err = c.weigh(e, env, k, x.sure[k], x.perhaps[k]); err != nil {
			return truth{}, err
		}
	}
	if x.exact() {
		x.perhaps = x.sure
	}
	return x, nil
}

// weigh narrows the bounds of e where modal operators below a number are open. A
// bit for each of them that no world has says what it may be: e surely holds where
// it does whatever these bits are, and perhaps where it does for some. With too few
// bits the bounds stay as they are.
func (c *Checker) weigh(e spec.Expr, env *spec.Env, k int, sure, perhaps symbolic.Set) (lower, upper symbolic.Set, err error) {
	space, spare := c.sys.Space(), c.sys.Spare()
	where := c.frame.none().replace(k, perhaps.Diff(sure))
	used := 0
	t, err := c.sys.Truth(e, env, func(e spec.Expr, env *spec.Env) (symbolic.Set, error) {
		x, err := c.formula(e, env, where)
		if err != nil || x.exact() {
			return x.bound(false)[k], err
		}
		if used == len(spare) {
			return symbolic.Set{}, errOpen
		}
		used++
		return x.sure[k].Or(x.perhaps[k].And(space.Lit(spare[used-1]))), nil
	})
	if errors.Is(err, errOpen) {
		return sure, perhaps, nil
	}
	if err != nil {
		return sure, perhaps, err
	}
	guesses, here := space.Cube(spare[:used]...), where[k]
	lower = sure.Or(t.True.Forall(guesses).And(here))
	return lower, sure.Or(t.True.Or(t.Undefined).Exists(guesses).And(here)), nil
}

// doubt collects where modal operators were open that an evaluation asked about.
type doubt struct{ where symbolic.Set }

// within is formula for the system to ask about some worlds of a layer.
func (c *Checker) within(k int, here symbolic.Set, open *doubt) encode.Modal {
	return func(e spec.Expr, env *spec.Env) (symbolic.Set, error) {
		x, err := c.formula(e, env, c.frame.none().replace(k, here))
		if err != nil {
			return symbolic.Set{}, err
		}
		open.where = open.where.Or(x.perhaps[k].Diff(x.sure[k]))
		return x.sure[k], nil
	}
}

// everywhere is formula in all worlds: what operands of modal operators are.
func (c *Checker) everywhere(e spec.Expr, env *spec.Env) (truth, error) {
	return c.formula(e, env, c.frame.all)
}

// binary is a connective; the right operand of &, | and -> is evaluated only
// where the left one does not decide.
func (c *Checker) binary(e *spec.Binary, env *spec.Env, where set) (truth, error) {
	x, err := c.formula(e.X, env, where)
	if err != nil {
		return truth{}, err
	}
	rest := where
	switch e.Op {
	case spec.And, spec.Imp:
		rest = x.perhaps
	case spec.Or:
		rest = where.Diff(x.sure)
	}
	y, err := c.formula(e.Y, env, rest)
	if err != nil {
		return truth{}, err
	}
	switch e.Op {
	case spec.And:
		return x.and(y), nil
	case spec.Or:
		return x.or(y), nil
	case spec.Imp:
		return x.not(where).or(y), nil
	case spec.Iff, spec.Eq:
		return same(x, y, where), nil
	case spec.Ne:
		return same(x, y, where).not(where), nil
	}
	panic(fmt.Sprintf("ctlk: operator %d between truth values", e.Op))
}

// same is where both have the same truth value.
func same(x, y truth, where set) truth {
	return x.and(y).or(x.not(where).and(y.not(where)))
}

func (c *Checker) cond(e *spec.Cond, env *spec.Env, where set) (truth, error) {
	x, err := c.formula(e.If, env, where)
	if err != nil {
		return truth{}, err
	}
	then, err := c.formula(e.Then, env, x.perhaps)
	if err != nil {
		return truth{}, err
	}
	not := x.not(where)
	els, err := c.formula(e.Else, env, not.perhaps)
	if err != nil {
		return truth{}, err
	}
	found := x.and(then).or(not.and(els))
	if !x.exact() { // where both branches hold, it does not matter which one counts
		found = found.or(then.and(els))
	}
	return found, nil
}

// fold is a quantifier: every instance is evaluated where there is one.
func (c *Checker) fold(e *spec.Fold, env *spec.Env, where set) (truth, error) {
	if x, done, err := c.foldOpen(e, env, where); done || err != nil {
		return x, err
	}
	found := exactly(c.frame.none())
	if e.Op == spec.Forall {
		found = exactly(where)
	}
	body, not := e.Body, false
	for u, ok := body.(*spec.Unary); ok && u.Op == spec.Not; u, ok = body.(*spec.Unary) {
		body, not = u.X, !not
	}
	err := c.forEvery(e.Binders, env, where, func(in instance) error {
		x, err := c.formula(body, in.env, in.when)
		switch {
		case err != nil:
		case e.Op == spec.Forall && not:
			found = found.without(x)
		case e.Op == spec.Forall && in.when.Equal(where):
			found = found.and(x)
		case e.Op == spec.Forall:
			found = found.without(x.not(in.when))
		case not:
			found = found.or(x.not(in.when))
		default:
			found = found.or(x)
		}
		return err
	})
	return found, err
}

func (c *Checker) call(e *spec.Call, env *spec.Env, where set) (truth, error) {
	instances, err := c.arguments(e.Define.Params, e.Args, env, where)
	if err != nil {
		return truth{}, err
	}
	found := exactly(c.frame.none())
	for _, in := range instances {
		x, err := c.formula(e.Define.Body, in.env, in.when)
		if err != nil {
			return truth{}, err
		}
		found = found.or(x)
	}
	return found, nil
}

// meaning is where a modal formula is true, and where it has no value because
// its agent, its group or its bound has none.
type meaning struct {
	holds     truth
	undefined set
}

// errOpen is the error of an expression that is not a truth value and asks a
// modal operator that is open. The operator that needs it is then open as well.
var errOpen = errors.New("the value depends on runs that were cut off")

// modalWithin is formula of a modal operator.
func (c *Checker) modalWithin(e spec.Expr, env *spec.Env, where set) (truth, error) {
	m, err := c.modal(e, env, where)
	if err != nil {
		return truth{}, err
	}
	if bad := m.undefined.And(where); !bad.IsEmpty() {
		return truth{}, c.noMeaning(e, env, c.pick(bad))
	}
	if where.Equal(c.frame.all) {
		return m.holds, nil
	}
	return m.holds.within(where), nil
}

// modal returns the meaning of a modal operator in all worlds, or at least in those of
// where. It is kept for every later question about the same operator and values of its
// names.
func (c *Checker) modal(e spec.Expr, env *spec.Env, where set) (meaning, error) {
	id := key(e, env)
	frame := c.frame
	worlds := frame.all
	switch e.(type) {
	case *spec.Knows:
		worlds = frame.around(where)
	case *spec.OnRuns:
		if frame.hasty > 0 {
			worlds = where
		}
	}
	if known, ok := frame.known[id]; ok {
		if worlds = worlds.Or(known.worlds); worlds.Equal(known.worlds) {
			c.warnings.Merge(known.warnings)
			return known.meaning, nil
		}
	}
	outer := c.warnings
	c.warnings = newList()
	defer func() {
		outer.Merge(c.warnings)
		c.warnings = outer
	}()
	m, err := c.evaluate(e, env, worlds)
	if errors.Is(err, errOpen) && !frame.rehearsal {
		none := frame.none()
		m, err = meaning{truth{none, frame.all}, none}, nil
	}
	if err == nil {
		frame.known[id] = entry{m, worlds, c.warnings}
	}
	return m, err
}

func (c *Checker) evaluate(e spec.Expr, env *spec.Env, worlds set) (meaning, error) {
	switch e := e.(type) {
	case *spec.Knows:
		return c.knows(e, env, worlds)
	case *spec.GroupKnows:
		return c.groupKnows(e, env)
	case *spec.Temporal:
		return c.temporal(e, env)
	case *spec.Update:
		return c.update(e, env)
	case *spec.OnRuns:
		return c.onRuns(e, env, worlds)
	case *spec.Coalition:
		return c.coalition(e, env)
	}
	panic(fmt.Sprintf("ctlk: no meaning for %T", e))
}

// keyOf identifies an operator or a program and the values of the names that it
// depends on.
type keyOf struct {
	node   any // spec.Expr or spec.Program
	values string
}

func key(e spec.Expr, env *spec.Env) keyOf { return keyOf{e, valuesOf(e.Free(), env)} }

// valuesOf is a text that is equal for equal values of the names.
func valuesOf(names []*spec.Bound, env *spec.Env) string {
	var values []spec.Value
	for _, b := range names {
		v := env.Lookup(b)
		if v == nil {
			v = spec.Absent{} // whoever needs it finds out
		}
		values = append(values, v)
	}
	return spec.Key(values...)
}
