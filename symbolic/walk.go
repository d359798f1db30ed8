package symbolic

import (
	"math"
	"math/bits"
	"slices"
)

// A walk lists the inner nodes below a root, children before parents. All that
// looks at the structure of diagrams (support, counting, picking, renaming) is
// a loop over such a list, with one value per place in it.
type walk struct {
	space  *Space
	engine engine
	nodes  []int
	places *walker
}

// place is the place of a listed node in nodes; constants: -2, -1.
func (w walk) place(n int) int {
	if n <= trueNode {
		return n - 2
	}
	return int(w.places.at(n).place)
}

// tick is for loops over a walk: it gives up at place i if that is asked for.
func (w walk) tick(i int) {
	if i%patience == 0 {
		w.space.pause()
	}
}

// walker holds the places of the last walk in a hash table with open
// addressing, several times faster than a map. Its size goes with the walk, not
// with the tables of the engine.
type walker struct {
	slots []seenAt // a power of two
	shift uint
	path  []int
}

// seenAt is empty if the node is 0.
type seenAt struct {
	node  uint32
	place int32
}

// patience is how many nodes a walk visits between looking for a stop.
const patience = 1 << 12

// under walks over s. The result is good until the next walk in this space.
func (s Set) under() walk { return underUpTo(s, math.MaxInt) }

// underUpTo is under, given up when there are more nodes than most.
func underUpTo(s Set, most int) walk {
	sp := s.Space()
	sp.begin()
	defer sp.end()
	sp.walk.begin()
	out := walk{space: sp, engine: sp.engine, places: &sp.walk}
	if s.h.node > trueNode {
		out.nodes = sp.walk.visit(sp, s.h.node, most)
		sp.visits += int64(len(out.nodes))
	}
	return out
}

const smallWalk = 1 << 10

func (w *walker) begin() {
	if len(w.slots) == smallWalk {
		clear(w.slots)
	} else {
		w.slots = nil // the places of a large walk are not worth clearing
		w.resize(smallWalk)
	}
	w.path = w.path[:0]
}

func (w *walker) resize(size int) {
	old := w.slots
	w.slots, w.shift = make([]seenAt, size), uint(32-bits.TrailingZeros(uint(size)))
	for _, s := range old {
		if s.node != 0 {
			*w.at(int(s.node)) = s
		}
	}
}

// at is where node n is noted, or would be.
func (w *walker) at(n int) *seenAt {
	for i := uint32(n) * 0x9e3779b1 >> w.shift; ; i++ {
		s := &w.slots[int(i)&(len(w.slots)-1)]
		if s.node == uint32(n) || s.node == 0 {
			return s
		}
	}
}

func (w *walker) met(n int) bool { return n <= trueNode || w.at(n).node != 0 }

// note records the place of n, when so many others are noted.
func (w *walker) note(n, place int) {
	if 2*place >= len(w.slots) {
		w.resize(2 * len(w.slots))
	}
	*w.at(n) = seenAt{uint32(n), int32(place)}
}

// visit lists the nodes below n in post-order, without recursion, until there are
// more than most. A node is marked when it is listed, so it may wait on the path
// more than once.
func (w *walker) visit(sp *Space, n, most int) []int {
	e := sp.engine
	var nodes []int
	w.path = append(w.path, n)
	for len(w.path) > 0 && len(nodes) <= most {
		n := w.path[len(w.path)-1]
		if w.met(n) {
			w.path = w.path[:len(w.path)-1]
			continue
		}
		low, high := e.low(n), e.high(n)
		if w.met(low) && w.met(high) {
			w.note(n, len(nodes))
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

// support returns the bits tested in the walk, ascending.
func (w walk) support(n int) []Bit {
	if len(w.nodes) < n/16 {
		bits := make([]Bit, len(w.nodes))
		for i, n := range w.nodes {
			bits[i] = Bit(w.engine.bit(n))
		}
		slices.Sort(bits)
		return slices.Compact(bits)
	}
	tested := make([]bool, n)
	for _, n := range w.nodes {
		tested[w.engine.bit(n)] = true
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
func (s Set) Support() []Bit { return s.under().support(s.Space().bits) }

// DependsOn tells whether b is in the support of s.
func (s Set) DependsOn(b Bit) bool { return slices.Contains(s.Support(), b) }

// CountNodes returns the number of nodes of the diagram of s, constants
// included.
func (s Set) CountNodes() int {
	if s.isConstant() {
		return 1
	}
	return innerNodes(s, math.MaxInt-2) + 2
}

// IsLarger tells whether CountNodes is more than n, in time for n nodes.
func (s Set) IsLarger(n int) bool {
	if s.isConstant() {
		return n < 1
	}
	return innerNodes(s, n)+2 > n
}

// sizing engines count nodes faster than a walk.
type sizing interface {
	// size is the number of nodes below f, constants left out; or some number above
	// most, if it is larger.
	size(f, most int) int
}

// innerNodes is the number of nodes of s other than constants; or some number above most, if
// it is larger.
func innerNodes(s Set, most int) int {
	sp := s.Space()
	if _, ok := sp.engine.(sizing); !ok {
		return len(underUpTo(s, most).nodes)
	}
	sp.begin()
	defer sp.end()
	return sp.engine.(sizing).size(s.h.node, most)
}

// smaller tells whether s has fewer nodes than t has, divided by n: in time for the nodes
// of t.
func smaller(s, t Set, n int) bool {
	return !s.Equal(t) && !s.IsLarger(t.CountNodes()/n-1)
}
