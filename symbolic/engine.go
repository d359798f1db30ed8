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

	// level is the bit tested by n, or the number of bits for a constant. For
	// other nodes low and high are the cofactors by that bit.
	level(n int) int
	low(n int) int
	high(n int) int

	not(f int) int
	apply(op operator, f, g int) int
	ite(f, g, h int) int
	exists(f, cube int) int       // cube: a conjunction of literals, not empty
	andExists(f, g, cube int) int // as exists
	shift(f int, m *shift) int    // m keeps the order on the support of f

	retain(n int)
	release(n int) // undoes one retain
	collect()      // the nodes that are not protected may now be reused

	// usage may be called from any goroutine, at any time.
	usage() usage

	// bound asks the engine to grow no further than the limits need. Growing
	// beyond them must still be possible and show in usage.
	bound(l Limits)

	// halt makes the operation that is running, if any, panic soon. It is
	// called from other goroutines, repeatedly. The engine is lost.
	halt()
}

// usage is a momentary account of an engine, approximate while it works.
type usage struct {
	nodes       int   // nodes in use, those counted that are not found dead yet
	slots       int   // nodes for which there is room
	bytes       int64 // memory held
	collections int
}

// shift is a map on levels for engine.shift. Equal ids mean equal maps.
type shift struct {
	id    int
	image []int // per level; up to the last level that moves
}

// engines lists the engines by name; the first one is the default.
var engines = []struct {
	name string
	open func(bits int, o Options) (engine, error)
}{
	{"rudd", openRudd},
}

// Engines returns the names accepted in Options.Engine, the default first.
func Engines() []string {
	var names []string
	for _, e := range engines {
		names = append(names, e.name)
	}
	return names
}

func openEngine(bits int, o Options) (engine, error) {
	if o.Engine == "" {
		return engines[0].open(bits, o)
	}
	for _, e := range engines {
		if e.name == o.Engine {
			return e.open(bits, o)
		}
	}
	names := Engines()
	slices.Sort(names)
	return nil, fmt.Errorf("symbolic: unknown engine %q (known: %q)", o.Engine, names)
}
