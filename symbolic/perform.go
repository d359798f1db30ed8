package symbolic

import "runtime"

// States of a space.
const (
	idle     int32 = iota
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

// begin enters the engine. The order matters: a watcher first asks for a stop
// and then looks whether an operation is running, so one of both notices.
func (sp *Space) begin() {
	if !sp.state.CompareAndSwap(idle, running) {
		if e := sp.dead.Load(); e != nil {
			panic(e)
		}
		panic("symbolic: a space used by two goroutines at once")
	}
	if e := sp.stop.Load(); e != nil {
		sp.end()
		panic(e)
	}
}

// guarded calls f in the engine and leaves the engine. If a watcher halts the
// operation the space is lost and guarded panics with the reason.
func (sp *Space) guarded(f func(e engine) int) int {
	defer sp.end()
	sp.tidy()
	sp.obey()
	n := f(sp.engine)
	sp.account()
	return n
}

// end leaves the engine. Deferred, it replaces the panic of a halted operation.
func (sp *Space) end() {
	if sp.state.CompareAndSwap(running, idle) {
		return // any panic on its way is not ours
	}
	_ = recover()
	sp.bury()
	panic(sp.dead.Load())
}

// bury gives up the engine after a halt. The Go collection is for the next
// space: what was just dropped may be most of the memory there is.
func (sp *Space) bury() {
	e := *sp.stop.Load()
	e.Dead = true
	sp.dead.Store(&e)
	sp.state.Store(lost)
	sp.engine, sp.handles, sp.walk = nil, nil, walker{}
	runtime.GC()
}
