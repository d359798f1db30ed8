package replay

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// knows checks an epistemic step that shows what one agent does not know.
func (t *tree) knows(n *witness.Node, e *spec.Knows, h *history) error {
	if n.Holds != (e.Op == spec.Supposes) {
		return t.mismatch(n, "no single epistemic step shows that")
	}
	if n.Epistemic == nil {
		return t.mismatch(n, "neither an epistemic step nor a claim shows it")
	}
	if e.Op != spec.KnowsWhether && len(n.Parts) > 0 {
		return t.mismatch(n, "it has parts, and an epistemic step alone shows it")
	}
	v, err := t.evaluator(n, h).Eval(e.Agent, n.Env)
	if err != nil {
		return err
	}
	agent, err := t.agents.Named(e.Agent, v)
	if err != nil {
		return err
	}
	if len(n.Epistemic.Agents) != 1 || n.Epistemic.Agents[0] != agent {
		return t.mismatch(n, "its epistemic step is not that of %s", agent.Name)
	}
	there, err := t.epistemicStep(n, h)
	if err != nil {
		return err
	}
	return t.afterEpistemicStep(n, e, h, there)
}

func (t *tree) afterEpistemicStep(n *witness.Node, e *spec.Knows, h, there *history) error {
	if e.Op == spec.KnowsValue {
		return t.otherValue(n, e.X, h, there)
	}
	if n.Epistemic.To == nil {
		return t.mismatch(n, "its epistemic step shows nothing about the state that it leads to")
	}
	want := e.Op == spec.Supposes
	if e.Op == spec.KnowsWhether {
		want = n.Epistemic.To.Holds
		if err := t.here(n, e.X, !want, h); err != nil {
			return err
		}
	}
	return t.shown(n, e.X, want, there, n.Epistemic.To, "after the epistemic step")
}

// here checks that f has a truth value in the state of the node.
func (t *tree) here(n *witness.Node, f spec.Expr, want bool, h *history) error {
	switch len(n.Parts) {
	case 0:
		return t.shown(n, f, want, h, nil, "before the epistemic step")
	case 1:
		return t.shown(n, f, want, h, n.Parts[0], "before the epistemic step")
	}
	return t.mismatch(n, "it has more than one part")
}

// otherValue checks that an expression has different values in two states.
func (t *tree) otherValue(n *witness.Node, e spec.Expr, h, there *history) error {
	if n.Epistemic.To != nil {
		return t.mismatch(n, "an epistemic step to another value leads to a state alone")
	}
	x, err := t.evaluator(n, h).Eval(e, n.Env)
	if err == nil {
		var y spec.Value
		y, err = t.evaluator(n, there).Eval(e, n.Env)
		if err == nil && spec.Equal(x, y) {
			return t.mismatch(n, "%s is %s in both states", e.Span().Text(), x)
		}
	}
	if errors.Is(err, kleene.ErrOpen) {
		t.believe(n, "the value differs", false)
		return nil
	}
	if err == nil && e.Traits()&spec.Modal != 0 {
		t.believe(n, "the value differs", true)
	}
	return err
}

// epistemicStep checks that the epistemicStep leads to a history that its agents confuse with the
// present one, and returns that history.
func (t *tree) epistemicStep(n *witness.Node, h *history) (*history, error) {
	j := n.Epistemic
	if n.Path != nil {
		return nil, t.mismatch(n, "knowledge is shown by an epistemic step alone")
	}
	to := j.Other
	if j.To != nil {
		if to != nil && !terms.SameState(to, j.To.State) {
			return nil, t.mismatch(n, "its epistemic step leads to two states")
		}
		to = j.To.State
	}
	there, err := t.run(n, j.Start, j.Origin)
	if err != nil {
		return nil, err
	}
	if !terms.SameState(there.now(), to) {
		return nil, t.mismatch(n, "the steps of its epistemic step lead to %s", explicit.ShowState(t.model, there.now()))
	}
	for _, a := range j.Agents {
		if !slices.Contains(t.model.Agents, a) {
			return nil, t.mismatch(n, "its epistemic step is that of no agent of the model")
		}
		if !confused(a, t.recall, h, there) {
			return nil, t.mismatch(n, "%s tells %s from this state", a.Name, explicit.ShowState(t.model, to))
		}
	}
	t.report.EpistemicSteps++
	return there, t.admitted(n, there)
}

// groupKnows checks an epistemic step that shows what a group does not know.
func (t *tree) groupKnows(n *witness.Node, e *spec.GroupKnows, h *history) error {
	times, err := t.times(n, e)
	if err != nil {
		return err
	}
	if n.Epistemic == nil && (e.Op == spec.Everybody && times == 0 || e.Op == spec.Common && !n.Holds) {
		return t.combination(n, e.X, h) // E no times is the operand, and C implies it
	}
	if n.Holds {
		return t.mismatch(n, "no single epistemic step shows that")
	}
	if n.Epistemic == nil {
		return t.mismatch(n, "neither an epistemic step nor a claim shows it")
	}
	if len(n.Parts) > 0 || n.Epistemic.To == nil {
		return t.mismatch(n, "an epistemic step to evidence alone shows it")
	}
	if err := t.members(n, e, h); err != nil {
		return err
	}
	there, err := t.epistemicStep(n, h)
	if err != nil {
		return err
	}
	to := n.Epistemic.To
	if to.Formula == spec.Expr(e) && (e.Op == spec.Common || e.Op == spec.Everybody && times > 1) {
		return t.again(n, e, times, there)
	}
	if e.Op == spec.Everybody && times > 1 {
		return t.mismatch(n, "its chain of epistemic steps is too short: %d more", times-1)
	}
	return t.shown(n, e.X, false, there, to, "after the epistemic step")
}

// times is how often E is to be applied at the node.
func (t *tree) times(n *witness.Node, e *spec.GroupKnows) (int, error) {
	if e.Op != spec.Everybody {
		return 0, nil
	}
	all, err := terms.Times(e, n.Env)
	if err != nil {
		return 0, err
	}
	switch {
	case n.Times < 0 || n.Times > all:
		return 0, t.mismatch(n, "E is applied %d times, and %d are left", all, n.Times)
	case n.Times > 0:
		return n.Times, nil
	}
	return all, nil
}

// again checks the next link of a chain: the same formula about the state after
// the epistemic step. E may be applied less often there than is left: E applied once to
// anything by a group that is not empty implies it, so where E{B; j} f fails, for
// 1 <= j < k, E{B; k} f fails too. Of f itself, no times, this is not said: over
// an empty group E{B} f is true where f is false.
func (t *tree) again(n *witness.Node, e *spec.GroupKnows, times int, there *history) error {
	to := n.Epistemic.To
	switch {
	case to.Holds || !spec.SameNames(e, to.Env, n.Env):
		return t.mismatch(n, "the evidence after the epistemic step is about another formula")
	case e.Op == spec.Everybody && (to.Times < 1 || to.Times >= times):
		return t.mismatch(n, "after the epistemic step E is applied %d times instead of 1 to %d times", to.Times, times-1)
	}
	return t.node(to, there)
}

// members checks that the agents of an epistemic step are members of the group, for D all
// of them, for E and C one.
func (t *tree) members(n *witness.Node, e *spec.GroupKnows, h *history) error {
	group, err := t.agents.Members(e.Group, t.evaluator(n, h), n.Env)
	if err != nil {
		return err
	}
	for _, a := range n.Epistemic.Agents {
		if !slices.Contains(group, a) {
			return t.mismatch(n, "its epistemic step is that of somebody outside the group")
		}
	}
	if e.Op != spec.Distributed {
		if len(n.Epistemic.Agents) != 1 {
			return t.mismatch(n, "one member takes the epistemic step, not %d", len(n.Epistemic.Agents))
		}
		return nil
	}
	for _, a := range group {
		if !slices.Contains(n.Epistemic.Agents, a) {
			return t.mismatch(n, "%s, a member of the group, does not take the epistemic step", a.Name)
		}
	}
	return nil
}
