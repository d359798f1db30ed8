package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// group is the checks of one model. One goroutine runs it.
type group struct {
	o     *Options
	in    *Input
	model *spec.Model
	tasks []*task
	room  *room

	system Decider // nil: none, or lost
	// reorder says that the order of variables that is found from the model was not good
	// enough for a check, so that better ones are looked for.
	reorder bool
	meter   symbolic.Meter
	saying  sync.Mutex
	said    verdict.Progress // at last
}

func (g *group) run(ctx context.Context) {
	if g.o.Elsewhere != nil {
		g.elsewhere(ctx)
		return
	}
	keys := g.o.Cache.keys(g.model, g.o)
	for _, t := range g.tasks {
		t.result = g.known(ctx, t.check, keys)
		g.further(ctx, t.result)
		close(t.done)
		// Who has one processor, as in a browser, is told before the next check. Twice, since
		// the scheduler now and then takes first who has waited longest, which is this worker.
		runtime.Gosched()
		runtime.Gosched()
	}
	if s, ok := g.system.(interface{ WriteOrder(io.Writer) error }); ok && g.o.Ordered != nil && g.system.Usable() == nil {
		g.o.Ordered(g.model, s.WriteOrder)
	}
	g.system = nil
}

// known answers a check out of the cache, or decides it and keeps the answer there.
func (g *group) known(ctx context.Context, c *spec.Check, keys *fingerprint) *report.Result {
	if keys == nil {
		return g.decide(ctx, c)
	}
	f := keys.fork()
	f.add(c)
	key, err := f.hex()
	if err != nil {
		return g.decide(ctx, c)
	}
	if r := g.o.Cache.get(key, c); r != nil {
		return r
	}
	r := g.decide(ctx, c)
	g.o.Cache.put(key, r)
	return r
}

// decide answers a check, whatever happens. Waiting for others takes none of its time.
func (g *group) decide(ctx context.Context, c *spec.Check) (r *report.Result) {
	var spent time.Duration
	done := g.meter.Total()
	defer func() { r.Time, r.Work = spent, g.meter.Total()-done }()
	var large verdict.Reason // the limit that was met, of nodes or memory
	ask := func(last bool) {
		start := time.Now()
		r, large = g.within(ctx, c, c.Limits.Time-spent, last)
		spent += time.Since(start)
	}
	g.room.enter(func() { g.system = nil })
	again := g.system != nil && g.reorders() || g.room.shared // what is held elsewhere may be why
	ask(!again)
	g.room.leave()
	if large == verdict.Memory && again && (c.Limits.Time == 0 || spent < c.Limits.Time) {
		g.system = nil
		g.room.alone(func() { ask(true) })
	}
	return r
}

// within answers a check within what is left of its limit on time, if it has one. It tells which other limit was met. The
// last one to ask looks for another order of the variables if that was the one on memory.
func (g *group) within(ctx context.Context, c *spec.Check, left time.Duration, last bool) (r *report.Result, large verdict.Reason) {
	defer func() {
		if p := recover(); p != nil {
			g.system = nil // nobody knows in what state it is
			r = &report.Result{Check: c}
			g.bug(r, "the program panicked", fmt.Sprintf("panic: %v", p), string(debug.Stack()))
		}
	}()
	r = &report.Result{Check: c}
	if ctx.Err() != nil {
		return interrupted(r), ""
	}
	limited, cancel := withTime(ctx, left)
	defer cancel()
	large = g.attempt(ctx, limited, r)
	if (large == verdict.Nodes || large == verdict.Memory && last) && !g.reorders() && g.o.Routes.Allows(decide.Reordering) && limited.Err() == nil {
		g.reorder, g.system = true, nil
		symbolic.Reclaim() // the system may be most of the memory there is
		*r = report.Result{Check: c}
		large = g.attempt(ctx, limited, r)
	}
	return r, large
}

// attempt fills in the answer to a check.
func (g *group) attempt(ctx, limited context.Context, r *report.Result) (large verdict.Reason) {
	var say func()
	if g.o.Progress != nil {
		g.say(verdict.Progress{Check: r.Check.Label, Phase: "deciding"})
		say = g.sayAgain
	}
	limited, end := Watch(limited, r.Check.Limits.Memory, say)
	defer end()
	answer, err := g.answer(limited, r.Check)
	large = tooLarge(answer, err)
	if err != nil {
		g.failed(ctx, r, err)
		return large
	}
	r.Verdict, r.Value, r.States, r.Nodes, r.Warnings = answer.Verdict, answer.Value, answer.States, answer.Nodes, answer.Warnings
	r.Plan, r.Chance, r.Experiment = answer.Plan, answer.Chance, answer.Experiment
	r.Depth, r.Exact, r.Route = max(answer.Depth, 0), answer.Exact, answer.Route
	if g.reorder && r.Route != "" {
		r.Route += ", " + decide.Reordering
	}
	if answer.Verdict == verdict.Unknown {
		undecided(ctx, r, answer.Reason, answer.Detail)
		if answer.Depth > 0 && r.Cause == report.Limit {
			r.Reason += onSteps(answer)
		}
		return large
	}
	if answer.Run != nil {
		g.replay(limited, r, answer)
	}
	return large
}

// tooLarge is the limit that diagrams met that became too large, if that is why there is
// no answer.
func tooLarge(a *verdict.Answer, err error) verdict.Reason {
	var limit *symbolic.LimitError
	reason := verdict.Reason("")
	if errors.As(err, &limit) {
		reason = verdict.Reason(limit.Kind.String())
	} else if err == nil && a.Verdict == verdict.Unknown {
		reason = a.Reason
	}
	if reason != verdict.Nodes && reason != verdict.Memory {
		return ""
	}
	return reason
}

// reorders tells whether the order of variables changes already, or cannot: it is the
// author's, who is to see what comes of it, or the engine has one alone.
func (g *group) reorders() bool {
	o := g.o.Encode.Symbolic
	return g.reorder || o.Reorder || len(g.o.Encode.Order) > 0 || o.Engine != "" && o.Engine != symbolic.Engines()[0]
}

func withTime(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}

// answer decides c with what was found out about the model before, if it is still there.
func (g *group) answer(ctx context.Context, c *spec.Check) (*verdict.Answer, error) {
	if g.system != nil && g.system.Usable() != nil {
		g.system = nil
	}
	if g.system == nil {
		system, err := g.open(ctx)
		if err != nil {
			return nil, err
		}
		g.system = system
	}
	return g.system.Decide(ctx, c)
}

func (g *group) open(ctx context.Context) (Decider, error) {
	o := OpenOptions{Encode: g.o.Encode, Routes: g.o.Routes, Alternatives: g.o.Alternatives, NoEvidence: g.o.NoEvidence}
	if g.o.Progress != nil {
		o.Progress = g.say
	}
	o.Encode.Symbolic.Meter = &g.meter
	o.Encode.Symbolic.Reorder = o.Encode.Symbolic.Reorder || g.reorder
	checks := make([]*spec.Check, len(g.tasks))
	for i, t := range g.tasks {
		checks[i] = t.check
	}
	return g.o.Engine.Open(ctx, g.model, checks, o)
}

// replay lets the reference semantics go through the run, as many steps of runs as the
// answer is based on: beyond these anything may go wrong. What a limit leaves no time to
// replay is not shown, which is said.
func (g *group) replay(ctx context.Context, r *report.Result, a *verdict.Answer) {
	c := *r.Check
	c.Depth = a.Depth
	doubts, err := g.system.Replay(ctx, &c, a.Run)
	var limit *symbolic.LimitError
	if errors.As(err, &limit) {
		if limit.Kind == symbolic.Cancelled {
			return
		}
		r.Warnings = append(r.Warnings, source.Diagnostic{Severity: source.Warning, Span: c.Place,
			Message: fmt.Sprintf("no run is shown: going through it again met the limit on %s", limit.Kind)})
		return
	}
	if err != nil {
		g.bug(r, "the run that shows the verdict cannot be replayed", err.Error(), report.RunOf(g.model, a.Run, nil).Story())
		return
	}
	r.Run = report.RunOf(g.model, a.Run, doubts)
}

// failed turns an error into a result: a limit that was met, or a mistake in
// the model or the question.
func (g *group) failed(ctx context.Context, r *report.Result, err error) *report.Result {
	var limit *symbolic.LimitError
	switch {
	case errors.As(err, &limit):
		return undecided(ctx, r, verdict.Reason(limit.Kind.String()), "")
	case errors.Is(err, context.DeadlineExceeded):
		return undecided(ctx, r, verdict.Time, "")
	case errors.Is(err, context.Canceled):
		return interrupted(r)
	}
	r.Verdict, r.Cause = verdict.Error, report.Fault
	d := diagnostic(err, r.Check)
	if d.Hint == "" {
		d.Hint = operandHint(err, r.Check)
	}
	r.Reason, r.Problem = d.Message, &d
	return r
}

// diagnostic gives an error a place: its own, or that of the check.
func diagnostic(err error, c *spec.Check) source.Diagnostic {
	var placed interface{ Diagnostic() source.Diagnostic }
	d := source.Diagnostic{Message: err.Error()}
	if errors.As(err, &placed) {
		d = placed.Diagnostic()
	}
	if d.Span.File == nil {
		d.Span = c.Place
	}
	return d
}

// undecided is a check that ended early; detail says more of the reason, if there is more.
func undecided(ctx context.Context, r *report.Result, reason verdict.Reason, detail string) *report.Result {
	if ctx.Err() != nil || reason == verdict.Interrupted {
		return interrupted(r)
	}
	r.Verdict, r.Limit, r.Reason = verdict.Unknown, reason, string(reason)
	r.Cause = report.Limit
	limits := r.Check.Limits
	switch reason {
	case verdict.Time:
		r.Reason = withLimit(reason, limits.Time != 0, limits.Time)
	case verdict.Nodes:
		r.Reason = withLimit(reason, limits.Nodes != 0, limits.Nodes)
	case verdict.Memory:
		r.Reason = withLimit(reason, limits.Memory != 0, bytes(limits.Memory))
	case verdict.NoRoute:
		r.Reason += ": none of those that may be taken applies"
	default:
		if detail != "" {
			r.Reason += ": " + detail
		}
	}
	return r
}

// onSteps says how many steps of runs were followed to no avail before a limit was met,
// which may be the one on these steps.
func onSteps(a *verdict.Answer) string {
	lead, steps := ", ", "step"
	if a.Reason == verdict.Depth {
		lead = ": "
	}
	if a.Depth > 1 {
		steps = fmt.Sprintf("%d steps", a.Depth)
	}
	return lead + "no verdict on the first " + steps + " of runs"
}

func withLimit(reason verdict.Reason, given bool, limit any) string {
	if !given {
		return string(reason)
	}
	return fmt.Sprintf("%s: %v", reason, limit)
}

func interrupted(r *report.Result) *report.Result {
	r.Verdict, r.Limit, r.Reason, r.Cause = verdict.Unknown, verdict.Interrupted, "interrupted", report.Interrupted
	return r
}

// bytes writes a size with the largest unit that divides it.
func bytes(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	i := 0
	for i+1 < len(units) && n != 0 && n%1024 == 0 {
		n, i = n/1024, i+1
	}
	return fmt.Sprintf("%d %s", n, units[i])
}
