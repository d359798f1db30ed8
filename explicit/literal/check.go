package literal

import (
	"fmt"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
)

// Decide answers a check with the interpretation of knowledge actions that it asks for,
// where this is not the product one.
func Decide(c *spec.Check, o explicit.Options) (explicit.Answer, error) {
	s, err := explicit.New(c.Model, c.Runs, o)
	if err != nil {
		return explicit.Answer{}, err
	}
	return New(s, c.Interpretation).Check(c)
}

// Check answers a check with the interpretation that the Literal has. What has no value
// is an error only in the worlds that the answer depends on.
func (l *Literal) Check(c *spec.Check) (explicit.Answer, error) {
	if c.Interpretation != l.interpretation {
		return explicit.Answer{}, fmt.Errorf("this decides by the %s interpretation of knowledge actions, not by the %s one", l.interpretation, c.Interpretation)
	}
	return l.system.CheckBy(l, c)
}

// Truth decides a formula in each world of the system.
func (l *Literal) Truth(f spec.Expr) ([]bool, error) { return l.table(f, nil, l.base) }

// Holds evaluates a formula in a world of the system.
func (l *Literal) Holds(f spec.Expr, env *spec.Env, w int) (bool, error) {
	holds, err := l.truth(f, env, situation{l.base, w})
	return holds, l.system.InWorld(w, err)
}

// Executable tells whether a knowledge action leads anywhere from a world of the system.
func (l *Literal) Executable(p spec.Program, w int) (bool, error) {
	ends, err := l.leads(p, nil, situation{l.base, w}, written)
	return len(ends) > 0, l.system.InWorld(w, err)
}

// CountAfter counts the situations to which the type of the action leads.
func (l *Literal) CountAfter(c *spec.Check, worlds []int) (explicit.Answer, error) {
	counted := map[string]bool{}
	a := explicit.Answer{}
	for _, w := range worlds {
		ends, err := l.leads(c.After, nil, situation{l.base, w}, outermost)
		if err != nil {
			return explicit.Answer{}, l.system.InWorld(w, err)
		}
		for _, end := range ends {
			if counted[end.key()] {
				continue
			}
			counted[end.key()] = true
			if len(end) > 1 {
				return explicit.Answer{}, &explicit.UndefinedIn{
					Undefined: &spec.Undefined{Place: c.After.Span(), Reason: "this action leads to sets of several states, which are no worlds that could be counted; put an L{…} around the &"},
					Model:     l.system.Model(), State: l.system.States()[w],
				}
			}
			holds, err := l.truth(c.Formula, nil, end[0])
			if err != nil {
				return explicit.Answer{}, l.system.InWorld(w, err)
			}
			if holds {
				a.Count++
			}
		}
	}
	a.Most, a.Holds = a.Count, a.Count > 0
	return a, nil
}
