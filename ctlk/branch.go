package ctlk

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Under recall perfect runs go on behind a knowledge action. The steps from the
// worlds that it leads to, in one layer, make layers of their own: agents remember
// which alternatives they cannot tell apart, and what guards ask of knowledge is asked
// of these worlds (Act-CTL-Kn, recall perfect and knowledge actions).

// onward is the truth of a formula in worlds behind a knowledge action.
func (c *Checker) onward(e spec.Expr, env *spec.Env, where set) (truth, error) {
	if e.Traits()&spec.IsTemporal == 0 {
		return c.formula(e, env, where)
	}
	if c.check.Recall != spec.PerfectRecall {
		return truth{}, c.refuse(Unsupported, e.Span(), "%s", spec.Forgetting)
	}
	x := truth{c.frame.none(), c.frame.none()}
	for k, part := range where {
		if part.IsEmpty() {
			continue
		}
		b, err := c.branch(k)
		if err != nil {
			return truth{}, err
		}
		err = c.on(b, func() error {
			y, err := c.formula(e, env, b.none().replace(0, part))
			if err == nil {
				x.sure[k], x.perhaps[k] = y.sure[0], y.perhaps[0]
			}
			return err
		})
		if err != nil {
			return truth{}, err
		}
	}
	return x, nil
}

// branch is the frame of what happens after layer k of the present one, which
// stands behind a knowledge action. It reaches as far as the layers before it may.
func (c *Checker) branch(k int) (*frame, error) {
	f := c.frame
	if b, ok := f.branches[k]; ok {
		return b, nil
	}
	u := &unrolling{recall: spec.PerfectRecall, sys: c.sys, frames: map[int]*frame{}, extension: f.extension.alone(k)}
	err := c.on(f, func() error {
		c.focus(c.sys.Valid())
		if err := c.addLayer(u, f.all[k], f.layers[k].sys.Recorded()); err != nil {
			return err
		}
		for !u.closed() && u.depth() < c.reach-f.steps-k {
			if err := c.grow(u); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	b := u.frame(u.depth() + 1) // as far as there are any
	b.steps, b.branch = f.steps+k, true
	if b.cut {
		c.unrolled[c.sys].short = true
	}
	f.branches[k] = b
	return b, nil
}

// goesOn tells whether worlds are histories that went on behind a knowledge action, or
// are behind another one since.
func (f *frame) goesOn() bool {
	return f.branch || f.extension != nil && f.extension.before.goesOn()
}

// alone is the extension with the alternatives in layer k as those in all layers.
func (x *extension) alone(k int) *extension {
	if x == nil {
		return nil
	}
	y := *x
	y.ways = [][]alternative{x.waysIn(k)}
	y.before = &frame{extension: x.before.extension.alone(k)}
	y.classes = map[string][]class{}
	return &y
}

// waysIn are the alternatives in layer k.
func (x *extension) waysIn(k int) []alternative { return x.ways[min(k, len(x.ways)-1)] }

// on runs f with another frame as the present one, of which alone something is
// asked.
func (c *Checker) on(x *frame, f func() error) error {
	outer := c.focused
	defer func() { c.focus(outer) }()
	c.focus(x.space().OrAll(x.all...))
	return c.inside(x, f)
}

func (f *frame) space() *symbolic.Space { return f.all[0].Space() }

// focus tells the system what alone is asked about.
func (c *Checker) focus(states symbolic.Set) {
	c.focused = states
	c.sys.Focus(states)
}

// beyond is the meaning in one layer of [α] f or <α> f where f is about runs. In
// other layers, where it may not be needed, the runs would have to be followed as well.
func (c *Checker) beyond(e *spec.Update, env *spec.Env, where set) (truth, error) {
	x := truth{c.frame.none(), c.frame.none()}
	for k, part := range where {
		if part.IsEmpty() {
			continue
		}
		y, err := c.updateIn(e, env, c.frame.all.part(k))
		if err != nil {
			return truth{}, err
		}
		x = x.or(y.within(where.part(k)))
	}
	return x, nil
}
