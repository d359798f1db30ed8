package kernel

// Collect reclaims the nodes that cannot be reached from a root or a literal.
// Entries of the cache survive if all that they mention does.
func (k *Kernel) Collect() {
	k.begin()
	k.collect()
}

// collect may run inside an operation: what the recursion holds is on the
// stack, or below what is. If it is stopped while it sweeps, the next operation
// begins with the rest.
func (k *Kernel) collect() {
	clear(k.marks)
	k.marks[0] = 1 // the terminal
	k.roots(k.markFunction)
	for _, f := range k.lits {
		k.mark(uint32(f >> 1))
	}
	for _, f := range k.stack {
		k.mark(uint32(f >> 1))
	}
	k.purge()
	k.madeBefore = k.made()
	k.swept += int64(k.fresh) + int64(len(k.cache))
	k.sweeping = true
	k.sweep()
}

func (k *Kernel) markFunction(f Ref) { k.mark(uint32(f >> 1)) }

// mark recurses along low edges, which are as many as there are variables at
// most.
func (k *Kernel) mark(i uint32) {
	for k.marks[i>>6]>>(i&63)&1 == 0 {
		k.visit()
		k.marks[i>>6] |= 1 << (i & 63)
		n := &k.nodes[i]
		k.mark(uint32(n.low >> 1))
		i = uint32(n.high >> 1)
	}
}

func (k *Kernel) marked(f Ref) bool {
	i := f >> 1
	return k.marks[i>>6]>>(i&63)&1 == 1
}

// sweep frees what is not marked. New nodes then fill the gaps from below.
func (k *Kernel) sweep() {
	k.free, k.count = 0, 1
	for i := k.fresh - 1; i > 0; i-- {
		if i%stretch == 0 {
			k.poll()
		}
		n := &k.nodes[i]
		if k.marked(Ref(i << 1)) {
			k.count++
			continue
		}
		n.level, n.next = reclaimed, k.free
		k.free = i
	}
	k.sweeping, k.unlinked = false, true
	k.live, k.steps, k.lookFrom = k.count, 0, 0
	if k.count > int(k.fresh)/4*3 { // room.go
		k.lookFrom = max(2*collectFrom, 4*len(k.nodes))
	}
	k.setAlarm()
	k.usage.collections.Add(1)
	k.publish()
	k.link()
}
