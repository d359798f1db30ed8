package show

import (
	"errors"
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/terms"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// ErrElsewhere says that the evidence leads through histories that were not enumerated,
// after a layer that is as an earlier one, or in parts of layers that were not followed.
var ErrElsewhere = errors.New("this is shown by histories that were not enumerated")

// knows shows by an epistemic step that an agent does not know, or supposes something.
func (m *maker) knows(n *witness.Node, e *spec.Knows, p position) error {
	if m.onward {
		n.Claim = witness.GoesOn
		return nil
	}
	agent, err := m.Agent(e.Agent, n.Env, p.world)
	if err != nil {
		return err
	}
	who := []*spec.Agent{agent}
	if shown := n.Holds == (e.Op == spec.Supposes); !shown {
		n.Claim = witness.KnowledgeClaim(e, n.Holds, who)
		return nil
	}
	if e.Op == spec.KnowsValue {
		return m.otherValue(n, e, p, who)
	}
	x, err := m.Truth3(e.X, n.Env)
	if err != nil {
		return err
	}
	switch e.Op {
	case spec.KnowsThat:
		return m.into(n, p, who, x.Not(), e.X, false)
	case spec.Supposes:
		return m.into(n, p, who, x, e.X, true)
	}
	here := x[p.world]
	if here == kleene.Open {
		n.Claim = witness.Text(e.X) + " is true and false in states that " + spec.AgentNames(who) + " cannot tell from this one"
		return nil
	}
	part, err := m.node(e.X, n.Env, p, here == kleene.Yes)
	if err != nil {
		return err
	}
	n.Parts = []*witness.Node{part}
	if here == kleene.Yes {
		x = x.Not()
	}
	return m.into(n, p, who, x, e.X, here == kleene.No)
}

// otherValue shows that an expression has another value in a world that the agent cannot
// tell from this one.
func (m *maker) otherValue(n *witness.Node, e *spec.Knows, p position, who []*spec.Agent) error {
	values, err := m.Values(e.X, n.Env)
	if err != nil {
		return err
	}
	other := m.none()
	for w, v := range values {
		other[w] = kleene.Of(!spec.Equal(v, values[p.world]))
	}
	to, err := m.step(n, p, who, other)
	if err == nil {
		n.Epistemic.Other = m.States()[to.world]
	}
	return err
}

// group shows by epistemic steps that a group does not know.
func (m *maker) group(n *witness.Node, e *spec.GroupKnows, p position) error {
	if m.onward {
		n.Claim = witness.GoesOn
		return nil
	}
	times, err := terms.Times(e, n.Env)
	if err != nil {
		return err
	}
	if e.Op == spec.Everybody && times == 0 {
		n.Parts, err = m.parts(e.X, n.Env, p, n.Holds)
		return err
	}
	members, err := m.Group(e.Group, n.Env, p.world)
	if err != nil {
		return err
	}
	if n.Holds {
		n.Claim = witness.GroupClaim(e, members, times)
		return nil
	}
	x, err := m.Truth3(e.X, n.Env)
	if err != nil {
		return err
	}
	switch {
	case e.Op == spec.Distributed:
		return m.into(n, p, members, x.Not(), e.X, false)
	case len(members) == 0: // C: it is false here already
		n.Parts, err = m.parts(e.X, n.Env, p, false)
		return err
	}
	c := &chain{e: e, layers: []kleene.Set{surely(x.Not())}}
	if err := c.extend(m, n.Env, times); err != nil {
		return err
	}
	return c.link(m, n, p, times)
}

// share counts the worlds that a group considers possible.
func (m *maker) share(n *witness.Node, e *spec.Share, p position) error {
	if m.onward {
		n.Claim = witness.GoesOn
		return nil
	}
	count, err := m.Shared(e, n.Env, p.world)
	if err == nil {
		n.Count, n.Claim = count, witness.ShareClaim(e, count)
	}
	return err
}

// surely is the set of the worlds that are surely in a set.
func surely(x kleene.Set) kleene.Set {
	y := make(kleene.Set, len(x))
	for w := range x {
		y[w] = kleene.Of(x.Has(w))
	}
	return y
}

// chain is a shortest chain of confusions, by a member of a group each, that leads to
// where a formula is false. Its layers are the worlds from which 0, 1, 2, … confusions
// lead there, up to as many as E is applied or to where nothing changes. For C each
// includes the one before.
type chain struct {
	e      *spec.GroupKnows
	layers []kleene.Set
}

func (c *chain) extend(m *maker, env *spec.Env, times int) error {
	if c.e.Op == spec.Everybody && times == 1 { // the group is read here alone
		return nil
	}
	doubt := c.layers[0]
	for i := 1; c.e.Op == spec.Common || i <= times; i++ {
		next, err := m.Doubting(c.e.Group, env, doubt)
		if err != nil {
			return err
		}
		if c.e.Op == spec.Common {
			next = next.Or(doubt)
		}
		if next.Equal(doubt) {
			return nil
		}
		doubt = next
		c.layers = append(c.layers, doubt)
	}
	return nil
}

// link is one step of the chain, and all that follow. For E exactly so many count as it is
// applied. Those that are left when a shortest chain is through would stay where they
// are; they are left out, which witness.Node.Times allows unless they come last.
func (c *chain) link(m *maker, n *witness.Node, p position, times int) error {
	left := 0 // steps that are to follow
	for left+1 < len(c.layers) && !c.layers[left+1].Has(p.world) {
		left++
	}
	if c.e.Op == spec.Everybody && times > 1 {
		left = max(left, 1)
	}
	into := c.layers[min(left, len(c.layers)-1)]
	members, err := m.Group(c.e.Group, n.Env, p.world)
	if err != nil {
		return err
	}
	for _, a := range members {
		who := []*spec.Agent{a}
		if isEmpty(m.Near(who, p.world).And(into)) {
			continue
		}
		if left == 0 {
			return m.into(n, p, who, into, c.e.X, false)
		}
		to, err := m.step(n, p, who, into)
		if err != nil {
			return err
		}
		again := &witness.Node{Formula: c.e, Env: n.Env, State: m.States()[to.world]}
		if c.e.Op == spec.Everybody {
			again.Times = left
		}
		n.Epistemic.To = again
		return m.limited(again, func() error { return c.link(m.behindStep(), again, to, left) })
	}
	panic("show: nobody takes the step of a chain that exists")
}

// into takes an epistemic step into a set, in which e has the value holds.
func (m *maker) into(n *witness.Node, p position, who []*spec.Agent, into kleene.Set, e spec.Expr, holds bool) error {
	to, err := m.step(n, p, who, into)
	if err != nil {
		return err
	}
	n.Epistemic.To, err = m.behindStep().node(e, n.Env, to, holds)
	return err
}

// step gives n an epistemic step into a set and returns where it leads: to the world
// itself if that is in the set, else to one that takes the fewest steps to get to.
func (m *maker) step(n *witness.Node, p position, who []*spec.Agent, into kleene.Set) (position, error) {
	near := m.Near(who, p.world)
	if m.HasTrees() {
		return m.alike(n, p, who, near.And(into))
	}
	if into.Has(p.world) {
		near = m.only(p.world)
	}
	start, way, world, done, ok := m.Origin(near.And(into), p.steps)
	if !ok {
		return p, ErrElsewhere
	}
	*m.left -= len(way) / witness.StepsPerNode
	n.Epistemic = &witness.EpistemicStep{Agents: who, Start: start, Origin: stepsOf(way), Done: done}
	return position{world: world, steps: p.steps}, nil
}

// alike is step where worlds are trees: a run leads there that looked the same.
func (m *maker) alike(n *witness.Node, p position, who []*spec.Agent, into kleene.Set) (position, error) {
	start, way := p.run()
	first, alike := m.Alike(who, start, way, slices.Index(into, kleene.Yes))
	*m.left -= len(way) / witness.StepsPerNode
	n.Epistemic = &witness.EpistemicStep{Agents: who, Start: m.States()[first], Origin: stepsOf(alike)}
	return position{world: first}.after(alike), nil
}
