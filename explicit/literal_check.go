package explicit

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
)

// decideLiterally answers a check with the interpretation that it asks for.
func decideLiterally(c *spec.Check, o Options) (Answer, error) {
	s, err := New(c.Model, c.Runs, o)
	if err != nil {
		return Answer{}, err
	}
	return NewLiteral(s, c.Interpretation).Check(c)
}

// Check answers a check with the interpretation that the Literal has. What has no value
// is an error only in the worlds that the answer depends on.
func (l *Literal) Check(c *spec.Check) (Answer, error) {
	if c.Interpretation != l.interpretation {
		return Answer{}, fmt.Errorf("this decides by the %s interpretation of knowledge actions, not by the %s one", l.interpretation, c.Interpretation)
	}
	return l.system.check(c, l)
}

// Truth decides a formula in each world of the system.
func (l *Literal) Truth(f spec.Expr) ([]bool, error) { return l.table(f, nil, l.base) }

func (l *Literal) holds(f spec.Expr, env *spec.Env, w int) (kleene, error) {
	holds, err := l.truth(f, env, situation{l.base, w})
	return kleeneOf(holds), l.system.inWorld(w, err)
}

func (l *Literal) executable(p spec.Program, w int) (bool, error) {
	ends, err := l.leads(p, nil, situation{l.base, w}, written)
	return len(ends) > 0, l.system.inWorld(w, err)
}

// countAfter counts the situations to which the type of the action leads.
func (l *Literal) countAfter(c *spec.Check, worlds []int) (Answer, error) {
	counted := map[string]bool{}
	a := Answer{}
	for _, w := range worlds {
		ends, err := l.leads(c.After, nil, situation{l.base, w}, outermost)
		if err != nil {
			return Answer{}, l.system.inWorld(w, err)
		}
		for _, end := range ends {
			if counted[end.key()] {
				continue
			}
			counted[end.key()] = true
			if len(end) > 1 {
				return Answer{}, &UndefinedIn{
					Undefined: &spec.Undefined{Place: c.After.Span(), Reason: "this action leads to sets of several states, which are no worlds that could be counted; put an L{…} around the &"},
					Model:     l.system.model, State: l.system.worlds[w],
				}
			}
			holds, err := l.truth(c.Formula, nil, end[0])
			if err != nil {
				return Answer{}, l.system.inWorld(w, err)
			}
			if holds {
				a.Count++
			}
		}
	}
	a.Most, a.Holds = a.Count, a.Count > 0
	return a, nil
}
