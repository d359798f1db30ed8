package ctlk

import (
	"maps"
	"math/big"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Behind returns an evaluator of the structure behind a knowledge action, or behind a
// part of one. It is made once.
func (c *Evaluator) Behind(p spec.Program, env *spec.Env, o encode.Occurrence) (*Evaluator, error) {
	key := KeyOf{p, valuesOf(p.Free(), env)}
	if known, ok := c.memo.behind[key]; ok {
		return known.Warning(c.warnings), nil
	}
	// What is asked to find the alternatives is not kept: of a hundred children who
	// are silent a hundred times these are ten thousand sets.
	asking, kept := *c, *c.memo
	kept.known = maps.Clone(c.memo.known)
	asking.memo = &kept
	learners, err := asking.learners(p, env)
	if err != nil {
		return nil, err
	}
	ways := make([][]kripke.Alternative, len(c.m.Layers))
	for k := range ways {
		if c.m.Worlds[k].IsEmpty() {
			continue
		}
		if ways[k], err = asking.alternatives(p, env, o, k); err != nil {
			return nil, err
		}
	}
	next, err := c.m.Update(o, ways, learners)
	if err != nil {
		return nil, c.refuse(verdict.Unsupported, p.Span(), "%s", err)
	}
	behind := c.In(next)
	behind.Tick("knowledge action", next.Depth(), next.Worlds)
	c.memo.behind[key] = behind
	return behind, nil
}

// onward is the truth of a formula in worlds behind a knowledge action. Under recall
// perfect it may be about runs, which go on there.
func (c *Evaluator) onward(e spec.Expr, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	if e.Traits()&spec.IsTemporal == 0 {
		return c.Formula(e, env, where)
	}
	if c.o.Recall != spec.PerfectRecall {
		return kripke.Truth{}, c.refuse(verdict.Unsupported, e.Span(), "%s", spec.Forgetting)
	}
	x := kripke.Truth{Lower: c.m.None(), Upper: c.m.None()}
	for k, part := range where {
		if part.IsEmpty() {
			continue
		}
		b, err := c.Onward(k)
		if err != nil {
			return kripke.Truth{}, err
		}
		y, err := b.Formula(e, env, b.m.None().Replace(0, part))
		if err != nil {
			return kripke.Truth{}, err
		}
		x.Lower[k], x.Upper[k] = y.Lower[0], y.Upper[0]
	}
	return x, nil
}

// Onward returns an evaluator of what happens after layer k of the structure, which
// stands behind a knowledge action. It reaches as far as the layers before it may
// (Options.Reach).
func (c *Evaluator) Onward(k int) (*Evaluator, error) {
	if b, ok := c.memo.branches[k]; ok {
		return b.Warning(c.warnings), nil
	}
	u, err := c.m.UnrollBehind(k, c.asking())
	if err != nil {
		return nil, err
	}
	steps := c.m.StepsBefore() + k
	for !u.Closed() && u.Depth() < c.o.Reach-steps {
		if err := u.Grow(c.asking()); err != nil {
			return nil, err
		}
		if u.Fault != nil {
			return nil, u.Fault
		}
	}
	b := c.In(u.Behind(steps))
	c.memo.branches[k] = b
	return b, nil
}

// asking is what making layers asks for.
func (c *Evaluator) asking() kripke.Asking {
	return kripke.Asking{Guards: c.Guards, Found: func(n int, worlds symbolic.Set) {
		if c.o.Progress != nil {
			c.o.Progress("layers", n, func() *big.Int { return c.m.System.Count(worlds) })
		}
	}}
}

// Guards gives what guards ask about knowledge its meaning in a structure of one layer.
func (c *Evaluator) Guards(m *kripke.Structure) encode.Modal {
	in := c.In(m)
	return in.within(0, m.Worlds[0], &doubt{m.Space().Empty()})
}
