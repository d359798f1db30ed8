package explicit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// after is the system behind a knowledge action, or behind a part of one that began elsewhere (nil: here).
func (s *System) after(p spec.Program, env *spec.Env, where kleene.Set, began *structure) (*System, error) {
	began = cmp.Or(began, s.structure)
	return memo.Once(s.behind, memo.KeyOf(p, env, fmt.Sprintf("%s %p", where.Key(), began)), func() (*System, error) {
		learners, err := s.agents.Learners(p, env)
		if err != nil {
			return nil, err
		}
		all, err := s.actions(began).alternatives(p, env, where)
		if err != nil {
			return nil, err
		}
		worlds, err := s.productUpdate(all, s.opts.MaxStates)
		if err != nil {
			return nil, err
		}
		worlds.learnt = learners
		return newSystem(worlds, s.horizon, s.opts), nil
	})
}

// actions find the alternatives of knowledge actions in the worlds of the system, of which a
// part may have happened since some structure.
func (s *System) actions(began *structure) *actions {
	return &actions{&s.scope, began, func(p spec.Program, env *spec.Env, where kleene.Set) (*actions, error) {
		next, err := s.after(p, env, where, began)
		if err != nil {
			return nil, err
		}
		return next.actions(began), nil
	}}
}

// goOn is the system of the histories that go on from the worlds behind a knowledge
// action, the same worlds first.
func (s *System) goOn() (*System, error) {
	if s.recall != spec.PerfectRecall {
		return nil, errors.New(spec.Forgetting)
	}
	if Constrained(s.model, s.runs) {
		return nil, ErrNotFair
	}
	if s.onward == nil {
		worlds := newStructure(s.model, s.recall, s.runs)
		if err := newUnroller(worlds, s.horizon, s.opts, learner(s.opts)).goOn(s.structure); err != nil {
			return nil, err
		}
		s.onward = newSystem(worlds, s.horizon, s.opts)
	}
	return s.onward, nil
}

// update is the set of worlds in which [α] f or <α> f is true, of those alone to
// which as many steps lead as to w if f is about runs.
func (s *System) update(e *spec.Update, env *spec.Env, w int) (kleene.Set, error) {
	where, what := kleene.NewSet(len(s.worlds), true), "update"
	if e.X.Traits()&spec.IsTemporal != 0 {
		where = s.present(w)
		what += where.Key()
	}
	return memo.Once(s.sets, memo.KeyOf(e, env, what), func() (kleene.Set, error) {
		if err := s.charge(); err != nil {
			return nil, err
		}
		in := kleene.NewSet(len(s.worlds), e.All)
		for w := range s.worlds {
			if !where.Has(w) {
				continue
			}
			ends, err := s.outcomes(e.Action, env, w, false)
			if err != nil {
				return nil, err
			}
			for _, end := range ends {
				holds, err := end.holds(e.X, env)
				if err != nil {
					return nil, err
				}
				if e.All {
					in[w] = min(in[w], holds)
				} else {
					in[w] = max(in[w], holds)
				}
			}
		}
		return in, nil
	})
}

// Outcome is a world to which a knowledge action leads.
type Outcome struct {
	System *System
	World  int
	Done   []string // by the actions outside of every L
}

// About is the system in which a formula is evaluated at the outcome, in a world of the
// same number: for one about runs that of the histories that go on from there.
func (o Outcome) About(f spec.Expr) (*System, error) {
	if f.Traits()&spec.IsTemporal != 0 {
		return o.System.goOn()
	}
	return o.System, nil
}

// holds says whether a formula is true there, one about runs of what comes then.
func (o Outcome) holds(f spec.Expr, env *spec.Env) (kleene.Value, error) {
	s, err := o.About(f)
	if err != nil {
		return kleene.Open, err
	}
	return s.holds(f, env, o.World)
}

// Outcomes are the worlds to which a knowledge action leads from w, as it is written.
func (s *System) Outcomes(p spec.Program, env *spec.Env, w int) ([]Outcome, error) {
	return s.outcomes(p, env, w, false)
}

// outcomes are the worlds to which a knowledge action leads from w: those of the
// action as it is written, or all of its type. What stands outside of every L is
// taken part by part, and its arguments are read in w.
func (s *System) outcomes(p spec.Program, env *spec.Env, w int, all bool) ([]Outcome, error) {
	switch p := p.(type) {
	case *spec.Seq:
		ends := []Outcome{{s, w, nil}}
		for _, part := range p.Parts {
			var next []Outcome
			for _, end := range ends {
				more, err := end.System.outcomes(part, env, end.World, all)
				if err != nil {
					return nil, err
				}
				for _, last := range more {
					last.Done = slices.Concat(end.Done, last.Done)
					next = append(next, last)
				}
			}
			ends = next
		}
		return ends, nil
	case *spec.Choice:
		if p.Marked >= 0 {
			return s.outcomes(p.Parts[p.Marked], env, w, all)
		}
		return outcomesOf(s, terms.Each(p.Parts, env), w, all)
	case *spec.SomeOf, *spec.Run:
		bodies, err := terms.Bodies(p, s.evaluator(w), env)
		if err != nil {
			return nil, s.InWorld(w, err)
		}
		return outcomesOf(s, bodies, w, all)
	}
	next, err := s.after(p, env, s.present(w), nil)
	if err != nil {
		return nil, s.InWorld(w, err)
	}
	var ends []Outcome
	for v, origin := range next.product.origin {
		way := next.product.alternatives[next.product.of[v]]
		if origin == w && (all || way.named) {
			ends = append(ends, Outcome{next, v, []string{way.done}})
		}
	}
	return ends, nil
}

func outcomesOf(s *System, bodies []terms.Body, w int, all bool) ([]Outcome, error) {
	var ends []Outcome
	for _, b := range bodies {
		more, err := s.outcomes(b.P, b.Env, w, all)
		if err != nil {
			return nil, err
		}
		ends = append(ends, more...)
	}
	return ends, nil
}
