package kernel

// arranger exchanges neighbours in the order, in place: a node keeps its index
// and its function, only what it tests changes (Rudell, 1993). While it works
// the nodes of each level are listed and parents are counted, so that what an
// exchange leaves without parent goes at once and the count of nodes is that of
// nodes alive.
type arranger struct {
	*Kernel
	levels  [][]uint32 // the nodes of each level; those reclaimed may still be listed
	parents []uint32   // by node: edges and roots that lead to it
	swaps   int        // so far
	retired []uint32   // reclaimed, but perhaps still listed: not to be used again
}

// arrange starts an arranger: after a collection, and without a cache, since
// its entries mention nodes that come and go.
func (k *Kernel) arrange() *arranger {
	k.Collect()
	k.deaf = true
	clear(k.cache)
	a := &arranger{Kernel: k, levels: make([][]uint32, len(k.lits)), parents: make([]uint32, len(k.nodes))}
	for i := uint32(1); i < k.fresh; i++ {
		if n := &k.nodes[i]; n.level != reclaimed {
			a.levels[n.level] = append(a.levels[n.level], i)
			a.parents[n.low>>1]++
			a.parents[n.high>>1]++
		}
	}
	k.roots(func(f Ref) { a.parents[f>>1]++ })
	for _, f := range k.lits {
		a.parents[f>>1]++
	}
	return a
}

// finish makes what was reclaimed available.
func (a *arranger) finish() {
	for _, i := range a.retired {
		a.nodes[i].next, a.free = a.free, i
	}
	a.retired, a.deaf = nil, false
	a.live = a.count
	a.usage.reorderings.Add(1)
	a.setAlarm()
	a.publish()
}

// swap exchanges the variables x at the level and y below it. It returns false,
// and has done nothing, if there is no room for the nodes that it may make.
func (a *arranger) swap(level uint32) bool {
	if !a.ready(2 * len(a.levels[level])) {
		return false
	}
	a.swaps++
	a.orders++
	a.moves += 1 + int64(len(a.levels[level])+len(a.levels[level+1]))
	k := a.Kernel
	var moved, split []uint32 // nodes of x that do not depend on y, and that do
	for _, i := range a.levels[level] {
		switch n := &k.nodes[i]; {
		case n.level == reclaimed:
		case k.nodes[n.low>>1].level == level+1 || k.nodes[n.high>>1].level == level+1:
			split = append(split, i)
		default:
			moved = append(moved, i)
		}
	}
	above := a.levels[level+1]
	for _, i := range above {
		if n := &k.nodes[i]; n.level != reclaimed {
			n.level = level
		}
	}
	for _, i := range moved {
		k.nodes[i].level = level + 1
	}
	x, y := k.varAt[level], k.varAt[level+1]
	k.varAt[level], k.varAt[level+1] = y, x
	k.levelOf[x], k.levelOf[y] = int32(level+1), int32(level)
	k.salts[level], k.salts[level+1] = k.salts[level+1], k.salts[level]

	a.levels[level+1] = moved
	for _, i := range split {
		a.turn(i, level)
	}
	kept := split
	for _, i := range above {
		if k.nodes[i].level != reclaimed {
			kept = append(kept, i)
		}
	}
	a.levels[level] = kept
	return true
}

// turn makes node i, an if-then-else of x over nodes of y, one of y over nodes
// of x. The then edge of a then edge has no complement, so i keeps its sign.
func (a *arranger) turn(i, level uint32) {
	k := a.Kernel
	n := k.nodes[i]
	k.unlink(i, hash(k.salts[level+1], n.low, n.high))
	l0, l1 := k.split(n.low, level)
	h0, h1 := k.split(n.high, level)
	low := a.make(level+1, l0, h0)
	high := a.make(level+1, l1, h1)
	head := &k.heads[hash(k.salts[level], low, high)>>k.shift]
	k.nodes[i] = node{level, low, high, *head}
	*head = i
	a.drop(n.low)
	a.drop(n.high)
}

// make is node for an arranger: with one more parent for the result.
func (a *arranger) make(level uint32, low, high Ref) Ref {
	before := a.count
	f := a.node(level, low, high)
	a.parents[f>>1]++
	if a.count > before {
		i := uint32(f >> 1)
		a.levels[level] = append(a.levels[level], i)
		a.parents[low>>1]++
		a.parents[high>>1]++
	}
	return f
}

// drop takes a parent from f and reclaims what has none left.
func (a *arranger) drop(f Ref) {
	i := uint32(f >> 1)
	if a.parents[i]--; a.parents[i] > 0 || i == 0 {
		return
	}
	n := a.nodes[i]
	a.unlink(i, hash(a.salts[n.level], n.low, n.high))
	a.nodes[i].level = reclaimed
	a.retired = append(a.retired, i)
	a.count--
	a.drop(n.low)
	a.drop(n.high)
}

// unlink takes a node out of the chain of its hash.
func (k *Kernel) unlink(i uint32, h uint64) {
	at := &k.heads[h>>k.shift]
	for *at != i {
		at = &k.nodes[*at].next
	}
	*at = k.nodes[i].next
}

// ready tells whether n nodes can be made, after clearing up or growing.
func (a *arranger) ready(n int) bool {
	if limit := int(a.nodeLimit.Load()); limit > 0 && a.count+n > limit {
		return false
	}
	a.alarm = len(a.nodes) // until finish, makeRoom must not run
	if a.spare() >= n {
		return true
	}
	for level, list := range a.levels {
		kept := list[:0]
		for _, i := range list {
			if a.nodes[i].level != reclaimed {
				kept = append(kept, i)
			}
		}
		a.levels[level] = kept
	}
	for _, i := range a.retired {
		a.nodes[i].next, a.free = a.free, i
	}
	a.retired = a.retired[:0]
	for a.spare() < n {
		if !a.grow() {
			return false
		}
		a.parents = append(a.parents, make([]uint32, len(a.nodes)-len(a.parents))...)
	}
	a.alarm = len(a.nodes)
	return true
}

// spare is the number of nodes that can be made without growing.
func (a *arranger) spare() int { return len(a.nodes) - a.count - len(a.retired) }
