package explicit

import (
	"errors"

	"github.com/epibdd/epibdd/spec"
)

// word is the steps of a path, read by a program: is the part up to end an
// execution of it? What a program can have read so far is a set of positions.
type word struct {
	*replay
	j   *journey
	end int
	// tests says that knowledge was tested, assumed that not all of these tests
	// could be decided.
	tests, assumed bool
}

// accepted reports whether the steps from a position to the end are an
// execution of the path's program.
func (w *word) accepted(from int) (bool, error) {
	at := make(set, w.end+1)
	at[from] = yes
	at, err := w.read(w.j.t.Program, w.j.n.Env, at)
	if err != nil {
		return false, err
	}
	return at.has(w.end), nil
}

// read returns the positions that the program can reach from some of at.
func (w *word) read(p spec.Program, env *spec.Env, at set) (set, error) {
	switch p := p.(type) {
	case *spec.Step:
		return w.each(at, func(i int) (set, error) { return w.step(p, env, i) })
	case *spec.Doing:
		return w.each(at, func(i int) (set, error) { return w.doing(p, env, i) })
	case *spec.Test:
		return w.each(at, func(i int) (set, error) { return w.test(p, env, i) })
	case *spec.Seq:
		return w.sequence(p, env, at)
	case *spec.Choice:
		return w.choice(p, env, at)
	case *spec.Star:
		return w.star(p, env, at)
	case *spec.SomeOf:
		return w.each(at, func(i int) (set, error) { return w.some(p, env, i) })
	case *spec.Run:
		return w.each(at, func(i int) (set, error) { return w.named(p, env, i) })
	}
	return w.each(at, func(i int) (set, error) { return w.next(i), nil })
}

// each is the union over the positions.
func (w *word) each(at set, f func(i int) (set, error)) (set, error) {
	union := make(set, len(at))
	for i := range at {
		if !at.has(i) {
			continue
		}
		more, err := f(i)
		if err != nil {
			return nil, err
		}
		union = union.or(more)
	}
	return union, nil
}

func (w *word) only(i int) set {
	s := make(set, w.end+1)
	s[i] = yes
	return s
}

func (w *word) next(i int) set {
	if i == w.end {
		return make(set, w.end+1)
	}
	return w.only(i + 1)
}

func (w *word) eval(i int) *spec.Evaluator { return w.evaluator(w.j.n, w.j.past(i)) }

func (w *word) step(p *spec.Step, env *spec.Env, i int) (set, error) {
	if i == w.end {
		return make(set, w.end+1), nil
	}
	want, err := arguments(w.eval(i), p.Args, p.Action.Params, env)
	if err != nil || !does(w.j.p.Steps[i].Moves, p.Action, want) {
		return make(set, w.end+1), err
	}
	return w.next(i), nil
}

func (w *word) doing(p *spec.Doing, env *spec.Env, i int) (set, error) {
	if i == w.end {
		return make(set, w.end+1), nil
	}
	ev := w.eval(i)
	ev.Moves = w.j.p.Steps[i].Moves
	if holds, err := ev.Holds(p.X, env); err != nil || !holds {
		return make(set, w.end+1), err
	}
	return w.next(i), nil
}

// test stays where its formula is true; knowledge that cannot be decided is
// taken to be there, which is noted.
func (w *word) test(p *spec.Test, env *spec.Env, i int) (set, error) {
	w.tests = w.tests || p.X.Traits()&spec.Modal != 0
	holds, err := w.eval(i).Holds(p.X, env)
	if errors.Is(err, errOpen) {
		w.assumed = true
		holds, err = true, nil
	}
	if err != nil || !holds {
		return make(set, w.end+1), err
	}
	return w.only(i), nil
}

func (w *word) sequence(p *spec.Seq, env *spec.Env, at set) (set, error) {
	var err error
	for _, part := range p.Parts {
		if at, err = w.read(part, env, at); err != nil {
			return nil, err
		}
	}
	return at, nil
}

func (w *word) choice(p *spec.Choice, env *spec.Env, at set) (set, error) {
	union := make(set, len(at))
	for _, part := range p.Parts {
		more, err := w.read(part, env, at)
		if err != nil {
			return nil, err
		}
		union = union.or(more)
	}
	return union, nil
}

func (w *word) star(p *spec.Star, env *spec.Env, at set) (set, error) {
	for {
		more, err := w.read(p.X, env, at)
		if err != nil {
			return nil, err
		}
		next := at.or(more)
		if next.equal(at) {
			return at, nil
		}
		at = next
	}
}

func (w *word) some(p *spec.SomeOf, env *spec.Env, i int) (set, error) {
	union := make(set, w.end+1)
	for inner, err := range w.eval(i).Instances(p.Binders, env) {
		if err != nil {
			return nil, err
		}
		more, err := w.read(p.Body, inner, w.only(i))
		if err != nil {
			return nil, err
		}
		union = union.or(more)
	}
	return union, nil
}

func (w *word) named(p *spec.Run, env *spec.Env, i int) (set, error) {
	union := make(set, w.end+1)
	for inner, err := range w.eval(i).Instances(openArguments(p), env) {
		if err != nil {
			return nil, err
		}
		if inner, err = givenArguments(w.eval(i), p, env, inner); err != nil {
			return nil, err
		}
		more, err := w.read(p.Named.Body, inner, w.only(i))
		if err != nil {
			return nil, err
		}
		union = union.or(more)
	}
	return union, nil
}
