package explicit

import "github.com/epibdd/epibdd/spec"

// totalWork is how many parts of an expression IsTotal looks at.
const totalWork = 100_000

// IsTotal tells whether an expression about the state surely has a value whatever the
// values of variables are. One that has a value everywhere may not be found to.
func IsTotal(m *spec.Model, e spec.Expr) bool {
	s := newSearch(nil, []spec.Expr{e}, newBudget(totalWork))
	s.overVars(m.Vars)
	s.known = make([]guess, len(s.conditions))
	for i, c := range s.conditions {
		s.note(i, s.eval(c.Expr, c.env))
	}
	return s.err == nil && s.risky == 0
}
