package explicit

// Options bound the work. Zero values stand for the defaults.
type Options struct {
	// MaxStates is how many reachable states are enumerated at most.
	MaxStates int
	// MaxWork is how many partial assignments are tried at most, in the search for
	// initial states and in the search for the arguments of one state's steps.
	MaxWork int
	// MaxTruth is how many truth values are computed at most: operands of operators
	// times worlds.
	MaxTruth int
	// MaxClaim is how many reachable states are enumerated at most to re-decide
	// the claims in a piece of evidence; a negative number re-decides none.
	MaxClaim int
}

// The defaults.
const (
	defaultStates = 1 << 17
	defaultWork   = 1 << 20
	defaultTruth  = 1 << 23
	defaultClaim  = 1 << 12
)

// maxNodes bounds the evaluation of one expression in one state.
const maxNodes = 1 << 22

func (o Options) withDefaults() Options {
	if o.MaxStates == 0 {
		o.MaxStates = defaultStates
	}
	if o.MaxWork == 0 {
		o.MaxWork = defaultWork
	}
	if o.MaxTruth == 0 {
		o.MaxTruth = defaultTruth
	}
	if o.MaxClaim == 0 {
		o.MaxClaim = defaultClaim
	}
	return o
}
