package kernel

import "fmt"

// Check examines every invariant of the kernel and returns the first violation
// found. It can be called between operations, and from a debugger.
func (k *Kernel) Check() error {
	k.begin()
	for _, f := range []func() error{k.checkOrder, k.checkNodes, k.checkChains, k.checkFree, k.checkCache, k.checkRoots} {
		if err := f(); err != nil {
			return fmt.Errorf("kernel: %w", err)
		}
	}
	return nil
}

// checkOrder: levels and variables are inverse to each other.
func (k *Kernel) checkOrder() error {
	for v, level := range k.levelOf {
		if int(k.varAt[level]) != v || k.salts[level] != salt(v) {
			return fmt.Errorf("variable %d is at level %d, where variable %d is", v, level, k.varAt[level])
		}
	}
	return nil
}

// checkNodes: nodes are ordered, reduced, canonical in their signs, and there
// are no two with the same children.
func (k *Kernel) checkNodes() error {
	if k.nodes[0].level != terminal {
		return fmt.Errorf("the terminal is at level %d", k.nodes[0].level)
	}
	seen := make(map[node]uint32)
	for i := uint32(1); i < k.fresh; i++ {
		n := k.nodes[i]
		if n.level == reclaimed {
			continue
		}
		switch {
		case int(n.level) >= len(k.varAt):
			return fmt.Errorf("node %d is at level %d", i, n.level)
		case n.low == n.high:
			return fmt.Errorf("node %d has equal children", i)
		case n.high&1 == 1:
			return fmt.Errorf("node %d has a complemented then-edge", i)
		case !k.inUse(n.low) || !k.inUse(n.high):
			return fmt.Errorf("node %d has a child that is free", i)
		case k.nodes[n.low>>1].level <= n.level || k.nodes[n.high>>1].level <= n.level:
			return fmt.Errorf("node %d at level %d has a child that is not below", i, n.level)
		}
		n.next = 0
		if j, ok := seen[n]; ok {
			return fmt.Errorf("nodes %d and %d are the same", j, i)
		}
		seen[n] = i
	}
	return nil
}

func (k *Kernel) inUse(f Ref) bool {
	return uint32(f>>1) < k.fresh && k.nodes[f>>1].level != reclaimed
}

// checkChains: every node in use is in the chain of its hash, once, and they
// are as many as counted.
func (k *Kernel) checkChains() error {
	linked := 1
	for h, i := range k.heads {
		for ; i != 0; i = k.nodes[i].next {
			n := &k.nodes[i]
			if !k.inUse(Ref(i << 1)) {
				return fmt.Errorf("node %d is in a chain, but free", i)
			}
			if at := hash(k.salts[n.level], n.low, n.high) >> k.shift; at != uint64(h) {
				return fmt.Errorf("node %d is in chain %d instead of %d", i, h, at)
			}
			if linked++; linked > int(k.fresh) {
				return fmt.Errorf("chain %d has no end", h)
			}
		}
	}
	inUse := 1
	for i := uint32(1); i < k.fresh; i++ {
		if k.inUse(Ref(i << 1)) {
			inUse++
		}
	}
	if linked != inUse || inUse != k.count {
		return fmt.Errorf("%d nodes are linked, %d in use, %d counted", linked, inUse, k.count)
	}
	return nil
}

// checkFree: what is not in use is in the list of free nodes.
func (k *Kernel) checkFree() error {
	free := 0
	for i := k.free; i != 0; i = k.nodes[i].next {
		if k.nodes[i].level != reclaimed {
			return fmt.Errorf("node %d is in the list of free nodes, but in use", i)
		}
		if free++; free > int(k.fresh) {
			return fmt.Errorf("the list of free nodes has no end")
		}
	}
	if free+k.count != int(k.fresh) {
		return fmt.Errorf("%d nodes in use and %d free make not %d", k.count, free, k.fresh)
	}
	return nil
}

// checkCache: entries mention nodes in use and are where they are looked for.
func (k *Kernel) checkCache() error {
	for i, e := range k.cache {
		if e.a == 0 {
			continue
		}
		ok := k.inUse(e.a&^tag) && k.inUse(e.result) && (e.permutes() || k.inUse(e.b)) && (e.c >= tag || k.inUse(e.c))
		if !ok {
			return fmt.Errorf("entry %d of the cache, %v, mentions a free node", i, e)
		}
		if at := problem(e.a, e.b, e.c) >> k.cacheShift; at != uint64(i) {
			return fmt.Errorf("entry %d of the cache, %v, belongs to place %d", i, e, at)
		}
	}
	return nil
}

// checkRoots: roots and literals are in use, and literals what they should be.
func (k *Kernel) checkRoots() error {
	var err error
	k.roots(func(f Ref) {
		if !k.inUse(f) {
			err = fmt.Errorf("root %d is free", f)
		}
	})
	for v, f := range k.lits {
		if f != False && (!k.inUse(f) || k.Var(f) != v || k.Low(f) != False || k.High(f) != True) {
			return fmt.Errorf("reference %d is not variable %d", f, v)
		}
	}
	return err
}
