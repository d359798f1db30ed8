package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// A run that gets stuck inside a program is no repetition of it: the operators
// do not see it, which their author rarely wants (a proposal that is neither
// accepted nor rejected). Here such states are looked for and reported.
//
// Inside a program the runs so far are followed by images. What may come next is
// known by what has to go on: the worlds in which the rest of the program can
// take a step or is over. A test that fails is no trouble, it was written to
// select runs.

// rest tells for what is left of a program where it can go on with a step or be
// over, and where its tests refuse to.
type rest struct{ can, refused kripke.Set }

// follower is what a program has for warnings.
type follower interface {
	// follow returns where the program leads from x, and reports states in which,
	// after a step of it, neither it nor what comes then can go on.
	follow(x kripke.Set, then rest, stuck stuckAfter) kripke.Set
	// start is rest of the program followed by then.
	start(then rest) rest
}

// stuckAfter is told of worlds in which a program gets stuck after a step (nil: any).
type stuckAfter func(p *spec.Step, where kripke.Set)

// warnStuck adds warnings for states inside p from which p cannot go on.
func warnStuck(c *Evaluator, p Program) {
	worlds := c.m.Worlds
	p.follow(worlds, rest{worlds, c.m.None()}, func(p *spec.Step, where kripke.Set) {
		c.warnings.Add(verdict.Stuck(c.m.Model(), p, c.m.Pick(where).State))
	})
}

func (p *Single) follow(x kripke.Set, then rest, stuck stuckAfter) kripke.Set {
	y := p.m.After(p.Moves, x)
	if bad := y.Diff(then.can).Diff(then.refused); !bad.IsEmpty() {
		stuck(p.Step, bad)
	}
	return y
}

func (p *Single) start(rest) rest { return rest{p.Before(p.m.Worlds, true), p.m.None()} }

func (p *test) follow(x kripke.Set, _ rest, _ stuckAfter) kripke.Set { return x.And(p.in.Upper) }

func (p *test) start(then rest) rest {
	return rest{p.in.Upper.And(then.can), p.in.Not(p.m.Worlds).Upper.Or(then.refused)}
}

func (p *Sequence) follow(x kripke.Set, then rest, stuck stuckAfter) kripke.Set {
	after := make([]rest, len(p.Parts)) // each part
	for i, part := range slices.Backward(p.Parts) {
		after[i] = then
		then = part.start(then)
	}
	for i, part := range p.Parts {
		x = part.follow(x, after[i], stuck)
	}
	return x
}

func (p *Sequence) start(then rest) rest {
	for _, part := range slices.Backward(p.Parts) {
		then = part.start(then)
	}
	return then
}

func (p *Union) follow(x kripke.Set, then rest, stuck stuckAfter) kripke.Set {
	found := p.m.None()
	for _, b := range p.Branches {
		found = found.Or(b.follow(x.And(b.When), then, stuck))
	}
	return found
}

// start of a union: it is refused where all its branches are.
func (p *Union) start(then rest) rest {
	all := rest{p.m.None(), p.m.Worlds}
	for _, b := range p.Branches {
		r := b.Program.start(then)
		all.can = all.can.Or(r.can.And(b.When))
		all.refused = all.refused.And(r.refused.Or(p.m.Worlds.Diff(b.When)))
	}
	return all
}

// follow of a star goes round until nothing new is reached.
func (p *Star) follow(x kripke.Set, then rest, stuck stuckAfter) kripke.Set {
	around := p.start(then)
	for reached := x; ; reached = reached.Or(x) {
		x = p.Body.follow(x, around, stuck).Diff(reached)
		if x.IsEmpty() {
			return reached
		}
	}
}

func (p *Star) start(then rest) rest {
	r := p.Body.start(then)
	return rest{r.can.Or(then.can), r.refused.And(then.refused)}
}

// warnEndedRuns warns where A f is true under runs: ispl although a run that ends
// refutes it, as warnEnded does.
func warnEndedRuns(c *Evaluator, e *spec.OnRuns, p *Product) {
	if c.o.Runs != spec.IsplRuns || c.m.Fair != nil || !e.All {
		return
	}
	ends := p.ending()
	if ends == nil {
		return
	}
	if more := ends.Good[0].Diff(p.Good[0]); !more.IsEmpty() {
		c.warnings.Add(verdict.PassedRun(c.m.Model(), e, c.m.Pick(more).State))
	}
}

// warnEnded warns where AF or AU is true under runs: ispl although a run ends
// there that would refute it: MCMAS, whose reading this is, passes over such runs.
func warnEnded(c *Evaluator, e *spec.Temporal, s *Search) {
	if c.o.Runs != spec.IsplRuns || c.m.Fair != nil || !e.All || s.Form.Shape != Weak || e.Program != nil {
		return
	}
	ended := s.Hold.Diff(s.Goal).Diff(s.Program.Before(c.m.Worlds, true))
	if ended.IsEmpty() {
		return
	}
	c.warnings.Add(verdict.Passed(c.m.Model(), e, c.m.Pick(ended).State))
}
