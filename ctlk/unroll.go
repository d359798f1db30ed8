package ctlk

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// unrolling are the layers of a model with memory as far as they are known: the
// worlds after 0, 1, 2, … steps. It is shared by all checks that need it.
type unrolling struct {
	recall spec.Recall
	layers []*layer
	worlds set
	loop   int  // the layer to which the steps from the last one lead, or -1
	over   bool // no step leads from the last layer
	frames map[int]*frame
}

// closed tells whether there is nothing more to find.
func (u *unrolling) closed() bool { return u.over || u.loop >= 0 }

// depth is the number of steps that were followed.
func (u *unrolling) depth() int { return len(u.layers) - 1 }

// unroll starts with the initial states.
func (c *Checker) unroll(recall spec.Recall) (*unrolling, error) {
	starts, err := c.starts()
	if err != nil {
		return nil, err
	}
	u := &unrolling{recall: recall, loop: -1, frames: map[int]*frame{}}
	return u, c.addLayer(u, starts[0])
}

// addLayer adds the layer of some worlds. What the guards of its steps ask about
// knowledge is decided among them.
func (c *Checker) addLayer(u *unrolling, worlds symbolic.Set) error {
	sys := c.sys
	if sys.Model().AsksKnowledge() != nil {
		c.frame = newFrame([]*layer{{sys: sys}}, set{worlds}, set{worlds})
		var err error
		if sys, err = sys.Knowing(c.within(0, worlds, &doubt{c.empty()})); err != nil {
			return err
		}
	}
	if err := sys.Fault(worlds); err != nil {
		return c.faulty(err)
	}
	u.layers = append(u.layers, &layer{sys: sys})
	u.worlds = append(u.worlds, worlds)
	c.found("layers", len(u.layers), worlds)
	return nil
}

// grow follows the steps from the last layer. Under clock recall a layer is a
// function of the set of states before it: when a set returns, so do all after it
// (Act-CTL-Kn, recall clock).
func (c *Checker) grow(u *unrolling) error {
	last := u.depth()
	next := u.layers[last].sys.Steps().Image(u.worlds[last])
	if u.over = next.IsEmpty(); u.over {
		return nil
	}
	for k, x := range u.worlds {
		if x.Equal(next) {
			u.loop = k
			return nil
		}
	}
	return c.addLayer(u, next)
}

// frame is the structure of the first layers, up to a depth.
func (u *unrolling) frame(depth int) *frame {
	depth = min(depth, u.depth())
	cut := depth < u.depth() || !u.closed()
	key := depth
	if cut {
		key = -1 - depth // what is known of runs that were cut off is not known of the others
	}
	if f, ok := u.frames[key]; ok {
		return f
	}
	layers := make([]*layer, depth+1)
	for k := range layers {
		layers[k] = &layer{sys: u.layers[k].sys}
		if k < depth {
			layers[k].next = []int{k + 1}
		} else if !cut && u.loop >= 0 {
			layers[k].next = []int{u.loop}
		}
	}
	worlds := u.worlds[:depth+1]
	f := newFrame(layers, worlds, worlds.part(0))
	f.cut, f.memory = cut, true
	u.frames[key] = f
	return f
}

// index is the layer that a number of steps leads to.
func (f *frame) index(steps int) int {
	last := len(f.layers) - 1
	if steps <= last || len(f.layers[last].next) == 0 {
		return steps
	}
	loop := f.layers[last].next[0]
	return loop + (steps-loop)%(last+1-loop)
}

// at are the worlds that a number of steps leads to.
func (f *frame) at(steps int) set {
	k := f.index(steps)
	if k >= len(f.layers) {
		return f.none()
	}
	return f.all.part(k)
}

// deepen answers a check under clock or perfect recall: it follows more and more
// steps until the verdict is decided, there is nothing more to follow, or so many
// were followed as the check allows.
func (c *Checker) deepen(chk *spec.Check, a *Answer) error {
	most := chk.Depth
	if h := horizon(chk.Formula); h != endless && most == spec.AutoDepth && !c.restricted() {
		most = max(h+chk.Layer, 1)
	}
	depth := most
	if depth == spec.AutoDepth {
		depth = chk.Layer + 1
	}
	for ; ; depth += 1 + depth/2 {
		c.warnings = newList()
		if err := c.follow(chk, depth); err != nil {
			return err
		}
		*a = Answer{}
		if f := c.frame; f.cut {
			a.Depth = len(f.layers) - 1
		}
		switch err := c.reaches(chk, a); {
		case err != nil || a.Verdict != Unknown || !c.frame.cut:
			return err
		case most != spec.AutoDepth:
			a.Reason = "depth"
			return nil
		}
	}
}

// reaches answers a check in the present frame, if that reaches as far as the
// check's layer and tells which runs count.
func (c *Checker) reaches(chk *spec.Check, a *Answer) error {
	f := c.frame
	if c.restricted() && f.fair == nil || f.cut && chk.Layer >= len(f.layers) {
		a.Verdict = Unknown
		return nil
	}
	if f.at(chk.Layer).IsEmpty() && (chk.Kind != spec.CountCheck || chk.At != nil) {
		return c.refuse(NoneWithAt, chk.Place, "no run has %d steps, so the check asks about nothing", chk.Layer)
	}
	return c.decide(chk, a)
}

// follow makes a frame of the first layers the present one.
func (c *Checker) follow(chk *spec.Check, depth int) error {
	if chk.Recall != spec.ClockRecall {
		return c.refuse(Unsupported, chk.Place, "recall: %s is not implemented yet", chk.Recall)
	}
	if e := c.sys.Model().AsksKnowledge(); e != nil && c.restricted() {
		return c.refuse(Unsupported, e.Span(), "which runs count is not defined where actions ask what somebody knows: there can be no fairness and no runs: infinite")
	}
	if c.ticking == nil {
		c.sys.Focus(c.sys.Valid())
		u, err := c.unroll(spec.ClockRecall)
		if err != nil {
			return err
		}
		c.ticking = u
	}
	u := c.ticking
	for !u.closed() && u.depth() <= depth { // one more tells whether it is a new one
		c.sys.Focus(c.sys.Valid())
		if err := c.grow(u); err != nil {
			return err
		}
	}
	f := u.frame(depth)
	c.use(f)
	if f.cut || f.fair != nil {
		return nil
	}
	return c.restrict(f)
}
