package decide

import (
	"slices"
	"strconv"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// An agent knows the values of what it sees, and of all that is a function of these: worlds that it
// confuses look the same to it, whatever it remembers besides (docs/semantics.md#knowledge). That an
// expression is such a function is told from its text: it is something that is seen as it stands, or
// its parts are such functions.

// sight is what an agent sees of a state.
type sight struct {
	places map[string]bool // variables, and their fields and elements with indices that are constant
	exprs  []spec.Expr     // without names
}

// mostSeen is how many parts of expressions, and of what agents see, are looked at.
const mostSeen = 10_000

// sights are those of the agents of a model.
type sights struct {
	*prover
	of    map[*spec.Agent]*sight
	facts map[seenFact]bool // kept
	parts int               // that may still be looked at
}

// seenFact is a fact, by its bit, of which a mind is asked.
type seenFact struct {
	mind string
	bit  symbolic.Bit
}

// determined tells whether each of the worlds that a mind confuses gives an expression the same value, because
// of what its agents see: together, or of common knowledge each for itself.
func (s *sights) determined(who mind, e spec.Expr, env *spec.Env) bool {
	s.parts = mostSeen
	if !who.common {
		return s.seen(who.agents, e, env)
	}
	return !slices.ContainsFunc(who.agents, func(a *spec.Agent) bool { return !s.seen([]*spec.Agent{a}, e, env) })
}

// knowsFact is determined of a fact, by its bit.
func (s *sights) knowsFact(who mind, f *fact) bool {
	key := seenFact{who.key(), f.bit}
	known, ok := s.facts[key]
	if !ok {
		known = s.determined(who, f.Expr, f.env)
		s.facts[key] = known
	}
	return known
}

// seen tells whether an expression is a function of what some agents together see. A name without a value is one of
// an operator around it, which takes the same values in all worlds.
func (s *sights) seen(agents []*spec.Agent, e spec.Expr, env *spec.Env) bool {
	if s.parts--; s.parts < 0 {
		return false
	}
	if e.Traits()&spec.Modal != 0 {
		return false
	}
	if slices.ContainsFunc(agents, func(a *spec.Agent) bool { return a.All || s.seesItself(a, e, env) }) {
		return true
	}
	all := func(es []spec.Expr, env *spec.Env) bool {
		return !slices.ContainsFunc(es, func(e spec.Expr) bool { return !s.seen(agents, e, env) })
	}
	switch e := e.(type) {
	case *spec.Const, *spec.BoundRef:
		return true
	case *spec.Unary, *spec.Binary, *spec.Cond, *spec.FieldOf, *spec.Element, *spec.MakeRecord, *spec.MakeSet:
		return all(spec.Children(e), env)
	case *spec.Call:
		return all(e.Args, env) && s.seen(agents, e.Define.Body, s.arguments(e, env))
	case *spec.Fold:
		return s.seenAll(agents, e, env, all)
	}
	return false
}

// seenAll tells it of a fold, value by value of its names if their domains do not depend on the state.
func (s *sights) seenAll(agents []*spec.Agent, e *spec.Fold, env *spec.Env, all func([]spec.Expr, *spec.Env) bool) bool {
	if domains := spec.Domains(e.Binders); slices.ContainsFunc(domains, readsWorld) {
		return all(append(domains, e.Body), env)
	}
	for inner, err := range new(spec.Evaluator).Instances(e.Binders, env) {
		if err != nil || !s.seen(agents, e.Body, inner) {
			return false
		}
	}
	return true
}

// arguments are the values of the parameters of a definition as far as they do not depend on the state.
func (s *sights) arguments(e *spec.Call, env *spec.Env) *spec.Env {
	var inner *spec.Env
	for i, b := range e.Define.Params {
		if v := s.constant(e.Args[i], env); v != nil {
			inner = inner.Bind(b, v)
		}
	}
	return inner
}

// seesItself tells whether an expression stands in the list of what an agent sees.
func (s *sights) seesItself(a *spec.Agent, e spec.Expr, env *spec.Env) bool {
	list, ok := s.of[a]
	if !ok {
		list = s.list(a)
		s.of[a] = list
	}
	if place, ok := s.place(e, env); ok && list.places[place] {
		return true
	}
	return slices.ContainsFunc(list.exprs, func(x spec.Expr) bool { return same(x, e) })
}

// list is what an agent sees of all states: what it sees under a condition is there if that
// does not depend on the state.
func (s *sights) list(a *spec.Agent) *sight {
	list := &sight{places: map[string]bool{}}
	for _, o := range a.Sees {
		if slices.ContainsFunc(spec.Domains(o.Binders), readsWorld) {
			continue
		}
		n := 0
		for env, err := range new(spec.Evaluator).Instances(o.Binders, nil) {
			if n++; err != nil || n > mostSeen {
				break
			}
			if o.Cond != nil && s.constant(o.Cond, env) != spec.Bool(true) {
				continue
			}
			if place, ok := s.place(o.Value, env); ok {
				list.places[place] = true
			} else if len(o.Binders) == 0 {
				list.exprs = append(list.exprs, o.Value)
			}
		}
	}
	return list
}

// place is a variable, or a field or an element with constant indices of one; ok tells whether an expression is one.
func (s *sights) place(e spec.Expr, env *spec.Env) (key string, ok bool) {
	switch e := e.(type) {
	case *spec.VarRef:
		return strconv.Itoa(e.Var.Index), true
	case *spec.FieldOf:
		key, ok = s.place(e.X, env)
		return key + "." + strconv.Itoa(e.Field), ok
	case *spec.Element:
		if key, ok = s.place(e.X, env); !ok {
			return "", false
		}
		for _, x := range e.Index {
			v := s.constant(x, env)
			if v == nil {
				return "", false
			}
			key += "[" + spec.Key(v)
		}
		return key, true
	}
	return "", false
}
