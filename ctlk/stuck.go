package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
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
type rest struct{ can, refused set }

// follower is what a program has for warnings.
type follower interface {
	// follow returns where the program leads from x, and reports states in which,
	// after a step of it, neither it nor what comes then can go on.
	follow(x set, then rest) set
	// start is rest of the program followed by then.
	start(then rest) rest
}

// warnStuck adds warnings for states inside p from which p cannot go on.
func (c *Checker) warnStuck(p program) {
	worlds := c.frame.all
	p.follow(worlds, rest{worlds, c.frame.none()})
}

func (p *single) follow(x set, then rest) set {
	y := p.frame.after(p.moves, x)
	if bad := y.Diff(then.can).Diff(then.refused); !bad.IsEmpty() {
		p.stuckAfter(p.step, bad)
	}
	return y
}

func (p *single) start(rest) rest { return rest{p.before(p.frame.all, true), p.frame.none()} }

func (p *test) follow(x set, _ rest) set { return x.And(p.in.perhaps) }

func (p *test) start(then rest) rest {
	return rest{p.in.perhaps.And(then.can), p.in.not(p.frame.all).perhaps.Or(then.refused)}
}

func (p *sequence) follow(x set, then rest) set {
	after := make([]rest, len(p.parts)) // each part
	for i, part := range slices.Backward(p.parts) {
		after[i] = then
		then = part.start(then)
	}
	for i, part := range p.parts {
		x = part.follow(x, after[i])
	}
	return x
}

func (p *sequence) start(then rest) rest {
	for _, part := range slices.Backward(p.parts) {
		then = part.start(then)
	}
	return then
}

func (p *union) follow(x set, then rest) set {
	found := p.frame.none()
	for _, b := range p.branches {
		found = found.Or(b.follow(x.And(b.when), then))
	}
	return found
}

// start of a union: it is refused where all its branches are.
func (p *union) start(then rest) rest {
	all := rest{p.frame.none(), p.frame.all}
	for _, b := range p.branches {
		r := b.program.start(then)
		all.can = all.can.Or(r.can.And(b.when))
		all.refused = all.refused.And(r.refused.Or(p.frame.all.Diff(b.when)))
	}
	return all
}

// follow of a star goes round until nothing new is reached.
func (p *star) follow(x set, then rest) set {
	around := p.start(then)
	for reached := x; ; reached = reached.Or(x) {
		x = p.body.follow(x, around).Diff(reached)
		if x.IsEmpty() {
			return reached
		}
	}
}

func (p *star) start(then rest) rest {
	r := p.body.start(then)
	return rest{r.can.Or(then.can), r.refused.And(then.refused)}
}

func (c *Checker) stuckAfter(p *spec.Step, where set) {
	var place source.Span
	if p != nil {
		place = p.Span()
	}
	c.warnings.Add(source.Diagnostic{
		Severity: source.Warning,
		Span:     place,
		Message: "the program can get stuck after this step, for example in " +
			showState(c.sys.Model(), c.pick(where).state),
		Hint: "the operator does not see such runs; add the case that is missing",
	})
}

// warnEnded warns where A f is true under runs: ispl although a run that ends
// refutes it, as search.warnEnded does.
func (c *Checker) warnEnded(e *spec.OnRuns, p *product) {
	if c.runs != spec.IsplRuns || c.frame.fair != nil || !e.All {
		return
	}
	ends := &product{Checker: c, automaton: p.automaton, every: p.every, good: make([]set, len(p.good)), parts: p.parts, room: p.room, bounded: p.bounded, cut: p.cut}
	if ends.dead = ends.stuck(); ends.dead.IsEmpty() {
		return
	}
	if ends.decide(); !ends.good[0].SubsetOf(p.good[0]) {
		c.warnings.Add(source.Diagnostic{
			Severity: source.Warning,
			Span:     e.Span(),
			Message: "a run that ends, where no step is possible, refutes this and is passed over, for example one from " +
				showState(c.sys.Model(), c.pick(ends.good[0].Diff(p.good[0])).state),
			Hint: passedOver,
		})
	}
}

// passedOver is what to do about runs that end.
const passedOver = "MCMAS passes over runs that end; give such states a step, or ask with runs: maximal, where these runs count"

// warnEnded warns where AF or AU is true under runs: ispl although a run ends
// there that would refute it: MCMAS, whose reading this is, passes over such runs.
func (s *search) warnEnded() {
	if s.runs != spec.IsplRuns || s.frame.fair != nil || !s.e.All || s.form.shape != weak || s.e.Program != nil {
		return
	}
	ended := s.hold.Diff(s.goal).Diff(s.program.before(s.frame.all, true))
	if ended.IsEmpty() {
		return
	}
	s.warnings.Add(source.Diagnostic{
		Severity: source.Warning,
		Span:     s.e.Span(),
		Message: "no step is possible in some reachable states, where this is true although what it waits for is not, for example in " +
			showState(s.sys.Model(), s.pick(ended).state),
		Hint: passedOver,
	})
}
