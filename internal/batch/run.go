package batch

import (
	"context"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// Options say how checks are run.
type Options struct {
	// Engine decides; nil: that of the context, or else System.
	Engine Engine
	// Limits bound each check; those that are not zero win over the documents.
	Limits spec.Limits
	// Routes are those that may be tried.
	Routes verdict.RouteChoice
	// Alternatives asks of plans what could be done at first instead, at the same cost.
	Alternatives bool
	// NoEvidence leaves out runs that show verdicts: who counts answers asks for none.
	NoEvidence bool
	// Jobs is how many models are worked on at once; 0: one for each processor.
	Jobs int
	// Encode says how models become systems. Limits and what is asked come with the checks.
	Encode encode.Options
	// Progress is called now and then, from any worker; nil: never.
	Progress func(verdict.Progress)
	// Ordered is called with each model that a system was made of and a function that
	// writes its order of cells, when its checks are decided, from any worker; nil:
	// never.
	Ordered func(m *spec.Model, write func(io.Writer) error)
	// Elsewhere decides the checks of a group in another process, in their order; nil: they are decided
	// here. Its errors leave them unknown.
	Elsewhere func(ctx context.Context, in *Input, checks []*spec.Check) ([]*report.Result, error)
	// Further is called with each result before it is handed on, from any worker, and with a
	// function that decides further checks of the document by listing worlds; nil: never.
	Further func(in *Input, r *report.Result, decide func(*spec.Check) *report.Result)
	// Cache keeps answers; nil: they are found anew.
	Cache *Cache
	// BugDir is where files about bugs are written; empty: the current folder.
	BugDir string
	// About describes the program in such files.
	About string
}

// Sink takes documents and results in the order of the files.
type Sink interface {
	Spec(*report.Spec) error
	Result(*report.Result) error
}

// Run decides all checks of the inputs and passes what it finds to sink. When
// ctx ends, the checks that are not decided come out as interrupted.
func Run(ctx context.Context, inputs []*Input, o Options, sink Sink) (*report.Summary, error) {
	start := time.Now()
	if o.Engine == nil {
		o.Engine = engineOf(ctx)
	}
	if o.Ordered != nil { // what diagrams were made of is to be seen
		o.Routes.Without = append(slices.Clip(o.Routes.Without), decide.SmallWorlds)
	}
	tasks, groups := plan(inputs, &o)
	room := &room{shared: o.jobs(len(groups)) > 1}
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel()
	queue := make(chan *group, len(groups))
	for _, g := range groups {
		queue <- g
	}
	close(queue)
	for range o.jobs(len(groups)) {
		workers.Go(func() {
			for g := range queue {
				g.room = room
				g.run(ctx)
			}
		})
	}
	summary := &report.Summary{}
	err := deliver(inputs, tasks, summary, sink)
	summary.Seconds = time.Since(start).Round(time.Microsecond).Seconds()
	return summary, err
}

func (o *Options) jobs(groups int) int {
	n := o.Jobs
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return min(n, groups)
}

// deliver waits for each result in turn.
func deliver(inputs []*Input, tasks map[*Input][]*task, summary *report.Summary, sink Sink) error {
	for _, in := range inputs {
		spec := in.record()
		summary.AddSpec(spec)
		if err := sink.Spec(spec); err != nil {
			return err
		}
		for _, t := range tasks[in] {
			<-t.done
			summary.Add(t.result)
			if err := sink.Result(t.result); err != nil {
				return err
			}
			t.result = nil // evidence may be large
		}
	}
	return nil
}

// task is a check with a place for its result.
type task struct {
	check  *spec.Check
	done   chan struct{} // closed when result is there
	result *report.Result
}

// plan makes a task of each check and a group of the tasks of each model, those that
// are decided by enumeration alone in one of their own, in the order of their first checks.
func plan(inputs []*Input, o *Options) (map[*Input][]*task, []*group) {
	tasks := map[*Input][]*task{}
	var groups []*group
	for _, in := range inputs {
		suite := in.Asked()
		if suite == nil {
			continue
		}
		type kind struct {
			model      *spec.Model
			enumerated bool
		}
		of := map[kind]*group{}
		for _, c := range suite.Checks {
			k := kind{c.Model, c.IsEnumerated()}
			g := of[k]
			if g == nil {
				g = &group{o: o, in: in, model: c.Model}
				of[k] = g
				groups = append(groups, g)
			}
			bounded := *c
			bounded.Limits = o.Limits.Over(c.Limits)
			t := &task{check: &bounded, done: make(chan struct{})}
			g.tasks = append(g.tasks, t)
			tasks[in] = append(tasks[in], t)
		}
	}
	return tasks, groups
}
