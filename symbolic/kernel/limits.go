package kernel

import (
	"fmt"
	"sync/atomic"
)

// Reason says why an operation was stopped.
type Reason int

// The reasons.
const (
	Halted      Reason = iota + 1 // Config.Halted said so
	NodeLimit                     // more nodes alive than SetLimits allows
	MemoryLimit                   // no room left, and the table may not grow
)

// Stop is what an operation panics with when it cannot go on. The kernel is as
// it was before, but for some nodes more that are not in use and go with the
// next collection.
type Stop struct {
	Reason Reason
	Need   int64 // the nodes or bytes that going on would have taken
}

func (s *Stop) Error() string {
	switch s.Reason {
	case NodeLimit:
		return fmt.Sprintf("kernel: %d nodes needed", s.Need)
	case MemoryLimit:
		return fmt.Sprintf("kernel: %d bytes needed", s.Need)
	}
	return "kernel: halted"
}

func (k *Kernel) stop(r Reason, need int64) {
	k.setAlarm()
	panic(&Stop{r, need})
}

// SetLimits bounds the nodes alive and the bytes of the tables; 0 is no bound.
// It may be called from any goroutine.
func (k *Kernel) SetLimits(nodes int, bytes int64) {
	k.nodeLimit.Store(int64(nodes))
	k.byteLimit.Store(bytes)
}

// patience is the number of steps between looking outside: about the work of
// half a millisecond.
const patience = 1 << 12

// spend counts a step. Every recursion calls it when the cache does not help.
func (k *Kernel) spend() {
	if k.fuel--; k.fuel < 0 {
		k.refuel()
		k.widen()
	}
}

// visit counts a visit to a node.
func (k *Kernel) visit() {
	k.visits++
	if k.fuel--; k.fuel < 0 {
		k.refuel()
	}
}

func (k *Kernel) refuel() {
	k.fuel = patience
	k.refuels++
	k.steps += patience
	k.usage.nodes.Store(int64(k.count))
	k.setAlarm()
	k.poll()
}

// poll looks outside.
func (k *Kernel) poll() {
	if !k.deaf && k.halted() {
		k.stop(Halted, 0)
	}
}

// usage holds the numbers that other goroutines may read.
type usage struct{ nodes, slots, worth, bytes, collections, reorderings atomic.Int64 }

// Usage tells what a kernel uses; while an operation runs, what it used some
// thousand steps ago.
type Usage struct {
	Nodes       int // in use; some may be dead
	Slots       int // nodes for which there is room
	Worth       int // nodes below which it is not worth while to look for dead ones
	Bytes       int64
	Collections int
	Reorderings int
}

// Usage may be called from any goroutine.
func (k *Kernel) Usage() Usage {
	u := &k.usage
	return Usage{
		int(u.nodes.Load()), int(u.slots.Load()), int(u.worth.Load()), u.bytes.Load(),
		int(u.collections.Load()), int(u.reorderings.Load()),
	}
}

func (k *Kernel) publish() {
	k.usage.nodes.Store(int64(k.count))
	k.usage.slots.Store(int64(len(k.nodes)))
	k.usage.worth.Store(int64(k.lookFrom / 8 * 7))
	k.usage.bytes.Store(k.bytes())
}
