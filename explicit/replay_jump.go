package explicit

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// knows checks a jump that shows what one agent does not know.
func (r *replay) knows(n *witness.Node, e *spec.Knows, h *history) error {
	if n.Holds != (e.Op == spec.Supposes) {
		return r.mismatch(n, "no single jump shows that")
	}
	if n.Jump == nil {
		return r.mismatch(n, "neither a jump nor a claim shows it")
	}
	if e.Op != spec.KnowsWhether && len(n.Parts) > 0 {
		return r.mismatch(n, "it has parts, and a jump alone shows it")
	}
	v, err := r.evaluator(n, h).Eval(e.Agent, n.Env)
	if err != nil {
		return err
	}
	agent, err := agentOf(r.agents, e.Agent, v)
	if err != nil {
		return err
	}
	if len(n.Jump.Agents) != 1 || n.Jump.Agents[0] != agent {
		return r.mismatch(n, "its jump is not that of %s", agent.Name)
	}
	there, err := r.jump(n, h)
	if err != nil {
		return err
	}
	return r.afterJump(n, e, h, there)
}

func (r *replay) afterJump(n *witness.Node, e *spec.Knows, h, there *history) error {
	if e.Op == spec.KnowsValue {
		return r.otherValue(n, e.X, h, there)
	}
	if n.Jump.To == nil {
		return r.mismatch(n, "its jump shows nothing about the state that it leads to")
	}
	want := e.Op == spec.Supposes
	if e.Op == spec.KnowsWhether {
		want = n.Jump.To.Holds
		if err := r.here(n, e.X, !want, h); err != nil {
			return err
		}
	}
	return r.shown(n, e.X, want, there, n.Jump.To, "after the jump")
}

// here checks that f has a truth value in the state of the node.
func (r *replay) here(n *witness.Node, f spec.Expr, want bool, h *history) error {
	switch len(n.Parts) {
	case 0:
		return r.shown(n, f, want, h, nil, "before the jump")
	case 1:
		return r.shown(n, f, want, h, n.Parts[0], "before the jump")
	}
	return r.mismatch(n, "it has more than one part")
}

// otherValue checks that an expression has different values in two states.
func (r *replay) otherValue(n *witness.Node, e spec.Expr, h, there *history) error {
	if n.Jump.To != nil {
		return r.mismatch(n, "a jump to another value leads to a state alone")
	}
	x, err := r.evaluator(n, h).Eval(e, n.Env)
	if err == nil {
		var y spec.Value
		y, err = r.evaluator(n, there).Eval(e, n.Env)
		if err == nil && spec.Equal(x, y) {
			return r.mismatch(n, "%s is %s in both states", e.Span().Text(), x)
		}
	}
	if errors.Is(err, errOpen) {
		r.believe(n, "the value differs", false)
		return nil
	}
	if err == nil && e.Traits()&spec.Modal != 0 {
		r.believe(n, "the value differs", true)
	}
	return err
}

// jump checks that the jump leads to a history that its agents confuse with the
// present one, and returns that history.
func (r *replay) jump(n *witness.Node, h *history) (*history, error) {
	j := n.Jump
	if n.Path != nil {
		return nil, r.mismatch(n, "knowledge is shown by a jump alone")
	}
	to := j.Other
	if j.To != nil {
		if to != nil && !sameState(to, j.To.State) {
			return nil, r.mismatch(n, "its jump leads to two states")
		}
		to = j.To.State
	}
	there, err := r.run(n, j.Start, j.Origin)
	if err != nil {
		return nil, err
	}
	if !sameState(there.now(), to) {
		return nil, r.mismatch(n, "the steps of its jump lead to %s", showState(r.model, there.now()))
	}
	for _, a := range j.Agents {
		if !slices.Contains(r.model.Agents, a) {
			return nil, r.mismatch(n, "its jump is that of no agent of the model")
		}
		if !confused(a, r.recall, h, there) {
			return nil, r.mismatch(n, "%s tells %s from this state", a.Name, showState(r.model, to))
		}
	}
	r.report.Jumps++
	return there, r.admitted(n, there)
}

// groupKnows checks a jump that shows what a group does not know.
func (r *replay) groupKnows(n *witness.Node, e *spec.GroupKnows, h *history) error {
	times, err := r.times(n, e)
	if err != nil {
		return err
	}
	if n.Jump == nil && (e.Op == spec.Everybody && times == 0 || e.Op == spec.Common && !n.Holds) {
		return r.combination(n, e.X, h) // E no times is the operand, and C implies it
	}
	if n.Holds {
		return r.mismatch(n, "no single jump shows that")
	}
	if n.Jump == nil {
		return r.mismatch(n, "neither a jump nor a claim shows it")
	}
	if len(n.Parts) > 0 || n.Jump.To == nil {
		return r.mismatch(n, "a jump to evidence alone shows it")
	}
	if err := r.jumpers(n, e, h); err != nil {
		return err
	}
	there, err := r.jump(n, h)
	if err != nil {
		return err
	}
	to := n.Jump.To
	if to.Formula == spec.Expr(e) && (e.Op == spec.Common || e.Op == spec.Everybody && times > 1) {
		return r.again(n, e, times, there)
	}
	if e.Op == spec.Everybody && times > 1 {
		return r.mismatch(n, "its chain of jumps is too short: %d more", times-1)
	}
	return r.shown(n, e.X, false, there, to, "after the jump")
}

// times is how often E is to be applied at the node.
func (r *replay) times(n *witness.Node, e *spec.GroupKnows) (int, error) {
	if e.Op != spec.Everybody {
		return 0, nil
	}
	all, err := timesOf(e, n.Env)
	if err != nil {
		return 0, err
	}
	switch {
	case n.Times < 0 || n.Times > all:
		return 0, r.mismatch(n, "E is applied %d times, and %d are left", all, n.Times)
	case n.Times > 0:
		return n.Times, nil
	}
	return all, nil
}

// again checks the next link of a chain: the same formula about the state after
// the jump. E may be applied less often there than is left: E applied once to
// anything by a group that is not empty implies it, so where E{B; j} f fails, for
// 1 <= j < k, E{B; k} f fails too. Of f itself, no times, this is not said: over
// an empty group E{B} f is true where f is false.
func (r *replay) again(n *witness.Node, e *spec.GroupKnows, times int, there *history) error {
	to := n.Jump.To
	switch {
	case to.Holds || !sameNames(e, to.Env, n.Env):
		return r.mismatch(n, "the evidence after the jump is about another formula")
	case e.Op == spec.Everybody && (to.Times < 1 || to.Times >= times):
		return r.mismatch(n, "after the jump E is applied %d times instead of 1 to %d times", to.Times, times-1)
	}
	return r.node(to, there)
}

// jumpers checks that the agents of a jump are members of the group, for D all
// of them, for E and C one.
func (r *replay) jumpers(n *witness.Node, e *spec.GroupKnows, h *history) error {
	group, err := members(e.Group, r.evaluator(n, h), r.agents, n.Env)
	if err != nil {
		return err
	}
	for _, a := range n.Jump.Agents {
		if !slices.Contains(group, a) {
			return r.mismatch(n, "its jump is that of somebody outside the group")
		}
	}
	if e.Op != spec.Distributed {
		if len(n.Jump.Agents) != 1 {
			return r.mismatch(n, "one member jumps, not %d", len(n.Jump.Agents))
		}
		return nil
	}
	for _, a := range group {
		if !slices.Contains(n.Jump.Agents, a) {
			return r.mismatch(n, "%s, a member of the group, does not jump", a.Name)
		}
	}
	return nil
}
