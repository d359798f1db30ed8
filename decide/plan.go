package decide

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/planning"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// planner looks for the best plans of a question.
type planner struct {
	*question
	meant bool // the mean is asked for
	o     explicit.Options
}

// planned answers a question for plans among states, or where the goal depends on what
// others know among histories.
func planned(q *question) (turn, error) {
	q.report(nil, "planning", 0, nil)
	p := q.chk.Plan
	w := &planner{question: q, meant: p.Mean != nil || p.Worst == nil && p.Starts == nil, o: explicit.Options{Interrupted: func() error { return symbolic.Interrupted(q.ctx) }}}
	err := w.answer()
	var refused *planning.Refusal
	if errors.As(err, &refused) && p.Mean == nil && refused.Place == w.meanPlace() {
		w.meant = false // nobody asked for it in particular
		err = w.answer()
	}
	switch {
	case errors.As(err, &refused):
		return over, &verdict.Mistake{Kind: verdict.Unsupported, Place: refused.Place, Message: refused.Reason, Model: q.model, State: refused.State}
	case errors.As(err, new(*symbolic.LimitError)):
		return over, err
	case err != nil:
		return unlisted(q, err)
	}
	return decided, nil
}

// meanPlace is where to complain of models in which there is no mean.
func (w *planner) meanPlace() source.Span {
	switch {
	case !w.meant:
		return source.Span{}
	case w.chk.Plan.Mean != nil:
		return w.chk.Plan.Mean.Place
	}
	return w.chk.Place
}

func (w *planner) answer() error {
	if w.chk.Plan.OwnMind(w.model, w.chk.Formula) && w.model.AsksKnowledge() == nil {
		return w.amongStates()
	}
	return w.amongHistories()
}

func (w *planner) amongStates() error {
	g, err := planning.NewStates(w.model, w.chk.Plan, w.chk.Formula, w.meanPlace(), w.o)
	if err != nil {
		return err
	}
	found, s, err := w.search(g)
	if err != nil {
		return err
	}
	return w.conclude(g, s, found)
}

// found is what a search has found.
type found struct {
	worst  plan.Worst
	mean   plan.Mean
	starts plan.Starts
}

// stopped is why a search ended early, nil if it did not.
func (f found) stopped() error {
	if f.worst.Stopped != nil {
		return f.worst.Stopped
	}
	if f.mean.Stopped != nil {
		return f.mean.Stopped
	}
	return f.starts.Stopped
}

// search looks for the best plans in a game. Errors are those of the model; where a limit was
// met there are bounds.
func (w *planner) search(g plan.Game) (f found, s *plan.Search, err error) {
	s, err = plan.New(g, plan.Options{Within: w.chk.Plan.Within, Cheapest: w.chk.Plan.Cheapest(), Interrupted: w.o.Interrupted})
	if err != nil { // nothing is known, not even that there is a plan
		f = found{plan.Worst{Upper: plan.Never, Stopped: err}, plan.Mean{Stopped: err}, plan.Starts{Upper: len(g.Start())}}
	} else {
		if f.worst = s.Worst(); w.meant && !isMistake(f.worst.Stopped) {
			f.mean = s.Mean(f.worst)
		}
		if w.chk.Plan.Starts != nil && !isMistake(f.stopped()) {
			f.starts = s.Starts()
		}
		err = f.stopped()
	}
	if isMistake(err) {
		return f, nil, err
	}
	return f, s, nil
}

// isMistake tells whether a search ended because of the model, and not at a limit.
func isMistake(err error) bool {
	var large *explicit.TooLarge
	var limit *symbolic.LimitError
	return err != nil && !errors.As(err, &large) && !errors.As(err, &limit) && !plan.IsLimit(err)
}

// amongHistories follows more and more steps, until what lies beyond them makes no difference.
func (w *planner) amongHistories() error {
	known := 0 // histories
	for depth := 1 + len(w.chk.Plan.Happened()); ; depth += 1 + depth/4 {
		g, longer, err := planning.NewHistories(w.model, w.chk, w.meanPlace(), depth, w.o)
		if err != nil {
			return err
		}
		upper, s, err := w.search(g)
		if err != nil {
			return err
		}
		f := upper
		if longer {
			lower, _, err := w.search(g.Hopeful())
			if err != nil {
				return err
			}
			f = between(lower, upper)
		}
		if f.stopped() != nil || f.worst.Exact() && (!w.meant || f.mean.Exact()) && f.starts.Lower == f.starts.Upper {
			return w.conclude(g, s, f)
		}
		if f.worst.Stopped = w.o.Interrupted(); g.Size() == known {
			f.worst.Stopped = &explicit.TooLarge{What: "histories", Limit: known}
		}
		if f.worst.Stopped != nil {
			return w.conclude(g, s, f)
		}
		known = g.Size()
	}
}

// between joins bounds from below, of a hopeful game, with those from above.
func between(lower, upper found) found {
	f := found{worst: plan.Worst{Lower: lower.worst.Lower, Upper: upper.worst.Upper}}
	if f.worst.Stopped = lower.worst.Stopped; upper.worst.Stopped != nil {
		f.worst.Stopped = upper.worst.Stopped
	}
	f.mean = plan.Mean{Lower: lower.mean.Lower, Upper: upper.mean.Upper, Never: lower.mean.Never, Stopped: lower.mean.Stopped}
	if upper.mean.Stopped != nil {
		f.mean.Stopped = upper.mean.Stopped
	}
	f.starts = plan.Starts{Lower: upper.starts.Lower, Upper: lower.starts.Upper, Stopped: lower.starts.Stopped}
	if upper.starts.Stopped != nil {
		f.starts.Stopped = upper.starts.Stopped
	}
	return f
}

// contradiction says what cannot be so of what was found, of so many beginnings if their number was asked for; "" if
// all of it can.
func (f found) contradiction(beginnings int) string {
	w, m, n := f.worst, f.mean, f.starts
	switch {
	case w.Lower > w.Upper:
		return fmt.Sprintf("the best plan costs %d at least and %d at most", w.Lower, w.Upper)
	case m.Lower != nil && m.Upper != nil && m.Lower.Cmp(m.Upper) > 0:
		return fmt.Sprintf("the least mean is %s at least and %s at most", m.Lower.RatString(), m.Upper.RatString())
	case m.Lower != nil && w.Upper < plan.Never && m.Lower.Cmp(big.NewRat(int64(w.Upper), 1)) > 0:
		return fmt.Sprintf("the least mean is %s at least, and a plan costs %d at most", m.Lower.RatString(), w.Upper)
	case m.Never && w.Upper < plan.Never, m.Upper != nil && w.Lower >= plan.Never:
		return "there is a plan, and there is none"
	case beginnings > 0 && (n.Lower > n.Upper || n.Lower == beginnings && w.Lower >= plan.Never || n.Upper < beginnings && w.Upper < plan.Never):
		return fmt.Sprintf("%d to %d of %d beginnings have a plan, which costs %d to %d", n.Lower, n.Upper, beginnings, w.Lower, w.Upper)
	}
	return ""
}

// mostActs is how large a plan may be that is shown, in acts.
const mostActs = 50_000

// conclude makes an answer of what was found, with plans that show it.
func (w *planner) conclude(g planning.Game, s *plan.Search, f found) error {
	beginnings := 0
	if w.chk.Plan.Starts != nil {
		beginnings = len(g.Start())
	}
	if wrong := f.contradiction(beginnings); wrong != "" {
		panic("decide: " + wrong)
	}
	a := &w.question.answer
	a.Plan = &verdict.Plan{Worst: worstBounds(f.worst)}
	if w.meant {
		a.Plan.Mean = &verdict.Bounds{Lower: f.mean.Lower, Upper: f.mean.Upper, None: f.mean.Never}
	}
	if w.chk.Plan.Starts != nil {
		a.Plan.Starts = &verdict.Bounds{Lower: big.NewRat(int64(f.starts.Lower), 1), Upper: big.NewRat(int64(f.starts.Upper), 1)}
		a.Plan.Beginnings = beginnings
	}
	if err := f.stopped(); err != nil {
		a.Verdict = verdict.Unknown
		if limit := (*symbolic.LimitError)(nil); errors.As(err, &limit) {
			return err
		}
		a.Reason, a.Detail = verdict.Enumeration, err.Error()
		return nil
	}
	if a.Plan.Worst.None {
		a.Verdict = verdict.Fails
		return nil
	}
	a.Verdict = verdict.Holds
	if w.o.Interrupted() != nil || w.Decider.o.NoEvidence {
		return nil
	}
	return w.showPlans(g, s, f)
}

func worstBounds(w plan.Worst) *verdict.Bounds {
	if w.Lower >= plan.Never {
		return &verdict.Bounds{None: true}
	}
	b := &verdict.Bounds{Lower: big.NewRat(int64(w.Lower), 1)}
	if w.Upper < plan.Never {
		b.Upper = big.NewRat(int64(w.Upper), 1)
	}
	return b
}

// showPlans shows the plan with the least mean, and one with the least worst case unless
// that one has it as well.
func (w *planner) showPlans(g planning.Game, s *plan.Search, f found) error {
	node := &witness.Node{Formula: w.chk.Formula, Holds: true}
	add := func(nodes []*plan.Node, err error, first func() ([][]plan.Choice, error), mean *big.Rat) error {
		if err != nil {
			return err
		}
		var others [][]plan.Choice
		if w.Decider.o.Alternatives {
			if others, err = first(); isMistake(err) {
				return err
			} else if err != nil {
				others = nil // they are not known
			}
		}
		shown, err := planning.Write(g, w.chk.Plan, nodes, others)
		if err != nil {
			return err
		}
		shown.Worst, shown.Mean = planning.Worst(w.chk.Plan, shown), mean
		if n := shown.Worst; n < f.worst.Lower || mean == nil && n > f.worst.Upper || w.chk.Plan.Within > 0 && n > w.chk.Plan.Within {
			panic(fmt.Sprintf("decide: a plan costs %d, within %d, and the best one %d to %d", n, w.chk.Plan.Within, f.worst.Lower, f.worst.Upper))
		}
		node.State = shown.Starts[0].State
		node.Plans = append(node.Plans, shown)
		return nil
	}
	var err error
	if w.meant {
		nodes, failed := s.MeanPlan(mostActs)
		err = add(nodes, failed, s.MeanFirst, f.mean.Upper)
	}
	if err == nil && (!w.meant || node.Plans[0].Worst > f.worst.Upper) {
		nodes, failed := s.WorstPlan(mostActs)
		err = add(nodes, failed, s.WorstFirst, nil)
	}
	if errors.Is(err, plan.ErrLong) || errors.As(err, new(*symbolic.LimitError)) {
		return nil // it is told without
	}
	if err == nil {
		w.question.answer.Run = node
	}
	return err
}
