package ctlk

import "github.com/epibdd/epibdd/spec"

// refuseIdle complains about the first operator in a question along whose runs
// nothing need ever happen (spec.IdleProgram).
func (c *Checker) refuseIdle(chk *spec.Check) error {
	for _, e := range []spec.Expr{chk.At, chk.Formula} {
		if p := spec.IdleProgram(e); p != nil {
			return c.refuse(MayDoNothing, p.Span(),
				"the program %s may do nothing, so that a run of it may stay where it is for ever", programText(p))
		}
	}
	return nil
}
