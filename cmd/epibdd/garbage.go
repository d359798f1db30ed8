package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// garbage is how many percent of Go's heap may be garbage before it is collected. Diagrams lie
// in tables outside of that heap, which is small beside them and full of what points to them:
// with 100 percent a fifth of the time goes into marking it.
const garbage = 200

// smallHeap is how many bytes the heap may take before anything is collected: most small checks
// end before, and marking took a tenth of their time.
const smallHeap = 32 << 20

// collectRarely sets how much may become garbage until the next collection, and does so again
// after that. live is what the last one left, in bytes, 0: there was none.
func collectRarely(live uint64) {
	const least = 4 << 20 // of live data, which Go assumes for the first collection
	debug.SetGCPercent(int(max(garbage, (smallHeap/max(live, least)-1)*100)))
	cycle := new([64]byte) // is gone with the next collection
	runtime.AddCleanup(cycle, func(int) { collectRarely(liveHeap()) }, 0)
}

// liveHeap is what the last collection left of Go's heap, in bytes.
func liveHeap() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}
