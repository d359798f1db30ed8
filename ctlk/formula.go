package ctlk

import (
	"fmt"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
)

// formula returns the worlds of where in which e is true. Its value is needed in
// all of where and nowhere else: what e has no value in is an error if it is
// evaluated there, and what stands to the right of an operand that decides is
// not evaluated.
//
// Boolean structure above modal operators is taken apart here, so that each is
// asked exactly where it is reached; all that needs one state only is the
// system's business.
func (c *Checker) formula(e spec.Expr, env *spec.Env, where set) (set, error) {
	if where.IsEmpty() {
		return where, nil
	}
	if e.Traits()&spec.Modal == 0 {
		return c.plain(e, env, where)
	}
	switch e := e.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.Temporal:
		return c.modalWithin(e, env, where)
	case *spec.Unary:
		if e.Op == spec.Not {
			x, err := c.formula(e.X, env, where)
			return subtract(where, x, err)
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

// subtract is where \ x, unless there was an error.
func subtract(where, x set, err error) (set, error) {
	if err != nil {
		return set{}, err
	}
	return where.Diff(x), nil
}

// plain leaves e to the system. What is modal in it, below a number, is asked in
// all of where.
func (c *Checker) plain(e spec.Expr, env *spec.Env, where set) (set, error) {
	t, err := c.sys.Truth(e, env, c.within(where))
	if err != nil {
		return set{}, err
	}
	if bad := t.Undefined.And(where); !bad.IsEmpty() {
		return set{}, c.noValue(e, env, bad)
	}
	return t.True.And(where), nil
}

// within is formula for the system to ask about some worlds.
func (c *Checker) within(where set) encode.Modal {
	return func(e spec.Expr, env *spec.Env) (set, error) { return c.formula(e, env, where) }
}

// everywhere is formula in all worlds: what operands of modal operators are.
func (c *Checker) everywhere(e spec.Expr, env *spec.Env) (set, error) {
	return c.formula(e, env, c.frame.worlds())
}

// binary is a connective; the right operand of &, | and -> is evaluated only
// where the left one does not decide.
func (c *Checker) binary(e *spec.Binary, env *spec.Env, where set) (set, error) {
	x, err := c.formula(e.X, env, where)
	if err != nil {
		return set{}, err
	}
	rest := where
	switch e.Op {
	case spec.And, spec.Imp:
		rest = x
	case spec.Or:
		rest = where.Diff(x)
	}
	y, err := c.formula(e.Y, env, rest)
	if err != nil {
		return set{}, err
	}
	switch e.Op {
	case spec.And:
		return y, nil
	case spec.Or:
		return x.Or(y), nil
	case spec.Imp:
		return where.Diff(x).Or(y), nil
	case spec.Iff, spec.Eq:
		return where.Diff(x.Xor(y)), nil
	case spec.Ne:
		return x.Xor(y), nil
	}
	panic(fmt.Sprintf("ctlk: operator %d between truth values", e.Op))
}

func (c *Checker) cond(e *spec.Cond, env *spec.Env, where set) (set, error) {
	x, err := c.formula(e.If, env, where)
	if err != nil {
		return set{}, err
	}
	then, err := c.formula(e.Then, env, x)
	if err != nil {
		return set{}, err
	}
	els, err := c.formula(e.Else, env, where.Diff(x))
	if err != nil {
		return set{}, err
	}
	return then.Or(els), nil
}

// fold is a quantifier: every instance is evaluated where there is one.
func (c *Checker) fold(e *spec.Fold, env *spec.Env, where set) (set, error) {
	found := c.empty() // where some instance decides
	instances, err := c.everyInstance(e.Binders, env, where)
	if err != nil {
		return set{}, err
	}
	for _, in := range instances {
		x, err := c.formula(e.Body, in.env, in.when)
		if err != nil {
			return set{}, err
		}
		if e.Op == spec.Forall {
			x = in.when.Diff(x)
		}
		found = found.Or(x)
	}
	if e.Op == spec.Forall {
		return where.Diff(found), nil
	}
	return found, nil
}

func (c *Checker) call(e *spec.Call, env *spec.Env, where set) (set, error) {
	instances, err := c.arguments(e.Define.Params, e.Args, env, where)
	if err != nil {
		return set{}, err
	}
	found := c.empty()
	for _, in := range instances {
		x, err := c.formula(e.Define.Body, in.env, in.when)
		if err != nil {
			return set{}, err
		}
		found = found.Or(x)
	}
	return found, nil
}

// meaning is where a modal formula is true, and where it has no value because
// its agent, its group or its bound has none.
type meaning struct{ holds, undefined set }

// modalWithin is formula of a modal operator.
func (c *Checker) modalWithin(e spec.Expr, env *spec.Env, where set) (set, error) {
	m, err := c.modal(e, env)
	if err != nil {
		return set{}, err
	}
	if bad := m.undefined.And(where); !bad.IsEmpty() {
		return set{}, c.noMeaning(e, env, bad)
	}
	return m.holds.And(where), nil
}

// modal returns the meaning of a modal operator in all worlds, which is kept
// for every later question about the same operator and values of its names.
func (c *Checker) modal(e spec.Expr, env *spec.Env) (meaning, error) {
	id := key(e, env)
	if known, ok := c.known[id]; ok {
		c.warnings.Merge(known.warnings)
		return known.meaning, nil
	}
	outer := c.warnings
	c.warnings = newList()
	defer func() {
		outer.Merge(c.warnings)
		c.warnings = outer
	}()
	m, err := c.evaluate(e, env)
	if err == nil {
		c.known[id] = entry{m, c.warnings}
	}
	return m, err
}

func (c *Checker) evaluate(e spec.Expr, env *spec.Env) (meaning, error) {
	switch e := e.(type) {
	case *spec.Knows:
		return c.knows(e, env)
	case *spec.GroupKnows:
		return c.groupKnows(e, env)
	case *spec.Temporal:
		return c.temporal(e, env)
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
