package ctlk

import (
	"math/big"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
)

// update is the meaning of [α] f or <α> f of a knowledge action: f is needed in
// literals worlds that the action leads to.
func update(c *Evaluator, x spec.Expr, env *spec.Env, _ kripke.Set) (meaning, error) {
	f, err := updateIn(c, x.(*spec.Update), env, c.m.Worlds)
	return meaning{holds: f, undefined: c.m.None()}, err
}

// updateWithin is Formula of an update. Where f is about runs each layer is taken by
// itself: in other layers, where they may not be needed, the runs would have to be
// followed as well.
func updateWithin(c *Evaluator, x spec.Expr, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	e := x.(*spec.Update)
	if e.X.Traits()&spec.IsTemporal == 0 {
		return c.Modal(e, env, where)
	}
	found := kripke.Exactly(c.m.None())
	for k, part := range where {
		if part.IsEmpty() {
			continue
		}
		y, err := updateIn(c, e, env, c.m.Worlds.Part(k))
		if err != nil {
			return kripke.Truth{}, err
		}
		found = found.Or(y.Within(where.Part(k)))
	}
	return found, nil
}

// updateIn is the truth of [α] f or <α> f in some worlds. <α> f is ¬[α] ¬f.
func updateIn(c *Evaluator, e *spec.Update, env *spec.Env, where kripke.Set) (kripke.Truth, error) {
	exact := true
	box := func(upper bool) (kripke.Set, error) {
		return box(c, e.Action, env, where, Occurrence(c, e.Action), execution{then: func(c *Evaluator, ends kripke.Set) (kripke.Set, error) {
			f, err := onward(c, e.X, env, ends)
			if err != nil {
				return nil, err
			}
			exact = exact && f.Exact()
			if !e.All {
				f = f.Not(ends)
			}
			return f.Bound(upper), nil
		}})
	}
	sure, err := box(false)
	if err != nil {
		return kripke.Truth{}, err
	}
	x := kripke.Exactly(sure)
	if !exact {
		if x.Upper, err = box(true); err != nil {
			return kripke.Truth{}, err
		}
	}
	if !e.All {
		x = x.Not(where)
	}
	return x, nil
}

// Executable are the worlds of where in which a knowledge action can happen.
func Executable(c *Evaluator, p spec.Program, where kripke.Set) (kripke.Set, error) {
	never := func(c *Evaluator, _ kripke.Set) (kripke.Set, error) { return c.m.None(), nil }
	always, err := box(c, p, nil, where, Occurrence(c, p), execution{then: never})
	if err != nil {
		return nil, err
	}
	return where.Diff(always), nil
}

// Occurrence is that of a knowledge action behind those performed before.
func Occurrence(c *Evaluator, p spec.Program) encode.Occurrence {
	if _, seq := p.(*spec.Seq); seq {
		p = nil
	}
	return encode.Occurrence{Program: p, Depth: c.m.Depth()}
}

// execution is what is asked of the worlds behind a knowledge action.
type execution struct {
	// all: of the type of the action, and not only of the action as it is written.
	all bool
	// then is called with an evaluator of the structure behind the action and the worlds
	// there, and returns those that do.
	then func(c *Evaluator, where kripke.Set) (kripke.Set, error)
}

// box returns the worlds of where from which every execution of a knowledge
// action leads to worlds that do. What stands outside of every L is taken part by
// part, and its arguments are read in the world where it stands.
func box(c *Evaluator, p spec.Program, env *spec.Env, where kripke.Set, o encode.Occurrence, x execution) (kripke.Set, error) {
	if o.Program == nil {
		o = Occurrence(c, p)
	}
	switch p := p.(type) {
	case *spec.Seq:
		return boxes(c, p.Parts, env, where, o, x)
	case *spec.Choice:
		if p.Marked >= 0 {
			return box(c, p.Parts[p.Marked], env, where, o, x)
		}
		return boxOf(c, SameNames(p.Parts, env, where), where, o, x)
	case *spec.SomeOf, *spec.Run:
		bodies, err := Bodies(c, p, env)
		if err != nil {
			return nil, err
		}
		return boxOf(c, bodies, where, o, x)
	}
	behind, err := Behind(c, p, env, o)
	if err != nil {
		return nil, err
	}
	next := behind.m
	ends := next.Product.Named
	if x.all {
		ends = next.Worlds
	}
	ends = ends.And(where)
	done, err := x.then(behind, ends)
	if err != nil {
		return nil, err
	}
	bad := ends.Diff(done)
	for k := range bad {
		bad[k] = next.Product.Origins(bad[k])
	}
	return where.Diff(bad), nil
}

// boxOf is box of several actions, of each in its own worlds.
func boxOf(c *Evaluator, bodies []Body, where kripke.Set, o encode.Occurrence, x execution) (kripke.Set, error) {
	bad := c.m.None()
	for _, b := range bodies {
		here := where.And(b.When)
		done, err := box(c, b.Program, b.Env, here, o, x)
		if err != nil {
			return nil, err
		}
		bad = bad.Or(here.Diff(done))
	}
	return where.Diff(bad), nil
}

// boxes is box of a sequence.
func boxes(c *Evaluator, parts []spec.Program, env *spec.Env, where kripke.Set, o encode.Occurrence, x execution) (kripke.Set, error) {
	if len(parts) == 0 {
		return x.then(c, where)
	}
	return box(c, parts[0], env, where, o, execution{x.all, func(c *Evaluator, where kripke.Set) (kripke.Set, error) {
		return boxes(c, parts[1:], env, where, encode.Occurrence{Program: o.Program, Depth: c.m.Depth()}, x)
	}})
}

// CountAfter is the number of worlds in which f is true, of those to which the
// type of a knowledge action leads from the worlds of where; nil where it is open.
func CountAfter(c *Evaluator, p spec.Program, f spec.Expr, where kripke.Set) (*big.Int, error) {
	n, exact := new(big.Int), true
	err := Ends(c, p, where, true, func(c *Evaluator, where kripke.Set) error {
		x, err := onward(c, f, nil, where)
		if err == nil {
			exact = exact && x.Exact()
			n.Add(n, c.m.Count(x.Lower))
		}
		return err
	})
	if !exact {
		return nil, err
	}
	return n, err
}

// Ends calls do with each structure to which a knowledge action leads from worlds of where, and
// with the worlds there to which it leads: as it is written, or all of its type.
func Ends(c *Evaluator, p spec.Program, where kripke.Set, all bool, do func(c *Evaluator, ends kripke.Set) error) error {
	_, err := box(c, p, nil, where, Occurrence(c, p), execution{all, func(c *Evaluator, where kripke.Set) (kripke.Set, error) {
		return where, do(c, where)
	}})
	return err
}
