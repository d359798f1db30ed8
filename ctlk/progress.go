package ctlk

import (
	"math/big"

	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// tick reports an iteration of a fixpoint. A check that has to stop does so in
// the next operation on sets; nothing is to be done for it here.
func (c *Checker) tick(phase string, iteration int, reached set) {
	c.report(phase, iteration, func() *big.Int { return c.frame.count(reached) })
}

// found is tick for states, while there is no frame yet.
func (c *Checker) found(phase string, iteration int, reached symbolic.Set) {
	c.report(phase, iteration, func() *big.Int { return c.sys.Count(reached) })
}

// reaching is found for searches.
func (c *Checker) reaching(phase string) symbolic.Progress {
	sys := c.sys
	return func(iteration int, reached func() symbolic.Set) {
		c.report(phase, iteration, func() *big.Int { return sys.Count(reached()) })
	}
}

func (c *Checker) report(phase string, iteration int, reached func() *big.Int) {
	if c.o.Progress == nil {
		return
	}
	p := verdict.Progress{Phase: phase, Iteration: iteration, Nodes: c.sys.Space().Stats().Nodes}
	if c.check != nil {
		p.Check = c.check.Label
	}
	p.Reached = reached
	c.o.Progress(p)
}

// ticker is tick for fixpoints of one kind.
func (c *Checker) ticker(phase string) func(int, func() set) {
	return func(iteration int, reached func() set) {
		c.report(phase, iteration, func() *big.Int { return c.frame.count(reached()) })
	}
}
