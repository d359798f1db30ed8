package ctlk

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

// A linear formula is one about a run in negation normal form. Its atoms are sets
// of worlds: those of a subformula about states, which the checker decides first.
type linear struct {
	id   int // equal formulas are one
	kind linearKind
	set  set // of an atom
	x, y *linear
}

type linearKind int

const (
	atom     linearKind = iota
	both                // x ∧ y
	either              // x ∨ y
	goesOn              // there is a next position, and x is true there
	unlessAt            // x is true at the next position, if there is one
	upTo                // x U y
	release             // x R y: y holds up to where x ∧ y does, or for ever, or to the end
)

// linears makes formulas, each once.
type linears struct {
	*Checker
	hopeful bool // atoms are where the subformula may hold; else where it does
	made    map[linearKey]*linear
	atoms   []*linear
}

// linearKey is a formula by its kind and its parts.
type linearKey struct {
	kind linearKind
	x, y int
}

// atom is true where the present world is in x.
func (l *linears) atom(x set) *linear {
	for _, f := range l.atoms {
		if f.set.Equal(x) {
			return f
		}
	}
	f := &linear{id: len(l.atoms) + len(l.made), kind: atom, set: x}
	l.atoms = append(l.atoms, f)
	return f
}

func (l *linears) truth(value bool) *linear {
	if value {
		return l.atom(l.frame.all)
	}
	return l.atom(l.frame.none())
}

// make is the formula of a kind with parts; y may be nil.
func (l *linears) make(kind linearKind, x, y *linear) *linear {
	key := linearKey{kind, x.id, -1}
	if y != nil {
		key.y = y.id
	}
	f := l.made[key]
	if f == nil {
		f = &linear{id: len(l.atoms) + len(l.made), kind: kind, x: x, y: y}
		l.made[key] = f
	}
	return f
}

// connect is x ∧ y or x ∨ y; of two atoms it is an atom.
func (l *linears) connect(kind linearKind, x, y *linear) *linear {
	yes, no := l.truth(kind == either), l.truth(kind == both) // what decides, and what does not
	switch {
	case x == yes || y == yes:
		return yes
	case x == no || x == y:
		return y
	case y == no:
		return x
	case x.kind == atom && y.kind == atom && kind == both:
		return l.atom(x.set.And(y.set))
	case x.kind == atom && y.kind == atom:
		return l.atom(x.set.Or(y.set))
	}
	return l.make(kind, x, y)
}

// until is x U y. F F f is F f, and F G F f is G F f, on runs that end as well.
func (l *linears) until(x, y *linear) *linear {
	yes, no := l.truth(true), l.truth(false)
	switch {
	case y == yes || y == no || x == no:
		return y
	case x == yes && y.kind == upTo && y.x == yes:
		return y
	case x == yes && y.kind == release && y.x == no && y.y.kind == upTo && y.y.x == yes:
		return y
	}
	return l.make(upTo, x, y)
}

// release is x R y, the dual of until.
func (l *linears) release(x, y *linear) *linear {
	yes, no := l.truth(true), l.truth(false)
	switch {
	case y == yes || y == no || x == yes:
		return y
	case x == no && y.kind == release && y.x == no:
		return y
	case x == no && y.kind == upTo && y.x == yes && y.y.kind == release && y.y.x == no:
		return y
	}
	return l.make(release, x, y)
}

// build returns e, or its negation, as a linear formula. What is about states is
// evaluated in all worlds.
func (l *linears) build(e spec.Expr, env *spec.Env, negated bool) (*linear, error) {
	if e.Traits()&spec.OnRun == 0 {
		x, err := l.everywhere(e, env)
		if err != nil {
			return nil, err
		}
		if negated {
			x = x.not(l.frame.all)
		}
		return l.atom(x.bound(l.hopeful)), nil
	}
	switch e := e.(type) {
	case *spec.Unary:
		return l.build(e.X, env, !negated)
	case *spec.Binary:
		return l.binary(e, env, negated)
	case *spec.Fold:
		return l.fold(e, env, negated)
	case *spec.Call:
		instances, err := l.arguments(e.Define.Params, e.Args, env, l.frame.all)
		if err != nil {
			return nil, err
		}
		return l.build(e.Define.Body, instances[0].env, negated)
	case *spec.Path:
		return l.path(e, env, negated)
	}
	panic(fmt.Sprintf("ctlk: %T in a formula about runs", e))
}

func (l *linears) binary(e *spec.Binary, env *spec.Env, negated bool) (*linear, error) {
	switch e.Op {
	case spec.And, spec.Or:
		return l.two(e, env, negated, negated, e.Op == spec.And != negated)
	case spec.Imp: // ¬x ∨ y
		return l.two(e, env, !negated, negated, negated)
	}
	same := (e.Op != spec.Ne) != negated // x ∧ y ∨ ¬x ∧ ¬y, else x ∧ ¬y ∨ ¬x ∧ y
	one, err := l.two(e, env, false, !same, true)
	if err != nil {
		return nil, err
	}
	other, err := l.two(e, env, true, same, true)
	if err != nil {
		return nil, err
	}
	return l.connect(either, one, other), nil
}

// two connects both operands, each perhaps negated.
func (l *linears) two(e *spec.Binary, env *spec.Env, notX, notY, conjunction bool) (*linear, error) {
	x, err := l.build(e.X, env, notX)
	if err != nil {
		return nil, err
	}
	y, err := l.build(e.Y, env, notY)
	if err != nil {
		return nil, err
	}
	if conjunction {
		return l.connect(both, x, y), nil
	}
	return l.connect(either, x, y), nil
}

func (l *linears) fold(e *spec.Fold, env *spec.Env, negated bool) (*linear, error) {
	all := e.Op == spec.Forall != negated
	instances, err := l.everyInstance(e.Binders, env, l.frame.all)
	if err != nil {
		return nil, err
	}
	f := l.truth(all)
	for _, in := range instances {
		x, err := l.build(e.Body, in.env, negated)
		if err != nil {
			return nil, err
		}
		if all {
			f = l.connect(both, f, x)
		} else {
			f = l.connect(either, f, x)
		}
	}
	return f, nil
}

// path is a formula about a run. ¬X f says that there is no next position, or not
// f at it.
func (l *linears) path(e *spec.Path, env *spec.Env, negated bool) (*linear, error) {
	x, err := l.build(e.X, env, negated)
	if err != nil {
		return nil, err
	}
	switch {
	case e.Op == spec.NextTime && negated:
		return l.make(unlessAt, x, nil), nil
	case e.Op == spec.NextTime:
		return l.make(goesOn, x, nil), nil
	case e.Op == spec.Globally && negated, e.Op == spec.Eventually && !negated:
		return l.until(l.truth(true), x), nil
	case e.Op == spec.Globally, e.Op == spec.Eventually:
		return l.release(l.truth(false), x), nil
	}
	y, err := l.build(e.Y, env, negated)
	if err != nil {
		return nil, err
	}
	if negated {
		return l.release(x, y), nil
	}
	return l.until(x, y), nil
}
