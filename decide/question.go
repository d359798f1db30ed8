package decide

import (
	"context"
	"errors"
	"math/big"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
	"github.com/epibdd/epibdd/witness"
)

// turn is how a turn of a route ended.
type turn int

const (
	over    turn = iota // the route has come to its end, without a verdict
	again               // it may have a verdict later
	decided             // the answer is its verdict
)

// turnOf is how the turn of a route ended that has a verdict or comes to its end.
func turnOf(done bool) turn {
	if done {
		return decided
	}
	return over
}

// question is a check while it is decided, with the answer as far as there is one: a limit
// leaves it as it is.
type question struct {
	*Decider
	ctx       context.Context
	chk       *spec.Check
	profile   *spec.Profile
	answer    verdict.Answer
	warnings  source.List
	sys       *encode.System    // that was used last; nil: none
	m         *kripke.Structure // that formulas were asked of last; nil: none
	searching bool              // for all reachable states, with diagrams

	glance  int  // nodes that public systems may have in this turn; 0: any number
	hurried bool // these did not suffice: others do little in this turn, since more is tried soon

	// overtaken makes what was found in turns with work on diagrams the answer; nil: nothing was.
	overtaken func()
	leave     func() // ends that work; nil: there is none
	// part is the answer for a part of the initial states, of which nothing follows for all of
	// them; where it comes out that theirs is the same, it shows what would take long to
	// find among all worlds. Unshown says that nothing is to be shown among all of them.
	part    verdict.Answer
	unshown bool
	// mistake is one in some run of any length; fewer steps may decide.
	mistake error
}

// refuse complains about questions that no route answers.
func (q *question) refuse() error {
	chk := q.chk
	if chk.Runs != "" && chk.Runs != q.runs {
		return q.mistaken(verdict.Unsupported, chk.Place, "this asks about runs: %s, the worlds are those of runs: %s", chk.Runs, q.runs)
	}
	if e := q.model.AsksKnowledge(); e != nil && q.profile.Restricted && chk.Recall == spec.ClockRecall {
		return q.mistaken(verdict.Unsupported, e.Span(), "which runs count is not defined where actions ask what somebody knows: there can be no fairness and no runs: infinite")
	}
	if q.profile.Restricted && chk.Recall == spec.PerfectRecall && !q.profile.Remembering && (chk.Depth != spec.AutoDepth || q.profile.Guarded || q.profile.Acted) {
		return q.mistaken(verdict.Unsupported, chk.Place, "which runs count is not defined for histories that are cut off: with recall: perfect there can be no fairness and no runs: infinite, unless depth is auto, actions do not ask what somebody knows and the check has no knowledge action")
	}
	for _, e := range []spec.Expr{chk.At, chk.Formula} {
		if p := spec.IdleProgram(e); p != nil {
			return q.mistaken(verdict.MayDoNothing, p.Span(),
				"the program %s may do nothing, so that a run of it may stay where it is for ever", witness.ProgramText(p))
		}
	}
	return nil
}

func (q *question) mistaken(kind verdict.Kind, place source.Span, format string, args ...any) error {
	return verdict.Refuse(q.model, kind, place, format, args...)
}

// within runs f with a system, under the limits of the check.
func (q *question) within(sys *encode.System, f func() error) error {
	q.sys = sys
	space := sys.Space()
	before := space.Limits()
	space.SetLimits(limits(q.chk.Limits, before))
	defer space.SetLimits(before)
	return space.Do(q.ctx, f)
}

// atMost runs f with a further limit on nodes.
func atMost(space *symbolic.Space, nodes int, f func() error) error {
	before := space.Limits()
	within := before
	if within.Nodes == 0 || within.Nodes > nodes {
		within.Nodes = nodes
	}
	space.SetLimits(within)
	defer space.SetLimits(before)
	return space.Do(context.Background(), f)
}

// isLimit tells whether an error says that so many nodes did not suffice.
func isLimit(err error, nodes int) bool {
	limit := (*symbolic.LimitError)(nil)
	return errors.As(err, &limit) && limit.Kind == symbolic.Nodes && limit.Limit == int64(nodes)
}

// giveUp leaves a route after an error, and returns it unless it may be the route's: a
// budget of its own that was exceeded, or a mistake in worlds that may be out of reach.
func (q *question) giveUp(err error) error {
	q.m, q.warnings = nil, source.List{}
	if verdict.IsMistake(err) || errors.As(err, new(*symbolic.LimitError)) {
		return nil
	}
	return err
}

// evaluator returns a new one for a structure.
func (q *question) evaluator(m *kripke.Structure, o ctlk.Options) *ctlk.Evaluator {
	o.Runs, o.Recall, o.Classes = q.runs, q.chk.Recall, q.tune.classes
	d := q.Decider
	o.Progress = func(phase string, iteration int, reached func() *big.Int) {
		d.report(m.System, phase, iteration, reached)
	}
	return ctlk.New(m, o).Warning(&q.warnings)
}

// ask makes a structure the one that is asked about, in which an evaluator adds its
// warnings to those of the question.
func (q *question) ask(ev *ctlk.Evaluator) *ctlk.Evaluator {
	q.m = ev.Structure()
	return ev.Warning(&q.warnings)
}

// starts are the initial states of a system.
func (q *question) starts(sys *encode.System) (kripke.Set, error) {
	if err := sys.Fault(sys.Space().Empty()); err != nil { // the initial conditions
		return nil, kripke.Faulty(sys, err)
	}
	starts := sys.Init()
	if starts.IsEmpty() && !q.mayBeEmpty() {
		return nil, q.mistaken(verdict.NoInitial, q.initPlace(), "no state satisfies all initial conditions")
	}
	q.counted(sys, starts)
	return kripke.Set{starts}, nil
}

// mayBeEmpty tells whether a check may be about no initial state at all: it asks
// what MCMAS says, and MCMAS says of every formula that it holds.
func (q *question) mayBeEmpty() bool {
	return q.runs == spec.IsplRuns && (q.chk.Recall == "" || q.chk.Recall == spec.NoRecall)
}

// initPlace is where to complain about the initial states: at a condition that no state
// can satisfy, alone or with those before it, or else at the first one.
func (q *question) initPlace() source.Span {
	if q.base != nil && q.base.Excludes() != nil {
		return q.base.Excludes().Span()
	}
	for _, e := range q.model.Init {
		if c, ok := e.(*spec.Const); ok && c.Value == spec.Bool(false) {
			return e.Span()
		}
	}
	if init := q.model.Init; len(init) > 0 {
		return init[0].Span()
	}
	return q.chk.Place
}

// warnEmpty warns of verdicts about no state.
func (q *question) warnEmpty(m *kripke.Structure) {
	if !m.Starts.IsEmpty() {
		return
	}
	why := "no state satisfies all initial conditions"
	if !m.System.Init().IsEmpty() {
		why = "no initial state has " + q.runsWanted()
	}
	q.warnings.Add(source.Diagnostic{
		Severity: source.Warning,
		Span:     q.initPlace(),
		Message:  why + ", so every formula is true in all initial states",
		Hint:     "the verdict says nothing about the model; change what excludes all states",
	})
}

func (q *question) runsWanted() string {
	if len(q.model.Fairness) > 0 {
		return "a run along which every fairness condition holds again and again"
	}
	return "an infinite run"
}

// restricted returns an evaluator of formulas in a structure of which only the worlds
// count from which some run that counts begins. The fairness predicates are evaluated in
// all worlds (docs/semantics.md#fairness).
func (q *question) restricted(ev *ctlk.Evaluator, o ctlk.Options) (*ctlk.Evaluator, error) {
	if !q.profile.Restricted {
		return ev, nil
	}
	m := ev.Structure()
	var constraints []kripke.Set
	for _, e := range m.Model().Fairness {
		x, err := ev.Formula(e, nil, m.Worlds)
		if err != nil {
			return nil, err
		}
		constraints = append(constraints, x.Lower)
	}
	fair := m.Restricted(constraints, func(i int, x kripke.Set) { ev.Tick("fair runs", i, x) })
	if fair.Starts.IsEmpty() && !q.mayBeEmpty() {
		return nil, q.mistaken(verdict.NoFairRun, q.initPlace(), "no initial state has %s", q.runsWanted())
	}
	return q.evaluator(fair, o), nil
}
