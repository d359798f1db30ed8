package batch

import "sync"

// room is the memory of the process, in which groups work beside one another. A limit
// on memory counts all of it. So that no verdict depends on what is worked on at the
// same time, who meets such a limit beside others is asked once more, alone.
type room struct {
	shared bool // there may be others
	lock   sync.RWMutex
}

// enter begins work beside others. Where somebody waits to be alone, what is held from
// earlier checks is given up first.
func (r *room) enter(giveUp func()) {
	if r.lock.TryRLock() {
		return
	}
	giveUp()
	r.lock.RLock()
}

// leave ends it.
func (r *room) leave() { r.lock.RUnlock() }

// alone calls f when all others have finished their checks, and keeps them from the next
// ones meanwhile.
func (r *room) alone(f func()) {
	r.lock.Lock()
	defer r.lock.Unlock()
	f()
}
