package kernel

// Size returns the number of functions, constants left out, that f is made of: f itself, its
// cofactors by the variable tested, theirs, and so on. If they are more than most it
// returns some number above most, in time for as many. A function and its complement
// are two, as in diagrams without complemented edges.
func (k *Kernel) Size(f Ref, most int) int {
	k.begin(f)
	if need := len(k.nodes)/32 + 1; len(k.seen) < need {
		k.seen = make([]uint64, need)
	}
	c := sizer{k, 0, most, k.seen}
	k.seen = nil // if it is stopped
	c.count(f)
	c.forget(f)
	k.seen = c.seen
	k.done(f)
	return c.size
}

// sizer counts. seen has a bit for each function; between two counts all are 0.
type sizer struct {
	*Kernel
	size, most int
	seen       []uint64
}

// count recurses along low edges, as mark does.
func (c *sizer) count(f Ref) {
	for f > True && c.seen[f>>6]>>(f&63)&1 == 0 && c.size <= c.most {
		c.visit()
		c.seen[f>>6] |= 1 << (f & 63)
		c.size++
		n := &c.nodes[f>>1]
		c.count(n.low ^ f&1)
		f = n.high ^ f&1
	}
}

// forget takes back the bits. What count has seen it can reach.
func (c *sizer) forget(f Ref) {
	for f > True && c.seen[f>>6]>>(f&63)&1 == 1 {
		c.seen[f>>6] &^= 1 << (f & 63)
		n := &c.nodes[f>>1]
		c.forget(n.low ^ f&1)
		f = n.high ^ f&1
	}
}
