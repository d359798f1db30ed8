package symbolic

import (
	"runtime"
	"weak"
)

// handle stands for a node in the hands of the program. There is one per node
// at any time, so equality of sets is equality of handles.
//
// The space refers to handles weakly: one that the program cannot reach any
// more is found dead after some Go collection. Its node is released only in
// collect and sweep, which run at the beginning of an operation, when nothing
// of the engine is on the stack and all operands are still held by their
// handles.
type handle struct {
	space *Space
	node  int
	// Go's runtime finds the weak pointer of an object in a list of those in the
	// same span of memory. Larger objects make shorter lists: padded to 64 bytes,
	// four million small operations took 1.4 times less.
	_ [6]uintptr
}

// set returns the set of a node that the engine has just returned.
func (sp *Space) set(n int) Set {
	switch n {
	case falseNode:
		return sp.Empty()
	case trueNode:
		return sp.Full()
	}
	known, ok := sp.handles[n]
	if ok {
		if h := known.Value(); h != nil {
			return Set{h}
		}
		// Dead but not released: the new handle inherits the node.
	} else {
		sp.engine.retain(n)
	}
	h := &handle{space: sp, node: n}
	sp.handles[n] = weak.Make(h)
	return Set{h}
}

// Finding dead handles takes a Go collection: a millisecond, on a busy machine
// more, and results known about what has died are lost. Small tables had better grow,
// unless nearly nothing in them is alive, as in counters, which need no larger ones;
// but not beyond what processors cache: with 2^19 Milner's scheduler and sliding tiles
// take a tenth more. A hundred muddy children, of whom each round asks the same about
// nearly the same sets, take 2.4 s with 2^17, 1.2 s with 2^18, and 0.5 s with 2^19.
const (
	leastTable   = 3 << 13 // nodes
	smallTable   = 1 << 18
	smallHandles = 1 << 15
)

// So many new nodes, at least and at most, make it worth while to look in large tables, the more
// the larger Go's heap is. With the most all along sliding tiles take 1.2 times as long.
const (
	leastFresh = 1 << 17
	mostFresh  = 1 << 19
)

// tidy decides at the beginning of an operation whether to clean up first.
func (sp *Space) tidy() {
	sp.operations++
	if sp.forced != nil && sp.forced() || sp.enabled && sp.reorder() {
		return
	}
	u := sp.engine.usage()
	switch {
	case u.nodes > sp.live/2*3 && u.nodes > filled(sp, u):
		// The engine would soon collect by itself, without knowing which
		// handles have died, and then grow.
		sp.collect()
	case len(sp.handles) > smallHandles && len(sp.handles) > 2*sp.alive+sp.fresh/8:
		sp.sweep()
	}
}

// filled is the number of nodes from which on to clean up: what has died should
// make no table grow that is large, and count for no limit that is near.
func filled(sp *Space, u usage) int {
	n := max(u.slots/4*3, u.worth, sp.small, sp.live+sp.fresh)
	for fr := sp.frame; fr != nil; fr = fr.outer {
		l := sp.share.allowed(fr.limits)
		if l.Memory > 0 && u.bytes > l.Memory/2 { // tables cannot double any more
			n = min(n, u.slots/2)
		}
		if l.Nodes > 0 {
			n = min(n, l.Nodes/4*3)
		}
	}
	return n
}

// collect releases the nodes of dead handles and reclaims what is unprotected.
func (sp *Space) collect() {
	sp.sweep()
	sp.engine.collect()
	sp.live = sp.engine.usage().nodes
	if sp.live > sp.small/32 {
		sp.small = min(4*sp.small, smallTable)
	} else {
		sp.fresh = sp.small
	}
	sp.account()
}

// held yields the nodes that have handles.
func (sp *Space) held(yield func(n int)) {
	for n := range sp.handles {
		yield(n)
	}
}

// halting tells an operation that runs whether a watcher wants it to stop.
func (sp *Space) halting() bool {
	return sp.state.Load() == stopping || sp.stop.Load() != nil || sp.frame.accompany(haltingWork)
}

// sweep releases the nodes of dead handles.
func (sp *Space) sweep() {
	runtime.GC() // weak pointers to what is unreachable now become nil
	for n, w := range sp.handles {
		if w.Value() == nil {
			delete(sp.handles, n)
			sp.engine.release(n)
		}
	}
	sp.alive, sp.fresh = len(sp.handles), min(sp.mostFresh, 8*sp.small)
}
