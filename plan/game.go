package plan

import (
	"errors"
	"math/big"
)

// World numbers a world of a game.
type World int32

// Choice numbers what can be chosen.
type Choice int32

// Step is one way in which a choice can come out in a world.
type Step struct {
	Seen int32 // numbers what is observed of it; with the choice it determines the cost
	To   World
	Cost int32
}

// Game is where plans are made. Numbers begin at 0. What it answers does not change.
type Game interface {
	// Start are the beliefs in which a plan may have to begin. A world may be there more
	// than once, and counts as often.
	Start() [][]World
	// Choices lists what can be chosen in a world, in increasing order.
	Choices(w World) ([]Choice, error)
	// Try lists the steps of a choice that can be made in a world, one at least.
	Try(w World, c Choice) ([]Step, error)
	// Met tells whether the goal is reached in a belief, its worlds in increasing order.
	Met(b []World) (bool, error)
}

// Classifying is a game that knows more about its goal.
type Classifying interface {
	// Class is the same for all worlds of a belief in the goal.
	Class(w World) int32
	// Look is the same for all worlds of any belief that can be reached.
	Look(w World) int32
	// Done is true in all worlds of a belief in the goal.
	Done(w World) bool
}

// Symmetric is a game that stays the same when values are exchanged.
type Symmetric interface {
	// Swaps are the exchanges of two values, type by type: for each type with n values
	// all pairs of them.
	Swaps() []Swap
	// SwapWorld and SwapChoice are images under one of the exchanges.
	SwapWorld(swap int, w World) (World, error)
	SwapChoice(swap int, c Choice) Choice
}

// Swap exchanges the values I and J of a type, 0 <= I < J.
type Swap struct{ Type, I, J int }

// Never is the worst case of a belief from which no plan is sure to end.
const Never = 1 << 30

// Options bound a search.
type Options struct {
	// Within is the greatest cost that a plan may have; 0: any.
	Within int
	// Cheapest is a bound on what a step costs: no step costs less.
	Cheapest int
	// Beliefs is how many beliefs are kept at most; 0: some millions.
	Beliefs int
	// Interrupted is asked now and then whether to stop; what it returns is then the
	// reason. Nil: never.
	Interrupted func() error
}

const defaultBeliefs = 4_000_000

// ErrTooMany is the reason of a search that ended because there are too many beliefs.
var ErrTooMany = errors.New("too many beliefs")

// ErrRecurring says that chance may lead back to where it was, so that the least mean
// is one of plans without end.
var ErrRecurring = errors.New("chance may lead back to what was believed before, so that no plan has the least mean")

// IsLimit tells whether a search ended for a reason of its own: what there is room for.
func IsLimit(err error) bool {
	return errors.Is(err, ErrTooMany) || errors.Is(err, ErrRecurring) || errors.Is(err, errOverflow)
}

// Worst is what is known of the worst case of the best plan: Lower <= worst <= Upper.
type Worst struct {
	Lower, Upper int // Never where there is no bound
	Stopped      error
}

// Exact tells whether the worst case is known.
func (w Worst) Exact() bool { return w.Lower == w.Upper }

// Mean is what is known of the least mean: Lower <= mean <= Upper; nil: no bound. Never
// says that there is no plan.
type Mean struct {
	Lower, Upper *big.Rat
	Never        bool
	Stopped      error
}

// Exact tells whether the mean is known.
func (m Mean) Exact() bool {
	return m.Never || m.Upper != nil && m.Lower != nil && m.Lower.Cmp(m.Upper) == 0
}
