package symbolic

import (
	"context"
	"sync"
	"time"
)

// frame is one call of Do.
type frame struct {
	space  *Space
	engine engine
	ctx    context.Context
	limits Limits
	bounds Limits // the limits of this frame and all around it
	outer  *frame
}

// Do calls f and returns its error. The operations of this space that f
// performs in the calling goroutine stop when ctx is done or a limit of the
// space is exceeded; f does not continue then, as if by a panic, and Do returns
// a *LimitError.
//
// With the kernel the space and its sets remain good. With rudd the space is
// lost if an operation had to be interrupted (LimitError.Dead): its memory is
// released and the caller goes on with a new space. An interruption takes some
// milliseconds, more only while a table of millions of nodes is being enlarged.
//
// Calls may be nested, also for several spaces; the limits of all that enclose
// an operation apply.
func (sp *Space) Do(ctx context.Context, f func() error) (err error) {
	if err := sp.Usable(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return interrupted(ctx)
	}
	fr := &frame{space: sp, engine: sp.engine, ctx: ctx, limits: sp.limits, outer: sp.frame}
	sp.frame = fr
	fr.bounds = fr.tightest()
	sp.share.lookAround(fr.bounds, sp.stats.bytes.Load())
	sp.bind(fr.bounds)
	leave := fr.watch()
	defer func() {
		leave()
		fr.leave()
		switch p := recover().(type) {
		case nil:
		case *LimitError:
			if !fr.answersFor(p) {
				panic(p)
			}
			err = p
		default:
			panic(p)
		}
	}()
	return f()
}

// leave undoes what Do and the watcher of fr have set up.
func (fr *frame) leave() {
	sp := fr.space
	sp.frame, fr.engine = fr.outer, nil // an error keeps fr, but must not keep the tables
	if e := sp.stop.Load(); e != nil && e.frame == fr {
		sp.stop.Store(nil)
	}
	sp.meter()
	if sp.engine == nil {
		return
	}
	sp.bind(sp.frame.tightest())
}

// bounds are the limits of the innermost frame.
type bounds struct {
	sync.Mutex
	Limits
}

// bind makes l the limits of the operations that come.
func (sp *Space) bind(l Limits) {
	sp.bounds.Lock()
	defer sp.bounds.Unlock()
	sp.bounds.Limits = l
	sp.engine.bound(sp.share.allowed(l))
}

// rebind tells the engine of fr what the process leaves it by now. Watchers of outer frames do so, too: their own
// limits are wider, and what an inner one allows would depend on when they look.
func (fr *frame) rebind() {
	b := &fr.space.bounds
	b.Lock()
	defer b.Unlock()
	fr.engine.bound(fr.space.share.allowed(b.Limits))
}

// tightest returns the limits that apply to the next operation: of each kind the
// smallest of all calls of Do.
func (fr *frame) tightest() Limits {
	var l Limits
	for ; fr != nil; fr = fr.outer {
		if n := fr.limits.Nodes; n > 0 && (l.Nodes == 0 || n < l.Nodes) {
			l.Nodes = n
		}
		if m := fr.limits.Memory; m > 0 && (l.Memory == 0 || m < l.Memory) {
			l.Memory = m
		}
	}
	return l
}

// answersFor tells whether a limit error should surface from this call of Do
// and not from one further out.
func (fr *frame) answersFor(e *LimitError) bool {
	if e.frame == nil || e.frame.space != fr.space {
		return false
	}
	for o := fr.outer; o != nil; o = o.outer {
		if o == e.frame {
			return false
		}
	}
	return true
}

// obey checks the limits before an operation. What is exceeded only by dead
// nodes is not exceeded.
func (fr *frame) obey() {
	if fr.accompany(operationWork) {
		panic(fr.space.stop.Load())
	}
	for ; fr != nil; fr = fr.outer {
		if fr.ctx.Err() != nil {
			fr.refuse(interrupted(fr.ctx))
		}
		if fr.limits.exceeded(fr.engine.usage()) == nil {
			continue
		}
		fr.space.collect()
		if e := fr.limits.exceeded(fr.engine.usage()); e != nil {
			fr.refuse(e)
		}
	}
}

func (fr *frame) refuse(e *LimitError) {
	e.frame = fr
	panic(e)
}

// pulse is how often a watcher looks. In this time an engine makes some
// thousand nodes.
const pulse = 2 * time.Millisecond

// watch starts the watcher of fr, if there is anything to watch, and returns a
// function that ends it.
func (fr *frame) watch() (leave func()) {
	if fr.ctx.Done() == nil && fr.limits == (Limits{}) {
		return func() {}
	}
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		if e := fr.wait(quit); e != nil {
			fr.interrupt(e, quit)
		}
	}()
	return func() { close(quit); <-done }
}

// wait returns why the work has to stop, or nil on quit.
func (fr *frame) wait(quit <-chan struct{}) *LimitError {
	tick := time.NewTicker(pulse)
	defer tick.Stop()
	for {
		select {
		case <-quit:
			return nil
		case <-fr.ctx.Done():
			return interrupted(fr.ctx)
		case <-tick.C:
			u := fr.engine.usage()
			fr.space.stats.publish(u)
			fr.space.share.lookAround(fr.bounds, fr.space.stats.bytes.Load())
			fr.rebind()
			if fr.engine.lasting() {
				continue
			}
			// Before an operation dead nodes may explain the excess; obey finds
			// out.
			if e := fr.limits.exceeded(u); e != nil && fr.space.state.Load() == running {
				return e
			}
		}
	}
}

// interrupt stops the space for reason e: the operation that is running, by
// halting the engine, or else the next one, which will not start.
func (fr *frame) interrupt(e *LimitError, quit <-chan struct{}) {
	sp := fr.space
	e.frame = fr
	if !sp.stop.CompareAndSwap(nil, e) {
		return // the watcher of another Do was faster
	}
	if !sp.state.CompareAndSwap(running, stopping) {
		return
	}
	for sp.state.Load() == stopping {
		fr.engine.halt()
		select {
		case <-quit:
			return
		case <-time.After(pulse / 10):
		}
	}
}
