package encode

import (
	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/eval"
	"github.com/epibdd/epibdd/symbolic"
)

// Steps are those of a system: the actions, or what movers do together. They are not
// changed once they are made, but for the games that are kept.
type Steps struct {
	codes    *codes.Codes
	actions  []*action // by Action.Index
	joint    *joint    // in place of actions; nil: steps are interleaved
	relation symbolic.Relation
	modal    eval.Modal // what knowledge means to actions; nil: none asks for any
	games    map[gameKey]*Game
}

// interleaved are the steps of actions that are taken one at a time.
func interleaved(cs *codes.Codes, actions []*action) *Steps {
	return &Steps{codes: cs, actions: actions, relation: union(actions)}
}

// jointSteps are the steps that movers take together.
func jointSteps(cs *codes.Codes, j *joint) *Steps {
	return &Steps{codes: cs, joint: j, relation: j.relation}
}

// knowing returns s with a meaning of knowledge in actions.
func (s *Steps) knowing(modal eval.Modal) *Steps {
	t := *s
	t.modal = modal
	return &t
}

// within returns the steps for those who ask about states that no step leaves, each relation
// narrowed to these.
func (s *Steps) within(narrow func(symbolic.Relation) symbolic.Relation) *Steps {
	t := *s
	t.games = nil
	t.relation = narrow(s.relation)
	t.actions = make([]*action, len(s.actions))
	for i, a := range s.actions {
		within := *a
		within.relation = narrow(a.relation)
		t.actions[i] = &within
	}
	if s.joint != nil {
		within := *s.joint
		within.relation = t.relation
		t.joint = &within
	}
	return &t
}
