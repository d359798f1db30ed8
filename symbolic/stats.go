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
	sp.stats.operations.Store(sp.operations)
	sp.stats.publish(sp.engine.usage())
}

func (c *counters) publish(u usage) {
	if u.slots == 0 {
		return // halted
	}
	c.nodes.Store(int64(u.nodes))
	c.bytes.Store(u.bytes)
	c.collections.Store(int64(u.collections))
	raise(&c.peakNodes, int64(u.nodes))
	raise(&c.peakBytes, u.bytes)
}

func raise(peak *atomic.Int64, v int64) {
	for old := peak.Load(); v > old; old = peak.Load() {
		if peak.CompareAndSwap(old, v) {
			return
		}
	}
}
