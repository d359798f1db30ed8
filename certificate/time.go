package certificate

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/internal/certify"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
)

// step is where a step leads into a set, by the layer for which that is asked.
type step func(layer int, z kripke.Set) kripke.Set

// temporal claims an operator along runs of a program: its set, and the iterates of its fixpoint, or of
// the complement of its greatest.
func (a *author) temporal(n *question.Need, x *spec.Temporal, set kripke.Set) error {
	search, err := ctlk.SearchOf(a.ev, x, n.Env, false)
	if err != nil {
		return err
	}
	var failed error
	before := func(layer int, z kripke.Set) kripke.Set {
		if !question.Repeats(x.Program) {
			return search.Before(z)
		}
		y, err := a.before(x.Program, n.Env, question.UseOf(n.Key, layer), z)
		if failed == nil {
			failed = err
		}
		return y
	}
	all, weak, bounded := a.m.Worlds, search.Form.Shape == ctlk.Weak, search.Bound != ctlk.Forever
	lower, upper := n.Lower, n.Upper
	if x.All && x.Op == spec.NextTime || x.Op == spec.Globally {
		lower, upper = upper, lower
	}
	if a.m.Cut && lower == weak { // what leads on from below, or the complement of what may go on
		if search, err = ctlk.SearchOf(a.ev, x, n.Env, true); err != nil {
			return err
		}
	}
	switch {
	case x.Op == spec.NextTime:
		before(0, search.Goal)
		a.induct(n.Key, set)
	case weak && !bounded && a.m.Fair != nil:
		a.fair(n.Key, x.All, upper, lower, search.Hold, search.Hold.And(search.Goal.Or(search.Dead)), a.m.Fair, before)
	default:
		start, next := search.Goal, func(layer int, z kripke.Set) kripke.Set { return search.Hold.And(before(layer, z)) }
		if weak {
			rest := all.Diff(search.Goal.Or(search.Dead))
			start, next = all.Diff(search.Hold), func(layer int, z kripke.Set) kripke.Set { return rest.Diff(before(layer, all.Diff(z))) }
		}
		var layers []kripke.Set
		if lower || bounded || question.Repeats(x.Program) {
			before(certify.Ends, all)
			layers = grow(start, search.Bound, next)
			next(certify.Whole, layers[len(layers)-1])
		}
		a.induct(n.Key, set, layers...)
	}
	return failed
}

// induct claims a set and its layers, with memory in each layer of worlds.
func (a *author) induct(key string, set kripke.Set, layers ...kripke.Set) {
	for k := range set {
		d := &draft{set: set[k]}
		for _, l := range layers {
			d.layers = append(d.layers, l[k])
		}
		a.say(question.LayerKey(k, key), d)
	}
}

// grow lists the iterates of start ∪ next(Z) from start.
func grow(start kripke.Set, most int, next step) []kripke.Set {
	layers := []kripke.Set{start}
	for i := 1; most == ctlk.Forever || i <= most; i++ {
		z := layers[i-1].Or(next(i, layers[i-1]))
		if z.Equal(layers[i-1]) {
			break
		}
		layers = append(layers, z)
	}
	return layers
}

// last claims from which worlds some run counts, and goes on with these worlds alone.
func (a *author) last(m *spec.Model, o ctlk.Options) error {
	conditions := []kripke.Set{}
	for _, c := range m.Fairness {
		t, err := a.ev.Formula(c, nil, a.m.Worlds)
		if err != nil {
			return err
		}
		conditions = append(conditions, t.Lower)
	}
	program, err := ctlk.ProgramOf(a.ev, nil, nil)
	if err != nil {
		return err
	}
	restricted := a.m.Restricted(conditions, func(int, kripke.Set) {})
	if len(conditions) == 0 {
		conditions = append(conditions, a.m.Worlds)
	}
	a.fair(question.Lasting, false, true, true, a.m.Worlds, a.m.None(), conditions, func(_ int, z kripke.Set) kripke.Set { return program.Before(z, false) })
	a.m, a.ev = restricted, ctlk.New(restricted, o)
	return nil
}

// before is where a program leads into a set, of which at is a name, and claims what is repeated on the way.
func (a *author) before(p spec.Program, env *spec.Env, at string, z kripke.Set) (kripke.Set, error) {
	if !question.Repeats(p) {
		program, err := ctlk.ProgramOf(a.ev, p, env)
		if err != nil {
			return nil, err
		}
		return program.Before(z, false), nil
	}
	found := a.m.None()
	switch p := p.(type) {
	case *spec.Seq:
		for i := len(p.Parts) - 1; i >= 0; i-- {
			var err error
			if z, err = a.before(p.Parts[i], env, question.Then(p.Parts[i+1:], env, at), z); err != nil {
				return nil, err
			}
		}
		return z, nil
	case *spec.Choice:
		for _, part := range p.Parts {
			y, err := a.before(part, env, at, z)
			if err != nil {
				return nil, err
			}
			found = found.Or(y)
		}
		return found, nil
	case *spec.SomeOf:
		instances, err := a.ev.EveryInstance(p.Binders, env, a.m.Worlds)
		if err != nil {
			return nil, err
		}
		var names []*spec.Bound
		for _, b := range p.Binders {
			names = append(names, b.Bound)
		}
		return a.beforeEach(p.Body, names, env, instances, at, z)
	case *spec.Run:
		instances, err := a.ev.Arguments(p.Named.Params, p.Args, env, a.m.Worlds)
		if err != nil {
			return nil, err
		}
		return a.beforeEach(p.Named.Body, p.Named.Params, env, instances, at, z)
	case *spec.Star:
		return a.repeated(p, env, question.NameOf(p, env)+" "+at, z)
	}
	return nil, fmt.Errorf("no certificate of the program %T", p)
}

// beforeEach is before of a program, with names that have values in some worlds each. What is repeated is claimed
// for all values, as whoever checks that does not know which occur.
func (a *author) beforeEach(p spec.Program, names []*spec.Bound, env *spec.Env, instances []ctlk.Instance, at string, z kripke.Set) (kripke.Set, error) {
	types := make([]spec.Type, len(names))
	for i, b := range names {
		types[i] = b.Type
	}
	found, most := a.m.None(), mostMoves
	for values := range spec.Tuples(types) {
		if most--; most < 0 {
			return nil, &certify.Refusal{Open: true, Reason: fmt.Sprintf("a program with * that has more than %d values of its names", mostMoves)}
		}
		inner := env.BindAll(names, values)
		y, err := a.before(p, inner, at, z)
		if err != nil {
			return nil, err
		}
		for _, i := range instances {
			if !slices.ContainsFunc(names, func(b *spec.Bound) bool { return !spec.Equal(i.Env.Lookup(b), inner.Lookup(b)) }) {
				found = found.Or(y.And(i.When))
			}
		}
	}
	return found, nil
}

// repeated claims μZ. z ∪ before(Z).
func (a *author) repeated(p *spec.Star, env *spec.Env, key string, z kripke.Set) (kripke.Set, error) {
	var failed error
	next := func(layer int, z kripke.Set) kripke.Set {
		y, err := a.before(p.X, env, question.UseOf(key, layer), z)
		if err != nil && failed == nil {
			failed = err
		}
		return y
	}
	if known, ok := a.repetitions[key]; ok {
		return known, nil
	}
	layers := grow(z, ctlk.Forever, next)
	last := layers[len(layers)-1]
	next(certify.Whole, last)
	a.induct(key, last, layers...)
	a.repetitions[key] = last
	return last, failed
}
