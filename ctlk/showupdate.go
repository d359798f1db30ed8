package ctlk

import (
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// showUpdate shows one way in which a knowledge action happens, and the world that
// it leads to, where one decides.
func (c *Checker) showUpdate(n *witness.Node, e *spec.Update, w world) error {
	how := map[bool]string{true: "after some execution of ", false: "after no execution of "}
	if e.All {
		how = map[bool]string{true: "after every execution of ", false: "not after every execution of "}
	}
	n.Claim = how[n.Holds] + programText(e.Action)
	if n.Holds == e.All {
		return nil
	}
	_, err := c.happens(e.Action, n.Env, w, c.occurrence(e.Action), nil, func(w world, done []string) (bool, error) {
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
func (c *Checker) showOnward(e *spec.Update, env *spec.Env, w world) (to *witness.Node, err error) {
	show := func() error {
		yes, no, err := c.valueAt(e.X, env, w)
		if err != nil || e.All && !no || !e.All && !yes {
			return err
		}
		to, err = c.node(e.X, env, w, !e.All)
		return err
	}
	if e.X.Traits()&spec.IsTemporal == 0 {
		err = show()
		return to, err
	}
	b, err := c.branch(w.layer)
	if err != nil {
		return nil, err
	}
	w.layer, w.past = 0, nil
	err = c.on(b, show)
	return to, err
}

// happens calls try, inside the frame behind a knowledge action, with each world to
// which that leads from w and with what is done, until it is content.
func (c *Checker) happens(p spec.Program, env *spec.Env, w world, o encode.Occurrence, done []string, try func(world, []string) (bool, error)) (bool, error) {
	if o.Program == nil {
		o = c.occurrence(p)
	}
	var bodies []body
	switch p := p.(type) {
	case *spec.Seq:
		return c.happenInTurn(p.Parts, env, w, o, done, try)
	case *spec.Choice:
		if p.Marked >= 0 {
			return c.happens(p.Parts[p.Marked], env, w, o, done, try)
		}
		bodies = sameNames(p.Parts, env, c.frame.all)
	case *spec.SomeOf, *spec.Run:
		var err error
		if bodies, err = c.bodies(p, env); err != nil {
			return false, err
		}
	default:
		return c.happensAtOnce(p, env, w, o, done, try)
	}
	for _, b := range bodies {
		if !c.isIn(w, b.when) {
			continue
		}
		if content, err := c.happens(b.p, b.env, w, o, done, try); content || err != nil {
			return content, err
		}
	}
	return false, nil
}

// happenInTurn is happens for a sequence.
func (c *Checker) happenInTurn(parts []spec.Program, env *spec.Env, w world, o encode.Occurrence, done []string, try func(world, []string) (bool, error)) (bool, error) {
	if len(parts) == 0 {
		return try(w, done)
	}
	return c.happens(parts[0], env, w, o, done, func(w world, done []string) (bool, error) {
		return c.happenInTurn(parts[1:], env, w, encode.Occurrence{Program: o.Program, Depth: c.frame.depth()}, done, try)
	})
}

// happensAtOnce is happens for an L.
func (c *Checker) happensAtOnce(p spec.Program, env *spec.Env, w world, o encode.Occurrence, done []string, try func(world, []string) (bool, error)) (content bool, err error) {
	next, err := c.extend(p, env, o)
	if err != nil {
		return false, err
	}
	err = c.inside(next, func() error {
		for i, way := range next.extension.waysIn(w.layer) {
			if !way.named || !w.at.SubsetOf(way.dom) || content {
				continue
			}
			v := w
			v.at = w.at.And(next.extension.is(i))
			if content, err = try(v, append(slices.Clip(done), way.done)); err != nil {
				return err
			}
		}
		return nil
	})
	return content, err
}

// elsewhere is the way to a world behind knowledge actions: the one to where it comes
// from, and what was done since.
func (c *Checker) elsewhere(to world, steps int) (start world, origin []move, done []string) {
	base, at := c.frame, to.at
	for x := base.extension; x != nil; x = base.extension {
		i := 0
		for !at.SubsetOf(x.is(i)) {
			i++
		}
		done = append([]string{x.waysIn(to.layer)[i].done}, done...)
		base, at = x.before, x.origins(at)
	}
	outer := c.frame
	c.frame = base
	start, origin = c.origin(base.none().replace(to.layer, at), steps)
	c.frame = outer
	return start, origin, done
}
