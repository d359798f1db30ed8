package symbolic

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/epibdd/epibdd/symbolic/kernel"
)

// ProcessMemory returns the bytes that the process holds: what Go has of the system, and
// the tables of all spaces outside of its heap. The program's own code and data, some
// ten megabytes, are not among them. Of what is held, needed is what a collection would
// leave; what has become garbage, or come, since the last one is not known.
func ProcessMemory() (held, needed int64) {
	const total, released, objects, free, live = 0, 1, 2, 3, 4
	s := []metrics.Sample{
		total:    {Name: "/memory/classes/total:bytes"},
		released: {Name: "/memory/classes/heap/released:bytes"},
		objects:  {Name: "/memory/classes/heap/objects:bytes"},
		free:     {Name: "/memory/classes/heap/free:bytes"},
		live:     {Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(s)
	n := make([]int64, len(s))
	for i, m := range s {
		if m.Value.Kind() == metrics.KindUint64 {
			n[i] = int64(m.Value.Uint64())
		}
	}
	held = n[total] - n[released] + kernel.Outside()
	return held, held - n[free] - max(0, n[objects]-n[live])
}

// Reclaim gives back to the system what garbage takes in Go's heap, and the tables of
// spaces that nobody holds any more. It takes as long as a collection of Go's.
func Reclaim() {
	done := make(chan struct{})
	runtime.AddCleanup(new(*byte), func(done chan struct{}) { close(done) }, done)
	debug.FreeOSMemory()
	select { // spaces are given up in the background
	case <-done:
	case <-time.After(50 * time.Millisecond):
	}
}

// BesideTables are the bytes that a limit on the process leaves to Go beside the tables of all
// spaces, in megabytes, and a quarter more than Go needs at the least: with less room it would
// do little but collect garbage.
func BesideTables(limit int64) int64 {
	const mega = 1 << 20
	_, needed := ProcessMemory()
	tables := kernel.Outside()
	return (max(limit-tables, (needed-tables)/4*5) + mega - 1) &^ (mega - 1)
}

// share is what the tables of a space may take of the memory of the process.
type share struct {
	counted bool         // whether limits on memory count the process: Options.Process
	beside  atomic.Int64 // what counts then beside the tables, and is to stay free
}

// lookAround finds out what there is beside the tables, which take so many bytes. A
// quarter of what Go needs is left to its garbage: the less room there is for that, the
// more often Go has to collect.
func (s *share) lookAround(l Limits, tables int64) {
	if !s.counted || l.Memory == 0 {
		return
	}
	_, needed := ProcessMemory()
	garbage := (needed - kernel.Outside()) / 4
	s.beside.Store(max(0, needed-tables) + garbage)
}

// allowed are the limits on the tables under limits on the process, of which a
// sixteenth stays free.
func (s *share) allowed(l Limits) Limits {
	if s.counted && l.Memory > 0 {
		l.Memory = max(1, l.Memory-l.Memory/16-s.beside.Load())
	}
	return l
}

// overrun is exceeded for what an operation would have taken of the tables.
func (s *share) overrun(l Limits, u usage) *LimitError {
	e := s.allowed(l).exceeded(u)
	if e != nil && e.Kind == Memory {
		e.Limit, e.Used = l.Memory, l.Memory+e.Used-e.Limit
	}
	return e
}

// relieve makes room beside the tables.
func (sp *Space) relieve() bool {
	l := sp.frame.tightest()
	if !sp.share.counted || l.Memory == 0 {
		return false
	}
	Reclaim()
	sp.share.lookAround(l, sp.stats.bytes.Load())
	sp.bind(l)
	return true
}
