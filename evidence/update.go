package evidence

import (
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// showUpdate shows one way in which a knowledge action happens, and the world that
// it leads to, where one decides.
func (c *maker) showUpdate(n *witness.Node, e *spec.Update, w world) error {
	n.Claim = witness.UpdateClaim(e, n.Holds)
	if n.Holds == e.All {
		return nil
	}
	_, err := c.happens(e.Action, n.Env, w, ctlk.Occurrence(c.Evaluator, e.Action), nil, func(c *maker, w world, done []string) (bool, error) {
		to, err := c.showOnward(e, n.Env, w)
		if to == nil || err != nil {
			return false, err
		}
		n.After, n.Claim = &witness.After{Done: done, Node: to}, ""
		return true, nil
	})
	return err
}

// showOnward is evidence from a world behind a knowledge action, in what happens then if
// the formula is about runs; nil if it does not decide.
func (c *maker) showOnward(e *spec.Update, env *spec.Env, w world) (*witness.Node, error) {
	if e.X.Traits()&spec.IsTemporal != 0 {
		b, err := ctlk.Onward(c.Evaluator, w.Layer)
		if err != nil {
			return nil, err
		}
		c = c.in(b)
		w.Layer, w.past = 0, nil
	}
	yes, no, err := c.valueAt(e.X, env, w)
	if err != nil || e.All && !no || !e.All && !yes {
		return nil, err
	}
	return c.node(e.X, env, w, !e.All)
}

// attempt is told of a world behind a knowledge action and of what was done, with a maker
// of evidence there; it tells whether it is content.
type attempt func(c *maker, w world, done []string) (bool, error)

// happens calls try with each world to which a knowledge action leads from w, until it
// is content.
func (c *maker) happens(p spec.Program, env *spec.Env, w world, o encode.Occurrence, done []string, try attempt) (bool, error) {
	if o.Program == nil {
		o = ctlk.Occurrence(c.Evaluator, p)
	}
	var bodies []ctlk.Body
	switch p := p.(type) {
	case *spec.Seq:
		return c.happenInTurn(p.Parts, env, w, o, done, try)
	case *spec.Choice:
		if p.Marked >= 0 {
			return c.happens(p.Parts[p.Marked], env, w, o, done, try)
		}
		bodies = ctlk.SameNames(p.Parts, env, c.m.Worlds)
	case *spec.SomeOf, *spec.Run:
		var err error
		if bodies, err = ctlk.Bodies(c.Evaluator, p, env); err != nil {
			return false, err
		}
	default:
		return c.happensAtOnce(p, env, w, o, done, try)
	}
	for _, b := range bodies {
		if !w.In(b.When) {
			continue
		}
		if content, err := c.happens(b.Program, b.Env, w, o, done, try); content || err != nil {
			return content, err
		}
	}
	return false, nil
}

// happenInTurn is happens for a sequence.
func (c *maker) happenInTurn(parts []spec.Program, env *spec.Env, w world, o encode.Occurrence, done []string, try attempt) (bool, error) {
	if len(parts) == 0 {
		return try(c, w, done)
	}
	return c.happens(parts[0], env, w, o, done, func(c *maker, w world, done []string) (bool, error) {
		return c.happenInTurn(parts[1:], env, w, encode.Occurrence{Program: o.Program, Depth: c.m.Depth()}, done, try)
	})
}

// happensAtOnce is happens for an L.
func (c *maker) happensAtOnce(p spec.Program, env *spec.Env, w world, o encode.Occurrence, done []string, try attempt) (bool, error) {
	behind, err := ctlk.Behind(c.Evaluator, p, env, o)
	if err != nil {
		return false, err
	}
	d := c.in(behind)
	for i, way := range d.m.Product.WaysIn(w.Layer) {
		if !way.Named || !w.At.SubsetOf(way.Domain) {
			continue
		}
		v := w
		v.At = w.At.And(d.m.Product.Is(i))
		if content, err := try(d, v, append(slices.Clip(done), way.Done)); content || err != nil {
			return content, err
		}
	}
	return false, nil
}

// elsewhere is the way to a world behind knowledge actions: the one to where it comes
// from, and what was done since.
func (c *maker) elsewhere(to world, steps int) (start world, way []move, done []string) {
	base, at := c.m, to.At
	for p := base.Product; p != nil; p = base.Product {
		i := 0
		for !at.SubsetOf(p.Is(i)) {
			i++
		}
		done = append([]string{p.WaysIn(to.Layer)[i].Done}, done...)
		base, at = p.Before, p.Origins(at)
	}
	start, way = origin(base, base.None().Replace(to.Layer, at), steps)
	return start, way, done
}
