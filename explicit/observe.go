package explicit

import (
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
)

// View returns a text that is equal for the states that the agent confuses: its
// observables with their values.
func View(a *spec.Agent, st spec.State) string {
	return view(a, terms.In(st))
}

// view is View where an evaluator stands.
func view(a *spec.Agent, ev *spec.Evaluator) string {
	if a.All {
		return spec.Key(ev.State...)
	}
	var b []byte
	for i := range a.Sees {
		b = append(observe(b, &a.Sees[i], ev, nil), '/')
	}
	return string(b)
}

// Observed returns a text that is equal for the steps that the agent does not
// tell apart by what it observes of them, each taken in a state: of a joint step,
// what it observes of each mover's action.
func Observed(a *spec.Agent, moves []spec.Move, st spec.State) string {
	return observed(a, moves, inStep(moves, st, nil))
}

// observed is Observed where an evaluator of the step stands.
func observed(a *spec.Agent, moves []spec.Move, ev *spec.Evaluator) string {
	var b strings.Builder
	for _, m := range moves {
		b.WriteString(observedMove(a, m, ev) + ";")
	}
	return b.String()
}

// observedMove is empty where the agent observes nothing.
func observedMove(a *spec.Agent, m spec.Move, ev *spec.Evaluator) string {
	env := namesOf(m)
	named := !m.Action.Hidden || owns(a, m.Action, ev, env)
	var b strings.Builder
	if named && len(m.Args) > 0 { // without any, whoever is told the name sees as much
		b.WriteString(spec.Key(m.Args...))
	}
	for i := range m.Action.Seen {
		if text := entry(a, &m.Action.Seen[i], ev, env); text != "" {
			named = true
			fmt.Fprintf(&b, " %d %s", i, text)
		}
	}
	if !named {
		return ""
	}
	return m.Action.Name + " " + b.String()
}

func owns(a *spec.Agent, action *spec.Action, ev *spec.Evaluator, env *spec.Env) bool {
	if action.By == nil {
		return false
	}
	owner, err := ev.Eval(action.By, env)
	return err == nil && spec.Equal(owner, a.Name)
}

// entry is what an entry of seen lets the agent observe, for each choice of its
// names for which it applies; empty where it does not apply.
func entry(a *spec.Agent, s *spec.Seen, ev *spec.Evaluator, env *spec.Env) string {
	var b []byte
	for inner, err := range ev.Instances(s.Binders, env) {
		if err != nil {
			return ""
		}
		if s.Cond != nil {
			if holds, err := ev.Holds(s.Cond, inner); err != nil || !holds {
				continue
			}
		}
		if s.Agent != nil {
			if who, err := ev.Eval(s.Agent, inner); err != nil || !spec.Equal(who, a.Name) {
				continue
			}
		}
		b = append(b, '(')
		for _, binder := range s.Binders {
			b = spec.AppendKey(b, inner.Lookup(binder.Bound))
		}
		for i := range s.What {
			b = append(observe(b, &s.What[i], ev, inner), '/')
		}
		b = append(b, ')')
	}
	return string(b)
}

// observe appends what an observable shows: one value for each choice of the
// names that its binders bind. Where a domain has no value that is all that is seen.
func observe(b []byte, o *spec.Observable, ev *spec.Evaluator, env *spec.Env) []byte {
	if len(o.Binders) == 0 { // most: what goes through instances is allocated
		return append(shown(append(b, ':'), o, ev, env), ',')
	}
	start := len(b)
	for env, err := range ev.Instances(o.Binders, env) {
		if err != nil {
			return append(b[:start], "undefined"...)
		}
		for _, binder := range o.Binders {
			b = spec.AppendKey(b, env.Lookup(binder.Bound))
		}
		b = append(shown(append(b, ':'), o, ev, env), ',')
	}
	return b
}

// shown appends what is seen with one choice. A condition that has no value shows what a
// value that does not exist shows.
func shown(b []byte, o *spec.Observable, ev *spec.Evaluator, env *spec.Env) []byte {
	if o.Cond != nil {
		switch holds, err := ev.Holds(o.Cond, env); {
		case err != nil:
			return append(b, "undefined"...)
		case !holds:
			return append(b, "hidden"...)
		}
	}
	v, err := ev.Eval(o.Value, env)
	if err != nil {
		return append(b, "undefined"...)
	}
	return spec.AppendKey(b, v)
}
