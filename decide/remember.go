package decide

import (
	"errors"
	"math/big"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/show"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// remember answers a question about coalitions whose members remember, in the worlds where
// runs begin.
func remember(q *question) (turn, error) {
	q.report(nil, "strategies", 0, nil)
	o := explicit.Options{Interrupted: func() error { return symbolic.Interrupted(q.ctx) }}
	o.Parts = o.Budget(mostParts, "parts of expressions")
	s, err := explicit.Unroll(q.model, q.chk.Recall, q.runs, spec.NoSteps, o)
	if err != nil {
		return unlisted(q, err)
	}
	found, err := s.Check(q.chk)
	if errors.Is(err, explicit.ErrGoal) {
		q.answer = verdict.Answer{Verdict: verdict.Unknown, Reason: verdict.Strategies, Detail: err.Error()}
		return decided, nil
	}
	if err != nil {
		return unlisted(q, err)
	}
	if found.Open && s.Unshared() {
		q.answer = verdict.Answer{Verdict: verdict.Unknown, Reason: verdict.Strategies, Detail: "the members of the coalition remember different things"}
		return decided, nil
	}
	if found.Open {
		q.answer = verdict.Answer{Verdict: verdict.Unknown, Reason: verdict.Strategies, Detail: "the formula asks about steps besides"}
		return decided, nil
	}
	a := &q.answer
	*a = verdict.Answer{Verdict: verdict.Fails, States: big.NewInt(int64(len(s.States())))}
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
	}
	if at := found.Shows; at != nil && !q.o.NoEvidence {
		run, err := show.Verdict(s, q.chk, at.Env, at.World, at.Holds)
		if err != nil {
			return unlisted(q, err)
		}
		if run.HasRun() {
			a.Run = run
		}
	}
	return decided, nil
}

// mostParts is how much is evaluated in search of strategies with memory.
const mostParts = 50_000_000
