// Package tune holds the sizes at which the encoding changes its ways, and decides by them
// which binders of quantifiers are bits.
package tune

import (
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/internal/heuristic"
)

// Sizes are the sizes at which the encoding changes its ways. Tests make them
// small, so that small models take every way.
type Sizes struct {
	// Instances is the number up to which folds are expanded; beyond it forall and
	// exists keep large binders in registers, if the body is decided in a state alone.
	Instances int
	// Few is the number of values up to which a binder is always expanded.
	Few int
	// Parts bounds the parts into which the arguments of an action split it.
	Parts int
	// Union is the number of nodes beyond which members of a union are not joined.
	Union int
	// Blocks is the number of combinations of observations up to which a group of
	// a view is closed block by block.
	Blocks int
	// Terms is the number of terms from which on sums that movers have nearly in common
	// are taken from a shared sum.
	Terms int
	// Hot is the number of values from which on a scalar may be one-hot.
	Hot int
	// Without are the heuristics that are left out.
	Without heuristic.Set
}

var Defaults = Sizes{Instances: 1 << 12, Few: 64, Parts: MaxParts, Union: 4000, Blocks: 4096, Terms: 6, Hot: 16}

// MaxParts bounds the members of a union that the selector can tell apart.
const MaxParts = 1 << layout.SelectorBits
