package kernel

// node is an if-then-else: of the variable at its level, else low, then high.
// high is never complemented, which with low ≠ high makes nodes canonical.
// Nodes hold levels, because operations compare them all the time, but are
// hashed by variable: two neighbours in the order can then be exchanged without
// touching chains.
type node struct {
	level     uint32
	low, high Ref
	next      uint32 // in the chain of the unique table, or of free nodes
}

const (
	terminal  = 1 << 30            // the level of the terminal node
	reclaimed = ^uint32(0)         // the level of a free node
	maxSlots  = 1<<30 - 1          // the highest bit of a Ref is the cache's
	nodeSize  = 16                 // bytes
	headSize  = 4                  // bytes
	k1        = 0x9e3779b97f4a7c15 // odd numbers with no pattern: 2^64 divided by
	k2        = 0xd1b54a32d192ed03 // the golden ratio and its analogues in higher
	k3        = 0x8cb92ba72f3d8dd7 // dimensions
)

// salt is the share of variable v in the hash of a node.
func salt(v int) uint64 { return (uint64(v) + 1) * k3 }

// hash is linear in all three, which products by odd constants spread well
// enough over the upper bits; places are cut off from above.
func hash(salt uint64, low, high Ref) uint64 {
	return salt + uint64(low)*k1 + uint64(high)*k2
}

// node returns the function that is low where the variable at the level is
// false, and high where it is true. Both may depend on lower levels only.
func (k *Kernel) node(level uint32, low, high Ref) Ref {
	if low == high {
		return low
	}
	sign := high & 1
	low, high = low^sign, high^sign
	h := hash(k.salts[level], low, high)
	head := &k.heads[h>>(k.shift&63)]
	for i := *head; i != 0; {
		n := &k.nodes[i]
		if n.low == low && n.high == high && n.level == level {
			return Ref(i)<<1 | sign
		}
		i = n.next
	}
	if k.count >= k.alarm {
		k.push(low)
		k.push(high)
		k.makeRoom()
		k.pop()
		k.pop()
		head = &k.heads[h>>(k.shift&63)]
	}
	i := k.free
	if i != 0 {
		k.free = k.nodes[i].next
	} else {
		i = k.fresh
		k.fresh++
	}
	k.count++
	k.nodes[i] = node{level, low, high, *head}
	*head = i
	return Ref(i)<<1 | sign
}
