package ctlk

import (
	"math/big"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
)

// update is the meaning of [α] f or <α> f of a knowledge action: f is needed in
// all worlds that the action leads to.
func (c *Checker) update(e *spec.Update, env *spec.Env) (meaning, error) {
	x, err := c.updateIn(e, env, c.frame.all)
	return meaning{x, c.frame.none()}, err
}

// updateIn is the truth of [α] f or <α> f in some worlds. <α> f is ¬[α] ¬f.
func (c *Checker) updateIn(e *spec.Update, env *spec.Env, where set) (truth, error) {
	exact := true
	box := func(hopeful bool) (set, error) {
		return c.box(e.Action, env, where, c.occurrence(e.Action), execution{then: func(ends set) (set, error) {
			f, err := c.onward(e.X, env, ends)
			if err != nil {
				return nil, err
			}
			exact = exact && f.exact()
			if !e.All {
				f = f.not(ends)
			}
			return f.bound(hopeful), nil
		}})
	}
	sure, err := box(false)
	if err != nil {
		return truth{}, err
	}
	x := exactly(sure)
	if !exact {
		if x.perhaps, err = box(true); err != nil {
			return truth{}, err
		}
	}
	if !e.All {
		x = x.not(where)
	}
	return x, nil
}

// executable are the worlds of where in which a knowledge action can happen.
func (c *Checker) executable(p spec.Program, where set) (set, error) {
	never := func(set) (set, error) { return c.frame.none(), nil }
	box, err := c.box(p, nil, where, c.occurrence(p), execution{then: never})
	if err != nil {
		return nil, err
	}
	return where.Diff(box), nil
}

// occurrence is that of a knowledge action behind those performed before.
func (c *Checker) occurrence(p spec.Program) encode.Occurrence {
	if _, seq := p.(*spec.Seq); seq {
		p = nil
	}
	return encode.Occurrence{Program: p, Depth: c.frame.depth()}
}

// execution is what is asked of the worlds behind a knowledge action.
type execution struct {
	// all: of the type of the action, and not only of the action as it is written.
	all bool
	// then is called inside the frame behind the action with the worlds there, and
	// returns those that do.
	then func(where set) (set, error)
}

// box returns the worlds of where from which every execution of a knowledge
// action leads to worlds that do. What stands outside of every L is taken part by
// part, and its arguments are read in the world where it stands.
func (c *Checker) box(p spec.Program, env *spec.Env, where set, o encode.Occurrence, x execution) (set, error) {
	if o.Program == nil {
		o = c.occurrence(p)
	}
	switch p := p.(type) {
	case *spec.Seq:
		return c.boxes(p.Parts, env, where, o, x)
	case *spec.Choice:
		if p.Marked >= 0 {
			return c.box(p.Parts[p.Marked], env, where, o, x)
		}
		return c.boxOf(sameNames(p.Parts, env, where), where, o, x)
	case *spec.SomeOf, *spec.Run:
		bodies, err := c.bodies(p, env)
		if err != nil {
			return nil, err
		}
		return c.boxOf(bodies, where, o, x)
	}
	next, err := c.extend(p, env, o)
	if err != nil {
		return nil, err
	}
	ends := next.extension.named
	if x.all {
		ends = next.all
	}
	ends = ends.And(where)
	done := ends
	if err = c.inside(next, func() error { done, err = x.then(ends); return err }); err != nil {
		return nil, err
	}
	bad := ends.Diff(done)
	for k := range bad {
		bad[k] = next.extension.origins(bad[k])
	}
	return where.Diff(bad), nil
}

// boxOf is box of several actions, of each in its own worlds.
func (c *Checker) boxOf(bodies []body, where set, o encode.Occurrence, x execution) (set, error) {
	bad := c.frame.none()
	for _, b := range bodies {
		here := where.And(b.when)
		done, err := c.box(b.p, b.env, here, o, x)
		if err != nil {
			return nil, err
		}
		bad = bad.Or(here.Diff(done))
	}
	return where.Diff(bad), nil
}

// boxes is box of a sequence.
func (c *Checker) boxes(parts []spec.Program, env *spec.Env, where set, o encode.Occurrence, x execution) (set, error) {
	if len(parts) == 0 {
		return x.then(where)
	}
	return c.box(parts[0], env, where, o, execution{x.all, func(where set) (set, error) {
		return c.boxes(parts[1:], env, where, encode.Occurrence{Program: o.Program, Depth: c.frame.depth()}, x)
	}})
}

// countAfter is the number of worlds in which f is true, of those to which the
// type of a knowledge action leads from the worlds of where; nil where it is open.
func (c *Checker) countAfter(p spec.Program, f spec.Expr, where set) (*big.Int, error) {
	n, exact := new(big.Int), true
	_, err := c.box(p, nil, where, c.occurrence(p), execution{true, func(where set) (set, error) {
		x, err := c.onward(f, nil, where)
		if err == nil {
			exact = exact && x.exact()
			n.Add(n, c.frame.count(x.sure))
		}
		return where, err
	}})
	if !exact {
		return nil, err
	}
	return n, err
}
