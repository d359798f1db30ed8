package ctlk

import (
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

type set = symbolic.Set

// frame is the structure that formulas are about. The operators ask for nothing
// else, so a frame whose worlds are states at a time, or histories, serves them
// as well. All sets given and returned are sets of its worlds.
type frame interface {
	// worlds are all there are, initial those in which runs begin.
	worlds() set
	initial() set
	// before are the worlds from which a step of r leads into x, after those into
	// which one leads from x.
	before(r symbolic.Relation, x set) set
	after(r symbolic.Relation, x set) set
	// reaching is μZ. goal ∪ through ∩ before(r, Z).
	reaching(r symbolic.Relation, goal, through set, tick symbolic.Progress) set
	// closure are the worlds that the agents together confuse with one in x.
	closure(agents []*spec.Agent, x set) (set, error)
}

// states is the frame of recall none: a world is a reachable state, from which,
// if runs are restricted, some run that counts begins (Act-CTL-Kn, recall none).
type states struct {
	sys         *encode.System
	all, starts set
}

func (f *states) worlds() set  { return f.all }
func (f *states) initial() set { return f.starts }

func (f *states) before(r symbolic.Relation, x set) set { return r.Preimage(x).And(f.all) }

func (f *states) after(r symbolic.Relation, x set) set { return r.Image(x).And(f.all) }

func (f *states) reaching(r symbolic.Relation, goal, through set, tick symbolic.Progress) set {
	return r.Coreach(goal, through, tick)
}

func (f *states) closure(agents []*spec.Agent, x set) (set, error) {
	switch {
	case x.IsEmpty():
		return x, nil
	case len(agents) == 0: // nobody sees anything
		return f.all, nil
	}
	view, err := f.sys.View(agents...)
	if err != nil {
		return set{}, err
	}
	return view.Closure(x).And(f.all), nil
}

// enter finds the worlds, once.
func (c *Checker) enter() error {
	if c.frame != nil {
		return nil
	}
	sys := c.sys
	starts := sys.Init()
	if err := sys.Fault(sys.Space().Empty()); err != nil { // the initial conditions
		return c.faulty(err)
	}
	if starts.IsEmpty() {
		return c.refuse(NoInitial, c.initPlace(), "no state satisfies all initial conditions")
	}
	reached := sys.Steps().Reach(starts, c.ticker("worlds"))
	if err := sys.Fault(reached); err != nil {
		return c.faulty(err)
	}
	sys.Focus(reached) // nothing is asked about other states
	f := &states{sys, reached, starts}
	if err := c.restrict(f); err != nil {
		return err
	}
	c.frame = f
	c.count = sys.Count(f.all)
	return nil
}
