package batch

import (
	"runtime/debug"
	"testing"

	"github.com/epibdd/epibdd/symbolic"
)

// Go collects garbage by the tightest limit of all that works, and as before when nothing does.
func TestGoKeepsTheTightestLimit(t *testing.T) {
	const wide, tight = 8 << 30, 4 << 30 // far above what the tests need
	before := debug.SetMemoryLimit(-1)
	_, endWide := Watch(t.Context(), wide, nil)
	_, endTight := Watch(t.Context(), tight, nil)
	_, endNone := Watch(t.Context(), 0, func() {})
	if got := debug.SetMemoryLimit(-1); got > tight || got < tight/2 {
		t.Errorf("%d bytes below a limit of %d", got, tight)
	}
	endTight()
	if got := debug.SetMemoryLimit(-1); got > wide || got <= tight {
		t.Errorf("%d bytes below a limit of %d", got, wide)
	}
	endWide()
	endNone()
	if got := debug.SetMemoryLimit(-1); got != before {
		t.Errorf("%d bytes where nothing works, %d before", got, before)
	}
}

// A limit that is tighter than what Go needs leaves it some room nevertheless: what ends the work is the watch.
func TestGoHasRoom(t *testing.T) {
	_, end := Watch(t.Context(), 1, nil)
	defer end()
	_, needed := symbolic.ProcessMemory()
	if got := debug.SetMemoryLimit(-1); got < needed-needed/8 {
		t.Errorf("%d bytes where %d are needed", got, needed)
	}
}
