package ctlk

import (
	"errors"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// Where what is public determines the steps, nothing that is true in a reachable
// world depends on which worlds are reachable: steps lead from reachable worlds to
// reachable ones, and so does confusion among all conceivable worlds, those in which
// what is hidden is possible for all that is publicly known. For after a public
// history everything that it leaves possible is reached together (Act-CTL-Kn, perfect
// recall, public steps).
//
// So formulas may be decided among the conceivable worlds, whose diagram is small,
// with every set as small as its own meaning is. 512 laws of Eleusis on the full
// deck, three moves: of 2,300,000 nodes of reachable worlds each operator made sets of
// that size, of which a count of nine bits known took minutes; it takes half a second.
//
// A world that is not reachable may be odd: expressions without a value, programs
// that get stuck. If anything is to be said about that, the reachable worlds are asked.

// manyNodes is the size of the set of reachable worlds from which on formulas are
// decided among the conceivable ones.
const manyNodes = 1_000

// decideInformed answers a check in the present frame, whose worlds say what is
// publicly known.
func (c *Checker) decideInformed(chk *spec.Check, a *verdict.Answer) error {
	const exact = "the steps are determined by what everybody sees"
	*a = verdict.Answer{Exact: exact}
	f := c.frame
	// strategies are about all worlds at once
	planned := has[*spec.Coalition](chk.Formula) || has[*spec.Coalition](chk.At)
	if f.fair == nil && !f.stays && f.all[0].CountNodes() >= c.manyNodes && !planned {
		outer := c.warnings
		c.warnings = newList()
		c.use(f.widened())
		err := c.decide(chk, a)
		if refused := (*Error)(nil); !errors.As(err, &refused) && len(c.warnings.All()) == 0 {
			c.warnings = outer
			return err
		}
		*a, c.warnings = verdict.Answer{Exact: exact}, outer
		c.use(f)
	}
	if !f.stays && f.fair == nil {
		c.sys.Stay(f.all[0])
		f.stays = true
	}
	return c.decide(chk, a)
}

// widened is the frame with all conceivable worlds. It counts those of f alone.
func (f *frame) widened() *frame {
	if f.wide == nil {
		sys := f.layers[0].sys
		f.wide = newFrame(f.layers, set{sys.Conceivable()}, f.starts, nil)
		f.wide.size = f.size
	}
	return f.wide
}
