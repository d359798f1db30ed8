package symbolic

import (
	"fmt"
	"slices"
)

// Node numbers of the constants, the same in every engine.
const (
	falseNode = 0
	trueNode  = 1
)

// operator names a binary operation of an engine.
type operator uint8

const (
	opAnd operator = iota
	opOr
	opXor
	opIff
	opImp
	opDiff
)

// engine is what a decision diagram package has to offer. Nodes are canonical:
// equal functions have equal numbers, and a node keeps its number as long as it
// is protected. A node is protected if it can be reached from a retained node;
// operands are moreover protected during the operation. Results are not
// protected until retained, but stay valid until the next operation or collect,
// and may be operands of that operation.
//
// Nothing is reclaimed between operations except in collect.
type engine interface {
	literal(b Bit) int // always protected

	// bit is the bit tested by n, or the number of bits for a constant. For
	// other nodes low and high are the cofactors by that bit.
	bit(n int) int
	low(n int) int
	high(n int) int

	not(f int) int
	apply(op operator, f, g int) int
	meet(f, g int) bool // whether their conjunction is not false
	ite(f, g, h int) int
	exists(f, cube int) int       // cube: a conjunction of literals, not empty
	andExists(f, g, cube int) int // as exists
	rename(f int, m *bitMap) int

	// level is the place of a bit in the order, 0 on top. Above a node are only
	// nodes of smaller level. The number of bits has itself as its level.
	level(bit int) int

	// order returns the bits, top first.
	order() []int

	// rearrange looks for a better order in which the bits of each group are
	// neighbours. It is called between operations. Retained nodes keep their
	// numbers; engines may do nothing.
	rearrange(groups [][]int)

	// permutes tells whether rename takes every map, and product every product.
	// Otherwise a map must keep the order on the support of f, and product is not
	// called.
	permutes() bool

	// product is rename, andExists and rename again.
	product(f, g int, p *product) int

	retain(n int)
	release(n int) // undoes one retain
	collect()      // the nodes that are not protected may now be reused

	// usage may be called from any goroutine, at any time.
	usage() usage

	// work is what the engine has done, as far as it counts. It is called between
	// operations.
	work() Work

	// lasting engines keep the limits that they are told by bound: an operation
	// panics rather than exceed them. They ask their host whether to stop, and
	// are good for further operations after any panic. Engines that are not
	// lasting need watching.
	lasting() bool
	// small tells whether operations are fast while the table is small.
	small() bool

	// bound tells the limits; it may be called from other goroutines. An engine
	// that is not lasting should grow no further than the limits need, but
	// growing beyond them must be possible and show in usage.
	bound(l Limits)

	// overrun tells whether p is what an operation of a lasting engine panicked
	// with because of a limit, and the usage that would have exceeded it.
	overrun(p any) (usage, bool)

	// halt makes the operation that is running in an engine that is not
	// lasting, if any, panic soon. It is called from other goroutines,
	// repeatedly. The engine is lost.
	halt()

	// check examines all that the engine takes for granted about its tables.
	check() error
}

// host is what surrounds an engine.
type host interface {
	// held yields the retained nodes.
	held(yield func(n int))

	// halting tells whether the operation that is running should panic.
	halting() bool

	// relieve makes room beside the tables, which may not grow, and tells whether they
	// may now.
	relieve() bool
}

// usage is a momentary account of an engine, approximate while it works.
type usage struct {
	nodes       int   // nodes in use, those counted that are not found dead yet
	slots       int   // nodes for which there is room
	worth       int   // nodes below which it is not worth while to look for dead ones
	bytes       int64 // memory held
	collections int
}

// named is an engine by its name.
type named struct {
	name string
	open func(bits int, o Options, h host) (engine, error)
}

// engines lists the engines; the first one is the default.
var engines = []named{{"kernel", openKernel}}

// Engines returns the names accepted in Options.Engine, the default first.
func Engines() []string {
	var names []string
	for _, e := range engines {
		names = append(names, e.name)
	}
	return names
}

func openEngine(bits int, o Options, h host) (engine, error) {
	if o.Engine == "" {
		return engines[0].open(bits, o, h)
	}
	for _, e := range engines {
		if e.name == o.Engine {
			return e.open(bits, o, h)
		}
	}
	names := Engines()
	slices.Sort(names)
	return nil, fmt.Errorf("symbolic: unknown engine %q (known: %q)", o.Engine, names)
}
