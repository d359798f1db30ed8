package symbolic

import (
	"runtime"
	"testing"
)

// grownTo makes a space grow up to a limit on what the process takes. It returns the bytes
// of its tables then, and of the process.
func grownTo(t *testing.T, limit int64) (tables, process int64) {
	t.Helper()
	sp := blowUpSpace(t, "kernel", 13)
	sp.share.counted = true
	a, b := blowUp(sp, 13)
	sp.SetLimits(Limits{Memory: limit})
	e := wantLimit(t, sp.Do(t.Context(), func() error { a.And(b); return nil }), Memory, false)
	if e.Limit != limit || e.Used <= limit {
		t.Errorf("used %d bytes of %d", e.Used, e.Limit)
	}
	process, _ = ProcessMemory()
	return sp.Stats().PeakBytes, process
}

// Under a limit on the process tables grow as far as what else there is leaves room; of that
// spaces that are gone are no part.
func TestProcessLimit(t *testing.T) {
	Reclaim()
	Reclaim() // what cleanups have let go of
	before, _ := ProcessMemory()
	const room = 64 << 20
	limit := before + room
	for range 2 {
		if tables, process := grownTo(t, limit); tables < room*6/10 || process < limit*8/10 || process > limit {
			t.Errorf("tables of %d bytes where there is room for %d; %d bytes in all of %d", tables, room, process, limit)
		}
	}
	ballast := make([]byte, room/2)
	if tables, process := grownTo(t, limit); process > limit {
		t.Errorf("tables of %d bytes beside %d, %d in all of %d", tables, len(ballast), process, limit)
	}
	runtime.KeepAlive(ballast)
}
