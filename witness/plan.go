package witness

import (
	"math/big"

	"github.com/epibdd/epibdd/spec"
)

// Plan is what agents do to make sure that a formula is true in all worlds that they consider
// possible. Node.State is an initial state, one of those in which the plan begins.
type Plan struct {
	By []*spec.Agent
	// Starts are what may have been seen before, each with what is done then.
	Starts []Start
	Worst  int      // what the plan costs at most
	Mean   *big.Rat // and on average; nil: not asked for
}

// Start is something that may have been seen when the plan begins: in the history of some
// steps from an initial state, one of those that look so.
type Start struct {
	State  spec.State
	Before []Step
	Worlds int // how many are possible then
	Next   *Act
	// Others are what could be done at first instead, in a plan that costs the same; nobody may
	// have asked for them.
	Others [][]spec.Move
}

// Now is the state in which the history ends.
func (s *Start) Now() spec.State {
	if n := len(s.Before); n > 0 {
		return s.Before[n-1].To
	}
	return s.State
}

// Branch is something that may be seen: of the state From and the step that leads on from
// there, one of those that look so.
type Branch struct {
	From   spec.State
	Step   Step
	Worlds int // how many are possible then
	Next   *Act
}

// Act is what a plan does next.
type Act struct {
	Done  bool        // nothing: the goal is reached
	Moves []spec.Move // what those who plan do; none: they wait for others
	Next  []Branch
}
