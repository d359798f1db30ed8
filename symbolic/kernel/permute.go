package kernel

// Permute returns f with every variable v replaced by image[v], all at once;
// variables beyond the image stay. Different maps have different numbers.
//
// One pass suffices where the new order of the variables is the old one: each
// node is made from the results for its children. Where it is not, the node
// becomes an if-then-else, so every map is right, and those that exchange
// little are cheap.
func (k *Kernel) Permute(f Ref, number uint32, image []int) Ref {
	p := permutation{k, number, image, 0}
	for v, w := range image {
		if v != w {
			p.below = max(p.below, uint32(k.levelOf[v])+1)
		}
	}
	k.begin(f)
	return k.done(p.of(f))
}

type permutation struct {
	*Kernel
	number uint32
	image  []int
	below  uint32 // variables from this level on stay
}

func (p *permutation) of(f Ref) Ref {
	k := p.Kernel
	n := &k.nodes[f>>1]
	if n.level >= p.below {
		return f
	}
	sign := f & 1
	f ^= sign
	key, e := k.look(f, Ref(p.number), opPermute)
	if e.a == f && e.b == Ref(p.number) && e.c == opPermute {
		return e.result ^ sign
	}
	k.spend()
	v, f1 := int(k.varAt[n.level]), n.high
	low := p.of(n.low)
	k.push(low)
	high := p.of(f1)
	k.push(high)
	r := p.at(v, low, high)
	k.pop()
	k.pop()
	k.store(key, f, Ref(p.number), opPermute, r)
	return r ^ sign
}

// at returns: if the image of v then high else low.
func (p *permutation) at(v int, low, high Ref) Ref {
	k := p.Kernel
	if v < len(p.image) {
		v = p.image[v]
	}
	level := uint32(k.levelOf[v])
	if level < k.nodes[low>>1].level && level < k.nodes[high>>1].level {
		return k.node(level, low, high)
	}
	return k.ite(k.literal(v), high, low)
}
