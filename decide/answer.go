package decide

import (
	"math/big"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/evidence"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// find answers the question in a structure.
func (q *question) find(ev *ctlk.Evaluator, a *verdict.Answer) error {
	ev = q.ask(ev)
	if q.chk.Kind == spec.CountCheck {
		return q.findCount(ev, a)
	}
	if q.chk.IsMeasured() {
		return q.findMeasure(ev, a)
	}
	at, err := q.askedAt(ev)
	if err == nil && q.chk.After != nil {
		if at, err = ctlk.Executable(ev, q.chk.After, at); err == nil && at.IsEmpty() {
			err = q.mistaken(verdict.NoneWithAt, q.chk.After.Span(), "this knowledge action cannot be executed in any initial state that the check asks about")
		}
	}
	if err != nil {
		return err
	}
	if q.chk.Kind == spec.LeastCheck {
		return q.findLeast(ev, at, a)
	}
	x, err := ev.Formula(q.chk.Formula, nil, at)
	if err != nil {
		return err
	}
	a.Verdict = judge(q.chk.Kind, x, at)
	return q.explain(ev, a, at, x)
}

// judge is the answer to whether a formula holds in all worlds of at, or some.
func judge(kind spec.CheckKind, x kripke.Truth, at kripke.Set) verdict.Verdict {
	if kind == spec.SomeCheck {
		x = x.Not(at)
	}
	holds, fails := x.Lower.Equal(at), !x.Upper.Equal(at)
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

// asked are the worlds of a structure that the check is about, without its condition.
func (q *question) asked(m *kripke.Structure) kripke.Set {
	switch {
	case m.Memory:
		return m.At(q.chk.Layer)
	case q.chk.Kind == spec.CountCheck && m.Graph == nil && !m.System.HasPublicKnowledge():
		return m.Worlds
	}
	return m.Starts
}

// askedAt are the worlds that the check asks about. To ask about none is a mistake:
// everything would hold.
func (q *question) askedAt(ev *ctlk.Evaluator) (kripke.Set, error) {
	where := q.asked(ev.Structure())
	if q.chk.At == nil {
		return where, nil
	}
	at, err := ev.Formula(q.chk.At, nil, where)
	if err == nil && at.Upper.IsEmpty() {
		which := "initial"
		if q.chk.Kind == spec.CountCheck {
			which = "reachable"
		}
		err = q.mistaken(verdict.NoneWithAt, q.chk.At.Span(), "no %s state satisfies this condition, so the check asks about nothing", which)
	}
	return at.Lower, err
}

func (q *question) findCount(ev *ctlk.Evaluator, a *verdict.Answer) error {
	at, err := q.askedAt(ev)
	if err != nil {
		return err
	}
	if q.chk.After != nil {
		n, err := ctlk.CountAfter(ev, q.chk.After, q.chk.Formula, at)
		if a.Verdict = verdict.Unknown; n != nil {
			a.Verdict, a.Value = verdict.Holds, n
		}
		return err
	}
	x, err := ev.Formula(q.chk.Formula, nil, at)
	if err != nil {
		return err
	}
	if a.Verdict = verdict.Unknown; x.Exact() {
		a.Verdict, a.Value = verdict.Holds, ev.Structure().Count(x.Lower)
	}
	return nil
}

// findLeast tries the numbers one after the other: nothing says that a formula
// that holds for one holds for the next. It shows that the last number tried
// before does not do.
func (q *question) findLeast(ev *ctlk.Evaluator, at kripke.Set, a *verdict.Answer) error {
	before, bad := (*spec.Env)(nil), ev.Structure().None()
	for m := q.chk.Least.Lo; m <= q.chk.Least.Hi; m++ {
		env := (*spec.Env)(nil).Bind(q.chk.Least.Bound, spec.Int(m))
		x, err := ev.Formula(q.chk.Formula, env, at)
		if err != nil {
			return err
		}
		if v := judge(q.chk.Kind, x, at); v == verdict.Unknown {
			a.Verdict = verdict.Unknown
			return nil
		} else if v == verdict.Holds {
			a.Verdict, a.Value = verdict.Holds, big.NewInt(m)
			break
		}
		before, bad = env, at.Diff(x.Upper)
	}
	if a.Verdict == "" { // not before all were tried: a limit may be met on the way
		a.Verdict = verdict.Fails
	}
	if before == nil || bad.IsEmpty() {
		return nil
	}
	run, err := q.show(ev, before, bad, false)
	a.Run = run
	return err
}

// explain adds evidence for the verdict about the worlds of at, in those of x of
// which the formula is true: from the first world that decides. A state alone is
// worth showing only where it is the answer.
func (q *question) explain(ev *ctlk.Evaluator, a *verdict.Answer, at kripke.Set, x kripke.Truth) error {
	if a.Verdict == verdict.Unknown {
		return nil
	}
	holds, from := true, x.Lower
	if a.Verdict == verdict.Fails {
		holds, from = false, at.Diff(x.Upper)
	}
	if from.IsEmpty() { // a verdict about no state
		return nil
	}
	run, err := q.show(ev, nil, from, holds)
	if err == nil && run != nil && (run.HasRun() || holds == (q.chk.Kind == spec.SomeCheck)) {
		a.Run = run
	}
	return err
}

// show is evidence from the first world of a set, nil if there is to be none.
func (q *question) show(ev *ctlk.Evaluator, env *spec.Env, from kripke.Set, holds bool) (*witness.Node, error) {
	if q.o.NoEvidence || q.unshown {
		return nil, nil
	}
	return evidence.Show(ev, q.chk, env, ev.Structure().Pick(from), holds)
}
