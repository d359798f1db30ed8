package kernel

// A cube is a conjunction of variables, or True for none.

// Exists returns f or-ed over all values of the variables of the cube.
func (k *Kernel) Exists(f, cube Ref) Ref {
	k.begin(f, cube)
	return k.done(k.exists(f, cube))
}

// Forall returns f and-ed over all values of the variables of the cube.
func (k *Kernel) Forall(f, cube Ref) Ref {
	k.begin(f, cube)
	return k.done(k.exists(f^1, cube)) ^ 1
}

// AndExists returns Exists(And(f, g), cube) without the conjunction, in one
// pass.
func (k *Kernel) AndExists(f, g, cube Ref) Ref {
	k.begin(f, g, cube)
	return k.done(k.andExists(f, g, cube))
}

// OrForall returns Forall(Or(f, g), cube) in one pass.
func (k *Kernel) OrForall(f, g, cube Ref) Ref {
	k.begin(f, g, cube)
	return k.done(k.andExists(f^1, g^1, cube)) ^ 1
}

// from drops the variables of the cube that are above the level.
func (k *Kernel) from(cube Ref, level uint32) (Ref, uint32) {
	for {
		n := &k.nodes[cube>>1]
		if n.level >= level {
			return cube, n.level
		}
		cube = n.high ^ cube&1
	}
}

func (k *Kernel) exists(f, cube Ref) Ref {
	if f <= True {
		return f
	}
	level := k.nodes[f>>1].level
	cube, at := k.from(cube, level)
	if cube == True {
		return f
	}
	key, e := k.look(f, cube, opExists)
	if e.a == f && e.b == cube && e.c == opExists {
		return e.result
	}
	k.spend()
	f0, f1 := k.split(f, level)
	low := k.exists(f0, cube)
	var r Ref
	switch {
	case at != level:
		k.push(low)
		high := k.exists(f1, cube)
		k.pop()
		r = k.node(level, low, high)
	case low == True:
		r = True
	default:
		k.push(low)
		r = k.join(low, k.exists(f1, cube))
		k.pop()
	}
	k.store(key, f, cube, opExists, r)
	return r
}

// join is or for two results, of which the second is not on the stack yet.
func (k *Kernel) join(low, high Ref) Ref {
	k.push(high)
	r := k.or(low, high)
	k.pop()
	return r
}

func (k *Kernel) andExists(f, g, cube Ref) Ref {
	if f > g {
		f, g = g, f
	}
	switch {
	case f == False || f^g == 1:
		return False
	case f == True || f == g:
		return k.exists(g, cube)
	}
	level := min(k.nodes[f>>1].level, k.nodes[g>>1].level)
	cube, at := k.from(cube, level)
	if cube == True {
		return k.and(f, g)
	}
	key, e := k.look(f|tag, g, cube)
	if e.a == f|tag && e.b == g && e.c == cube {
		return e.result
	}
	k.spend()
	f0, f1 := k.split(f, level)
	g0, g1 := k.split(g, level)
	low := k.andExists(f0, g0, cube)
	var r Ref
	switch {
	case at != level:
		k.push(low)
		high := k.andExists(f1, g1, cube)
		k.pop()
		r = k.node(level, low, high)
	case low == True:
		r = True
	default:
		k.push(low)
		r = k.join(low, k.andExists(f1, g1, cube))
		k.pop()
	}
	k.store(key, f|tag, g, cube, r)
	return r
}
