package kernel

// Erode returns where f holds and goes on to hold whichever one variable of the cube
// is turned: the erosion of f by the vectors that differ from one in one of these
// variables at most (Bloch and Lang 2000).
func (k *Kernel) Erode(f, cube Ref) Ref {
	k.begin(f, cube)
	return k.done(k.erode(f, cube))
}

func (k *Kernel) erode(f, cube Ref) Ref {
	if f <= True {
		return f
	}
	level := k.nodes[f>>1].level
	cube, at := k.from(cube, level)
	if cube == True {
		return f
	}
	key, e := k.look(f, cube, opErode)
	if e.a == f && e.b == cube && e.c == opErode {
		return e.result
	}
	k.spend()
	f0, f1 := k.split(f, level)
	low := k.erode(f0, cube)
	k.push(low)
	high := k.erode(f1, cube)
	k.push(high)
	if at == level { // turning it leads to the other side
		low = k.and(low, f1)
		k.push(low)
		high = k.and(high, f0)
		k.pop()
	}
	k.pop()
	k.pop()
	r := k.node(level, low, high)
	k.store(key, f, cube, opErode, r)
	return r
}
