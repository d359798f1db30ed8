package explicit

import (
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// cases is a program whose names have other values in other worlds: for each
// choice of values the worlds that have it, in the order in which they are found.
type cases struct {
	n     int // worlds
	index map[string]int
	envs  []*spec.Env
	where []kleene.Set
}

func newCases(n int) *cases { return &cases{n: n, index: map[string]int{}} }

// add says that world w runs the program with the names bound by env.
func (c *cases) add(w int, names []*spec.Bound, env *spec.Env) {
	values := make([]spec.Value, len(names))
	for i, b := range names {
		values[i] = env.Lookup(b)
	}
	key := spec.Key(values...)
	i, ok := c.index[key]
	if !ok {
		i = len(c.envs)
		c.index[key] = i
		c.envs = append(c.envs, env)
		c.where = append(c.where, make(kleene.Set, c.n))
	}
	c.where[i][w] = kleene.Yes
}

// relation is the union of the bodies, each in the worlds that run it.
func (c *cases) relation(s *scope, body spec.Program) (relation, error) {
	union := &choiceRelation{n: c.n}
	for i, env := range c.envs {
		r, err := s.relation(body, env)
		if err != nil {
			return nil, err
		}
		union.parts = append(union.parts, seqRelation{&testRelation{c.where[i]}, r})
	}
	return union, nil
}

// someOf is the body for some values of the binders, whose domains are read in
// the world where the program begins.
func (s *scope) someOf(p *spec.SomeOf, env *spec.Env) (relation, error) {
	names := terms.BoundBy(p.Binders)
	c := newCases(len(s.worlds))
	for w := range s.worlds {
		for inner, err := range s.evaluator(w).Instances(p.Binders, env) {
			if err != nil {
				return nil, s.InWorld(w, err)
			}
			c.add(w, names, inner)
		}
	}
	return c.relation(s, p.Body)
}

// named is a named program, whose arguments are read in the world where it begins.
func (s *scope) named(p *spec.Run, env *spec.Env) (relation, error) {
	c := newCases(len(s.worlds))
	for w := range s.worlds {
		for inner, err := range s.evaluator(w).Instances(terms.OpenArguments(p), env) {
			if err != nil {
				return nil, s.InWorld(w, err)
			}
			if inner, err = terms.GivenArguments(s.evaluator(w), p, env, inner); err != nil {
				return nil, s.InWorld(w, err)
			}
			c.add(w, p.Named.Params, inner)
		}
	}
	return c.relation(s, p.Named.Body)
}
