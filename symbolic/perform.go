package symbolic

import "runtime"

// States of a space.
const (
	idle     int32 = iota
	busy           // in use, but not at the mercy of a watcher
	running        // an operation is in the engine
	stopping       // and a watcher is halting it
	lost
)

// perform runs one operation: f may call the engine several times as long as
// intermediate results are operands of the next call. The operands' handles
// must be alive, which a Set's methods see to by using them in f.
func (sp *Space) perform(f func(e engine) int) Set {
	sp.begin()
	return sp.set(sp.guarded(f))
}

// begin reserves the space for the calling goroutine until end.
func (sp *Space) begin() {
	if !sp.state.CompareAndSwap(idle, busy) {
		if e := sp.dead.Load(); e != nil {
			panic(e)
		}
		panic("symbolic: a space used by two goroutines at once")
	}
	if e := sp.stop.Load(); e != nil {
		sp.state.Store(idle)
		panic(e)
	}
}

// guarded calls f in the engine and gives back the space. If a watcher halts
// the operation the space is lost and guarded panics with the reason.
//
// A watcher first asks for a stop and then looks whether an operation is
// running; here the order is the opposite, so one of the two notices.
func (sp *Space) guarded(f func(e engine) int) int {
	defer sp.end()
	sp.tidy()
	sp.frame.obey()
	sp.state.Store(running)
	sp.pause()
	n := f(sp.engine)
	sp.account()
	return n
}

// end gives back the space. Deferred, it replaces the panic of an operation
// that was halted or met a limit; any other panic goes its way.
func (sp *Space) end() {
	p := recover()
	switch {
	case sp.state.CompareAndSwap(running, idle) || sp.state.CompareAndSwap(busy, idle):
		if p != nil {
			sp.pass(p)
		}
	case sp.engine.lasting():
		e := sp.stop.Load()
		sp.state.Store(idle)
		if _, stopped := sp.engine.overrun(p); p != nil && !stopped {
			panic(p)
		}
		panic(e)
	default:
		sp.bury()
		panic(sp.dead.Load())
	}
}

// pass panics with p, or in the name of the innermost Do whose limit made the
// engine panic.
func (sp *Space) pass(p any) {
	u, ok := sp.engine.overrun(p)
	if !ok {
		panic(p)
	}
	sp.account()
	sp.live = 0                        // what was alive has perhaps died with the function that Do called
	if e := sp.stop.Load(); e != nil { // the kernel noticed before the watcher could say so
		panic(e)
	}
	for fr := sp.frame; fr != nil; fr = fr.outer {
		if e := sp.share.overrun(fr.limits, u); e != nil {
			fr.refuse(e)
		}
	}
	e := &LimitError{Kind: Memory, Limit: sp.engine.usage().bytes, Used: u.bytes}
	if sp.frame != nil {
		sp.frame.refuse(e)
	}
	panic(e)
}

// bury gives up the engine after a halt. The Go collection is for the next
// space: what was just dropped may be most of the memory there is.
func (sp *Space) bury() {
	e := *sp.stop.Load()
	e.Dead = true
	sp.dead.Store(&e)
	sp.state.Store(lost)
	sp.meter()
	sp.engine, sp.handles, sp.walk = nil, nil, walker{}
	runtime.GC()
}
