package explicit

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

func (l *Literal) evaluator(s situation) *spec.Evaluator {
	return &spec.Evaluator{State: s.model.states[s.point], Budget: maxNodes, Modal: func(e spec.Expr, env *spec.Env) (bool, error) {
		return l.modal(e, env, s)
	}}
}

func (l *Literal) holds(f spec.Expr, env *spec.Env, s situation) (bool, error) {
	return l.evaluator(s).Holds(f, env)
}

// modal decides a formula about knowledge or knowledge actions (Definition 3).
func (l *Literal) modal(e spec.Expr, env *spec.Env, s situation) (bool, error) {
	k := keyOf(e.(interface{ Free() []*spec.Bound }), env, s.key())
	key := fmt.Sprintf("%p %s %s", e, k.names, k.what)
	if known, ok := l.truths[key]; ok {
		return known, nil
	}
	var holds bool
	var err error
	switch e := e.(type) {
	case *spec.Knows:
		holds, err = l.knows(e, env, s)
	case *spec.GroupKnows:
		holds, err = l.groupKnows(e, env, s)
	case *spec.Update:
		holds, err = l.update(e, env, s)
	default:
		err = fmt.Errorf("%q is no formula of the paper", e.Span().Text())
	}
	if err == nil {
		l.truths[key] = holds
	}
	return holds, err
}

// update is [α] f: every set to which α leads has a situation with f; and <α> f:
// some set has f in all.
func (l *Literal) update(e *spec.Update, env *spec.Env, s situation) (bool, error) {
	ends, err := l.leads(e.Action, env, s, false)
	if err != nil {
		return false, err
	}
	for _, end := range ends {
		some, every := false, true
		for _, one := range end {
			holds, err := l.holds(e.X, env, one)
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

// among lists the worlds that the agents together confuse with the present one.
func (s situation) among(agents ...*spec.Agent) []situation {
	var list []situation
	for w := range s.model.states {
		near := true
		for _, a := range agents {
			near = near && s.model.of[a][w] == s.model.of[a][s.point]
		}
		if near {
			list = append(list, situation{s.model, w})
		}
	}
	return list
}

func (l *Literal) knows(e *spec.Knows, env *spec.Env, s situation) (bool, error) {
	v, err := l.evaluator(s).Eval(e.Agent, env)
	if err != nil {
		return false, err
	}
	a, err := l.system.agent(e.Agent, v)
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

func (l *Literal) groupKnows(e *spec.GroupKnows, env *spec.Env, s situation) (bool, error) {
	agents, err := members(e.Group, l.evaluator(s), l.system.agents, env)
	if err != nil {
		return false, err
	}
	group := party{}
	for _, a := range agents {
		if err := s.model.informed(a, e.Group.Members[0].Agent); err != nil {
			return false, err
		}
		group[a] = true
	}
	var worlds []situation
	switch e.Op {
	case spec.Distributed:
		worlds = s.among(agents...)
	case spec.Common:
		for _, w := range s.model.reachable(group, s.point) {
			worlds = append(worlds, situation{s.model, w})
		}
	default:
		return false, fmt.Errorf("%q is no formula of the paper", e.Span().Text())
	}
	for _, one := range worlds {
		if holds, err := l.holds(e.X, env, one); err != nil || !holds {
			return false, err
		}
	}
	return true, nil
}
