package replay

import (
	"errors"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// word is the steps of a path, read by a program: is the part up to end an
// execution of it? What a program can have read so far is a set of positions.
type word struct {
	*journey
	end int
	// tests says that knowledge was tested, assumed that not all of these tests
	// could be decided.
	tests, assumed bool
}

// accepted reports whether the steps from a position to the end are an
// execution of the path's program.
func (w *word) accepted(from int) (bool, error) {
	at := make(kleene.Set, w.end+1)
	at[from] = kleene.Yes
	at, err := w.read(w.t.Program, w.n.Env, at)
	if err != nil {
		return false, err
	}
	return at.Has(w.end), nil
}

// read returns the positions that the program can reach from some of at.
func (w *word) read(p spec.Program, env *spec.Env, at kleene.Set) (kleene.Set, error) {
	switch p := p.(type) {
	case *spec.Step:
		return w.each(at, func(i int) (kleene.Set, error) { return w.step(p, env, i) })
	case *spec.Doing:
		return w.each(at, func(i int) (kleene.Set, error) { return w.doing(p, env, i) })
	case *spec.Test:
		return w.each(at, func(i int) (kleene.Set, error) { return w.test(p, env, i) })
	case *spec.Seq:
		return w.sequence(p, env, at)
	case *spec.Choice:
		return w.choice(p, env, at)
	case *spec.Star:
		return w.star(p, env, at)
	case *spec.SomeOf:
		return w.each(at, func(i int) (kleene.Set, error) { return w.some(p, env, i) })
	case *spec.Run:
		return w.each(at, func(i int) (kleene.Set, error) { return w.named(p, env, i) })
	}
	return w.each(at, func(i int) (kleene.Set, error) { return w.next(i), nil })
}

// each is the union over the positions.
func (w *word) each(at kleene.Set, f func(i int) (kleene.Set, error)) (kleene.Set, error) {
	union := make(kleene.Set, len(at))
	for i := range at {
		if !at.Has(i) {
			continue
		}
		more, err := f(i)
		if err != nil {
			return nil, err
		}
		union = union.Or(more)
	}
	return union, nil
}

func (w *word) only(i int) kleene.Set {
	s := make(kleene.Set, w.end+1)
	s[i] = kleene.Yes
	return s
}

func (w *word) next(i int) kleene.Set {
	if i == w.end {
		return make(kleene.Set, w.end+1)
	}
	return w.only(i + 1)
}

func (w *word) eval(i int) *spec.Evaluator { return w.evaluator(w.n, w.past(i)) }

func (w *word) step(p *spec.Step, env *spec.Env, i int) (kleene.Set, error) {
	if i == w.end {
		return make(kleene.Set, w.end+1), nil
	}
	want, err := terms.Arguments(w.eval(i), p.Args, p.Action.Params, env)
	if err != nil || !terms.Does(w.p.Steps[i].Moves, p.Action, want) {
		return make(kleene.Set, w.end+1), err
	}
	return w.next(i), nil
}

func (w *word) doing(p *spec.Doing, env *spec.Env, i int) (kleene.Set, error) {
	if i == w.end {
		return make(kleene.Set, w.end+1), nil
	}
	ev := w.eval(i)
	ev.Moves = w.p.Steps[i].Moves
	if holds, err := ev.Holds(p.X, env); err != nil || !holds {
		return make(kleene.Set, w.end+1), err
	}
	return w.next(i), nil
}

// test stays where its formula is true; knowledge that cannot be decided is
// taken to be there, which is noted.
func (w *word) test(p *spec.Test, env *spec.Env, i int) (kleene.Set, error) {
	w.tests = w.tests || p.X.Traits()&spec.Modal != 0
	holds, err := w.eval(i).Holds(p.X, env)
	if errors.Is(err, kleene.ErrOpen) {
		w.assumed = true
		holds, err = true, nil
	}
	if err != nil || !holds {
		return make(kleene.Set, w.end+1), err
	}
	return w.only(i), nil
}

func (w *word) sequence(p *spec.Seq, env *spec.Env, at kleene.Set) (kleene.Set, error) {
	var err error
	for _, part := range p.Parts {
		if at, err = w.read(part, env, at); err != nil {
			return nil, err
		}
	}
	return at, nil
}

func (w *word) choice(p *spec.Choice, env *spec.Env, at kleene.Set) (kleene.Set, error) {
	union := make(kleene.Set, len(at))
	for _, part := range p.Parts {
		more, err := w.read(part, env, at)
		if err != nil {
			return nil, err
		}
		union = union.Or(more)
	}
	return union, nil
}

func (w *word) star(p *spec.Star, env *spec.Env, at kleene.Set) (kleene.Set, error) {
	for {
		more, err := w.read(p.X, env, at)
		if err != nil {
			return nil, err
		}
		next := at.Or(more)
		if next.Equal(at) {
			return at, nil
		}
		at = next
	}
}

func (w *word) some(p *spec.SomeOf, env *spec.Env, i int) (kleene.Set, error) {
	union := make(kleene.Set, w.end+1)
	for inner, err := range w.eval(i).Instances(p.Binders, env) {
		if err != nil {
			return nil, err
		}
		more, err := w.read(p.Body, inner, w.only(i))
		if err != nil {
			return nil, err
		}
		union = union.Or(more)
	}
	return union, nil
}

func (w *word) named(p *spec.Run, env *spec.Env, i int) (kleene.Set, error) {
	union := make(kleene.Set, w.end+1)
	for inner, err := range w.eval(i).Instances(terms.OpenArguments(p), env) {
		if err != nil {
			return nil, err
		}
		if inner, err = terms.GivenArguments(w.eval(i), p, env, inner); err != nil {
			return nil, err
		}
		more, err := w.read(p.Named.Body, inner, w.only(i))
		if err != nil {
			return nil, err
		}
		union = union.Or(more)
	}
	return union, nil
}
