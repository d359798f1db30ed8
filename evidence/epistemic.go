package evidence

import (
	"slices"

	"github.com/epibdd/epibdd/ctlk"
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/kripke"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// showKnows shows by an epistemic step that an agent does not know, or supposes something.
func (c *maker) showKnows(n *witness.Node, e *spec.Knows, w world) error {
	agent, err := c.agentAt(e.Agent, n.Env, w)
	if err != nil {
		return err
	}
	who := []*spec.Agent{agent}
	if e.Op == spec.KnowsValue {
		return c.showKnowsValue(n, e, w, who)
	}
	f, err := c.Everywhere(e.X, n.Env)
	if err != nil {
		return err
	}
	not := f.Not(c.m.Worlds)
	switch {
	case e.Op == spec.KnowsThat && !n.Holds:
		return c.epistemicStepInto(n, w, who, not.Lower, e.X, false)
	case e.Op == spec.Supposes && n.Holds:
		return c.epistemicStepInto(n, w, who, f.Lower, e.X, true)
	case e.Op == spec.KnowsWhether && !n.Holds:
		return c.showKnowsWhether(n, e, w, who, f)
	}
	n.Claim = witness.KnowledgeClaim(e, n.Holds, who)
	return nil
}

// showKnowsWhether shows that a formula has another truth value in a world that
// the agent cannot tell from this one.
func (c *maker) showKnowsWhether(n *witness.Node, e *spec.Knows, w world, who []*spec.Agent, f kripke.Truth) error {
	not := f.Not(c.m.Worlds)
	here, other := w.In(f.Lower), f.Lower
	switch {
	case here:
		other = not.Lower
	case !w.In(not.Lower):
		n.Claim = witness.Text(e.X) + " is true and false in states that " + spec.AgentNames(who) + " cannot tell from this one"
		return nil
	}
	part, err := c.node(e.X, n.Env, w, here)
	if err != nil {
		return err
	}
	n.Parts = []*witness.Node{part}
	return c.epistemicStepInto(n, w, who, other, e.X, !here)
}

// showKnowsValue shows that an expression has another value in a state that the
// agent cannot tell from this one.
func (c *maker) showKnowsValue(n *witness.Node, e *spec.Knows, w world, who []*spec.Agent) error {
	if n.Holds {
		n.Claim = witness.KnowledgeClaim(e, n.Holds, who)
		return nil
	}
	bits, err := c.Bits(e.X, n.Env)
	if err != nil {
		return err
	}
	other := c.m.None()
	for _, b := range bits {
		if w.In(b.Lower) {
			b = b.Not(c.m.Worlds)
		}
		other = other.Or(b.Lower)
	}
	to, err := c.epistemicStep(n, w, who, other)
	if err == nil {
		n.Epistemic.Other = to.State
	}
	return err
}

// showGroup shows by epistemic steps that a group does not know.
func (c *maker) showGroup(n *witness.Node, e *spec.GroupKnows, w world) error {
	f, err := c.Everywhere(e.X, n.Env)
	if err != nil {
		return err
	}
	b, err := ctlk.GroupOf(c.Evaluator, e.Group, n.Env)
	if err != nil {
		return err
	}
	times, err := ctlk.Times(c.Evaluator, e, n.Env)
	if err != nil {
		return err
	}
	members := b.At(w.World)
	switch {
	case e.Op == spec.Everybody && times == 0:
		n.Parts, err = c.parts(e.X, n.Env, w, n.Holds)
		return err
	case n.Holds:
		n.Claim = witness.GroupClaim(e, members, times)
		return nil
	case e.Op == spec.Distributed:
		return c.epistemicStepInto(n, w, members, f.Not(c.m.Worlds).Lower, e.X, false)
	}
	return c.chain(n, e, w, b, f.Not(c.m.Worlds).Lower, times)
}

// showShare counts the worlds that a group considers possible.
func (c *maker) showShare(n *witness.Node, e *spec.Share, w world) error {
	f, err := c.Everywhere(e.X, n.Env)
	if err != nil {
		return err
	}
	var members []*spec.Agent
	if e.Group != nil {
		b, err := ctlk.GroupOf(c.Evaluator, e.Group, n.Env)
		if err != nil {
			return err
		}
		members = b.At(w.World)
	}
	least, all, err := kripke.Share(c.m, members, w.World, f.Lower)
	if err != nil {
		return err
	}
	most := least
	if !f.Exact() {
		if most, _, err = kripke.Share(c.m, members, w.World, f.Upper); err != nil {
			return err
		}
	}
	n.Count = &witness.Count{Agents: members, Least: least, Most: most, All: all}
	n.Claim = witness.ShareClaim(e, n.Count)
	return nil
}

// chain shows a shortest chain of confusions, by a member of the group each, that
// leads to a world of doubt.
func (c *maker) chain(n *witness.Node, e *spec.GroupKnows, w world, b ctlk.Group, doubt kripke.Set, times int) error {
	layers, err := ctlk.Doubts(c.Evaluator, e.Op, b, doubt, times)
	if err != nil {
		return err
	}
	if len(b.At(w.World)) == 0 { // C: f is false here already
		n.Parts, err = c.parts(e.X, n.Env, w, false)
		return err
	}
	return c.link(n, e, w, b, layers, times)
}

// link is one epistemic step of a chain, and all that follow. For E exactly so many epistemic steps
// count as E is applied. Those that are left when a shortest chain is through would
// stay where they are; they are left out, which witness.Node.Times allows unless
// they come last.
func (c *maker) link(n *witness.Node, e *spec.GroupKnows, w world, b ctlk.Group, layers []kripke.Set, times int) error {
	left := c.confusions(w, layers) - 1
	if e.Op == spec.Everybody && times > 1 {
		left = max(left, 1)
	}
	return c.chainStep(n, e, w, b, layers, left)
}

// confusions is the least number of epistemic steps, but at least one, that lead to the
// first of layers.
func (c *maker) confusions(w world, layers []kripke.Set) int {
	if len(layers) == 1 { // each world of the first confuses itself with one of it
		return 1
	}
	return 1 + ringOf(w, layers[1:])
}

// chainStep takes an epistemic step, by the first member who can, to where left epistemic steps are to follow.
func (c *maker) chainStep(n *witness.Node, e *spec.GroupKnows, w world, b ctlk.Group, layers []kripke.Set, left int) error {
	into := layers[min(left, len(layers)-1)]
	for _, a := range b.At(w.World) {
		who := []*spec.Agent{a}
		near, err := c.near(who, w)
		if err != nil {
			return err
		}
		if near.And(into).IsEmpty() {
			continue
		}
		if left == 0 {
			return c.epistemicStepInto(n, w, who, into, e.X, false)
		}
		to, err := c.epistemicStep(n, w, who, into)
		if err != nil {
			return err
		}
		again := &witness.Node{Formula: e, Env: n.Env, State: to.State}
		if e.Op == spec.Everybody {
			again.Times = left
		}
		n.Epistemic.To = again
		return c.limited(again, func() error { return c.behindEpistemicStep().link(again, e, to, b, layers, left) })
	}
	panic("evidence: nobody takes the step of a chain that exists")
}

// epistemicStepInto epistemic steps into a set, in which e has the value holds.
func (c *maker) epistemicStepInto(n *witness.Node, w world, who []*spec.Agent, into kripke.Set, e spec.Expr, holds bool) error {
	to, err := c.epistemicStep(n, w, who, into)
	if err != nil {
		return err
	}
	n.Epistemic.To, err = c.behindEpistemicStep().node(e, n.Env, to, holds)
	return err
}

// epistemicStep gives n a epistemicStep into a set and returns where it leads: to the world
// itself if that is in the set, else to one that takes the fewest steps to get to.
func (c *maker) epistemicStep(n *witness.Node, w world, who []*spec.Agent, into kripke.Set) (world, error) {
	near, err := c.near(who, w)
	if err != nil {
		return world{}, err
	}
	if w.In(into) {
		near = c.m.Only(w.World)
	}
	into = into.And(near)
	if c.m.Graph != nil {
		to, start, origin := c.shadow(w, world{World: c.m.Pick(into)}, who)
		n.Epistemic = &witness.EpistemicStep{Agents: who, Start: start, Origin: origin}
		return to, nil
	}
	if c.m.System.HasPublicKnowledge() {
		to, step := c.exchange(w, world{World: c.m.Pick(into)})
		step.Agents, n.Epistemic = who, step
		return to, nil
	}
	if c.m.Product != nil {
		to := world{World: c.m.Pick(into), steps: w.steps}
		start, origin, done := c.elsewhere(to, w.steps)
		n.Epistemic = &witness.EpistemicStep{Agents: who, Start: start.State, Origin: stepsOf(origin), Done: done}
		return to, nil
	}
	start, way := origin(c.m, into, w.steps)
	*c.left -= len(way) / witness.StepsPerNode
	n.Epistemic = &witness.EpistemicStep{Agents: who, Start: start.State, Origin: stepsOf(way)}
	return lastWorld(start, way), nil
}

// near are the worlds that the agents confuse with one.
func (c *maker) near(who []*spec.Agent, w world) (kripke.Set, error) {
	if c.m.Graph == nil {
		return c.m.Closure(who, c.m.Only(w.World))
	}
	home := c.m.Home(who, w.Layer)
	return c.m.None().Replace(home, c.m.Worlds[home]), nil
}

// shadow returns a world that the observer confuses with w in an information graph,
// with a history that looked the same to it, step by step.
func (c *maker) shadow(w, to world, who []*spec.Agent) (world, spec.State, []witness.Step) {
	if w.past == nil {
		return to, to.State, nil
	}
	from := w.past.from
	home := c.m.Home(who, from.Layer)
	if w.Layer == to.Layer && w.At == to.At { // its own history is one
		_, start, origin := c.shadow(from, from, who)
		return w, start, append(origin, w.past.step)
	}
	here := c.m.Layers[home]
	steps := here.System.Steps()
	i := slices.IndexFunc(here.Next, func(e kripke.Edge) bool { return e.Leads(w.past.seen) })
	landing := here.Next[i].Through(to.At)
	before := world{World: c.m.PickIn(home, steps.Preimage(landing).And(c.m.Worlds[home]))}
	before, start, origin := c.shadow(from, before, who)
	seen := c.m.Graph.One(steps.Image(before.At).And(landing))
	step, ok := anyKind(c.m).landing(c.m, before, seen)
	if !ok {
		panic("evidence: no step where the preimage has one")
	}
	to.past = &past{before, step, seen}
	return to, start, append(origin, step)
}

// exchange makes an epistemic step to a world that looks publicly the same: with the same
// steps, which the constants there admit as well.
func (c *maker) exchange(w, to world) (world, *witness.EpistemicStep) {
	if w.past == nil {
		return to, &witness.EpistemicStep{Start: to.State}
	}
	from := w.past.from
	from.State = encode.Exchange(c.m.System, from.State, to.State)
	before, epistemic := c.exchange(w.past.from, from)
	step := witness.Step{Moves: w.past.step.Moves, To: to.State}
	epistemic.Origin = append(epistemic.Origin, step)
	to.past = &past{from: before, step: step}
	return to, epistemic
}

// agentAt is the agent that e is in a world.
func (c *maker) agentAt(e spec.Expr, env *spec.Env, w world) (*spec.Agent, error) {
	v, err := c.InWorld(w.World).Eval(e, env)
	if err != nil {
		return nil, err
	}
	return c.Agent(v), nil
}
