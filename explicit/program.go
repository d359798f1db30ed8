package explicit

import (
	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// relation returns the meaning of a program; nil is any step.
func (s *scope) relation(p spec.Program, env *spec.Env) (relation, error) {
	if p == nil {
		return &stepRelation{out: s.out}, nil
	}
	return memo.Once(s.relations, memo.KeyOf(p, env, ""), func() (relation, error) { return s.denoted(p, env) })
}

func (s *scope) denoted(p spec.Program, env *spec.Env) (relation, error) {
	if err := s.charge(); err != nil {
		return nil, err
	}
	switch p := p.(type) {
	case *spec.Step:
		return s.steps(p, env)
	case *spec.Doing:
		return s.doing(p, env)
	case *spec.Test:
		in, err := s.truth(p.X, env)
		return &testRelation{in}, err
	case *spec.Seq:
		parts, err := s.relationsOf(p.Parts, env)
		return seqRelation(parts), err
	case *spec.Choice:
		parts, err := s.relationsOf(p.Parts, env)
		return &choiceRelation{len(s.worlds), parts}, err
	case *spec.Star:
		body, err := s.relation(p.X, env)
		return &starRelation{body}, err
	case *spec.SomeOf:
		return s.someOf(p, env)
	case *spec.Run:
		return s.named(p, env)
	}
	return &stepRelation{out: s.out}, nil // *spec.AnyStep
}

func (s *scope) relationsOf(ps []spec.Program, env *spec.Env) ([]relation, error) {
	var list []relation
	for _, p := range ps {
		r, err := s.relation(p, env)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// steps are the edges by the action with the given arguments.
func (s *scope) steps(p *spec.Step, env *spec.Env) (relation, error) {
	out := make([][]edge, len(s.worlds))
	for w := range s.worlds {
		want, err := terms.Arguments(s.evaluator(w), p.Args, p.Action.Params, env)
		if err != nil {
			return nil, s.InWorld(w, err)
		}
		for _, e := range s.out[w] {
			if terms.Does(e.moves, p.Action, want) {
				out[w] = append(out[w], e)
			}
		}
	}
	return &stepRelation{out: out, step: p}, nil
}

// doing are the edges of which what is done is true.
func (s *scope) doing(p *spec.Doing, env *spec.Env) (relation, error) {
	out := make([][]edge, len(s.worlds))
	for w := range s.worlds {
		for _, e := range s.out[w] {
			ev := s.evaluator(w)
			ev.Moves = e.moves
			holds, err := ev.Holds(p.X, env)
			if err != nil {
				return nil, s.InWorld(w, err)
			}
			if holds {
				out[w] = append(out[w], e)
			}
		}
	}
	return &stepRelation{out: out}, nil
}
