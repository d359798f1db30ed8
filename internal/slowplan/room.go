package slowplan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/spec"
)

// ErrOthers says that a formula asks more than what those who plan know of states.
var ErrOthers = errors.New("others are asked what they know")

// room are the worlds in which formulas are asked.
type room struct {
	agents []*spec.Agent
	states []spec.State
	looks  [][]string // by agent, by world: equal for worlds that the agent confuses; nil: nothing is known of the agent
	part   bool       // there are other worlds, which none of those agents confuses with one of these
	// interrupted is asked whether to give up: operators within operators take long in large rooms
	interrupted func() error
}

func (r *room) evaluator(w int) *spec.Evaluator {
	ev := &spec.Evaluator{State: r.states[w]}
	ev.Modal = func(e spec.Expr, env *spec.Env) (bool, error) { return r.modal(e, env, w) }
	return ev
}

// holds decides a formula in a world.
func (r *room) holds(f spec.Expr, env *spec.Env, w int) (bool, error) {
	return r.evaluator(w).Holds(f, env)
}

// named is the agent that an expression is in a world.
func (r *room) named(e spec.Expr, env *spec.Env, w int) (*spec.Agent, error) {
	v, err := r.evaluator(w).Eval(e, env)
	if err != nil {
		return nil, err
	}
	for _, a := range r.agents {
		if spec.Equal(a.Name, v) {
			return a, nil
		}
	}
	return nil, &spec.Undefined{Place: e.Span(), Reason: fmt.Sprintf("%s is no agent", v)}
}

// members are those of a group in a world.
func (r *room) members(g *spec.Group, env *spec.Env, w int) (map[*spec.Agent]bool, error) {
	all := map[*spec.Agent]bool{}
	for _, m := range g.Members {
		for inner, err := range r.evaluator(w).Instances(m.Binders, env) {
			if err != nil {
				return nil, err
			}
			if m.Cond != nil {
				if is, err := r.holds(m.Cond, inner, w); err != nil {
					return nil, err
				} else if !is {
					continue
				}
			}
			a, err := r.named(m.Agent, inner, w)
			if err != nil {
				return nil, err
			}
			all[a] = true
		}
	}
	return all, nil
}

// confused are the worlds that agents together confuse with one.
func (r *room) confused(w int, agents map[*spec.Agent]bool) ([]int, error) {
	if len(agents) == 0 && r.part {
		return nil, ErrOthers
	}
	var all []int
	for v := range r.states {
		same := true
		for a := range agents {
			if r.looks[a.Index] == nil {
				return nil, ErrOthers
			}
			same = same && r.looks[a.Index][v] == r.looks[a.Index][w]
		}
		if same {
			all = append(all, v)
		}
	}
	return all, nil
}

// everywhere decides whether a formula is true in some worlds, in each of which it has to have a value.
func (r *room) everywhere(f spec.Expr, env *spec.Env, worlds []int) (bool, error) {
	all := true
	for _, v := range worlds {
		is, err := r.holds(f, env, v)
		if err != nil {
			return false, err
		}
		all = all && is
	}
	return all, nil
}

func (r *room) modal(e spec.Expr, env *spec.Env, w int) (bool, error) {
	if err := r.interrupted(); err != nil {
		return false, err
	}
	switch e := e.(type) {
	case *spec.Knows:
		a, err := r.named(e.Agent, env, w)
		if err != nil {
			return false, err
		}
		worlds, err := r.confused(w, map[*spec.Agent]bool{a: true})
		if err != nil {
			return false, err
		}
		return r.knows(e, env, worlds)
	case *spec.GroupKnows:
		switch e.Op {
		case spec.Everybody:
			times := 1
			if e.Times != nil {
				n, err := r.evaluator(w).Eval(e.Times, env)
				if err != nil {
					return false, err
				}
				if times = int(n.(spec.Int)); times < 0 {
					return false, &spec.Undefined{Place: e.Times.Span(), Reason: "nothing is repeated so often"}
				}
			}
			return r.everybody(e, env, times, w)
		case spec.Distributed:
			members, err := r.members(e.Group, env, w)
			if err != nil {
				return false, err
			}
			worlds, err := r.confused(w, members)
			if err != nil {
				return false, err
			}
			return r.everywhere(e.X, env, worlds)
		}
		return r.common(e, env, w)
	}
	return false, fmt.Errorf("%T: %w", e, ErrOthers)
}

// knows decides an operator about one agent by the worlds that it considers possible.
func (r *room) knows(e *spec.Knows, env *spec.Env, worlds []int) (bool, error) {
	var values []spec.Value
	for _, v := range worlds {
		x, err := r.evaluator(v).Eval(e.X, env)
		if err != nil {
			return false, err
		}
		values = append(values, x)
	}
	is := func(x spec.Value) bool { return spec.Equal(x, spec.Bool(true)) }
	switch e.Op {
	case spec.KnowsThat:
		return !slices.ContainsFunc(values, func(x spec.Value) bool { return !is(x) }), nil
	case spec.Supposes:
		return slices.ContainsFunc(values, is), nil
	}
	return !slices.ContainsFunc(values, func(x spec.Value) bool { return !spec.Equal(x, values[0]) }), nil
}

// everybody decides E, so many times.
func (r *room) everybody(e *spec.GroupKnows, env *spec.Env, times, w int) (bool, error) {
	if err := r.interrupted(); err != nil {
		return false, err
	}
	if times == 0 {
		return r.holds(e.X, env, w)
	}
	members, err := r.members(e.Group, env, w)
	if err != nil {
		return false, err
	}
	all := true
	for a := range members {
		worlds, err := r.confused(w, map[*spec.Agent]bool{a: true})
		if err != nil {
			return false, err
		}
		for _, v := range worlds {
			is, err := r.everybody(e, env, times-1, v)
			if err != nil {
				return false, err
			}
			all = all && is
		}
	}
	return all, nil
}

// common decides C: in the world, and wherever chains lead.
func (r *room) common(e *spec.GroupKnows, env *spec.Env, w int) (bool, error) {
	reached := []int{w}
	seen := map[int]bool{w: true}
	for i := 0; i < len(reached); i++ {
		members, err := r.members(e.Group, env, reached[i])
		if err != nil {
			return false, err
		}
		for a := range members {
			worlds, err := r.confused(reached[i], map[*spec.Agent]bool{a: true})
			if err != nil {
				return false, err
			}
			for _, v := range worlds {
				if !seen[v] {
					seen[v] = true
					reached = append(reached, v)
				}
			}
		}
	}
	return r.everywhere(e.X, env, reached)
}
