package explicit

// Options bound the work. Zero values stand for the defaults.
type Options struct {
	// MaxStates is how many reachable states are enumerated at most.
	MaxStates int
	// MaxWork is how many parts of conditions are evaluated at most, in all, in the
	// search for initial states and for the arguments of steps.
	MaxWork int
	// MaxTruth is how many truth values are computed at most: operands of operators
	// times worlds.
	MaxTruth int
	// MaxClaim is how many reachable states are enumerated at most to re-decide
	// the claims in a piece of evidence, with less work than above, since somebody
	// waits for the evidence; a negative number re-decides none.
	MaxClaim int
	// Interrupted is asked now and then whether to give up; what it returns is then the
	// error. Nil: never.
	Interrupted func() error
}

// The defaults.
const (
	defaultStates = 1 << 17
	defaultWork   = 1 << 25
	defaultTruth  = 1 << 23
	defaultClaim  = 1 << 12

	successorWork = 1 << 22 // for the steps of one state alone
	claimWork     = 1 << 21
	claimTruth    = 1 << 18 // for one claim
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

// budget is the work that is left of some limit.
type budget struct {
	left, limit int
	interrupted func() error // nil: never
	asked       int          // left, when it was called last
	err         error        // of interrupted
}

// patience is how much work is done before somebody is asked whether to go on.
const patience = 1 << 14

func newBudget(limit int) *budget { return &budget{left: limit, limit: limit, asked: limit} }

// budget is work within the options.
func (o Options) budget(limit int) *budget {
	b := newBudget(limit)
	b.interrupted = o.Interrupted
	return b
}

// exceeded is the error of work that is not done.
func (b *budget) exceeded() error {
	if b.err != nil {
		return b.err
	}
	return &TooLarge{What: "steps in the search for states and arguments", Limit: b.limit}
}

// spend reports whether there is work left for n more steps; a nil budget has
// no end.
func (b *budget) spend(n int) bool {
	if b == nil {
		return true
	}
	b.left -= n
	if b.interrupted != nil && b.asked-b.left > patience {
		b.asked = b.left
		b.err = b.interrupted()
	}
	return b.left >= 0 && b.err == nil
}
