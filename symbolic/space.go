package symbolic

import (
	"fmt"
	"sync/atomic"
	"weak"

	"github.com/epibdd/epibdd/internal/heuristic"
)

// Bit is a Boolean variable of a space. Unless Options say otherwise, its number
// is its place in the order: 0 is tested first, on top of the diagrams.
type Bit int

// Options choose how a space is built.
type Options struct {
	Engine string // one of Engines, or empty for the default

	// Nodes and Memory are the limits that Do applies; see Limits.
	Nodes  int
	Memory int64

	// Process makes limits on memory count all that the process takes, see ProcessMemory:
	// tables grow as far as what else there is leaves room.
	Process bool

	// Room is the number of nodes that fit before the tables grow for the
	// first time. 0 stands for a size that suits small models.
	Room int

	// Order is the order of the bits, top first, or nil for that of their
	// numbers. It names each bit once.
	Order []Bit

	// Reach is how relations of the space are searched; empty: Auto.
	Reach Method

	// Reorder lets the space look for a better order when its diagrams have
	// become much larger; see SetGroups. The contents of sets stay as they are,
	// and so do the numbers of bits.
	Reorder bool

	// Beside says how large Go's heap is, about so many objects: to find out which sets
	// are still held all of it is read, so the larger it is, the less often.
	Beside int

	// Meter, if not nil, adds up the work of this space and others.
	Meter *Meter

	// Companion, if not nil, takes turns with the work of this space and others.
	Companion *Companion

	// Without are heuristics that are left out, here and by package encode.
	Without heuristic.Set

	// collectNth makes the kernel collect after so many new nodes, also inside
	// operations. It is for tests.
	collectNth int
}

// defaultRoom costs a megabyte. Growing is by doubling, so starting small loses little.
const defaultRoom = 1 << 15

// room is where the table starts: within the limits, if they are known now.
func (o Options) room() int {
	room := o.Room
	if room <= 0 {
		room = defaultRoom
	}
	if o.Memory > 0 {
		room = min(room, int(min(o.Memory/256, 1<<30)))
	}
	return max(room, 256)
}

// Space is a Boolean algebra of sets over a fixed number of bits. It belongs to
// one goroutine at a time; Stats alone may be called from any.
type Space struct {
	bits    int
	engine  engine
	handles map[int]weak.Pointer[handle]
	walk    walker
	maps    int // renamings numbered so far

	renamed     Set // by an engine that wants to know the support of what it renames
	renamedBits []Bit

	empty, full *handle

	method Method
	limits Limits
	frame  *frame // innermost Do
	bounds bounds // its limits

	share share // of the memory of the process

	state atomic.Int32
	stop  atomic.Pointer[LimitError] // asks the next operation not to start
	dead  atomic.Pointer[LimitError]

	live       int // nodes in use after the last collection
	alive      int // handles alive after the last look
	fresh      int // nodes to be made before the next look for dead handles
	mostFresh  int // that this may be
	stats      counters
	operations int64
	visits     int64 // to nodes by walks
	without    heuristic.Set
	metering   *Meter
	companion  *Companion
	metered    Work // at last

	cluster   int         // nodes of a cluster of conjuncts; tests: fewer
	composing int         // nodes from which on groups are composed; tests: fewer
	small     int         // with fewer nodes do not clean up; tests: lower
	forced    func() bool // tests: may collect or reorder before an operation, and tells whether it did

	reordering
}

// NewSpace returns a space of bits variables. It fails if the engine is
// unknown or has no room for so many bits.
func NewSpace(bits int, o Options) (*Space, error) {
	if bits < 0 {
		return nil, fmt.Errorf("symbolic: a space of %d bits", bits)
	}
	sp := &Space{
		bits:     bits,
		handles:  make(map[int]weak.Pointer[handle]),
		limits:   Limits{Nodes: o.Nodes, Memory: o.Memory},
		metering: o.Meter, without: o.Without, companion: o.Companion,
		cluster: clusterNodes, composing: composeFrom,
		small: smallTable, mostFresh: min(mostFresh, max(leastFresh, o.Beside)),
	}
	sp.share.counted = o.Process
	err := o.checkOrder(bits)
	if err != nil {
		return nil, err
	}
	if sp.method, err = o.method(); err != nil {
		return nil, err
	}
	if err := o.affords(bits); err != nil {
		return nil, err
	}
	e, err := openEngine(bits, o, sp)
	if err != nil {
		return nil, err
	}
	sp.engine = e
	if e.small() {
		sp.small = leastTable
	}
	sp.reordering = reordering{enabled: o.Reorder, sorted: !o.Reorder && o.Order == nil, at: reorderFrom}
	sp.empty, sp.full = &handle{space: sp, node: falseNode}, &handle{space: sp, node: trueNode}
	sp.account()
	return sp, nil
}

// bytesPerBit is about what a bit takes before there is any node: its places in the order and in its
// group, its literal, and what caches have of it.
const bytesPerBit = 64

// affords is the error of bits that leave no room for nodes.
func (o Options) affords(bits int) error {
	used := int64(bits) * bytesPerBit
	if o.Process {
		_, needed := ProcessMemory()
		used += needed
	}
	if o.Memory > 0 && used > o.Memory {
		return &LimitError{Kind: Memory, Limit: o.Memory, Used: used}
	}
	return nil
}

// Bits returns the number of bits of the space.
func (sp *Space) Bits() int { return sp.bits }

// Without tells whether heuristics are left out (Options.Without).
func (sp *Space) Without(h heuristic.Set) bool { return sp.without.Has(h) }

// Empty returns the empty set.
func (sp *Space) Empty() Set { return Set{sp.empty} }

// Full returns the set of all vectors.
func (sp *Space) Full() Set { return Set{sp.full} }

// Constant returns Full for true and Empty for false.
func (sp *Space) Constant(v bool) Set {
	if v {
		return sp.Full()
	}
	return sp.Empty()
}

// Lit returns the set of vectors in which b is true. It panics if the space has
// no bit b.
func (sp *Space) Lit(b Bit) Set {
	sp.check(b)
	return sp.perform(func(e engine) int { return e.literal(b) })
}

// check panics unless b is a bit of the space.
func (sp *Space) check(b Bit) {
	if b < 0 || int(b) >= sp.bits {
		panic(fmt.Sprintf("symbolic: bit %d in a space of %d bits", b, sp.bits))
	}
}

// SetLimits changes the limits that the next call of Do applies.
func (sp *Space) SetLimits(l Limits) { sp.limits = l }

// Limits returns the limits that the next call of Do applies.
func (sp *Space) Limits() Limits { return sp.limits }

// Lasting tells whether the space remains good when a limit stops an operation, see Do.
func (sp *Space) Lasting() bool { return sp.engine != nil && sp.engine.lasting() }

// Usable returns nil, or the *LimitError by which the space was lost. Every
// operation in a lost space panics with that error, which Do returns.
func (sp *Space) Usable() error {
	if e := sp.dead.Load(); e != nil {
		return e
	}
	return nil
}
