package kernel

// And returns the conjunction of f and g.
func (k *Kernel) And(f, g Ref) Ref {
	k.begin(f, g)
	return k.done(k.and(f, g))
}

// Or returns the disjunction of f and g.
func (k *Kernel) Or(f, g Ref) Ref {
	k.begin(f, g)
	return k.done(k.or(f, g))
}

// Meet tells whether f and g hold together somewhere. It makes no node, and ends with the first
// place that it finds.
func (k *Kernel) Meet(f, g Ref) bool {
	k.begin(f, g)
	return k.meet(f, g)
}

// Xor returns where f and g differ.
func (k *Kernel) Xor(f, g Ref) Ref {
	k.begin(f, g)
	return k.done(k.xor(f, g))
}

// Ite returns g where f holds, and h elsewhere.
func (k *Kernel) Ite(f, g, h Ref) Ref {
	k.begin(f, g, h)
	return k.done(k.ite(f, g, h))
}

func (k *Kernel) or(f, g Ref) Ref { return k.and(f^1, g^1) ^ 1 }

func (k *Kernel) and(f, g Ref) Ref {
	f, g = min(f, g), max(f, g)
	if f <= True {
		if f == False {
			return False
		}
		return g
	}
	if f^g <= 1 {
		if f == g {
			return f
		}
		return False
	}
	key, e := k.look(f, g, opAnd)
	if e.a == f && e.b == g && e.c == opAnd {
		return e.result
	}
	k.spend()
	level := min(k.nodes[f>>1].level, k.nodes[g>>1].level)
	f0, f1 := k.split(f, level)
	g0, g1 := k.split(g, level)
	low := k.and(f0, g0)
	k.push(low)
	high := k.and(f1, g1)
	k.pop()
	r := k.node(level, low, high)
	k.store(key, f, g, opAnd, r)
	return r
}

// meet looks at the results of conjunctions, and adds those that are false: one that is not
// ends the recursion, so that it would not be asked again. Complements hold where all
// variables are true, for no then edge has a sign.
func (k *Kernel) meet(f, g Ref) bool {
	f, g = min(f, g), max(f, g)
	switch {
	case f == False || f^g == 1:
		return false
	case f == True || f == g || f&g&1 != 0:
		return true
	}
	key, e := k.look(f, g, opAnd)
	if e.a == f && e.b == g && e.c == opAnd {
		return e.result != False
	}
	k.spend()
	level := min(k.nodes[f>>1].level, k.nodes[g>>1].level)
	f0, f1 := k.split(f, level)
	g0, g1 := k.split(g, level)
	if k.meet(f1, g1) || k.meet(f0, g0) {
		return true
	}
	k.store(key, f, g, opAnd, False)
	return false
}

// xor moves complements of operands to the result.
func (k *Kernel) xor(f, g Ref) Ref {
	sign := (f ^ g) & 1
	f, g = f&^1, g&^1
	f, g = min(f, g), max(f, g)
	if f == g {
		return sign
	}
	if f == False {
		return g ^ sign
	}
	key, e := k.look(f, g, opXor)
	if e.a == f && e.b == g && e.c == opXor {
		return e.result ^ sign
	}
	k.spend()
	level := min(k.nodes[f>>1].level, k.nodes[g>>1].level)
	f0, f1 := k.split(f, level)
	g0, g1 := k.split(g, level)
	low := k.xor(f0, g0)
	k.push(low)
	high := k.xor(f1, g1)
	k.pop()
	r := k.node(level, low, high)
	k.store(key, f, g, opXor, r)
	return r ^ sign
}

// ite reduces triples in which two operands are related to operations of two
// operands, and brings others into a standard form in which f and g are not
// complemented, after Brace, Rudell and Bryant (1990).
func (k *Kernel) ite(f, g, h Ref) Ref {
	switch {
	case f <= True:
		if f == True {
			return g
		}
		return h
	case g&^1 == f&^1:
		g = g ^ f ^ 1 // f: true; ¬f: false
	}
	if h&^1 == f&^1 {
		h = h ^ f // f: false; ¬f: true
	}
	switch {
	case g == h:
		return g
	case g == h^1:
		return k.xor(f, h)
	case g == True:
		return k.or(f, h)
	case g == False:
		return k.and(f^1, h)
	case h == True:
		return k.or(f^1, g)
	case h == False:
		return k.and(f, g)
	}
	if f&1 == 1 {
		f, g, h = f^1, h, g
	}
	sign := g & 1
	g, h = g^sign, h^sign
	key, e := k.look(f, g, h)
	if e.a == f && e.b == g && e.c == h {
		return e.result ^ sign
	}
	k.spend()
	level := min(k.nodes[f>>1].level, k.nodes[g>>1].level, k.nodes[h>>1].level)
	f0, f1 := k.split(f, level)
	g0, g1 := k.split(g, level)
	h0, h1 := k.split(h, level)
	low := k.ite(f0, g0, h0)
	k.push(low)
	high := k.ite(f1, g1, h1)
	k.pop()
	r := k.node(level, low, high)
	k.store(key, f, g, h, r)
	return r ^ sign
}

// split returns the cofactors of f by the variable at the level, which is not
// below the top of f. Which it is cannot be foreseen, so nothing branches on it.
func (k *Kernel) split(f Ref, level uint32) (low, high Ref) {
	n := &k.nodes[f>>1]
	low, high = n.low^f&1, n.high^f&1
	if n.level != level {
		low = f
	}
	if n.level != level {
		high = f
	}
	return low, high
}
