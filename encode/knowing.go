package encode

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/eval"
	"github.com/epibdd/epibdd/encode/internal/failure"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Knowing returns the system in which actions that ask what somebody knows mean
// what modal says: which states they are enabled in, and what they do, is right
// where modal is. It shares all else with s. A system as New makes it has no
// steps of such actions.
func (s *System) Knowing(modal eval.Modal) (*System, error) {
	t := *s
	err := failure.Try(func() {
		ev := t.evaluator(modal)
		if s.steps.joint != nil {
			t.steps = jointSteps(s.codes, encodeJoint(ev)).knowing(modal)
			return
		}
		actions := slices.Clone(s.steps.actions)
		for i, a := range s.model.Actions {
			if asksKnowledge(a) {
				actions[i] = encodeAction(ev, a, ev.Disjuncts)
			}
		}
		t.steps = interleaved(s.codes, actions).knowing(modal)
	})
	return &t, err
}

func asksKnowledge(a *spec.Action) bool {
	return slices.ContainsFunc(spec.Expressions(a), func(e spec.Expr) bool { return e.Traits()&spec.Modal != 0 })
}

// union is the relation of all actions.
func union(actions []*action) symbolic.Relation {
	var parts []*symbolic.Part
	for _, a := range actions {
		parts = append(parts, a.relation.Parts()...)
	}
	return symbolic.NewRelation(parts...)
}
