package explicit

import "github.com/epibdd/epibdd/spec"

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
	// Parts, if not nil, is what is left of the parts of expressions that may be evaluated
	// in all. Who gives it to several systems bounds their work together.
	Parts *Budget
	// Starts, if not nil, are the initial states, which are not searched for then.
	Starts []spec.State
	// Odd, if not nil, is told of what an author may not have meant.
	Odd func(Odd)
	// Apart keeps layers of histories apart, though what can be known in one may be what can
	// be known in another: questions that ask for shares of histories tell them apart.
	Apart bool
	// Asked, if not nil, lets parts of layers of histories be followed where there is no room for
	// all: these are the agents of whom it is asked what they know. For questions about initial
	// states alone, without knowledge actions, shares of worlds, and what nobody knows.
	Asked []*spec.Agent
	// Begun, if not nil, is told of the worlds of agents who remember, with their number, after as
	// many steps as were followed, before further ones are, which lead to so many more: an error ends the
	// work and is returned. What first returns may be asked for later, too.
	Begun func(worlds, more int, first func() *System) error
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

// ForClaims are the options for the claims in evidence, which are decided again with
// less work; ok is false where none are.
func (o Options) ForClaims() (limited Options, ok bool) {
	o = o.withDefaults()
	o.MaxStates, o.MaxWork, o.MaxTruth = o.MaxClaim, min(o.MaxWork, claimWork), min(o.MaxTruth, claimTruth)
	return o, o.MaxClaim >= 0
}

// Budget is the work that is left of some limit.
type Budget struct {
	what        string // is counted
	left, limit int
	interrupted func() error // nil: never
	asked       int          // left, when it was called last
	err         error        // of interrupted
	parts       *Budget      // of evaluations besides; nil: no bound
}

// Patience is how much work is done before somebody is asked whether to go on.
const Patience = 1 << 14

// searching is what is counted in the search for states and arguments.
const searching = "steps in the search for states and arguments"

func newBudget(limit int) *Budget {
	return &Budget{what: searching, left: limit, limit: limit, asked: limit}
}

// Budget is work within the options, up to a limit; what is in the plural, such as
// "comparisons of worlds".
func (o Options) Budget(limit int, what string) *Budget {
	b := newBudget(limit)
	b.what, b.interrupted = what, o.Interrupted
	return b
}

// search is the work of a search within the options.
func (o Options) search() *Budget {
	b := o.Budget(o.MaxWork, searching)
	b.parts = o.Parts
	return b
}

// evaluated spends the parts that an evaluator looked at; a nil budget has no end.
func (b *Budget) evaluated(ev *spec.Evaluator) error {
	if !b.Spend(ev.Used()) {
		return b.Exceeded()
	}
	return nil
}

// evaluations are what is left of evaluations in a search.
func (b *Budget) evaluations() *Budget {
	if b == nil {
		return nil
	}
	return b.parts
}

// Exceeded is the error of work that is not done: *TooLarge, or that of the
// interruption.
func (b *Budget) Exceeded() error {
	if b.err != nil {
		return b.err
	}
	return &TooLarge{What: b.what, Limit: b.limit}
}

// Spent is how much of the work was done.
func (b *Budget) Spent() int { return b.limit - b.left }

// Spend reports whether there is work left for n more steps; a nil budget has
// no end.
func (b *Budget) Spend(n int) bool {
	if b == nil {
		return true
	}
	b.left -= n
	if b.interrupted != nil && b.asked-b.left > Patience {
		b.asked = b.left
		b.err = b.interrupted()
	}
	return b.left >= 0 && b.err == nil
}
