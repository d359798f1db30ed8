package kernel

// Product is a relational product between two renamings: of f and g,
//
//	(∃ cube. f[in] ∧ g)[out]
//
// With states f and a relation g over current and next variables, that is the
// preimage if in renames current variables to next ones, and the image if out
// renames the next ones back. Where the order has next to each current variable
// its next one, f and f[in] have the same shape; then the recursion reads f as
// f[in], and f[in] is never built.
type Product struct {
	number  uint32
	cube    Ref
	in, out *Map

	// As the order was when they were last made.
	order int
	reads window // the levels at which the variables of f count, or nowhere
	makes window // the levels at which nodes are made, or nowhere: quantified
	end   uint32 // the first level below all that is renamed
	rest  Ref    // of the cube, from there on
	apart bool   // in does not keep the order
}

// nowhere is said of levels that are quantified, and of those to which others
// are renamed: f must not depend on them, or it is renamed on its own.
const nowhere = ^uint32(0)

// NewProduct returns a product. The caller holds the cube as long as the product
// is in use.
func (k *Kernel) NewProduct(in *Map, cube Ref, out *Map) *Product {
	return &Product{number: k.number(), cube: cube, in: in, out: out, order: -1}
}

// Product returns the product p of f and g.
func (k *Kernel) Product(f, g Ref, p *Product) Ref {
	k.begin(f, g, p.cube)
	if p.order != k.orders {
		k.prepare(p)
	}
	if r, ok := k.together(f, g, p); ok {
		return k.done(r)
	}
	f = k.permuted(f, p.in)
	k.push(f)
	f = k.andExists(f, g, p.cube)
	k.push(f)
	return k.done(k.permuted(f, p.out))
}

// prepare makes p anew for the present order.
func (k *Kernel) prepare(p *Product) {
	p.order = k.orders
	p.reads = k.identity(p.reads, p.in.from, p.in.to)
	for _, v := range p.in.to {
		p.reads.at[uint32(k.levelOf[v])-p.reads.first] = nowhere
	}
	k.move(&p.reads, p.in)
	p.apart = !increasing(p.reads.at)

	p.makes = k.identity(p.makes, p.in.from, p.in.to, p.out.from, p.out.to)
	p.end = p.makes.end()
	var quantified []int
	for p.rest = p.cube; k.nodes[p.rest>>1].level < p.end; p.rest = k.High(p.rest) {
		quantified = append(quantified, k.Var(p.rest))
	}
	p.makes = k.identity(p.makes, p.in.from, p.in.to, p.out.from, p.out.to, quantified)
	k.move(&p.makes, p.out)
	for _, v := range quantified {
		p.makes.at[uint32(k.levelOf[v])-p.makes.first] = nowhere
	}
}

// increasing tells whether levels move without overtaking each other.
func increasing(levels []uint32) bool {
	next := uint32(0)
	for _, level := range levels {
		switch {
		case level == nowhere:
		case level < next:
			return false
		default:
			next = level + 1
		}
	}
	return true
}

// stuck is what together panics with where f depends on a variable to which
// another is renamed.
type stuck struct{}

// together computes the product in one pass, if that is possible.
func (k *Kernel) together(f, g Ref, p *Product) (r Ref, ok bool) {
	if p.apart {
		return False, false
	}
	defer func() {
		if e := recover(); e == (stuck{}) {
			k.begin(f, g, p.cube)
			ok = false
		} else if e != nil {
			panic(e)
		}
	}()
	return k.product(f, g, p), true
}

func (k *Kernel) product(f, g Ref, p *Product) Ref {
	if f == False || g == False {
		return False
	}
	n, m := &k.nodes[f>>1], &k.nodes[g>>1]
	at := p.reads.of(n.level)
	if at == nowhere {
		panic(stuck{})
	}
	level := min(at, m.level)
	if level >= p.end {
		return k.andExists(f, g, p.rest)
	}
	op := tag | Ref(p.number)
	key, e := k.look(f|tag, g, op)
	if e.a == f|tag && e.b == g && e.c == op {
		return e.result
	}
	k.spend()
	f0, f1, g0, g1 := f, f, g, g
	if at == level {
		f0, f1 = n.low^f&1, n.high^f&1
	}
	if m.level == level {
		g0, g1 = m.low^g&1, m.high^g&1
	}
	var r Ref
	low := k.product(f0, g0, p)
	switch to := p.makes.of(level); {
	case to != nowhere:
		k.push(low)
		high := k.product(f1, g1, p)
		k.push(high)
		r = k.anywhere(to, low, high)
		k.pop()
		k.pop()
	case low == True:
		r = True
	default:
		k.push(low)
		r = k.join(low, k.product(f1, g1, p))
		k.pop()
	}
	k.store(key, f|tag, g, op, r)
	return r
}
