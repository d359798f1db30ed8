package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// relation is what a program denotes, given by the worlds from which it can
// reach a set.
type relation interface {
	pre(x set) set
}

type (
	// stepRelation goes along edges: succ lists for each world where they lead, to
	// beyond where nothing was enumerated. What is there is open.
	stepRelation struct{ succ [][]int }
	// testRelation stays in the worlds of a set.
	testRelation struct{ in set }
	// seqRelation is one after the other.
	seqRelation []relation
	// choiceRelation is one of them.
	choiceRelation struct {
		n     int // worlds
		parts []relation
	}
	// starRelation is any number of times.
	starRelation struct{ body relation }
)

func (r *stepRelation) pre(x set) set {
	y := make(set, len(x))
	for w, succ := range r.succ {
		for _, v := range succ {
			if v == beyond {
				y[w] = max(y[w], open)
				continue
			}
			y[w] = max(y[w], x[v])
		}
	}
	return y
}

func (r *testRelation) pre(x set) set { return r.in.and(x) }

func (r seqRelation) pre(x set) set {
	for i := len(r) - 1; i >= 0; i-- {
		x = r[i].pre(x)
	}
	return x
}

func (r *choiceRelation) pre(x set) set {
	y := make(set, r.n)
	for _, part := range r.parts {
		y = y.or(part.pre(x))
	}
	return y
}

func (r *starRelation) pre(x set) set {
	return fixpoint(x, func(z set) set { return z.or(r.body.pre(z)) })
}

// everyStep lists the successors of each world.
func (s *System) everyStep() [][]int {
	succ := make([][]int, len(s.worlds))
	for w := range s.worlds {
		for _, e := range s.out[w] {
			succ[w] = append(succ[w], e.to)
		}
	}
	return succ
}

// relation returns the meaning of a program; nil is any step.
func (s *System) relation(p spec.Program, env *spec.Env) (relation, error) {
	if p == nil {
		return &stepRelation{s.everyStep()}, nil
	}
	return once(s.memo.relations, keyOf(p, env, ""), func() (relation, error) { return s.denoted(p, env) })
}

func (s *System) denoted(p spec.Program, env *spec.Env) (relation, error) {
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
		parts, err := s.relations(p.Parts, env)
		return seqRelation(parts), err
	case *spec.Choice:
		parts, err := s.relations(p.Parts, env)
		return &choiceRelation{len(s.worlds), parts}, err
	case *spec.Star:
		body, err := s.relation(p.X, env)
		return &starRelation{body}, err
	case *spec.SomeOf:
		return s.someOf(p, env)
	case *spec.Run:
		return s.named(p, env)
	}
	return &stepRelation{s.everyStep()}, nil // *spec.AnyStep
}

func (s *System) relations(ps []spec.Program, env *spec.Env) ([]relation, error) {
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
func (s *System) steps(p *spec.Step, env *spec.Env) (relation, error) {
	succ := make([][]int, len(s.worlds))
	for w := range s.worlds {
		want, err := arguments(s.evaluator(w), p.Args, p.Action.Params, env)
		if err != nil {
			return nil, s.inWorld(w, err)
		}
		for _, e := range s.out[w] {
			if does(e.moves, p.Action, want) {
				succ[w] = append(succ[w], e.to)
			}
		}
	}
	return &stepRelation{succ}, nil
}

// doing are the edges of which what is done is true.
func (s *System) doing(p *spec.Doing, env *spec.Env) (relation, error) {
	succ := make([][]int, len(s.worlds))
	for w := range s.worlds {
		for _, e := range s.out[w] {
			ev := s.evaluator(w)
			ev.Moves = e.moves
			holds, err := ev.Holds(p.X, env)
			if err != nil {
				return nil, s.inWorld(w, err)
			}
			if holds {
				succ[w] = append(succ[w], e.to)
			}
		}
	}
	return &stepRelation{succ}, nil
}

// arguments evaluates the arguments that are given; nil stays open. One outside
// the type of its parameter has no value.
func arguments(ev *spec.Evaluator, args []spec.Expr, params []*spec.Bound, env *spec.Env) ([]spec.Value, error) {
	values := make([]spec.Value, len(params))
	for i, e := range args {
		if e == nil {
			continue
		}
		v, err := ev.Eval(e, env)
		if err != nil {
			return nil, err
		}
		if !params[i].Type.Has(v) {
			return nil, outside(e, v, params[i])
		}
		values[i] = v
	}
	return values, nil
}

// does reports whether one of the moves is of the action with the arguments wanted.
func does(moves []spec.Move, a *spec.Action, want []spec.Value) bool {
	return slices.ContainsFunc(moves, func(m spec.Move) bool { return m.Action == a && matches(want, m.Args) })
}

// matches reports whether the arguments of a step are those wanted; nil is any.
func matches(want, args []spec.Value) bool {
	for i, v := range want {
		if v != nil && !spec.Equal(v, args[i]) {
			return false
		}
	}
	return true
}
