package kernel

import (
	"math/bits"
	"sort"
)

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
	return int64(l.slots)*nodeSize + int64(l.heads)*headSize + int64(l.entries)*entrySize + int64(l.slots)/8*3
}

// perVar is the memory that a variable takes.
const perVar = 4 + 4 + 8 + 4

func (k *Kernel) layout() layout { return layout{len(k.nodes), len(k.heads), len(k.cache)} }

func (k *Kernel) bytes() int64 { return k.layout().bytes() + perVar*int64(len(k.lits)) }

// stretch is how much of a table is treated between looking outside. Tables of
// gigabytes take seconds to copy, link, or purge.
const stretch = 1 << 15

// build gives the tables another layout, no smaller. If it is stopped they have it or
// not; what is missing then is made when the next operation begins.
func (k *Kernel) build(l layout) {
	if k.inPlace(l) {
		k.reserve()
	}
	known := len(k.cache)
	nodes := extend(k, k.nodes, k.reserved.nodes, l.slots)
	cache := extend(k, k.cache, k.reserved.cache, l.entries)
	if l.heads != len(k.heads) {
		k.heads = extend(k, nil, k.reserved.heads, l.heads)
		k.unlinked = true
	}
	k.nodes, k.cache, k.marks = nodes, cache, make([]uint64, l.slots/64+1)
	if k.loan != nil {
		k.loan.use(k.bytes())
	}
	k.setAlarm()
	k.publish()
	if l.entries != known {
		k.spread(known)
	}
	if k.unlinked {
		k.link()
	}
}

// link makes the chains of all nodes anew; if it is stopped, the next operation begins
// with it. Going through the nodes by index, it writes to heads at random but reads in
// order.
func (k *Kernel) link() {
	k.unlinked = true
	k.shift = shiftFor(len(k.heads))
	clear(k.heads)
	for i := uint32(1); i < k.fresh; i++ {
		if i%stretch == 0 {
			k.poll()
		}
		if n := &k.nodes[i]; n.level != reclaimed {
			head := &k.heads[hash(k.salts[n.level], n.low, n.high)>>(k.shift&63)]
			n.next, *head = *head, i
		}
	}
	k.unlinked = false
}

// Small tables grow without looking for dead nodes first. So do larger ones, up to four times
// the size at which a quarter of the nodes or less was found dead: it is likely to be so again.
const collectFrom = 1 << 18

// Below roomy, a table that is full grows though most of its nodes are dead, if they took
// many steps: results that the cache could not keep were worked out again. Milner's
// scheduler with 160 cyclers, of which few nodes are alive at any time, takes a tenth of the
// time with tables of twice the size. Some operations make few nodes with any cache; roomy
// bounds what is wasted on them.
const (
	roomy     = 1 << 21
	laborious = 3 // steps for each new node
)

// makeRoom is called at the alarm: the table is full, or a limit is reached. It
// returns with room for a node, or stops the operation.
//
// A table that is more than half full after a collection grows: the next collection visits
// no more nodes than were made since then. Where up to three quarters were let be, two hundred
// muddy children of ISPL took a third more time, for 18 collections within one operation.
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
	look := len(k.nodes) >= max(collectFrom, k.lookFrom)
	if look {
		tight := len(k.nodes) < roomy && k.steps > laborious*(k.count-k.live)
		k.collect()
		if k.count <= len(k.nodes)/2 && !tight {
			return
		}
	}
	if k.grow() {
		return
	}
	if !look {
		k.collect()
	}
	if k.count > len(k.nodes)/10*9 {
		if k.squeezed() && k.grow() {
			return
		}
		l := k.layout()
		k.stop(MemoryLimit, max(k.growthPeak(l, layout{l.slots / 8 * 9, l.heads, l.entries}), k.byteLimit.Load()+1))
	}
}

// The cache alone grows, up to widest entries, where steps that would have filled it so many times made few nodes: the
// table of nodes need not be full then. The deals of Cluedo are a conjunction of 115,000 nodes, which took 17 million steps
// with 65,536 entries and takes 400,000.
const (
	fills  = 2
	widest = roomy / cacheShare
)

// widen looks at the steps since it last did, as soon as they are enough to judge the cache.
func (k *Kernel) widen() {
	now := k.Work()
	steps, nodes := now.Steps-k.judged.Steps, now.Nodes-k.judged.Nodes
	if steps < fills*int64(len(k.cache)) {
		return
	}
	k.judged = now
	l, limit := k.layout(), k.byteLimit.Load()
	if l.entries *= 2; l.entries > widest || steps <= laborious*nodes {
		return
	}
	if limit <= 0 || k.growthPeak(k.layout(), l) <= limit {
		k.build(l)
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
//
// A table that is copied is there twice for a moment, so one that doubles until it
// may not any more ends at half of the limit. From a small table there is one
// step to the whole limit; grow takes it before it is too late. What is not used
// of a large table costs little.
func (k *Kernel) grow() bool {
	now, most := k.layout(), layoutFor(maxSlots)
	next := layoutFor(min(2*now.slots, maxSlots))
	if limit := k.byteLimit.Load(); limit > 0 {
		most = k.largest(now, limit)
		if most.slots <= next.slots || k.largest(next, limit).slots < most.slots/25*24 {
			next = most
		}
	}
	next.entries = max(next.entries, now.entries)
	if next.slots < now.slots+now.slots/8 {
		return false
	}
	k.build(next)
	return true
}

// largest returns the largest layout to which tables can grow within a limit.
func (k *Kernel) largest(now layout, limit int64) layout {
	slots := sort.Search(maxSlots, func(n int) bool { return k.growthPeak(now, layoutFor(n+1)) > limit })
	if slots == 0 {
		return layout{}
	}
	l := layoutFor(slots)
	if l.heads < now.heads || l.slots < now.slots {
		l = now // what is there stays
	}
	more := (limit - k.growthPeak(now, l)) / (nodeSize + 1) // not enough for twice as many heads
	l.slots = min(l.slots+int(more), maxSlots)
	return l
}

// growthPeak is the memory in use while tables grow, with the old ones if they do
// not grow in place.
func (k *Kernel) growthPeak(old, next layout) int64 {
	peak := next.bytes() + perVar*int64(len(k.lits))
	if k.inPlace(old) {
		return peak
	}
	peak += int64(old.slots) * nodeSize
	if next.heads != old.heads {
		peak += int64(old.heads) * headSize
	}
	if next.entries != old.entries {
		peak += int64(old.entries) * entrySize
	}
	return peak
}
