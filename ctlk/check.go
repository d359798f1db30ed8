package ctlk

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Check answers one question. Limits of the check, and ctx, end it with the
// verdict Unknown. Errors are mistakes in the model or the question, *Error.
//
// A limit may cost the space (symbolic.LimitError.Dead); all further answers
// are then Unknown for the same reason, until a new system is made.
func (c *Checker) Check(ctx context.Context, chk *spec.Check) (*verdict.Answer, error) {
	c.check, c.mistake, c.warnings, c.frame = chk, nil, newList(), nil
	ctx, cancel := withTime(ctx, chk.Limits.Time)
	defer cancel()
	a := &verdict.Answer{}
	err := c.recalling(ctx, chk, func() error {
		defer c.limit(chk.Limits)()
		return c.sys.Space().Do(ctx, func() error { return c.answer(chk, a) })
	})
	if l := (*symbolic.LimitError)(nil); errors.As(err, &l) && c.mistake != nil {
		return nil, c.mistake
	} else if errors.As(err, &l) {
		a.Stop(verdict.Reason(l.Kind.String()))
	} else if errors.Is(err, errStrategies) {
		a.Stop(verdict.Strategies)
	} else if err != nil {
		return nil, err
	}
	if c.frame != nil && !c.frame.roomy {
		a.States = new(big.Int).Set(c.frame.size)
	}
	a.Nodes, a.Warnings = c.sys.Space().Stats().PeakNodes, c.warnings.All()
	return a, nil
}

// limit applies the limits of a check to the present space, until the function
// that it returns is called.
func (c *Checker) limit(l spec.Limits) func() {
	space := c.sys.Space()
	before := space.Limits()
	space.SetLimits(limits(l, before))
	return func() { space.SetLimits(before) }
}

// limits are those of a check, and others where it has none.
func limits(l spec.Limits, other symbolic.Limits) symbolic.Limits {
	if l.Nodes > 0 {
		other.Nodes = l.Nodes
	}
	if l.Memory > 0 {
		other.Memory = l.Memory
	}
	return other
}

func withTime(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}

func (c *Checker) answer(chk *spec.Check, a *verdict.Answer) error {
	if chk.Runs != "" && chk.Runs != c.runs {
		return c.refuse(Unsupported, chk.Place, "this asks about runs: %s, the worlds are those of runs: %s", chk.Runs, c.runs)
	}
	if chk.IsLiteral() {
		return c.refuse(Unsupported, chk.Place, "the %s interpretation of knowledge actions is decided by enumeration alone", chk.Interpretation)
	}
	if err := c.refuseIdle(chk); err != nil {
		return err
	}
	if chk.Recall != "" && chk.Recall != spec.NoRecall && !c.sys.IsInformed() {
		return c.deepen(chk, a)
	}
	if done, err := c.decideWide(chk, a); done || err != nil {
		return err
	}
	if err := c.enter(); err != nil {
		return err
	}
	if c.sys.IsInformed() {
		return c.decideInformed(chk, a)
	}
	return c.decide(chk, a)
}

// decide answers a check in the present frame.
func (c *Checker) decide(chk *spec.Check, a *verdict.Answer) error {
	if chk.Kind == spec.CountCheck {
		return c.answerCount(chk, a)
	}
	at, err := c.askedAt(chk, c.frame.asked(chk))
	if err == nil && chk.After != nil {
		if at, err = c.executable(chk.After, at); err == nil && at.IsEmpty() {
			err = c.refuse(NoneWithAt, chk.After.Span(), "this knowledge action cannot be executed in any initial state that the check asks about")
		}
	}
	if err != nil {
		return err
	}
	if chk.Kind == spec.LeastCheck {
		return c.answerLeast(chk, at, a)
	}
	x, err := c.formula(chk.Formula, nil, at)
	if err != nil {
		return err
	}
	a.Verdict = judge(chk.Kind, x, at)
	return c.explain(chk, a, at, x)
}

// judge is the answer to whether a formula holds in all worlds of at, or some.
func judge(kind spec.CheckKind, x truth, at set) verdict.Verdict {
	if kind == spec.SomeCheck {
		x = x.not(at)
	}
	holds, fails := x.sure.Equal(at), !x.perhaps.Equal(at)
	if kind == spec.SomeCheck {
		holds, fails = fails, holds
	}
	switch {
	case holds:
		return verdict.Holds
	case fails:
		return verdict.Fails
	}
	return verdict.Unknown
}

// asked are the worlds that a check is about, without its condition.
func (f *frame) asked(chk *spec.Check) set {
	switch {
	case f.memory:
		return f.at(chk.Layer)
	case chk.Kind == spec.CountCheck && f.graph == nil && !f.layers[0].sys.IsInformed():
		return f.all
	}
	return f.starts
}

// askedAt are the worlds of where that a check asks about. To ask about none is a
// mistake: everything would hold.
func (c *Checker) askedAt(chk *spec.Check, where set) (set, error) {
	if chk.At == nil {
		return where, nil
	}
	at, err := c.formula(chk.At, nil, where)
	if err == nil && at.perhaps.IsEmpty() {
		which := "initial"
		if chk.Kind == spec.CountCheck {
			which = "reachable"
		}
		err = c.refuse(NoneWithAt, chk.At.Span(), "no %s state satisfies this condition, so the check asks about nothing", which)
	}
	return at.sure, err
}

func (c *Checker) answerCount(chk *spec.Check, a *verdict.Answer) error {
	at, err := c.askedAt(chk, c.frame.asked(chk))
	if err != nil {
		return err
	}
	if chk.After != nil {
		n, err := c.countAfter(chk.After, chk.Formula, at)
		if a.Verdict = verdict.Unknown; n != nil {
			a.Verdict, a.Value = verdict.Holds, n
		}
		return err
	}
	x, err := c.formula(chk.Formula, nil, at)
	if err != nil {
		return err
	}
	if a.Verdict = verdict.Unknown; x.exact() {
		a.Verdict, a.Value = verdict.Holds, c.frame.count(x.sure)
	}
	return nil
}

// answerLeast tries the numbers one after the other: nothing says that a formula
// that holds for one holds for the next. It shows that the last number tried
// before does not do.
func (c *Checker) answerLeast(chk *spec.Check, at set, a *verdict.Answer) error {
	before, bad := (*spec.Env)(nil), c.frame.none()
	for m := chk.Least.Lo; m <= chk.Least.Hi; m++ {
		env := (*spec.Env)(nil).Bind(chk.Least.Bound, spec.Int(m))
		x, err := c.formula(chk.Formula, env, at)
		if err != nil {
			return err
		}
		if v := judge(chk.Kind, x, at); v == verdict.Unknown {
			a.Verdict = verdict.Unknown
			return nil
		} else if v == verdict.Holds {
			a.Verdict, a.Value = verdict.Holds, big.NewInt(m)
			break
		}
		before, bad = env, at.Diff(x.perhaps)
	}
	if a.Verdict == "" { // not before all were tried: a limit may be met on the way
		a.Verdict = verdict.Fails
	}
	if before == nil || bad.IsEmpty() {
		return nil
	}
	run, err := c.show(chk.Formula, before, c.pick(bad), false)
	a.Run = run
	return err
}

// explain adds evidence for the verdict about the worlds of at, in those of x of
// which the formula is true: from the first world that decides. A state alone is
// worth showing only where it is the answer.
func (c *Checker) explain(chk *spec.Check, a *verdict.Answer, at set, x truth) error {
	if a.Verdict == verdict.Unknown {
		return nil
	}
	holds, from := true, x.sure
	if a.Verdict == verdict.Fails {
		holds, from = false, at.Diff(x.perhaps)
	}
	if from.IsEmpty() { // a verdict about no state
		return nil
	}
	run, err := c.show(chk.Formula, nil, c.pick(from), holds)
	if err == nil && run != nil && (run.HasRun() || holds == (chk.Kind == spec.SomeCheck)) {
		a.Run = run
	}
	return err
}

// initPlace is where to complain about the initial states.
func (c *Checker) initPlace() source.Span {
	if init := c.sys.Model().Init; len(init) > 0 {
		return init[0].Span()
	}
	return c.check.Place
}
