package batch

import (
	"runtime/debug"
	"slices"
	"sync"

	"github.com/epibdd/epibdd/symbolic"
)

// confines are the memory limits of all that works now, in bytes. The tightest is Go's as well,
// which then collects garbage before it is met: who looks now and then finds out too late where
// hundreds of megabytes come within a second.
type confines struct {
	mu     sync.Mutex
	limits []int64
	before int64 // Go's own, while there are any
}

// confined are those of this process.
var confined confines

// enter adds a limit.
func (c *confines) enter(limit int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.limits) == 0 {
		c.before = debug.SetMemoryLimit(-1)
	}
	c.limits = append(c.limits, limit)
	c.heed()
}

// leave takes a limit back that was added.
func (c *confines) leave(limit int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.Index(c.limits, limit)
	c.limits = slices.Delete(c.limits, i, i+1)
	c.heed()
}

// again heeds the limits beside the tables as large as they are now.
func (c *confines) again() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heed()
}

func (c *confines) heed() {
	if len(c.limits) == 0 {
		debug.SetMemoryLimit(c.before)
		return
	}
	debug.SetMemoryLimit(min(c.before, symbolic.BesideTables(slices.Min(c.limits))))
}
