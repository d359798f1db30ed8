package ctlk

import "github.com/epibdd/epibdd/symbolic"

// enter finds the worlds of recall none, once: the reachable states, from which,
// if runs are restricted, some run that counts begins (Act-CTL-Kn, recall none).
func (c *Checker) enter() error {
	if c.frame != nil {
		return nil
	}
	sys := c.sys
	starts, err := c.starts()
	if err != nil {
		return err
	}
	reached := sys.Steps().Reach(starts[0], func(i int, reached, _ symbolic.Set) { c.found("worlds", i, reached) })
	if err := sys.Fault(reached); err != nil {
		return c.faulty(err)
	}
	sys.Focus(reached) // nothing is asked about other states
	f := newFrame([]*layer{{sys, []int{0}}}, set{reached}, starts)
	if err := c.restrict(f); err != nil {
		return err
	}
	c.frame = f
	return nil
}

// starts are the initial states.
func (c *Checker) starts() (set, error) {
	if err := c.sys.Fault(c.sys.Space().Empty()); err != nil { // the initial conditions
		return nil, c.faulty(err)
	}
	starts := c.sys.Init()
	if starts.IsEmpty() {
		return nil, c.refuse(NoInitial, c.initPlace(), "no state satisfies all initial conditions")
	}
	return set{starts}, nil
}
