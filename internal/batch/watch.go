package batch

import (
	"context"
	"sync"
	"time"

	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// glance is how often somebody looks after long work. In this time Go's heap grows by a
// few megabytes.
const glance = 5 * time.Millisecond

// Watch returns a context that ends when the process takes more bytes than memory, if
// that is not zero, with a *symbolic.LimitError for its cause. Until end is called, say
// is called now and then from another goroutine, if it is not nil.
func Watch(ctx context.Context, memory int64, say func()) (watched context.Context, end func()) {
	if memory == 0 && say == nil {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	if err := exceeded(memory); err != nil {
		cancel(err)
	}
	if memory != 0 {
		confined.enter(memory)
	}
	var done sync.WaitGroup
	done.Go(func() {
		tick := time.NewTicker(glance)
		defer tick.Stop()
		if memory != 0 {
			defer confined.leave(memory)
		}
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := exceeded(memory); err != nil {
				cancel(err)
			} else if memory != 0 {
				confined.again()
			}
			if say != nil {
				say()
			}
		}
	})
	return ctx, func() { cancel(nil); done.Wait() }
}

// reclaiming is held by whoever waits for a collection, which is for all.
var reclaiming sync.Mutex

// exceeded is the error of a process that takes more than a limit, garbage not
// counted. Hardly less is too much as well: there would soon be a collection again.
func exceeded(limit int64) error {
	if limit == 0 {
		return nil
	}
	if held, _ := symbolic.ProcessMemory(); held <= limit {
		return nil
	}
	reclaiming.Lock()
	defer reclaiming.Unlock()
	symbolic.Reclaim()
	if held, _ := symbolic.ProcessMemory(); held > limit-limit/32 {
		return &symbolic.LimitError{Kind: symbolic.Memory, Limit: limit, Used: held}
	}
	return nil
}

// say tells of progress.
func (g *group) say(p verdict.Progress) {
	g.saying.Lock()
	defer g.saying.Unlock()
	g.o.Progress(p)
	p.Reached = nil // may be called now alone
	g.said = p
}

// sayAgain repeats what was told last: what takes long may have nothing new to tell.
func (g *group) sayAgain() {
	g.saying.Lock()
	defer g.saying.Unlock()
	g.o.Progress(g.said)
}
