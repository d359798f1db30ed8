//go:build !js

package symbolic

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/dalzilio/rudd"
)

// ruddEngine runs on github.com/dalzilio/rudd.
//
// Nodes cross rudd's interface as pointers to an index, which need not be
// rudd's own pointers. The engine passes pointers to its own integers and
// protects nodes through rudd's reference counter, which it alone changes (see
// ruddLayout): between operations the counter is 1 for retained nodes, 0 for
// the others, and rudd's fixed maximum for literals.
//
// Two variables below all bits are the engine's own; see collect.
type ruddEngine struct {
	b      *rudd.BDD
	tables unsafe.Pointer
	bits   int
	odd    bool // collections so far, modulo 2
}

const (
	ruddMaxBits   = 1<<21 - 1 - ruddOwnBits
	ruddOwnBits   = 2
	ruddMaxRefs   = 1023 // a counter with this value belongs to a literal
	ruddMinFree   = 20   // after a collection grow unless so many percent are free
	ruddCachePart = 25   // cache entries per 100 nodes, in each of five caches
	ruddCacheCost = (4*32 + 24) * ruddCachePart / 100
	ruddMapCost   = 48 // bytes per entry of the unique table of rudd's default build
)

// ruddOps leaves out rudd's own difference, which computes something else;
// f \ g is taken as "g less than f".
var ruddOps = [...]rudd.Operator{
	opAnd: rudd.OPand, opOr: rudd.OPor, opXor: rudd.OPxor,
	opIff: rudd.OPbiimp, opImp: rudd.OPimp, opDiff: rudd.OPless,
}

// The page's program, which must be small, is without rudd.
func init() { engines = append(engines, named{"rudd", openRudd}) }

func openRudd(bits int, o Options, _ host) (engine, error) {
	if ruddPlacesErr != nil {
		return nil, ruddPlacesErr
	}
	if o.Reorder || o.Order != nil {
		return nil, errors.New("symbolic: rudd knows one order of the bits only, by their numbers")
	}
	if bits > ruddMaxBits {
		return nil, fmt.Errorf("symbolic: %d bits are too many for rudd, which has room for %d", bits, ruddMaxBits)
	}
	room := max(o.room(), 2*(bits+ruddOwnBits)+64)
	b, err := rudd.New(bits+ruddOwnBits,
		rudd.Nodesize(room),
		rudd.Cachesize(max(room*ruddCachePart/100, 512)),
		rudd.Cacheratio(ruddCachePart),
		rudd.Minfreenodes(ruddMinFree),
		rudd.Maxnodeincrease(1<<28))
	if err != nil {
		return nil, fmt.Errorf("symbolic: rudd: %w", err)
	}
	r := &ruddEngine{b: b, bits: bits}
	r.tables = *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(b), ruddPlaces.tables))
	*(*any)(unsafe.Add(r.tables, ruddPlaces.finalizer)) = nil
	return r, nil
}

// sliceHeader is a slice as the compiler lays it out.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

func (r *ruddEngine) nodes() *sliceHeader {
	return (*sliceHeader)(unsafe.Add(r.tables, ruddPlaces.nodes))
}

func (r *ruddEngine) number(place uintptr) *int {
	return (*int)(unsafe.Add(r.tables, place))
}

func (r *ruddEngine) node(n int) unsafe.Pointer {
	return unsafe.Add(r.nodes().data, uintptr(n)*ruddPlaces.stride)
}

func (r *ruddEngine) refs(n int) *int32 {
	return (*int32)(unsafe.Add(r.node(n), ruddPlaces.refs))
}

func (r *ruddEngine) bit(n int) int {
	if n <= trueNode {
		return r.bits
	}
	return int(*(*int32)(unsafe.Add(r.node(n), ruddPlaces.level)))
}

func (r *ruddEngine) level(bit int) int { return bit }

func (r *ruddEngine) order() []int {
	out := make([]int, r.bits)
	for b := range out {
		out[b] = b
	}
	return out
}

func (r *ruddEngine) rearrange([][]int) {}

func (r *ruddEngine) low(n int) int  { return *(*int)(unsafe.Add(r.node(n), ruddPlaces.low)) }
func (r *ruddEngine) high(n int) int { return *(*int)(unsafe.Add(r.node(n), ruddPlaces.high)) }

// result takes back the reference that rudd counted for a result. rudd reports
// an error as nil; no use the engine makes of it can lead there.
func (r *ruddEngine) result(n rudd.Node) int {
	if n == nil || r.b.Errored() {
		panic(fmt.Sprintf("symbolic: rudd failed: %s", r.b.Error()))
	}
	r.release(*n)
	return *n
}

func (r *ruddEngine) retain(n int) {
	if c := r.refs(n); *c < ruddMaxRefs {
		*c++
	}
}

func (r *ruddEngine) release(n int) {
	if c := r.refs(n); *c < ruddMaxRefs {
		*c--
	}
}

func (r *ruddEngine) literal(b Bit) int { return *r.b.Ithvar(int(b)) }

func (r *ruddEngine) not(f int) int { return r.result(r.b.Not(&f)) }

func (r *ruddEngine) apply(op operator, f, g int) int {
	switch op {
	case opAnd, opOr, opXor, opIff:
		if f > g { // rudd's cache takes f∧g and g∧f for two problems
			f, g = g, f
		}
	case opDiff:
		f, g = g, f
	}
	return r.result(r.b.Apply(&f, &g, ruddOps[op]))
}

func (r *ruddEngine) meet(f, g int) bool { return r.apply(opAnd, f, g) != falseNode }

func (r *ruddEngine) ite(f, g, h int) int { return r.result(r.b.Ite(&f, &g, &h)) }

func (r *ruddEngine) exists(f, cube int) int { return r.result(r.b.Exist(&f, &cube)) }

func (r *ruddEngine) andExists(f, g, cube int) int {
	if f > g {
		f, g = g, f
	}
	return r.result(r.b.AppEx(&f, &g, rudd.OPand, &cube))
}

// permutes: rudd renames in linear time what stays in order, and otherwise
// takes time exponential in the number of bits.
func (r *ruddEngine) permutes() bool { return false }

func (r *ruddEngine) rename(f int, m *bitMap) int {
	if m.rudd == nil {
		m.rudd = newRuddMap(m)
	}
	return r.result(r.b.Replace(&f, m.rudd))
}

func (r *ruddEngine) product(int, int, *product) int { panic("symbolic: rudd has no product") }

// collect makes rudd believe that its table is full and then asks for a node
// that cannot be there: a function of the engine's own variables that was last
// made two collections ago.
func (r *ruddEngine) collect() {
	p, q := *r.b.Ithvar(r.bits), *r.b.Ithvar(r.bits + 1)
	if r.odd {
		q = *r.b.NIthvar(r.bits + 1)
	}
	r.odd = !r.odd
	before := r.usage().collections
	*r.number(ruddPlaces.freepos) = 0
	r.result(r.b.Apply(&p, &q, rudd.OPand))
	if r.usage().collections == before {
		panic("symbolic: rudd did not collect")
	}
}

// usage is called while operations run, so it may see a table that is being
// replaced: single words, each of them valid, only approximately of one moment.
// The race detector is told that this is meant.
//
//go:norace
func (r *ruddEngine) usage() usage {
	slots := r.nodes().len
	history := (*sliceHeader)(unsafe.Add(r.tables, ruddPlaces.history))
	return usage{
		nodes:       slots - *r.number(ruddPlaces.freenum),
		slots:       slots,
		bytes:       int64(slots) * ruddBytesPerSlot(),
		collections: history.len,
	}
}

// work has no steps: rudd counts them in a build of its own for debugging alone. Its
// collections keep nobody informed either.
func (r *ruddEngine) work() Work { return Work{Nodes: int64(*r.number(ruddPlaces.produced))} }

// ruddBytesPerSlot counts the node table twice, because growing copies it.
func ruddBytesPerSlot() int64 {
	perSlot := 2*int64(ruddPlaces.stride) + ruddCacheCost
	if !ruddBuddy {
		perSlot += ruddMapCost
	}
	return perSlot
}

// bound lets the table, which otherwise doubles, grow just up to the limit.
//
//go:norace
func (r *ruddEngine) bound(l Limits) {
	step, slots := 1<<28, r.nodes().len
	if most := l.slots(ruddBytesPerSlot()); most > 0 {
		step = max(most-slots, slots/64+1)
	}
	*r.number(ruddPlaces.growth) = step
}

func (r *ruddEngine) lasting() bool { return false }

// With few nodes rudd's cache is small as well, and the encoding of 52 cards of
// Eleusis takes minutes.
func (r *ruddEngine) small() bool { return false }

func (r *ruddEngine) overrun(any) (usage, bool) { return usage{}, false }

func (r *ruddEngine) check() error { return nil }

// halt empties the node table under the running operation, which then fails at
// its next access, by an index out of range or a division by zero. Only the
// length is written: whatever the operation does meanwhile, and even if it is
// just replacing the table by a larger one, pointer and length fit together
// well enough that no access can leave valid memory. Such a replacement undoes
// the halt, hence repeated calls.
//
//go:norace
func (r *ruddEngine) halt() { r.nodes().len = 0 }
