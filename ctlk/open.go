package ctlk

import (
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// opening leaves large binders of a quantifier open, in the present frame: bits beside
// those of worlds say what they are. It is nil where they are to be tried one by one.
func (c *Checker) opening(e *spec.Fold) *encode.Opening {
	if c.frame.graph != nil || c.frame.extension != nil {
		return nil
	}
	return c.sys.Open(e)
}

// instancesOf calls f for the values of those binders of a quantifier that are not open.
func (c *Checker) instancesOf(e *spec.Fold, o *encode.Opening, env *spec.Env, where set, f func(instance) error) error {
	c.open = append(c.open, o.Valid)
	defer func() { c.open = c.open[:len(c.open)-1] }()
	var others []spec.Binder
	for i, b := range e.Binders {
		if v := o.Values[i]; v != nil {
			env = env.Bind(b.Bound, v)
		} else {
			others = append(others, b)
		}
	}
	here := make(set, len(where))
	for k, part := range where {
		here[k] = part.And(o.Valid)
	}
	return c.forEvery(others, env, here, f)
}

// foldOpen is fold with large binders open; false: they are to be tried one by one,
// among them those for which something goes wrong.
func (c *Checker) foldOpen(e *spec.Fold, env *spec.Env, where set) (truth, bool, error) {
	o := c.opening(e)
	if o == nil {
		return truth{}, false, nil
	}
	defer o.Close()
	some := exactly(c.frame.none()) // instance decides
	err := c.instancesOf(e, o, env, where, func(in instance) error {
		x, err := c.formula(e.Body, in.env, in.when)
		if err != nil {
			return err
		}
		if e.Op == spec.Forall {
			x = x.not(in.when)
		}
		found, err := x.each(func(y set) (set, error) { return y.exists(o.Bits), nil })
		some = some.or(found)
		return err
	})
	switch {
	case isMistake(err):
		return truth{}, false, nil
	case err != nil:
		return truth{}, true, err
	case e.Op == spec.Forall:
		return some.not(where), true, nil
	}
	return some, true, nil
}

// openInstance is an instance that decides a quantifier in a world: one for which its
// body holds, or fails; nil: there is none.
func (c *Checker) openInstance(e *spec.Fold, o *encode.Opening, env *spec.Env, w world, holds bool) (*spec.Env, error) {
	var found *spec.Env
	err := c.instancesOf(e, o, env, c.only(w), func(in instance) error {
		x, err := c.formula(e.Body, in.env, in.when)
		if err != nil || found != nil {
			return err
		}
		if !holds {
			x = x.not(in.when)
		}
		if k := x.sure.layer(); k >= 0 {
			found = in.env
			for i, v := range o.Least(x.sure[k]) {
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
func (c *Checker) chosen(x symbolic.Set) symbolic.Set {
	for _, valid := range c.open {
		x = x.And(valid)
	}
	return x
}
