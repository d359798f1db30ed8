package encode

// tuning are the sizes at which the encoding changes its ways. Tests make them
// small, so that small models take every way.
type tuning struct {
	// instances is the number up to which folds are expanded; beyond it forall and
	// exists keep large binders in registers, if the body is decided in a state alone.
	instances int
	// few is the number of values up to which a binder is always expanded.
	few int
	// parts bounds the parts into which the arguments of an action split it.
	parts int
	// union is the number of nodes beyond which members of a union are not joined.
	union int
	// blocks is the number of combinations of observations up to which a group of
	// a view is closed block by block.
	blocks int
	// terms is the number of terms from which on sums that movers have nearly in common
	// are tallied.
	terms int
}

var defaults = tuning{instances: 1 << 12, few: 64, parts: maxParts, union: 4000, blocks: 4096, terms: 6}

// maxParts bounds the members of a union that the selector can tell apart.
const maxParts = 1 << selectorBits
