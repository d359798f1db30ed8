package encode

import (
	"github.com/epibdd/epibdd/encode/internal/eval"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/symbolic"
)

// A formula about the future is true of a state or not whatever else is reachable,
// so it may be evaluated in more states than those, if no step leads out of them:
// what a set with few nodes leaves out of a large one (Moon, Jang, Somenzi and
// Pixley, "Approximate reachability don't cares for CTL model checking", ICCAD 1998).
// The cards on the pile of full-deck Eleusis under the law match are those that some
// order of them can be laid out in, a Hamiltonian path, for which no diagram is
// small; that one card is on top and one at most proposed is nearly all that its
// formulas depend on.
//
// Such a set is what a relaxed model reaches: its conditions keep what they say of
// few cells, or of each element of an array by itself, and forget the rest.

// Relaxation says how much of its conditions a relaxed model keeps: parts of so many
// nodes, of what is said of each element and of other parts.
type Relaxation = eval.Relaxation

// Relaxed returns states in which all initial ones are, and steps, of which all steps
// are some, in a model that has forgotten what is complicated in its conditions. ok
// tells whether it has forgotten anything.
func Relaxed(s *System, l eval.Relaxation) (init symbolic.Set, steps symbolic.Relation, ok bool) {
	if s.steps.joint != nil || s.model.AsksKnowledge() != nil {
		return s.init, s.steps.relation, false
	}
	ev := &eval.Relaxing{Evaluator: s.evaluator(nil), Keep: l}
	init = s.codes.Valid
	for _, e := range s.model.Init {
		init = init.And(ev.AtMost(e, value.Names{}, true))
	}
	var actions []*action
	for _, a := range s.model.Actions {
		actions = append(actions, encodeAction(ev.Evaluator, a, ev.Guards))
	}
	return init, union(actions), ev.Forgot
}
