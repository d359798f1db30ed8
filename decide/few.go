package decide

import (
	"math/big"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/show"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Where few worlds can be reached, listing them takes less time than to make the diagrams
// of all states that can be conceived: of a game with 52 cards that were dealt there may be
// a hundred. So they are listed first, with an effort that is small beside what is to
// come if there are more.

// fewBudget bounds what is listed before anything else is tried.
type fewBudget struct {
	worlds int // states, or histories
	work   int // cells that are assigned, and parts of conditions that are estimated, in the search for them
	parts  int // of expressions that are evaluated in them; and again by each question
	truth  int // values of operands of operators, in all worlds
}

// listedUnder are the worlds under some recall, up to a depth.
type listedUnder struct {
	recall spec.Recall
	depth  int
}

// listed are the worlds of a model; nil: they are too many, or something goes wrong there,
// of which other routes know more to say.
type listed struct {
	*explicit.System
	interrupted func() error // ends the present check
}

// enumerateFew answers the question among all worlds, or those of the first steps, if these
// are few.
func enumerateFew(q *question) (turn, error) {
	key := listedUnder{q.chk.Recall, q.chk.Depth}
	if key.recall == "" || key.recall == spec.NoRecall {
		key = listedUnder{}
	}
	l, ok := recall[*listed](q.Decider, key)
	if !ok {
		q.report(nil, "enumeration", 0, nil)
		l = &listed{interrupted: func() error { return symbolic.Interrupted(q.ctx) }}
		b := q.tune.few
		parts := explicit.NewBudget(b.parts, "parts of expressions")
		defer q.meter(parts)
		o := explicit.Options{
			MaxStates: b.worlds, MaxWork: b.work, Parts: parts,
			Interrupted: func() error { return l.interrupted() },
		}
		var err error
		l.System, err = explicit.Unroll(q.model, key.recall, q.runs, key.depth, o)
		if stop := l.interrupted(); stop != nil {
			return over, stop
		}
		if err != nil || len(l.Initial()) == 0 { // what holds of none is to be warned of
			l = nil
		}
		q.kept[key] = l
	}
	if l == nil {
		return over, nil
	}
	l.interrupted = func() error { return symbolic.Interrupted(q.ctx) }
	t, err := l.answer(q)
	if t != decided {
		q.giveUp(nil)
	}
	return t, err
}

// answer answers the question among the worlds. What goes wrong is left to other routes.
func (l *listed) answer(q *question) (turn, error) {
	b := q.tune.few
	parts := explicit.NewBudget(b.parts, "parts of expressions")
	defer q.meter(parts)
	s := l.Afresh(explicit.Options{
		MaxStates: b.worlds, MaxWork: b.work, MaxTruth: b.truth, Parts: parts,
		Odd: q.odd, Interrupted: func() error { return l.interrupted() },
	})
	found, err := s.Check(q.chk)
	if stop := l.interrupted(); stop != nil {
		return over, stop
	}
	if err != nil || found.Open {
		return over, nil
	}
	a := verdict.Answer{Verdict: verdict.Fails, States: big.NewInt(int64(len(l.States())))}
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
	if l.Recall() != "" {
		if !s.Cut() {
			a.Exact = s.Ending()
		} else if a.Depth = s.Depth(); a.Depth == 0 {
			a.Depth = spec.NoSteps
		}
	}
	if at := found.Shows; at != nil && !q.o.NoEvidence {
		run, err := show.Verdict(s, q.chk, at.Env, at.World, at.Holds)
		if stop := l.interrupted(); stop != nil {
			return over, stop
		}
		if err != nil {
			return over, nil
		}
		if run.HasRun() || q.chk.Kind == spec.LeastCheck || at.Holds == (q.chk.Kind == spec.SomeCheck) {
			a.Run = run
		}
	}
	q.answer = a
	return decided, nil
}

// meter counts what was spent.
func (q *question) meter(parts *explicit.Budget) {
	if q.o.Meter != nil {
		q.o.Meter.Enumerated += int64(parts.Spent())
	}
}

// odd warns of what an author may not have meant.
func (q *question) odd(o explicit.Odd) {
	if o.Passed != nil {
		q.warnings.Add(verdict.Passed(q.model, o.Passed, o.State))
	} else {
		q.warnings.Add(verdict.Stuck(q.model, o.Step, o.State))
	}
}
