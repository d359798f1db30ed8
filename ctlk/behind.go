package ctlk

import (
	"math/big"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// What is kept of a structure: evaluators behind knowledge actions, and of what happens
// after a layer behind one.
type (
	behindKey struct {
		KeyOf
		began *kripke.Structure
	}
	branchKey int
)

// Behind returns an evaluator of the structure behind a knowledge action, or behind a
// part of one. It is made once; where the action began says how domains are named (nameOf).
func Behind(c *Evaluator, p spec.Program, env *spec.Env, o encode.Occurrence) (*Evaluator, error) {
	key := behindKey{KeyOf{p, valuesOf(p.Free(), env)}, c.began}
	if known, ok := recall[*Evaluator](c, key); ok {
		return known.asked(c), nil
	}
	// What is asked to find the alternatives is not kept: of a hundred children who
	// are silent a hundred times these are ten thousand sets.
	inner := c.forgetful()
	group, err := learners(inner, p, env)
	if err != nil {
		return nil, err
	}
	ways := make([][]kripke.Alternative, len(c.m.Layers))
	for k := range ways {
		if c.m.Worlds[k].IsEmpty() {
			continue
		}
		if ways[k], err = alternatives(inner, p, env, o, k); err != nil {
			return nil, err
		}
	}
	next, err := c.m.Update(o, ways, group)
	if err != nil {
		return nil, c.refuse(verdict.Unsupported, p.Span(), "%s", err)
	}
	behind := c.In(next)
	behind.Tick("knowledge action", next.Depth(), next.Worlds)
	c.memo.kept[key] = behind
	return behind.asked(c), nil
}

// FormulaBehind is Formula of a formula in worlds to which a knowledge action has led: runs go
// on there.
func FormulaBehind(c *Evaluator, e spec.Expr, where kripke.Set) (kripke.Truth, error) {
	return onward(c, e, nil, where)
}

// onward is the truth of a formula in worlds behind a knowledge action. Under recall
// perfect it may be about runs, which go on there.
func onward(c *Evaluator, e spec.Expr, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
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
		b, err := Onward(c, k)
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
func Onward(c *Evaluator, k int) (*Evaluator, error) {
	if b, ok := recall[*Evaluator](c, branchKey(k)); ok {
		return b.asked(c), nil
	}
	u, err := c.m.UnrollBehind(k, asking(c))
	if err != nil {
		return nil, err
	}
	steps := c.m.StepsBefore() + k
	for !u.Closed() && u.Depth() < c.o.Reach-steps {
		if err := u.Grow(asking(c)); err != nil {
			return nil, err
		}
		if u.Fault != nil {
			return nil, u.Fault
		}
	}
	b := c.In(u.Behind(steps))
	c.memo.kept[branchKey(k)] = b
	return b.asked(c), nil
}

// asking is what making layers asks for.
func asking(c *Evaluator) kripke.Asking {
	return kripke.Asking{Guards: func(m *kripke.Structure) encode.Modal { return Guards(c, m) }, Found: func(n int, worlds symbolic.Set) {
		if c.o.Progress != nil {
			c.o.Progress("layers", n, func() *big.Int { return c.m.System.Count(worlds) })
		}
	}}
}

// Guards gives what guards ask about knowledge its meaning in a structure of one layer.
func Guards(c *Evaluator, m *kripke.Structure) encode.Modal {
	in := c.In(m).asked(c)
	return in.within(0, m.Worlds[0], &doubt{m.Space().Empty()})
}

// Short tells whether runs behind some knowledge action were cut off.
func Short(c *Evaluator) bool {
	for key, kept := range c.memo.kept {
		behind, ok := kept.(*Evaluator)
		_, branch := key.(branchKey)
		if ok && (branch && behind.m.Cut || Short(behind)) {
			return true
		}
	}
	return false
}
