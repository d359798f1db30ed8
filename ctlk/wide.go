package ctlk

import (
	"context"
	"errors"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Where the reachable worlds turn out to be many nodes, a formula that is about the
// future of initial worlds alone is evaluated in wide ones: those of a relaxed model
// (encode.System.Relaxed), in which all of the others are, and which no step leaves.
// Under recall none what holds in a world by such a formula depends on the worlds that
// steps lead to from there, and on nothing else (Act-CTL-Kn, time). Not so what agents
// know, how many worlds there are, and what errors and warnings are about: a formula
// that gives rise to one in a wide world is evaluated in the reachable ones.

// wideness says when to take wide worlds. Tests make it small.
type wideness struct {
	from   int // nodes of reachable worlds from which on there may be better ones
	runs   []haste
	worlds int // nodes of wide worlds up to which they are
	work   int // nodes up to which formulas may be evaluated in them
	soon   foresight
	keep   encode.Looseness
}

var wideDefaults = wideness{
	from: 250_000, worlds: 100_000, work: 8_000_000, keep: encode.Looseness{Element: 32, Other: 500},
	runs: hastes, soon: foresight{worlds: 4, steps: 8, layer: 10_000, work: 4_000_000},
}

// decideWide answers a check in wide worlds, if that can be done and pays; else it
// returns false.
func (c *Checker) decideWide(chk *spec.Check, a *verdict.Answer) (bool, error) {
	if !c.aboutFuture(chk) {
		return false, nil
	}
	f, err := c.wideFrame()
	if f == nil || err != nil {
		return false, err
	}
	c.use(f)
	if done, err := c.decideSoon(chk, a); done || err != nil {
		return done, err
	}
	if has[*spec.OnRuns](chk.Formula) {
		for _, effort := range c.wide.runs {
			if done, err := c.decideIn(f.hurried(effort), effort.work, chk, a); done || err != nil {
				return done, err
			}
		}
	}
	return c.decideIn(f, c.wide.work, chk, a)
}

// decideIn answers a check in a wide frame, if that can be done with so many nodes.
func (c *Checker) decideIn(f *frame, nodes int, chk *spec.Check, a *verdict.Answer) (bool, error) {
	c.use(f)
	answer := *a
	err := c.atMost(nodes, func() error {
		c.warnEmpty()
		return c.decide(chk, &answer)
	})
	if err != nil || answer.Verdict == verdict.Unknown || len(c.warnings.All()) > 0 {
		return false, c.giveUp(err)
	}
	*a = answer
	return true, nil
}

// giveUp leaves wide worlds after an error, and returns it unless it may be theirs.
func (c *Checker) giveUp(err error) error {
	c.frame, c.warnings = nil, newList()
	mistake, limit := (*Error)(nil), (*symbolic.LimitError)(nil)
	if errors.As(err, &mistake) || errors.As(err, &limit) {
		return nil
	}
	return err
}

// atMost runs f with a further limit on nodes.
func (c *Checker) atMost(nodes int, f func() error) error {
	space := c.sys.Space()
	before := space.Limits()
	within := before
	if within.Nodes == 0 || within.Nodes > nodes {
		within.Nodes = nodes
	}
	space.SetLimits(within)
	defer space.SetLimits(before)
	return space.Do(context.Background(), f)
}

// wideFrame is the frame of wide worlds, nil if the reachable ones are as good.
func (c *Checker) wideFrame() (*frame, error) {
	if f, ok := c.wides[c.sys]; ok {
		return f, nil
	}
	starts, err := c.starts()
	if err != nil {
		return nil, err
	}
	c.wides[c.sys] = nil
	if f := c.timeless[c.sys]; f != nil && !f.all[0].IsLarger(c.wide.from) || f == nil && c.begin(starts[0]) {
		return nil, nil
	}
	wide, ok, err := c.wideWorlds()
	if !ok || err != nil || c.sys.Fault(wide) != nil {
		return nil, err
	}
	c.sys.Stay(wide)
	f := newFrame([]*layer{{sys: c.sys, next: []edge{{to: 0}}}}, set{wide}, starts, nil)
	f.roomy = true
	c.use(f)
	if err := c.atMost(c.wide.work, func() error { return c.restrict(f) }); err != nil {
		return nil, c.giveUp(err)
	}
	c.wides[c.sys] = f
	return f, nil
}

// begun are the worlds that a search has reached.
type begun struct {
	worlds  symbolic.Set
	all     bool // nothing is missing
	ordered bool // under an order that was looked for
}

// Of joint steps the order is a guess: who writes what, and what is compared with it,
// says little about what will be so. In a protocol with a window what was sent and
// what arrived belong together, number by number, and no step looks at both. So a
// search that has reached guessedWorlds looks for better orders, up to orderedWorlds,
// where looking takes seconds.
const (
	guessedWorlds = 20_000 // nodes
	orderedWorlds = 80_000
)

// begin searches for reachable worlds until they are so many nodes that there may be
// better ones. It tells whether it has found all.
func (c *Checker) begin(starts symbolic.Set) (all bool) {
	known := begun{worlds: starts}
	search := func(nodes int) {
		if !known.all {
			known.worlds, known.all = c.sys.Steps().ReachUpTo(known.worlds, nodes, c.reaching("worlds"))
		}
	}
	if c.sys.Model().Joint && c.wide.from > orderedWorlds {
		if search(guessedWorlds); !known.all {
			known.ordered = true
			c.sys.Reordering(func() { search(orderedWorlds) })
		}
	}
	search(c.wide.from)
	c.begun[c.sys] = known
	return known.all
}

// wideWorlds are states that can be reached as far as is known without looking at
// everything at once. ok tells whether these are few nodes.
func (c *Checker) wideWorlds() (wide symbolic.Set, ok bool, err error) {
	if c.sys.Model().Joint {
		err = c.atMost(c.wide.work, func() error {
			wide, ok = c.sys.LocalStates(c.reaching("wide worlds"))
			ok = ok && !wide.IsLarger(c.wide.worlds)
			return nil
		})
		return wide, ok && err == nil, c.giveUp(err)
	}
	init, steps, ok := c.sys.Relaxed(c.wide.keep)
	if ok {
		wide, ok = steps.ReachUpTo(init, c.wide.worlds, c.reaching("wide worlds"))
	}
	return wide, ok, nil
}

// aboutFuture tells whether a check is about what may come after initial worlds, and
// nothing else.
func (c *Checker) aboutFuture(chk *spec.Check) bool {
	m := c.sys.Model()
	switch {
	case chk.Kind == spec.CountCheck, chk.After != nil, chk.Recall != "" && chk.Recall != spec.NoRecall:
		return false
	case m.AsksKnowledge() != nil, !c.sys.Space().Lasting():
		return false
	}
	return timely(chk.Formula) && timely(chk.At)
}

// timely tells whether an expression (nil: none) has no modal operators but those of
// time.
func timely(e spec.Expr) bool {
	return !has[*spec.Knows](e) && !has[*spec.GroupKnows](e) && !has[*spec.Coalition](e) && !has[*spec.Update](e)
}
