package kernel

// Restrict returns a function that agrees with f where care holds, usually a
// smaller one than f; see Coudert and Madre (1990). It depends on no variable
// on which f does not depend. If care is False so is the result.
func (k *Kernel) Restrict(f, care Ref) Ref {
	k.begin(f, care)
	return k.done(k.restrict(f, care, opRestrict))
}

// Constrain returns the generalised cofactor of f by care: like Restrict, but
// Constrain(f, care) depends on care also where f does not, and distributes
// over Boolean operations.
func (k *Kernel) Constrain(f, care Ref) Ref {
	k.begin(f, care)
	return k.done(k.restrict(f, care, opConstrain))
}

// Cofactor returns f with variable v fixed.
func (k *Kernel) Cofactor(f Ref, v int, value bool) Ref {
	lit := k.Literal(v)
	if !value {
		lit ^= 1
	}
	return k.Restrict(f, lit)
}

func (k *Kernel) restrict(f, care, op Ref) Ref {
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
	key, e := k.look(f, care, op)
	if e.a == f && e.b == care && e.c == op {
		return e.result ^ sign
	}
	k.spend()
	r := k.restrictBelow(f, care, op)
	k.store(key, f, care, op, r)
	return r ^ sign
}

func (k *Kernel) restrictBelow(f, care, op Ref) Ref {
	level := min(k.nodes[f>>1].level, k.nodes[care>>1].level)
	f0, f1 := k.split(f, level)
	c0, c1 := k.split(care, level)
	switch {
	case op == opRestrict && k.nodes[f>>1].level > level:
		c := k.or(c0, c1)
		k.push(c)
		r := k.restrict(f, c, op)
		k.pop()
		return r
	case c0 == False:
		return k.restrict(f1, c1, op)
	case c1 == False:
		return k.restrict(f0, c0, op)
	}
	low := k.restrict(f0, c0, op)
	k.push(low)
	high := k.restrict(f1, c1, op)
	k.pop()
	return k.node(level, low, high)
}
