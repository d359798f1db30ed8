package decide

import (
	"errors"
	"math/big"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/literal"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// enumerated is the model as enumeration sees it.
type enumerated struct {
	*explicit.System
	interrupted func() error // ends the present check
}

type enumeratedKey struct{}

// enumerate answers a question about the local or printed reading of knowledge actions,
// for which there is nothing symbolic, among enumerated states.
func enumerate(q *question) (turn, error) {
	q.report(nil, "enumeration", 0, nil)
	e, ok := recall[*enumerated](q.Decider, enumeratedKey{})
	if !ok {
		e = &enumerated{}
	}
	e.interrupted = func() error { return symbolic.Interrupted(q.ctx) }
	if !ok {
		var err error
		if e.System, err = explicit.New(q.model, q.runs, explicit.Options{Interrupted: func() error { return e.interrupted() }}); err != nil {
			return unlisted(q, err)
		}
		q.kept[enumeratedKey{}] = e
	}
	found, err := literal.New(e.System, q.chk.Interpretation).Check(q.chk)
	if err != nil {
		return unlisted(q, err)
	}
	a := &q.answer
	*a = verdict.Answer{Verdict: verdict.Fails, States: big.NewInt(int64(len(e.States())))}
	if found.Holds {
		a.Verdict = verdict.Holds
	}
	switch q.chk.Kind {
	case spec.CountCheck:
		a.Verdict, a.Value = verdict.Holds, big.NewInt(int64(found.Count))
	case spec.LeastCheck:
		if n, ok := found.Least.(spec.Int); ok {
			a.Value = big.NewInt(int64(n))
		}
	default:
		if found.Where != nil {
			a.Run = &witness.Node{Formula: q.chk.Formula, Holds: found.Holds, State: found.Where, Claim: "decided by enumeration"}
		}
	}
	return decided, nil
}

// unlisted makes an answer of what is too large to be enumerated, and gives other errors
// of package explicit a place.
func unlisted(q *question, err error) (turn, error) {
	var large *explicit.TooLarge
	if errors.As(err, &large) {
		q.answer = verdict.Answer{Verdict: verdict.Unknown, Reason: verdict.Enumeration, Detail: large.Error()}
		return decided, nil
	}
	var fault *explicit.Fault
	var undefined *explicit.UndefinedIn
	wrong := &verdict.Mistake{Kind: verdict.NoValue, Message: err.Error(), Model: q.model, Cause: err}
	switch {
	case errors.As(err, &fault):
		wrong.Kind, wrong.Place = verdict.Faulty, fault.Place
	case errors.As(err, &undefined):
		wrong.Place = undefined.Place
	case errors.Is(err, explicit.ErrNoInitial):
		return over, q.mistaken(verdict.NoInitial, q.initPlace(), "no state satisfies all initial conditions")
	case errors.Is(err, explicit.ErrNoFair):
		return over, q.mistaken(verdict.NoFairRun, q.initPlace(), "no initial state has %s", q.runsWanted())
	case errors.Is(err, explicit.ErrNothingAt) && q.chk.At != nil:
		wrong.Kind, wrong.Place = verdict.NoneWithAt, q.chk.At.Span()
	case errors.Is(err, explicit.ErrNoWay):
		wrong.Kind, wrong.Place = verdict.NoneWithAt, q.chk.After.Span()
	default:
		return over, err
	}
	return over, wrong
}
