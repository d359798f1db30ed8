package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Opening leaves large binders of a quantifier open, in the present frame: bits beside
// those of worlds say what they are. It is nil where they are to be tried one by one, as where
// worlds are counted, which have no such bits.
func Opening(c *Evaluator, e *spec.Fold) *encode.Opening {
	if c.m.Graph != nil || c.m.Product != nil || spec.Asks[*spec.Share](e) {
		return nil
	}
	return c.m.System.Open(e, c.open)
}

// opened is c where the names of an opening are bits.
func (c *Evaluator) opened(o *encode.Opening) *Evaluator {
	d := *c
	d.open = append(slices.Clip(c.open), o)
	return &d
}

// instancesOf calls f for the values of those binders of a quantifier that are not open.
// c is opened.
func instancesOf(c *Evaluator, e *spec.Fold, o *encode.Opening, env *spec.Env, where kripke.Set, f func(Instance) error) error {
	var others []spec.Binder
	for i, b := range e.Binders {
		if v := o.Values[i]; v != nil {
			env = env.Bind(b.Bound, v)
		} else {
			others = append(others, b)
		}
	}
	here := make(kripke.Set, len(where))
	for k, part := range where {
		here[k] = part.And(o.Valid)
	}
	return c.forEvery(others, env, here, f)
}

// foldOpen is fold with large binders open; false: they are to be tried one by one,
// among them those for which something goes wrong.
func foldOpen(c *Evaluator, e *spec.Fold, env *spec.Env, where kripke.Set) (kripke.Truth, bool, error) {
	o := Opening(c, e)
	if o == nil {
		return kripke.Truth{}, false, nil
	}
	some := kripke.Exactly(c.m.None()) // instance decides
	inner := c.opened(o)
	err := instancesOf(inner, e, o, env, where, func(in Instance) error {
		x, err := inner.Formula(e.Body, in.Env, in.When)
		if err != nil {
			return err
		}
		if e.Op == spec.Forall {
			x = x.Not(in.When)
		}
		found, err := x.Each(func(y kripke.Set) (kripke.Set, error) { return y.Exists(o.Bits), nil })
		some = some.Or(found)
		return err
	})
	switch {
	case verdict.IsMistake(err):
		return kripke.Truth{}, false, nil
	case err != nil:
		return kripke.Truth{}, true, err
	case e.Op == spec.Forall:
		return some.Not(where), true, nil
	}
	return some, true, nil
}

// OpenInstance is an instance that decides a quantifier in a world: one for which its
// body holds, or fails; nil: there is none.
func OpenInstance(c *Evaluator, e *spec.Fold, o *encode.Opening, env *spec.Env, w kripke.World, holds bool) (*spec.Env, error) {
	var found *spec.Env
	inner := c.opened(o)
	err := instancesOf(inner, e, o, env, c.m.Only(w), func(in Instance) error {
		x, err := inner.Formula(e.Body, in.Env, in.When)
		if err != nil || found != nil {
			return err
		}
		if !holds {
			x = x.Not(in.When)
		}
		if k := x.Lower.Layer(); k >= 0 {
			found = in.Env
			for i, v := range o.Least(x.Lower[k]) {
				if v != nil {
					found = found.Bind(e.Binders[i].Bound, v)
				}
			}
		}
		return nil
	})
	return found, err
}

// chosen is the part of a set in which open names have values.
func (c *Evaluator) chosen(x symbolic.Set) symbolic.Set {
	for _, o := range c.open {
		x = x.And(o.Valid)
	}
	return x
}
