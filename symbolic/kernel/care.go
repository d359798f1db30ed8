package kernel

// Restrict returns a function that agrees with f where care holds, usually a
// smaller one than f; see Coudert and Madre (1990). It depends on no variable
// on which f does not depend. If care is False so is the result.
func (k *Kernel) Restrict(f, care Ref) Ref {
	k.begin(f, care)
	return k.done(k.restrict(f, care))
}

// Cofactor returns f with variable v fixed.
func (k *Kernel) Cofactor(f Ref, v int, value bool) Ref {
	lit := k.Literal(v)
	if !value {
		lit ^= 1
	}
	return k.Restrict(f, lit)
}

func (k *Kernel) restrict(f, care Ref) Ref {
	switch {
	case care == False:
		return False
	case care == True || f <= True:
		return f
	case f^care <= 1:
		return True ^ f ^ care
	}
	sign := f & 1
	f ^= sign
	key, e := k.look(f, care, opRestrict)
	if e.a == f && e.b == care && e.c == opRestrict {
		return e.result ^ sign
	}
	k.spend()
	r := k.restrictBelow(f, care)
	k.store(key, f, care, opRestrict, r)
	return r ^ sign
}

func (k *Kernel) restrictBelow(f, care Ref) Ref {
	level := min(k.nodes[f>>1].level, k.nodes[care>>1].level)
	f0, f1 := k.split(f, level)
	c0, c1 := k.split(care, level)
	switch {
	case k.nodes[f>>1].level > level:
		c := k.or(c0, c1)
		k.push(c)
		r := k.restrict(f, c)
		k.pop()
		return r
	case c0 == False:
		return k.restrict(f1, c1)
	case c1 == False:
		return k.restrict(f0, c0)
	}
	low := k.restrict(f0, c0)
	k.push(low)
	high := k.restrict(f1, c1)
	k.pop()
	return k.node(level, low, high)
}
