package explicit

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

// cases is a program whose names have other values in other worlds: for each
// choice of values the worlds that have it, in the order in which they are found.
type cases struct {
	n     int // worlds
	index map[string]int
	envs  []*spec.Env
	where []set
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
		c.where = append(c.where, make(set, c.n))
	}
	c.where[i][w] = yes
}

// relation is the union of the bodies, each in the worlds that run it.
func (c *cases) relation(s *System, body spec.Program) (relation, error) {
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
func (s *System) someOf(p *spec.SomeOf, env *spec.Env) (relation, error) {
	names := boundBy(p.Binders)
	c := newCases(len(s.worlds))
	for w := range s.worlds {
		for inner, err := range s.evaluator(w).Instances(p.Binders, env) {
			if err != nil {
				return nil, s.inWorld(w, err)
			}
			c.add(w, names, inner)
		}
	}
	return c.relation(s, p.Body)
}

// named is a named program, whose arguments are read in the world where it begins.
func (s *System) named(p *spec.Run, env *spec.Env) (relation, error) {
	c := newCases(len(s.worlds))
	for w := range s.worlds {
		for inner, err := range s.evaluator(w).Instances(openArguments(p), env) {
			if err != nil {
				return nil, s.inWorld(w, err)
			}
			if inner, err = givenArguments(s.evaluator(w), p, env, inner); err != nil {
				return nil, s.inWorld(w, err)
			}
			c.add(w, p.Named.Params, inner)
		}
	}
	return c.relation(s, p.Named.Body)
}

// openArguments binds the parameters for which no argument is given.
func openArguments(p *spec.Run) []spec.Binder {
	var open []spec.Binder
	for i, b := range p.Named.Params {
		if i >= len(p.Args) || p.Args[i] == nil {
			open = append(open, spec.Binder{Bound: b})
		}
	}
	return open
}

// givenArguments binds in inner the parameters whose arguments are given, as
// their values in env.
func givenArguments(ev *spec.Evaluator, p *spec.Run, env, inner *spec.Env) (*spec.Env, error) {
	values, err := arguments(ev, p.Args, p.Named.Params, env)
	for i, v := range values {
		if v != nil {
			inner = inner.Bind(p.Named.Params[i], v)
		}
	}
	return inner, err
}

func boundBy(binders []spec.Binder) []*spec.Bound {
	names := make([]*spec.Bound, len(binders))
	for i, b := range binders {
		names[i] = b.Bound
	}
	return names
}

func outside(at spec.Expr, v spec.Value, b *spec.Bound) error {
	return &spec.Undefined{Place: at.Span(),
		Reason: fmt.Sprintf("%s is not a value of %s, the type of %s", v, b.Type, b.Name)}
}
