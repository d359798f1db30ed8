package symbolic

import "sync/atomic"

// Stats tells how much a space has used. The numbers of nodes include some that
// are dead and not collected yet.
type Stats struct {
	Nodes       int   // nodes in use
	PeakNodes   int   // the most nodes that were seen in use
	Bytes       int64 // memory of the tables, estimated
	PeakBytes   int64
	Collections int
	Operations  int64
}

// counters are written by the space's goroutine and by watchers.
type counters struct {
	nodes, peakNodes, bytes, peakBytes, collections, operations atomic.Int64
}

// Stats may be called from any goroutine. Inside Do, with a limit or a context
// that can be cancelled, the numbers follow an operation while it runs.
func (sp *Space) Stats() Stats {
	c := &sp.stats
	return Stats{
		Nodes:       int(c.nodes.Load()),
		PeakNodes:   int(c.peakNodes.Load()),
		Bytes:       c.bytes.Load(),
		PeakBytes:   c.peakBytes.Load(),
		Collections: int(c.collections.Load()),
		Operations:  c.operations.Load(),
	}
}

// account publishes the numbers after an operation.
func (sp *Space) account() {
	update(&sp.stats.operations, sp.operations)
	sp.stats.publish(sp.engine.usage())
}

func (c *counters) publish(u usage) {
	if u.slots == 0 {
		return // halted
	}
	update(&c.nodes, int64(u.nodes))
	update(&c.bytes, u.bytes)
	update(&c.collections, int64(u.collections))
	raise(&c.peakNodes, int64(u.nodes))
	raise(&c.peakBytes, u.bytes)
}

// update stores what has changed. An atomic store costs as much as a whole small
// operation, a load next to nothing.
func update(to *atomic.Int64, v int64) {
	if to.Load() != v {
		to.Store(v)
	}
}

func raise(peak *atomic.Int64, v int64) {
	for old := peak.Load(); v > old; old = peak.Load() {
		if peak.CompareAndSwap(old, v) {
			return
		}
	}
}
