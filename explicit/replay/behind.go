package replay

import (
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// behind checks evidence behind knowledge actions. It is followed in the enumerated
// worlds, where each node is decided again as well; where the model is too large it is
// a claim.
type behind struct{ *replay }

// update checks a node that shows one way in which a knowledge action happens.
func (b *behind) update(n *witness.Node, h *history) error {
	_, ok, err := b.decide(n, h, func(s *explicit.System, w int) (bool, error) { return true, b.node(n, s, w) })
	if err == nil && !ok {
		err = b.onward(n, h)
	}
	if err == nil {
		b.believe(n, "what this knowledge action leads to", ok)
	}
	return err
}

// onward takes at least the steps that go on behind a knowledge action where
// nothing was enumerated, unless what somebody has learnt lets them be taken.
func (b *behind) onward(n *witness.Node, h *history) error {
	for n.After != nil {
		to := n.After.Node
		if to == nil || !terms.SameState(to.State, h.now()) {
			return b.mismatch(n, "a knowledge action changes no state")
		}
		n = to
	}
	if n.Path == nil || b.model.AsksKnowledge() != nil {
		return nil
	}
	_, err := b.steps(n, h, n.Path.Steps)
	return err
}

// node checks a node that stands in a world of a system.
func (b *behind) node(n *witness.Node, s *explicit.System, w int) error {
	if n.Formula == nil || !terms.SameState(n.State, s.States()[w]) {
		return b.mismatch(n, "it stands where the state is %s", explicit.ShowState(b.model, s.States()[w]))
	}
	holds, err := b.enumerated(n, s, w)
	if err != nil {
		return err
	}
	if holds != n.Holds {
		return b.mismatch(n, "enumeration decides that it is %v", holds)
	}
	for _, part := range n.Parts {
		if err := b.node(part, s, w); err != nil {
			return err
		}
	}
	if n.Epistemic != nil {
		if err := b.epistemicStep(n, s, w); err != nil {
			return err
		}
	}
	switch {
	case n.After != nil:
		return b.after(n, s, w)
	case n.Path != nil:
		return b.path(n, s, w)
	}
	return nil
}

// after checks that a knowledge action can happen as a node says, and that this decides.
func (b *behind) after(n *witness.Node, s *explicit.System, w int) error {
	e, ok := n.Formula.(*spec.Update)
	if !ok || n.After.Node == nil || n.After.Node.Formula != e.X || !spec.SameNames(e.X, n.After.Node.Env, n.Env) {
		return b.mismatch(n, "the evidence is not about what the knowledge action leads to")
	}
	if n.Holds == e.All || n.After.Node.Holds == e.All {
		return b.mismatch(n, "one way in which the knowledge action happens does not decide it")
	}
	ends, err := s.Outcomes(e.Action, n.Env, w)
	if err != nil {
		return err
	}
	ends = slices.DeleteFunc(ends, func(o explicit.Outcome) bool { return !slices.Equal(o.Done, n.After.Done) })
	return b.some(n, len(ends), "the knowledge action cannot happen by %q", n.After.Done, func(i int) error {
		next, err := ends[i].About(e.X)
		if err != nil {
			return err
		}
		return b.node(n.After.Node, next, ends[i].World)
	})
}

// some checks that evidence fits one of a number of worlds: the words of knowledge actions
// may be the same for more than one of them. Where it fits none that could be decided it
// may fit one that could not.
func (b *behind) some(n *witness.Node, worlds int, none string, done []string, fits func(i int) error) error {
	refuted, undecided := b.mismatch(n, none, done), error(nil)
	for i := range worlds {
		switch err := fits(i); {
		case err == nil:
			return nil
		case refutes(err):
			refuted = err
		default:
			undecided = err
		}
	}
	if undecided != nil {
		return undecided
	}
	return refuted
}

// epistemicStep checks a epistemicStep between worlds behind knowledge actions.
func (b *behind) epistemicStep(n *witness.Node, s *explicit.System, w int) error {
	j := n.Epistemic
	h, err := b.run(n, j.Start, j.Origin)
	if err != nil {
		return err
	}
	worlds := s.LocateBehind(h.states[0], h.steps, j.Done)
	return b.some(n, len(worlds), "no world comes of this by %q", j.Done, func(i int) error {
		return b.landing(n, s, w, worlds[i])
	})
}

// landing checks that an epistemic step from w leads to v.
func (b *behind) landing(n *witness.Node, s *explicit.System, w, v int) error {
	j := n.Epistemic
	for _, a := range j.Agents {
		if !s.Confuses(a, v, w) {
			return b.mismatch(n, "%s tells the two worlds apart", a.Name)
		}
	}
	if j.To == nil {
		if !terms.SameState(j.Other, s.States()[v]) {
			return b.mismatch(n, "the state there is %s", explicit.ShowState(b.model, s.States()[v]))
		}
		return nil
	}
	return b.node(j.To, s, v)
}
