package literal

import (
	"fmt"
	"math/big"

	"github.com/epibdd/epibdd/explicit/internal/memo"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

func (l *Literal) evaluator(s situation) *spec.Evaluator {
	ev := terms.In(s.model.states[s.point])
	ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) { return l.modal(e, env, s) }
	return ev
}

func (l *Literal) truth(f spec.Expr, env *spec.Env, s situation) (bool, error) {
	return l.evaluator(s).Holds(f, env)
}

// table decides a formula in each world of a model.
func (l *Literal) table(f spec.Expr, env *spec.Env, m *kripke) ([]bool, error) {
	return memo.Once(l.tables, memo.KeyOf(f, env, fmt.Sprint(m.id)), func() ([]bool, error) {
		if err := l.keep(len(m.states)); err != nil {
			return nil, err
		}
		in := make([]bool, len(m.states))
		for w := range in {
			if err := l.spend(1); err != nil {
				return nil, err
			}
			holds, err := l.truth(f, env, situation{m, w})
			if err != nil {
				return nil, err
			}
			in[w] = holds
		}
		return in, nil
	})
}

// truthSize is how many values of a table one that is kept by itself counts for.
const truthSize = 8

// modal decides a formula about knowledge or knowledge actions
// (docs/semantics.md#interpretations, Definition 3).
func (l *Literal) modal(e spec.Expr, env *spec.Env, s situation) (bool, error) {
	return memo.Once(l.truths, memo.KeyOf(e.(interface{ Free() []*spec.Bound }), env, s.key()), func() (bool, error) {
		if err := l.keep(truthSize); err != nil {
			return false, err
		}
		switch e := e.(type) {
		case *spec.Knows:
			return l.knows(e, env, s)
		case *spec.GroupKnows:
			return l.groupKnows(e, env, s)
		case *spec.Share:
			return l.share(e, env, s)
		case *spec.Update:
			return l.update(e, env, s)
		}
		return false, fmt.Errorf("%q is no formula of the paper", e.Span().Text())
	})
}

// update is [α] f: every set to which α leads has a situation with f; and <α> f:
// some set has f in all.
func (l *Literal) update(e *spec.Update, env *spec.Env, s situation) (bool, error) {
	ends, err := l.leads(e.Action, env, s, written)
	if err != nil {
		return false, err
	}
	for _, end := range ends {
		some, every := false, true
		for _, one := range end {
			holds, err := l.truth(e.X, env, one)
			if err != nil {
				return false, err
			}
			some, every = some || holds, every && holds
		}
		if e.All && !some || !e.All && every {
			return !e.All, nil
		}
	}
	return e.All, nil
}

func (l *Literal) knows(e *spec.Knows, env *spec.Env, s situation) (bool, error) {
	v, err := l.evaluator(s).Eval(e.Agent, env)
	if err != nil {
		return false, err
	}
	a, err := l.agents.Named(e.Agent, v)
	if err == nil {
		err = s.model.informed(a, e.Agent)
	}
	if err != nil {
		return false, err
	}
	values := map[string]bool{}
	for _, one := range s.among(a) {
		v, err := l.evaluator(one).Eval(e.X, env)
		if err != nil {
			return false, err
		}
		values[spec.Key(v)] = true
	}
	yes, no := values[spec.Key(spec.Bool(true))], values[spec.Key(spec.Bool(false))]
	switch e.Op {
	case spec.KnowsThat:
		return !no, nil
	case spec.Supposes:
		return yes, nil
	}
	return len(values) == 1, nil
}

// members are those of a group in a situation.
func (l *Literal) members(g *spec.Group, env *spec.Env, s situation) ([]*spec.Agent, error) {
	agents, err := l.agents.Members(g, l.evaluator(s), env)
	for _, a := range agents {
		if err == nil {
			err = s.model.informed(a, g.Members[0].Agent)
		}
	}
	return agents, err
}

func (l *Literal) groupKnows(e *spec.GroupKnows, env *spec.Env, s situation) (bool, error) {
	switch e.Op {
	case spec.Distributed:
		agents, err := l.members(e.Group, env, s)
		if err != nil {
			return false, err
		}
		return l.throughout(e.X, env, s.among(agents...))
	case spec.Common:
		worlds, err := l.chains(e.Group, env, s)
		if err != nil {
			return false, err
		}
		return l.throughout(e.X, env, worlds)
	}
	times, err := terms.Times(e, env)
	if err != nil {
		return false, err
	}
	in, err := l.everybody(e, env, s.model, times)
	return err == nil && in[s.point], err
}

// share counts the worlds that a group considers possible.
func (l *Literal) share(e *spec.Share, env *spec.Env, s situation) (bool, error) {
	var agents []*spec.Agent
	if e.Group != nil {
		var err error
		if agents, err = l.members(e.Group, env, s); err != nil {
			return false, err
		}
	}
	among, part := s.among(agents...), 0
	for _, one := range among {
		holds, err := l.truth(e.X, env, one)
		if err != nil {
			return false, err
		}
		if holds {
			part++
		}
	}
	return e.Compares(big.NewRat(int64(part), int64(len(among)))), nil
}

func (l *Literal) throughout(f spec.Expr, env *spec.Env, worlds []situation) (bool, error) {
	for _, one := range worlds {
		if holds, err := l.truth(f, env, one); err != nil || !holds {
			return false, err
		}
	}
	return true, nil
}

// chains lists the worlds to which chains of confusions lead, each of a member of the
// group as it is in the world where the link begins.
func (l *Literal) chains(g *spec.Group, env *spec.Env, s situation) ([]situation, error) {
	list, seen := []situation{s}, map[int]bool{s.point: true}
	for i := 0; i < len(list); i++ {
		agents, err := l.members(g, env, list[i])
		if err != nil {
			return nil, err
		}
		for _, a := range agents {
			if err := l.spend(len(s.model.states)); err != nil {
				return nil, err
			}
			for _, one := range list[i].among(a) {
				if !seen[one.point] {
					seen[one.point] = true
					list = append(list, one)
				}
			}
		}
	}
	return list, nil
}

// everybody decides E applied k times in each world of a model. What one more E does
// not change stays as it is.
func (l *Literal) everybody(e *spec.GroupKnows, env *spec.Env, m *kripke, k int) ([]bool, error) {
	return memo.Once(l.tables, memo.KeyOf(e, env, fmt.Sprint(m.id, " ", k)), func() ([]bool, error) {
		in, err := l.table(e.X, env, m)
		for changed := true; changed && k > 0 && err == nil; k-- {
			in, changed, err = l.allKnow(e.Group, env, m, in)
		}
		return in, err
	})
}

// allKnow decides in which worlds all members of the group know that the world is in
// a set, and whether these are others.
func (l *Literal) allKnow(g *spec.Group, env *spec.Env, m *kripke, in []bool) (next []bool, changed bool, err error) {
	next = make([]bool, len(in))
	for w := range next {
		s := situation{m, w}
		agents, err := l.members(g, env, s)
		if err != nil {
			return nil, false, err
		}
		next[w] = true
		for _, a := range agents {
			if err := l.spend(len(in)); err != nil {
				return nil, false, err
			}
			for _, one := range s.among(a) {
				next[w] = next[w] && in[one.point]
			}
		}
		changed = changed || next[w] != in[w]
	}
	return next, changed, nil
}
