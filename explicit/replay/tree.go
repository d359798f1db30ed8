package replay

import (
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// tree checks evidence node by node. A formula that is no operator about other worlds
// is decided by its parts, an operator by a run, an epistemic step, a strategy or a claim.
type tree struct{ *replay }

// root checks that the evidence is about the question, and returns the history
// that it is about.
func (t *tree) root(c *spec.Check, n *witness.Node) (*history, error) {
	if n.Formula != c.Formula {
		return nil, t.mismatch(n, "the check %s asks about another formula", c.ID)
	}
	if c.Kind == spec.LeastCheck {
		v, ok := n.Env.Lookup(c.Least.Bound).(spec.Int)
		if !ok || int64(v) < c.Least.Lo || int64(v) > c.Least.Hi {
			return nil, t.mismatch(n, "%s is none of the numbers asked about", c.Least.Bound.Name)
		}
	}
	h, err := t.past(n, c.Layer)
	if err != nil {
		return nil, err
	}
	if c.At != nil {
		if err := t.decided(n, c.At, h, "the condition of at"); err != nil {
			return nil, err
		}
	}
	if n.Path != nil { // which says the same of its last state
		return h, nil
	}
	return h, t.admitted(n, h)
}

// past is the history that leads to the root in a number of steps.
func (t *tree) past(n *witness.Node, steps int) (*history, error) {
	p := n.Past
	if p == nil {
		p = &witness.Past{Start: n.State}
	}
	if len(p.Steps) != steps {
		return nil, t.mismatch(n, "%d steps lead to it, and the check asks about what %d lead to", len(p.Steps), steps)
	}
	return t.run(n, p.Start, p.Steps)
}

// node checks that a node shows what it says.
func (t *tree) node(n *witness.Node, h *history) error {
	if n.Formula == nil {
		return t.mismatch(n, "it is about no formula")
	}
	if err := t.typed(n, n.State); err != nil {
		return err
	}
	if !terms.SameState(n.State, h.now()) {
		return t.mismatch(n, "it stands where the state is %s", explicit.ShowState(t.model, h.now()))
	}
	if n.Times != 0 {
		if e, ok := n.Formula.(*spec.GroupKnows); !ok || e.Op != spec.Everybody {
			return t.mismatch(n, "only E is repeated")
		}
	}
	if n.Claim != "" {
		return t.claim(n, h)
	}
	switch e := n.Formula.(type) {
	case *spec.Temporal:
		return t.temporal(n, e, h)
	case *spec.Knows:
		return t.knows(n, e, h)
	case *spec.GroupKnows:
		return t.groupKnows(n, e, h)
	case *spec.Share:
		return t.mismatch(n, "a claim alone shows it")
	case *spec.Coalition:
		return t.strategy(n, e, h)
	case *spec.Update:
		return (&behind{t.replay}).update(n, h)
	case *spec.OnRuns:
		return t.onRuns(n, e, h)
	}
	return t.combination(n, n.Formula, h)
}

// combination checks that the parts of a node decide f as the node says.
func (t *tree) combination(n *witness.Node, f spec.Expr, h *history) error {
	if n.Path != nil || n.Epistemic != nil {
		return t.mismatch(n, "a run shows nothing about a combination of formulas")
	}
	return t.parts(n, f, n.Parts, h)
}

// parts evaluates f in the state of the node, in three values, with its
// knowledge and temporal subformulas known from the parts.
func (t *tree) parts(n *witness.Node, f spec.Expr, parts []*witness.Node, h *history) error {
	for _, part := range parts {
		if !terms.SameState(part.State, n.State) {
			return t.mismatch(n, "evidence for a part of it is about another state")
		}
		if part.Times != 0 {
			return t.mismatch(n, "evidence for a part of it stands inside a chain")
		}
		if err := t.node(part, h); err != nil {
			return err
		}
	}
	switch v, err := t.estimate(f, n.Env, n.State, parts); {
	case err != nil:
		return err
	case v == kleene.Open:
		return t.mismatch(n, "its parts do not decide it")
	case v != kleene.Of(n.Holds):
		return t.mismatch(n, "its parts make it %v", v == kleene.Yes)
	}
	return nil
}

// claim checks a node that shows no run.
func (t *tree) claim(n *witness.Node, h *history) error {
	if n.Path != nil || n.Epistemic != nil {
		return t.mismatch(n, "a run is no evidence for a claim")
	}
	for _, part := range n.Parts {
		if err := t.node(part, h); err != nil {
			return err
		}
	}
	holds, ok, err := t.decide(n, h, func(s *explicit.System, w int) (bool, error) { return t.enumerated(n, s, w) })
	if err != nil {
		return err
	}
	if ok && holds != n.Holds {
		return t.mismatch(n, "enumeration decides that it is %v", holds)
	}
	t.believe(n, n.Claim, ok)
	return nil
}

// shown checks that f has the truth value want at the end of a history: by the evidence given,
// or where there is none by evaluation.
func (t *tree) shown(n *witness.Node, f spec.Expr, want bool, h *history, by *witness.Node, where string) error {
	if by == nil {
		switch v, err := t.estimate(f, n.Env, h.now(), nil); {
		case err != nil:
			return err
		case v == kleene.Open:
			return t.mismatch(n, "nothing shows that %s is %v %s", f.Span().Text(), want, where)
		case v != kleene.Of(want):
			return t.mismatch(n, "%s is %v %s", f.Span().Text(), !want, where)
		}
		return nil
	}
	if by.Formula != f || !spec.SameNames(f, by.Env, n.Env) {
		return t.mismatch(n, "the evidence %s is about another formula", where)
	}
	if by.Holds != want {
		return t.mismatch(n, "the evidence %s is for the truth value %v", where, by.Holds)
	}
	if !terms.SameState(by.State, h.now()) {
		return t.mismatch(n, "the evidence %s is about another state", where)
	}
	if by.Times != 0 {
		return t.mismatch(n, "the evidence %s stands inside a chain", where)
	}
	return t.node(by, h)
}
