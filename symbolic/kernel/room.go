package kernel

import "math/bits"

// Tables: slots for nodes, as many as there is room for; heads of chains and
// entries of the cache, powers of two.

// layout is the sizes that go with a number of slots.
type layout struct{ slots, heads, entries int }

// cacheShare is the number of slots per entry of the cache. With one the families
// of package symbolic's benchmarks take a tenth more time: a larger cache finds
// little more and is further away. With four some take a third more.
const cacheShare = 2

func layoutFor(slots int) layout {
	pow := 1 << (bits.Len(uint(slots)) - 1) // at most slots
	return layout{slots, pow, max(pow/cacheShare, minRoom)}
}

func (l layout) bytes() int64 {
	return int64(l.slots)*nodeSize + int64(l.heads)*headSize + int64(l.entries)*entrySize + int64(l.slots)/8
}

// perVar is the memory that a variable takes.
const perVar = 4 + 4 + 8 + 4

func (k *Kernel) layout() layout { return layout{len(k.nodes), len(k.heads), len(k.cache)} }

func (k *Kernel) bytes() int64 { return k.layout().bytes() + perVar*int64(len(k.lits)) }

// build makes the tables for so many slots out of the present ones.
func (k *Kernel) build(slots int) {
	l := layoutFor(slots)
	nodes := make([]node, l.slots)
	copy(nodes, k.nodes[:min(int(k.fresh), len(k.nodes))])
	k.nodes = nodes
	if l.heads != len(k.heads) {
		k.heads, k.shift = make([]uint32, l.heads), shiftFor(l.heads)
		k.link()
	}
	if l.entries != len(k.cache) {
		k.resizeCache(l.entries)
	}
	k.marks = make([]uint64, l.slots/64+1)
	k.setAlarm()
	k.publish()
}

// link makes all chains anew. Going through the nodes by index, it writes to
// heads at random but reads in order.
func (k *Kernel) link() {
	clear(k.heads)
	for i := uint32(1); i < k.fresh; i++ {
		if n := &k.nodes[i]; n.level != reclaimed {
			head := &k.heads[hash(k.salts[n.level], n.low, n.high)>>k.shift]
			n.next, *head = *head, i
		}
	}
}

// Small tables grow without looking for dead nodes first.
const collectFrom = 1 << 18

// makeRoom is called at the alarm: the table is full, or a limit is reached. It
// returns with room for a node, or stops the operation.
func (k *Kernel) makeRoom() {
	if limit := int(k.nodeLimit.Load()); limit > 0 && k.count >= limit {
		k.collect()
		if k.count >= limit {
			k.stop(NodeLimit, int64(k.count)+1)
		}
	} else if k.nth > 0 {
		k.collect()
	}
	k.setAlarm()
	if k.count < len(k.nodes) {
		return
	}
	if len(k.nodes) >= collectFrom {
		k.collect()
		if k.count <= len(k.nodes)/4*3 {
			return
		}
	}
	if k.grow() {
		return
	}
	if len(k.nodes) < collectFrom {
		k.collect()
	}
	if k.count > len(k.nodes)/10*9 {
		k.stop(MemoryLimit, k.growthPeak(len(k.nodes)+len(k.nodes)/8))
	}
}

// setAlarm looks at the limits. Above the limit on nodes, of which many may be
// dead, a collection is due only once in a while.
func (k *Kernel) setAlarm() {
	k.alarm = len(k.nodes)
	if limit := int(k.nodeLimit.Load()); limit > 0 {
		k.alarm = min(k.alarm, max(limit, k.live+limit/16))
	}
	if k.nth > 0 {
		k.alarm = min(k.alarm, k.count+k.nth)
	}
}

// grow doubles the table, or does what the limit on memory allows if that is
// worth it.
func (k *Kernel) grow() bool {
	slots := len(k.nodes)
	limit := k.byteLimit.Load()
	for want := min(2*slots, maxSlots); want >= slots+slots/8; want -= slots / 16 {
		if limit <= 0 || k.growthPeak(want) <= limit {
			k.build(want)
			return true
		}
	}
	return false
}

// growthPeak is the memory in use while the table grows, when the old nodes and
// entries have not been dropped yet.
func (k *Kernel) growthPeak(slots int) int64 {
	old, next := k.layout(), layoutFor(slots)
	peak := next.bytes() + int64(old.slots)*nodeSize + perVar*int64(len(k.lits))
	if next.entries != old.entries {
		peak += int64(old.entries) * entrySize
	}
	return peak
}
