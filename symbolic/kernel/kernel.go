package kernel

import (
	"fmt"
	"runtime"
	"sync/atomic"
)

// Ref is a function: twice the index of a node, plus one for its complement.
type Ref uint32

// The constants. The terminal node, of index 0, is false.
const (
	False Ref = 0
	True  Ref = 1
)

// Not returns the complement of f. It costs nothing.
func (f Ref) Not() Ref { return f ^ 1 }

// IsConstant tells whether f is True or False.
func (f Ref) IsConstant() bool { return f <= True }

// MaxVars bounds the number of variables.
const MaxVars = 1 << 24

// Config says what a kernel is made of and what surrounds it.
type Config struct {
	Vars int // the number of variables, 0 … Vars-1, in this order at first
	Room int // nodes that fit before the table grows

	// Roots yields what must survive collections, besides literals and the
	// operands of an operation that is running. Both functions are called from
	// within operations and must not call the kernel; both may be nil.
	Roots func(yield func(Ref))

	// Halted is asked every few thousand steps of an operation whether to
	// give up.
	Halted func() bool

	// Squeezed is called when the limit on memory is about to stop an operation; it may
	// raise it, and then says so. It must not call the kernel otherwise.
	Squeezed func() bool

	// CollectNth, if positive, makes every so many new nodes start a collection.
	// It is meant for tests.
	CollectNth int
}

// Kernel is a set of nodes and the operations on them. It belongs to one
// goroutine at a time; only Usage and SetLimits may be called from others.
type Kernel struct {
	tables
	reserved tables // address space for tables of any size, or nil
	loan     *loan  // what it lies in
	confined bool   // there is none

	shift    uint     // hash to place in heads
	free     uint32   // list of reclaimed nodes, linked by next
	fresh    uint32   // nodes from here on were never used
	count    int      // nodes in use, the terminal included
	live     int      // nodes in use after the last collection
	lookFrom int      // slots from which on a table that is full looks for dead nodes before it grows
	alarm    int      // makeRoom is called at this count
	marks    []uint64 // a bit per node, for collections
	seen     []uint64 // a bit per function, 0 between operations, for Size

	sweeping bool // a collection has marked all and purged the cache, but not swept
	unlinked bool // not all nodes are in chains
	deaf     bool // an order is being changed, which cannot be stopped anywhere

	cacheShift uint

	varAt   []int32 // by level
	levelOf []int32 // by variable; the inverse
	salts   []uint64
	lits    []Ref  // by variable; False: not made yet
	orders  int    // that there have been
	numbers uint32 // of maps and products so far

	stack []Ref // operands and intermediate results of the operation that runs
	fuel  int   // steps until the next look at what happens outside
	steps int   // since the last collection, up to the last look outside

	refuels    int64 // looks outside; see Work for this and what follows
	madeBefore int64 // nodes, before the last collection
	visits     int64
	swept      int64
	moves      int64
	judged     Work // when the size of the cache was

	nodeLimit, byteLimit atomic.Int64
	usage                usage

	roots    func(yield func(Ref))
	halted   func() bool
	squeezed func() bool
	nth      int // Config.CollectNth
}

const minRoom = 256

// New returns a kernel. It panics if there are too many variables.
func New(c Config) *Kernel {
	if c.Vars < 0 || c.Vars > MaxVars {
		panic(fmt.Sprintf("kernel: %d variables, at most %d are possible", c.Vars, MaxVars))
	}
	k := &Kernel{
		fresh: 1, count: 1, live: 1, fuel: patience,
		varAt:   make([]int32, c.Vars),
		levelOf: make([]int32, c.Vars),
		salts:   make([]uint64, c.Vars),
		lits:    make([]Ref, c.Vars),
		roots:   c.Roots, halted: c.Halted, squeezed: c.Squeezed, nth: c.CollectNth,
	}
	if k.roots == nil {
		k.roots = func(func(Ref)) {}
	}
	if k.halted == nil {
		k.halted = func() bool { return false }
	}
	if k.squeezed == nil {
		k.squeezed = func() bool { return false }
	}
	for v := range c.Vars {
		k.varAt[v], k.levelOf[v], k.salts[v] = int32(v), int32(v), salt(v)
	}
	k.build(layoutFor(min(max(c.Room, minRoom), maxSlots)))
	k.nodes[0] = node{level: terminal}
	k.publish()
	return k
}

// Vars returns the number of variables.
func (k *Kernel) Vars() int { return len(k.lits) }

// Var returns the variable tested by f, or the number of variables if f is
// constant.
func (k *Kernel) Var(f Ref) int {
	if f <= True {
		return len(k.lits)
	}
	v := int(k.varAt[k.nodes[f>>1].level])
	runtime.KeepAlive(k)
	return v
}

// Level returns the place of variable v in the order, 0 on top. For the number
// of variables it returns the same.
func (k *Kernel) Level(v int) int {
	if v == len(k.levelOf) {
		return v
	}
	return int(k.levelOf[v])
}

// Low returns the cofactor of f by the variable tested, for the value false.
func (k *Kernel) Low(f Ref) Ref {
	low := k.nodes[f>>1].low ^ f&1
	runtime.KeepAlive(k)
	return low
}

// High returns the cofactor of f by the variable tested, for the value true.
func (k *Kernel) High(f Ref) Ref {
	high := k.nodes[f>>1].high ^ f&1
	runtime.KeepAlive(k)
	return high
}

// Literal returns variable v as a function. Literals are never reclaimed.
func (k *Kernel) Literal(v int) Ref {
	k.begin()
	return k.done(k.literal(v))
}

func (k *Kernel) literal(v int) Ref {
	if k.lits[v] == False {
		k.lits[v] = k.node(uint32(k.levelOf[v]), False, True)
	}
	return k.lits[v]
}

// begin starts an operation on the given functions, which are protected until
// the next one begins.
func (k *Kernel) begin(operands ...Ref) {
	k.stack = append(k.stack[:0], operands...)
	if k.sweeping {
		k.sweep()
	}
	if k.unlinked {
		k.link()
	}
	k.setAlarm()
}

// push protects an intermediate result of a recursion until pop.
func (k *Kernel) push(f Ref) { k.stack = append(k.stack, f) }

func (k *Kernel) pop() { k.stack = k.stack[:len(k.stack)-1] }

// done ends an operation.
func (k *Kernel) done(f Ref) Ref {
	if n := int64(k.count); k.usage.nodes.Load() != n { // a store takes long
		k.usage.nodes.Store(n)
	}
	return f
}
