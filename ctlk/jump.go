package ctlk

import (
	"fmt"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// showKnows shows by a jump that an agent does not know, or supposes something.
func (c *Checker) showKnows(n *witness.Node, e *spec.Knows) error {
	agent, err := c.agentAt(e.Agent, n.Env, n.State)
	if err != nil {
		return err
	}
	who := []*spec.Agent{agent}
	if e.Op == spec.KnowsValue {
		return c.showKnowsValue(n, e, who)
	}
	f, err := c.everywhere(e.X, n.Env)
	if err != nil {
		return err
	}
	not := c.frame.worlds().Diff(f)
	switch {
	case e.Op == spec.KnowsThat && !n.Holds:
		return c.jumpTo(n, who, not, e.X, false)
	case e.Op == spec.Supposes && n.Holds:
		return c.jumpTo(n, who, f, e.X, true)
	case e.Op == spec.KnowsWhether && !n.Holds:
		here := c.isIn(n.State, f)
		part, err := c.node(e.X, n.Env, n.State, here)
		if err != nil {
			return err
		}
		n.Parts = []*witness.Node{part}
		if here {
			return c.jumpTo(n, who, not, e.X, false)
		}
		return c.jumpTo(n, who, f, e.X, true)
	}
	n.Claim = "in all states that " + names(who) + " cannot tell from this one"
	return nil
}

// showKnowsValue shows that an expression has another value in a state that the
// agent cannot tell from this one.
func (c *Checker) showKnowsValue(n *witness.Node, e *spec.Knows, who []*spec.Agent) error {
	if n.Holds {
		n.Claim = "the same in all states that " + names(who) + " cannot tell from this one"
		return nil
	}
	bits, _, err := c.sys.Bits(e.X, n.Env, c.everywhere) // defined in all worlds, or there were no verdict
	if err != nil {
		return err
	}
	other := c.empty()
	for _, b := range bits {
		if b = b.And(c.frame.worlds()); c.isIn(n.State, b) {
			b = c.frame.worlds().Diff(b)
		}
		other = other.Or(b)
	}
	to, err := c.jump(n, who, other)
	if err == nil {
		n.Jump.Other = to
	}
	return err
}

// showGroup shows by jumps that a group does not know.
func (c *Checker) showGroup(n *witness.Node, e *spec.GroupKnows) error {
	f, err := c.everywhere(e.X, n.Env)
	if err != nil {
		return err
	}
	b, err := c.band(e.Group, n.Env)
	if err != nil {
		return err
	}
	times, err := c.timesAt(n, e)
	if err != nil {
		return err
	}
	members := c.membersAt(b, n.State)
	switch {
	case e.Op == spec.Everybody && times == 0:
		n.Parts, err = c.parts(e.X, n.Env, n.State, n.Holds)
		return err
	case n.Holds:
		n.Claim = "in all states that " + names(members) + " cannot tell from this one" + further(e.Op, times)
		return nil
	case e.Op == spec.Distributed:
		return c.jumpTo(n, members, c.frame.worlds().Diff(f), e.X, false)
	}
	return c.chain(n, e, b, f, times)
}

func further(op spec.GroupOp, times int) string {
	switch {
	case op == spec.Distributed:
		return " together"
	case op == spec.Common:
		return ", and so on"
	case times > 1:
		return fmt.Sprintf(", %d times over", times)
	}
	return ""
}

// chain takes the first jump of a chain of confusions, by a member of the group
// each, that leads to a world without f: in at most times jumps for E, in any
// number for C.
func (c *Checker) chain(n *witness.Node, e *spec.GroupKnows, b band, f set, times int) error {
	layers, err := c.doubts(e.Op, b, f, times)
	if err != nil {
		return err
	}
	here := times // for E exactly so many jumps, perhaps to the same state
	if e.Op == spec.Common {
		here = c.layer(n.State, layers)
	}
	if here == 0 { // C: f is false here already
		if len(c.membersAt(b, n.State)) == 0 {
			n.Parts, err = c.parts(e.X, n.Env, n.State, false)
			return err
		}
		here = 1
	}
	return c.chainJump(n, e, b, layers[min(here, len(layers))-1], here-1)
}

// chainJump jumps into a set, by the first member who can; left is how many
// jumps are to follow.
func (c *Checker) chainJump(n *witness.Node, e *spec.GroupKnows, b band, into set, left int) error {
	for _, a := range c.membersAt(b, n.State) {
		who := []*spec.Agent{a}
		near, err := c.frame.closure(who, c.sys.Single(n.State))
		if err != nil {
			return err
		}
		if near.And(into).IsEmpty() {
			continue
		}
		if left == 0 {
			return c.jumpTo(n, who, into, e.X, false)
		}
		to, err := c.jump(n, who, into)
		if err != nil {
			return err
		}
		again := &witness.Node{Formula: e, Env: n.Env, State: to}
		if e.Op == spec.Everybody {
			again.Times = left
		}
		n.Jump.To = again
		return c.limited(again, func() error { return c.showGroup(again, e) })
	}
	panic("ctlk: nobody takes the step of a chain that exists")
}

// jumpTo jumps into a set, in which e has the value holds.
func (c *Checker) jumpTo(n *witness.Node, who []*spec.Agent, into set, e spec.Expr, holds bool) error {
	to, err := c.jump(n, who, into)
	if err != nil {
		return err
	}
	n.Jump.To, err = c.node(e, n.Env, to, holds)
	return err
}

// jump gives n a jump into a set and returns where it leads: to the state
// itself if that is in the set, else to one that takes the fewest steps to get to.
func (c *Checker) jump(n *witness.Node, who []*spec.Agent, into set) (spec.State, error) {
	near, err := c.frame.closure(who, c.sys.Single(n.State))
	if err != nil {
		return nil, err
	}
	if into = into.And(near); c.isIn(n.State, into) {
		into = c.sys.Single(n.State)
	}
	start, origin := c.origin(into)
	n.Jump = &witness.Jump{Agents: who, Start: start, Origin: origin}
	if len(origin) > 0 {
		return origin[len(origin)-1].To, nil
	}
	return start, nil
}

// origin returns the shortest steps from an initial world into a set of worlds,
// which is not empty.
func (c *Checker) origin(into set) (spec.State, []witness.Step) {
	depth := 0
	for c.ring(depth).Disjoint(into) {
		depth++
	}
	// Backwards to the start, keeping at each depth what leads on.
	path := make([]set, depth+1)
	path[depth] = into.And(c.ring(depth))
	for i := depth; i > 0; i-- {
		path[i-1] = c.ring(i - 1).And(c.frame.before(c.sys.Steps(), path[i]))
	}
	start := c.pick(path[0])
	steps := make([]witness.Step, depth)
	for i, from := 0, start; i < depth; i++ {
		steps[i] = c.instance(nil, nil, from, path[i+1])
		from = steps[i].To
	}
	return start, steps
}

// ring returns the worlds at a distance from the initial ones.
func (c *Checker) ring(depth int) set {
	if c.rings == nil {
		c.rings = []set{c.frame.initial()}
		c.ringed = c.frame.initial()
	}
	for depth >= len(c.rings) {
		last := c.rings[len(c.rings)-1]
		if last.IsEmpty() {
			panic("ctlk: a world that is not reachable")
		}
		next := c.frame.after(c.sys.Steps(), last).Diff(c.ringed)
		c.ringed = c.ringed.Or(next)
		c.rings = append(c.rings, next)
	}
	return c.rings[depth]
}

// agentAt is the agent that e is in a state.
func (c *Checker) agentAt(e spec.Expr, env *spec.Env, state spec.State) (*spec.Agent, error) {
	v, err := c.evaluator(state).Eval(e, env)
	if err != nil {
		return nil, err
	}
	return c.agents[spec.Key(v)], nil
}

func (c *Checker) membersAt(b band, state spec.State) []*spec.Agent {
	var who []*spec.Agent
	for _, m := range b.members {
		if c.isIn(state, m.when) {
			who = append(who, m.agent)
		}
	}
	return who
}

// timesAt is how often E is to be applied at n.
func (c *Checker) timesAt(n *witness.Node, e *spec.GroupKnows) (int, error) {
	if n.Times > 0 {
		return n.Times, nil
	}
	return c.times(e, n.Env)
}

func (c *Checker) isIn(state spec.State, x set) bool { return c.sys.Single(state).SubsetOf(x) }

func names(who []*spec.Agent) string {
	if len(who) == 0 {
		return "nobody"
	}
	all := make([]string, len(who))
	for i, a := range who {
		all[i] = a.Name.String()
	}
	return strings.Join(all, ", ")
}
