package encode

import (
	"maps"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// SeeAlike tells whether two agents are found to see the same of all states and, if they
// remember steps, of all of these, so that they confuse the same histories: no action is
// hidden from anybody, or both see each step as it is and nothing else that is secret.
func SeeAlike(s *System, a, b *spec.Agent, steps bool) bool {
	if !maps.Equal(s.sees(a), s.sees(b)) {
		return false
	}
	hidden := func(a *spec.Action) bool { return a.Hidden }
	if !steps || !slices.ContainsFunc(s.model.Actions, hidden) {
		return true
	}
	both := []*spec.Agent{a, b}
	return !s.model.Joint && disclosure{s}.disclosed(both, disclosure{s}.secret(both))
}

// sees are the functions of a state whose values an agent sees, as a set.
func (s *System) sees(a *spec.Agent) map[symbolic.Set]bool {
	fs := map[symbolic.Set]bool{}
	for _, f := range s.sight.seen(a) {
		fs[f] = true
	}
	return fs
}
