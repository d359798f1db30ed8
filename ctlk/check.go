package ctlk

import (
	"context"
	"errors"
	"math/big"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/witness"
)

// Verdict is the answer to a question that is a formula.
type Verdict string

// The verdicts. Questions for a number hold where there is one.
const (
	Holds   Verdict = "holds"
	Fails   Verdict = "fails"
	Unknown Verdict = "unknown"
)

// Options of a Checker.
type Options struct {
	// Progress, if not nil, is called now and then from the goroutine that checks.
	Progress func(Progress)
	// NoEvidence leaves out runs that show verdicts.
	NoEvidence bool
}

// Progress says what a check is doing.
type Progress struct {
	Check     string // Label of the check
	Phase     string // such as "worlds"
	Iteration int    // of the fixpoint, from 1
	Nodes     int    // in use now
	// Reached counts what the fixpoint has found so far. It takes a moment.
	Reached func() *big.Int
}

// Answer is what a check found.
type Answer struct {
	Verdict Verdict
	Value   *big.Int // of a count, or the least number; nil: none
	Reason  string   // of Unknown: "time", "memory", "nodes" or "interrupted"
	States  *big.Int // worlds; nil where they were not found
	Nodes   int      // the most decision diagram nodes seen in use
	// Run shows the verdict; nil where there is nothing to show, or where a limit
	// was met after the verdict was found.
	Run      *witness.Node
	Warnings []source.Diagnostic
}

// Checker decides the checks of one model under one reading of runs. It finds
// the worlds once and keeps what it learns about formulas. Like its system it
// belongs to one goroutine at a time.
type Checker struct {
	sys    *encode.System
	runs   spec.Runs
	o      Options
	agents map[string]*spec.Agent // by spec.Key of the name

	frame frame    // nil: not entered yet
	count *big.Int // worlds
	fair  []set    // fairness predicates, nil where all runs count

	known    map[keyOf]entry
	programs map[keyOf]program
	rings    []set // worlds by distance from the initial ones, as far as needed
	ringed   set   // the union of the rings

	check    *spec.Check // the present one
	warnings *source.List
	room     int // nodes of evidence that may still be made
}

// entry is what is known of a modal operator.
type entry struct {
	meaning
	warnings *source.List
}

// New returns a checker. Under runs "" the model's own reading applies.
func New(sys *encode.System, runs spec.Runs, o Options) *Checker {
	if runs == "" {
		runs = sys.Model().Runs
	}
	c := &Checker{
		sys: sys, runs: runs, o: o,
		agents:   map[string]*spec.Agent{},
		known:    map[keyOf]entry{},
		programs: map[keyOf]program{},
		warnings: newList(),
	}
	for _, a := range sys.Model().Agents {
		c.agents[spec.Key(a.Name)] = a
	}
	return c
}

func newList() *source.List { return &source.List{} }

// Check answers one question. Limits of the check, and ctx, end it with the
// verdict Unknown. Errors are mistakes in the model or the question, *Error.
//
// A limit may cost the space (symbolic.LimitError.Dead); all further answers
// are then Unknown for the same reason, until a new system is made.
func (c *Checker) Check(ctx context.Context, chk *spec.Check) (*Answer, error) {
	c.check, c.warnings = chk, newList()
	ctx, leave := c.limit(ctx, chk.Limits)
	defer leave()
	a := &Answer{}
	err := c.sys.Space().Do(ctx, func() error { return c.answer(chk, a) })
	if l := (*symbolic.LimitError)(nil); errors.As(err, &l) {
		a.stop(l)
	} else if err != nil {
		return nil, err
	}
	if c.count != nil {
		a.States = new(big.Int).Set(c.count)
	}
	a.Nodes, a.Warnings = c.sys.Space().Stats().PeakNodes, c.warnings.All()
	return a, nil
}

// stop makes an answer of what there is when a limit is met.
func (a *Answer) stop(l *symbolic.LimitError) {
	a.Run = nil
	if a.Verdict == "" {
		a.Verdict, a.Reason = Unknown, reason(l)
	}
}

// limit applies the limits of a check for as long as it takes.
func (c *Checker) limit(ctx context.Context, l spec.Limits) (context.Context, func()) {
	space := c.sys.Space()
	before := space.Limits()
	now := before
	if l.Nodes > 0 {
		now.Nodes = l.Nodes
	}
	if l.Memory > 0 {
		now.Memory = l.Memory
	}
	space.SetLimits(now)
	cancel := func() {}
	if l.Time > 0 {
		ctx, cancel = context.WithTimeout(ctx, l.Time)
	}
	return ctx, func() { cancel(); space.SetLimits(before) }
}

func reason(l *symbolic.LimitError) string {
	switch l.Kind {
	case symbolic.Nodes:
		return "nodes"
	case symbolic.Memory:
		return "memory"
	case symbolic.Deadline:
		return "time"
	}
	return "interrupted"
}

func (c *Checker) answer(chk *spec.Check, a *Answer) error {
	if chk.Runs != "" && chk.Runs != c.runs {
		return c.refuse(Unsupported, chk.Place, "this asks about runs: %s, the worlds are those of runs: %s", chk.Runs, c.runs)
	}
	if chk.Recall != "" && chk.Recall != spec.NoRecall {
		return c.refuse(Unsupported, chk.Place, "recall: %s is not implemented yet", chk.Recall)
	}
	if err := c.refuseIdle(chk.At, chk.Formula); err != nil {
		return err
	}
	if err := c.enter(); err != nil {
		return err
	}
	if chk.Kind == spec.CountCheck {
		return c.answerCount(chk, a)
	}
	at, err := c.initialAt(chk)
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
	holds := x.Equal(at)
	if chk.Kind == spec.SomeCheck {
		holds = !x.IsEmpty()
	}
	a.Verdict = verdict(holds)
	return c.explain(chk, a, at, x)
}

func verdict(holds bool) Verdict {
	if holds {
		return Holds
	}
	return Fails
}

// initialAt are the initial worlds that a check asks about. To ask about none is
// a mistake: everything would hold.
func (c *Checker) initialAt(chk *spec.Check) (set, error) {
	at := c.frame.initial()
	if chk.At == nil {
		return at, nil
	}
	at, err := c.formula(chk.At, nil, at)
	if err == nil && at.IsEmpty() {
		err = c.refuse(NoneWithAt, chk.At.Span(), "no initial state satisfies this condition, so the check asks about nothing")
	}
	return at, err
}

func (c *Checker) answerCount(chk *spec.Check, a *Answer) error {
	at := c.frame.worlds()
	if chk.At != nil {
		x, err := c.formula(chk.At, nil, at)
		if err != nil {
			return err
		}
		if at = x; at.IsEmpty() {
			return c.refuse(NoneWithAt, chk.At.Span(), "no reachable state satisfies this condition, so the check asks about nothing")
		}
	}
	x, err := c.formula(chk.Formula, nil, at)
	if err != nil {
		return err
	}
	a.Verdict, a.Value = Holds, c.sys.Count(x)
	return nil
}

// answerLeast tries the numbers one after the other: nothing says that a formula
// that holds for one holds for the next. It shows that the last number tried
// before does not do.
func (c *Checker) answerLeast(chk *spec.Check, at set, a *Answer) error {
	verdict, before, bad := Fails, (*spec.Env)(nil), c.empty()
	for m := chk.Least.Lo; m <= chk.Least.Hi; m++ {
		env := (*spec.Env)(nil).Bind(chk.Least.Bound, spec.Int(m))
		x, err := c.formula(chk.Formula, env, at)
		if err != nil {
			return err
		}
		if x.Equal(at) {
			verdict, a.Value = Holds, big.NewInt(m)
			break
		}
		before, bad = env, at.Diff(x)
	}
	a.Verdict = verdict
	if before == nil {
		return nil
	}
	run, err := c.show(chk.Formula, before, c.pick(bad), false)
	a.Run = run
	return err
}

// explain adds evidence for the verdict about the worlds of at, in those of x of
// which the formula is true: from the first world that decides. A state alone is
// worth showing only where it is the answer.
func (c *Checker) explain(chk *spec.Check, a *Answer, at, x set) error {
	holds := a.Verdict == Holds
	from := x
	if !holds {
		from = at.Diff(x)
	}
	run, err := c.show(chk.Formula, nil, c.pick(from), holds)
	if err == nil && run != nil && (run.HasRun() || holds == (chk.Kind == spec.SomeCheck)) {
		a.Run = run
	}
	return err
}

func (c *Checker) empty() set { return c.sys.Space().Empty() }

// pick returns the first state of a set that is not empty.
func (c *Checker) pick(x set) spec.State {
	state, ok := c.sys.Pick(x)
	if !ok {
		panic("ctlk: a state of the empty set")
	}
	return state
}

// evaluator evaluates expressions in a world; modal operators mean there what
// they mean in all worlds.
func (c *Checker) evaluator(state spec.State) *spec.Evaluator {
	single := c.sys.Single(state)
	return &spec.Evaluator{State: state, Modal: func(e spec.Expr, env *spec.Env) (bool, error) {
		x, err := c.modalWithin(e, env, single)
		return err == nil && !x.IsEmpty(), err
	}}
}

// initPlace is where to complain about the initial states.
func (c *Checker) initPlace() source.Span {
	if init := c.sys.Model().Init; len(init) > 0 {
		return init[0].Span()
	}
	return c.check.Place
}
