package certificate

import (
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// mostNodes is how many nodes a superset of the worlds may have.
const mostNodes = 100_000

// kept is how much of its conditions a relaxed model keeps, as for verdicts.
var kept = encode.Relaxation{Element: 32, Other: 500}

// worlds are those that steps lead to. Of a question about the future of initial states alone
// they may be more, of which there are few nodes: some that steps do not leave, and in which
// nothing is faulty.
func worlds(sys *encode.System, p *spec.Profile) symbolic.Set {
	silent := func(int, func() symbolic.Set) {}
	if p.Future && !p.Restricted {
		if more, ok := relaxed(sys, silent); ok && sys.Fault(more) == nil {
			if reached, all := sys.Steps().ReachUpTo(sys.Init(), more.CountNodes(), silent); all {
				return reached
			}
			return more
		}
	}
	return sys.Steps().Reach(sys.Init(), silent)
}

func relaxed(sys *encode.System, silent symbolic.Progress) (more symbolic.Set, ok bool) {
	if sys.Model().Joint {
		more, ok = encode.LocalStates(sys, silent)
		return more, ok && !more.IsLarger(mostNodes)
	}
	init, steps, ok := encode.Relaxed(sys, kept)
	if ok {
		more, ok = steps.ReachUpTo(init, mostNodes, silent)
	}
	return more, ok
}
