package symbolic

import "slices"

// A walk lists the inner nodes below a root, children before parents. All that
// looks at the structure of diagrams (support, counting, picking, renaming) is
// a loop over such a list, with one value per place in it.
type walk struct {
	engine engine
	nodes  []int
	place  func(n int) int // place of a listed node in nodes; constants: -2, -1
}

// walker holds the places of the last walk. Node numbers are dense, so a slice
// is several times faster than a map; it is reused and never cleared.
type walker struct {
	seen []seenAt
	now  uint32
	path []int
}

type seenAt struct {
	walk  uint32
	place int32
}

// patience is how many nodes a walk visits between looking for a stop.
const patience = 1 << 12

// under walks over s. The result is good until the next walk in this space.
func (s Set) under() walk {
	sp := s.Space()
	sp.begin()
	defer sp.end()
	w := &sp.walk
	w.begin(sp.engine.usage().slots)
	out := walk{engine: sp.engine}
	out.place = func(n int) int {
		if n <= trueNode {
			return n - 2
		}
		return int(w.seen[n].place)
	}
	if s.h.node > trueNode {
		out.nodes = sp.visit(s.h.node)
	}
	return out
}

func (w *walker) begin(slots int) {
	if w.now++; w.now == 0 { // wrapped around
		clear(w.seen)
		w.now = 1
	}
	if len(w.seen) < slots {
		w.seen = append(w.seen, make([]seenAt, slots-len(w.seen))...)
	}
	w.path = w.path[:0]
}

func (w *walker) met(n int) bool { return n <= trueNode || w.seen[n].walk == w.now }

// visit lists the nodes below n in post-order, without recursion. A node is
// marked when it is listed, so it may wait on the path more than once.
func (sp *Space) visit(n int) []int {
	w, e := &sp.walk, sp.engine
	var nodes []int
	w.path = append(w.path, n)
	for len(w.path) > 0 {
		n := w.path[len(w.path)-1]
		if w.met(n) {
			w.path = w.path[:len(w.path)-1]
			continue
		}
		low, high := e.low(n), e.high(n)
		if w.met(low) && w.met(high) {
			w.seen[n] = seenAt{w.now, int32(len(nodes))}
			nodes = append(nodes, n)
			if len(nodes)%patience == 0 {
				sp.pause()
			}
			continue
		}
		if !w.met(high) {
			w.path = append(w.path, high)
		}
		if !w.met(low) {
			w.path = append(w.path, low)
		}
	}
	return nodes
}

// pause is for loops that are not in the engine's hands: it panics with the
// reason if a watcher asks to stop.
func (sp *Space) pause() {
	if e := sp.stop.Load(); e != nil {
		panic(e)
	}
}

// levels returns the bits tested in the walk, ascending.
func (w walk) levels(bits int) []Bit {
	tested := make([]bool, bits)
	for _, n := range w.nodes {
		tested[w.engine.level(n)] = true
	}
	var out []Bit
	for b, t := range tested {
		if t {
			out = append(out, Bit(b))
		}
	}
	return out
}

// Support returns the bits on which membership in s depends, ascending.
func (s Set) Support() []Bit { return s.under().levels(s.Space().bits) }

// DependsOn tells whether b is in the support of s.
func (s Set) DependsOn(b Bit) bool { return slices.Contains(s.Support(), b) }

// CountNodes returns the number of nodes of the diagram of s, constants
// included.
func (s Set) CountNodes() int {
	if s.isConstant() {
		return 1
	}
	return len(s.under().nodes) + 2
}
