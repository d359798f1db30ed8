package ctlk

import (
	"math/big"

	"github.com/epibdd/epibdd/symbolic"
)

// tick reports an iteration of a fixpoint. A check that has to stop does so in
// the next operation on sets; nothing is to be done for it here.
func (c *Checker) tick(phase string, iteration int, reached set) {
	if c.o.Progress == nil {
		return
	}
	p := Progress{Phase: phase, Iteration: iteration, Nodes: c.sys.Space().Stats().Nodes}
	if c.check != nil {
		p.Check = c.check.Label
	}
	p.Reached = func() *big.Int { return c.sys.Count(reached) }
	c.o.Progress(p)
}

// ticker is tick for fixpoints of package symbolic.
func (c *Checker) ticker(phase string) symbolic.Progress {
	return func(iteration int, reached, _ set) { c.tick(phase, iteration, reached) }
}
