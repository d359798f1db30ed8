package kernel

// Map renames variables, all at once. It belongs to the kernel that made it.
type Map struct {
	number   uint32
	from, to []int // the variables that move, and where

	// As the order was when they were last made: the levels to which those of a
	// window move.
	order  int
	levels window
}

// window says something about the levels from the first on.
type window struct {
	first uint32
	at    []uint32
}

// end is the first level below the window.
func (w *window) end() uint32 { return w.first + uint32(len(w.at)) }

// of returns what the window says of a level: outside it is the level itself.
func (w *window) of(level uint32) uint32 {
	if i := level - w.first; i < uint32(len(w.at)) {
		return w.at[i]
	}
	return level
}

// NewMap returns the map of from[i] to to[i]; other variables stay. No variable
// may be in from twice, nor in to.
func (k *Kernel) NewMap(from, to []int) *Map {
	return &Map{number: k.number(), from: from, to: to, order: -1}
}

// number returns a new number for the problems of a map or a product.
func (k *Kernel) number() uint32 {
	k.numbers++
	return k.numbers
}

// identity returns the window of the levels of the variables, which says
// nothing, and reuses the memory of another.
func (k *Kernel) identity(w window, vars ...[]int) window {
	first, end := len(k.varAt), 0
	for _, vs := range vars {
		for _, v := range vs {
			first, end = min(first, int(k.levelOf[v])), max(end, int(k.levelOf[v])+1)
		}
	}
	w = window{uint32(min(first, end)), w.at[:0]}
	for level := w.first; level < uint32(end); level++ {
		w.at = append(w.at, level)
	}
	return w
}

// move makes the window say that each variable of m moves.
func (k *Kernel) move(w *window, m *Map) {
	for i, v := range m.from {
		w.at[uint32(k.levelOf[v])-w.first] = uint32(k.levelOf[m.to[i]])
	}
}

// Permute returns f with every variable replaced as the map says.
//
// One pass suffices where the new order of the variables is the old one: each
// node is made from the results for its children. Where it is not, the node
// becomes an if-then-else, so every map is right, and those that exchange
// little are cheap.
func (k *Kernel) Permute(f Ref, m *Map) Ref {
	k.begin(f)
	return k.done(k.permuted(f, m))
}

func (k *Kernel) permuted(f Ref, m *Map) Ref {
	if m.order != k.orders {
		m.order, m.levels = k.orders, k.identity(m.levels, m.from)
		k.move(&m.levels, m)
	}
	return k.permute(f, m)
}

func (k *Kernel) permute(f Ref, m *Map) Ref {
	n := &k.nodes[f>>1]
	level := n.level
	if level >= m.levels.end() {
		return f
	}
	sign := f & 1
	f ^= sign
	key, e := k.look(f, Ref(m.number), opPermute)
	if e.a == f && e.b == Ref(m.number) && e.c == opPermute {
		return e.result ^ sign
	}
	k.spend()
	f1 := n.high
	low := k.permute(n.low, m)
	k.push(low)
	high := k.permute(f1, m)
	k.push(high)
	r := k.anywhere(m.levels.of(level), low, high)
	k.pop()
	k.pop()
	k.store(key, f, Ref(m.number), opPermute, r)
	return r ^ sign
}

// anywhere is node for functions that may depend on any variables: where the one
// at the level is true, high, else low. Both must be on the stack.
func (k *Kernel) anywhere(level uint32, low, high Ref) Ref {
	if level < k.nodes[low>>1].level && level < k.nodes[high>>1].level {
		return k.node(level, low, high)
	}
	return k.ite(k.literal(int(k.varAt[level])), high, low)
}
