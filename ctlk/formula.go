package ctlk

import (
	"errors"
	"fmt"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// Formula returns in which worlds of where e is true. Its value is needed in
// literals of where and nowhere else: what e has no value in is an error if it is
// evaluated there, and what stands to the right of an operand that decides is
// not evaluated. An operand that is open decides nothing.
//
// Boolean structure above modal operators is taken apart here, so that each is
// asked exactly where it is reached; all that needs one state only is the
// system's business.
func (c *Evaluator) Formula(e spec.Expr, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	if where.IsEmpty() {
		return kripke.Exactly(where), nil
	}
	if e.Traits()&spec.Modal == 0 {
		return c.plain(e, env, where)
	}
	switch e := e.(type) {
	case *spec.Knows, *spec.GroupKnows, *spec.Share, *spec.Temporal, *spec.OnRuns, *spec.Coalition, *spec.Update:
		return c.meaning(e).within(c, e, env, where)
	case *spec.Unary:
		if e.Op == spec.Not {
			x, err := c.Formula(e.X, env, where)
			return negated(x, where, err)
		}
	case *spec.Binary:
		if IsTruth(e.X) && IsTruth(e.Y) {
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

// IsTruth tells whether e is a truth value.
func IsTruth(e spec.Expr) bool { _, ok := e.Type().(spec.BoolType); return ok }

// negated is the truth of the negation, unless there was an error.
func negated(x kripke.Truth, where kripke.Set, err error) (kripke.Truth, error) {
	if err != nil {
		return kripke.Truth{}, err
	}
	return x.Not(where), nil
}

// plain leaves e to the system, layer by layer. What is modal in it, below a
// number, is asked in all of where; where that is open, e is weighed.
func (c *Evaluator) plain(e spec.Expr, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	x := kripke.Truth{Lower: c.m.None(), Upper: c.m.None()}
	for k, here := range where {
		if here.IsEmpty() {
			continue
		}
		open := &doubt{c.m.Space().Empty()}
		t, err := c.m.System.Truth(e, env, c.within(k, here, open))
		if err == nil && c.o.Static && !open.where.IsEmpty() {
			err = ErrOpen
		}
		if err != nil {
			return kripke.Truth{}, err
		}
		if bad := c.chosen(t.Undefined.And(here).Diff(open.where)); !bad.IsEmpty() {
			return kripke.Truth{}, c.noValue(e, env, c.m.PickIn(k, bad))
		}
		x.Lower[k] = t.True.And(here).Diff(open.where)
		if x.Upper[k] = x.Lower[k]; open.where.IsEmpty() {
			continue
		}
		x.Upper[k] = x.Lower[k].Or(open.where)
		if x.Lower[k], x.Upper[k], err = c.weigh(e, env, k, x.Lower[k], x.Upper[k]); err != nil {
			return kripke.Truth{}, err
		}
	}
	if x.Exact() {
		x.Upper = x.Lower
	}
	return x, nil
}

// weigh narrows the bounds of e where modal operators below a number are open. A
// bit for each of them that no world has says what it may be: e surely holds where
// it does whatever these bits are, and perhaps where it does for some. With too few
// bits the bounds stay as they are.
func (c *Evaluator) weigh(e spec.Expr, env *spec.Env, k int, sure, perhaps symbolic.Set) (lower, upper symbolic.Set, err error) {
	space, spare := c.m.Space(), c.m.System.Spare()
	where := c.m.None().Replace(k, perhaps.Diff(sure))
	used := 0
	t, err := c.m.System.Truth(e, env, func(e spec.Expr, env *spec.Env) (symbolic.Set, error) {
		x, err := c.Formula(e, env, where)
		if err != nil || x.Exact() {
			return x.Bound(false)[k], err
		}
		if used == len(spare) {
			return symbolic.Set{}, ErrOpen
		}
		used++
		return x.Lower[k].Or(x.Upper[k].And(space.Lit(spare[used-1]))), nil
	})
	if errors.Is(err, ErrOpen) {
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
func (c *Evaluator) within(k int, here symbolic.Set, open *doubt) encode.Modal {
	return func(e spec.Expr, env *spec.Env) (symbolic.Set, error) {
		x, err := c.Formula(e, env, c.m.None().Replace(k, here))
		if err != nil {
			return symbolic.Set{}, err
		}
		open.where = open.where.Or(x.Upper[k].Diff(x.Lower[k]))
		return x.Lower[k], nil
	}
}

// Everywhere is Formula in all worlds: what operands of modal operators are.
func (c *Evaluator) Everywhere(e spec.Expr, env *spec.Env) (kripke.Truth, error) {
	return c.Formula(e, env, c.m.Worlds)
}

// binary is a connective; the right operand of &, | and -> is evaluated only
// where the left one does not decide.
func (c *Evaluator) binary(e *spec.Binary, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	x, err := c.Formula(e.X, env, where)
	if err != nil {
		return kripke.Truth{}, err
	}
	rest := where
	switch e.Op {
	case spec.And, spec.Imp:
		rest = x.Upper
	case spec.Or:
		rest = where.Diff(x.Lower)
	}
	y, err := c.Formula(e.Y, env, rest)
	if err != nil {
		return kripke.Truth{}, err
	}
	switch e.Op {
	case spec.And:
		return x.And(y), nil
	case spec.Or:
		return x.Or(y), nil
	case spec.Imp:
		return x.Not(where).Or(y), nil
	case spec.Iff, spec.Eq:
		return same(x, y, where), nil
	case spec.Ne:
		return same(x, y, where).Not(where), nil
	}
	panic(fmt.Sprintf("ctlk: operator %d between truth values", e.Op))
}

// same is where both have the same truth value.
func same(x, y kripke.Truth, where kripke.Set) kripke.Truth {
	return x.And(y).Or(x.Not(where).And(y.Not(where)))
}

func (c *Evaluator) cond(e *spec.Cond, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	x, err := c.Formula(e.If, env, where)
	if err != nil {
		return kripke.Truth{}, err
	}
	then, err := c.Formula(e.Then, env, x.Upper)
	if err != nil {
		return kripke.Truth{}, err
	}
	not := x.Not(where)
	els, err := c.Formula(e.Else, env, not.Upper)
	if err != nil {
		return kripke.Truth{}, err
	}
	found := x.And(then).Or(not.And(els))
	if !x.Exact() { // where both branches hold, it does not matter which one counts
		found = found.Or(then.And(els))
	}
	return found, nil
}

// fold is a quantifier: every instance is evaluated where there is one.
func (c *Evaluator) fold(e *spec.Fold, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	if x, done, err := foldOpen(c, e, env, where); done || err != nil {
		return x, err
	}
	if x, done := foldOwn(c, e, env, where); done {
		return x, nil
	}
	found := kripke.Exactly(c.m.None())
	if e.Op == spec.Forall {
		found = kripke.Exactly(where)
	}
	body, not := e.Body, false
	for u, ok := body.(*spec.Unary); ok && u.Op == spec.Not; u, ok = body.(*spec.Unary) {
		body, not = u.X, !not
	}
	err := c.forEvery(e.Binders, env, where, func(in Instance) error {
		x, err := c.Formula(body, in.Env, in.When)
		switch {
		case err != nil:
		case e.Op == spec.Forall && not:
			found = found.Without(x)
		case e.Op == spec.Forall && in.When.Equal(where):
			found = found.And(x)
		case e.Op == spec.Forall:
			found = found.Without(x.Not(in.When))
		case not:
			found = found.Or(x.Not(in.When))
		default:
			found = found.Or(x)
		}
		return err
	})
	return found, err
}

func (c *Evaluator) call(e *spec.Call, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	instances, err := c.Arguments(e.Define.Params, e.Args, env, where)
	if err != nil {
		return kripke.Truth{}, err
	}
	found := kripke.Exactly(c.m.None())
	for _, in := range instances {
		x, err := c.Formula(e.Define.Body, in.Env, in.When)
		if err != nil {
			return kripke.Truth{}, err
		}
		found = found.Or(x)
	}
	return found, nil
}

// meaning is where a modal formula is true, and where it has no value because
// its agent, its group or its bound has none.
type meaning struct {
	holds     kripke.Truth
	undefined kripke.Set
	found     kripke.Set // in which worlds; nil: in those asked about
}

// ErrOpen is the error of an expression that is not a truth value and asks a
// modal operator that is open. The operator that needs it is then open as well.
var ErrOpen = errors.New("the value depends on runs that were cut off")

// Modal is formula of a modal operator.
func (c *Evaluator) Modal(e spec.Expr, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	m, err := c.modal(e, env, where)
	if err != nil {
		return kripke.Truth{}, err
	}
	if bad := m.undefined.And(where); !bad.IsEmpty() {
		return kripke.Truth{}, c.noMeaning(e, env, c.m.Pick(bad))
	}
	if where.Equal(c.m.Worlds) {
		return m.holds, nil
	}
	return m.holds.Within(where), nil
}

// operator is the meaning of a modal operator.
type operator struct {
	// mean finds it in all worlds, or at least in those of worlds.
	mean func(c *Evaluator, e spec.Expr, env *spec.Env, worlds kripke.Set) (meaning, error)
	// within is Formula of the operator.
	within func(c *Evaluator, e spec.Expr, env *spec.Env, where kripke.Set) (kripke.Truth, error)
	around bool // it depends on the worlds alone that agents confuse with those asked about
	asked  bool // it is found for the worlds asked about alone
	first  bool // it is found for the worlds asked about first alone, and then in all
	nearby bool // with Options.RunNodes it is found for the worlds asked about alone
}

// modal returns the meaning of a modal operator in all worlds, or at least in those of
// where. It is kept for every later question about the same operator and values of its
// names.
func (c *Evaluator) modal(e spec.Expr, env *spec.Env, where kripke.Set) (meaning, error) {
	id, op := Key(e, env), c.meaning(e)
	known, before := c.memo.known[id]
	worlds := c.m.Worlds
	switch {
	case op.around:
		worlds = c.m.Around(where)
	case op.asked, op.nearby && c.o.RunNodes > 0:
		worlds = where
	case op.first && (!before || where.SubsetOf(known.worlds)):
		worlds = where
	}
	if before {
		if worlds = worlds.Or(known.worlds); worlds.Equal(known.worlds) {
			c.warnings.Merge(known.warnings)
			return known.meaning, nil
		}
	}
	inner := c.Warning(&source.List{})
	m, err := op.mean(inner, e, env, worlds)
	c.warnings.Merge(inner.warnings)
	if errors.Is(err, ErrOpen) && !c.o.Static {
		none := c.m.None()
		m, err = meaning{holds: kripke.Truth{Lower: none, Upper: c.m.Worlds}, undefined: none}, nil
	}
	if m.found != nil {
		worlds = m.found
	}
	if err == nil {
		c.memo.known[id] = entry{m, worlds, inner.warnings}
	}
	return m, err
}

// entry is what is known of a modal operator.
type entry struct {
	meaning
	worlds   kripke.Set // where it was asked for
	warnings *source.List
}

// KeyOf identifies an operator or a program and the values of the names that it
// depends on.
type KeyOf struct {
	node   any // spec.Expr or spec.Program
	values string
}

// Key identifies an operator with the values of the names that it depends on.
func Key(e spec.Expr, env *spec.Env) KeyOf { return KeyOf{e, valuesOf(e.Free(), env)} }

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
