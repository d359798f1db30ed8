package ctlk

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
)

// enter finds the reachable worlds of the present system, once: those from which,
// if runs are restricted, some run that counts begins (Act-CTL-Kn, recall none).
func (c *Checker) enter() error {
	if f := c.timeless[c.sys]; f != nil {
		c.use(f)
		c.warnEmpty()
		return nil
	}
	if c.sys.Model().AsksKnowledge() != nil {
		return c.refuse(Unsupported, c.check.Place, "%s", spec.Circular)
	}
	sys := c.sys
	starts, err := c.starts()
	if err != nil {
		return err
	}
	reached := c.reachable(starts[0])
	if err := sys.Fault(reached); err != nil {
		return c.faulty(err)
	}
	if !sys.IsInformed() || c.restricted() { // else see decideInformed
		sys.Stay(reached) // from which steps do not lead, as they may from those that count
	}
	f := newFrame([]*layer{{sys: sys, next: []edge{{to: 0}}}}, set{reached}, starts, nil)
	c.use(f)
	if err := c.restrict(f); err != nil {
		return err
	}
	c.timeless[c.sys] = f
	c.warnEmpty()
	return nil
}

// reachable finds the reachable states. What a search has reached before is where it
// goes on.
func (c *Checker) reachable(starts symbolic.Set) symbolic.Set {
	known, ok := c.begun[c.sys]
	switch {
	case !ok:
		known.worlds = starts
	case known.all:
		return known.worlds
	}
	search := func() { known.worlds = c.sys.Steps().Reach(known.worlds, c.reaching("worlds")) }
	if known.ordered {
		c.sys.Reordering(search)
	} else {
		search()
	}
	return known.worlds
}

// use makes a frame the present one. Nothing is asked about other states than
// those of its worlds.
func (c *Checker) use(f *frame) {
	c.frame = f
	c.focus(c.sys.Space().OrAll(f.all...))
}

// mayBeEmpty tells whether a check may be about no initial state at all: it asks
// what MCMAS says, and MCMAS says of every formula that it holds.
func (c *Checker) mayBeEmpty() bool {
	return c.runs == spec.IsplRuns && (c.check.Recall == "" || c.check.Recall == spec.NoRecall)
}

// warnEmpty warns of verdicts about no state.
func (c *Checker) warnEmpty() {
	if !c.frame.starts.IsEmpty() {
		return
	}
	why := "no state satisfies all initial conditions"
	if !c.sys.Init().IsEmpty() {
		why = "no initial state has " + c.runsWanted()
	}
	c.warnings.Add(source.Diagnostic{
		Severity: source.Warning,
		Span:     c.initPlace(),
		Message:  why + ", so every formula is true in all initial states",
		Hint:     "the verdict says nothing about the model; change what excludes all states",
	})
}

// starts are the initial states.
func (c *Checker) starts() (set, error) {
	if err := c.sys.Fault(c.sys.Space().Empty()); err != nil { // the initial conditions
		return nil, c.faulty(err)
	}
	starts := c.sys.Init()
	if starts.IsEmpty() && !c.mayBeEmpty() {
		return nil, c.refuse(NoInitial, c.initPlace(), "no state satisfies all initial conditions")
	}
	return set{starts}, nil
}
