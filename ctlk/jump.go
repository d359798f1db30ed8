package ctlk

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// showKnows shows by a jump that an agent does not know, or supposes something.
func (c *Checker) showKnows(n *witness.Node, e *spec.Knows, w world) error {
	agent, err := c.agentAt(e.Agent, n.Env, w)
	if err != nil {
		return err
	}
	who := []*spec.Agent{agent}
	if e.Op == spec.KnowsValue {
		return c.showKnowsValue(n, e, w, who)
	}
	f, err := c.everywhere(e.X, n.Env)
	if err != nil {
		return err
	}
	not := f.not(c.frame.all)
	switch {
	case e.Op == spec.KnowsThat && !n.Holds:
		return c.jumpTo(n, w, who, not.sure, e.X, false)
	case e.Op == spec.Supposes && n.Holds:
		return c.jumpTo(n, w, who, f.sure, e.X, true)
	case e.Op == spec.KnowsWhether && !n.Holds:
		return c.showKnowsWhether(n, e, w, who, f)
	}
	value := truthOf(e.X, n.Holds)
	if e.Op == spec.KnowsWhether {
		value = text(e.X) + " has the same truth value"
	}
	n.Claim = value + " in all states that " + names(who) + " cannot tell from this one"
	return nil
}

// showKnowsWhether shows that a formula has another truth value in a world that
// the agent cannot tell from this one.
func (c *Checker) showKnowsWhether(n *witness.Node, e *spec.Knows, w world, who []*spec.Agent, f truth) error {
	not := f.not(c.frame.all)
	here, other := c.isIn(w, f.sure), f.sure
	switch {
	case here:
		other = not.sure
	case !c.isIn(w, not.sure):
		n.Claim = text(e.X) + " is true and false in states that " + names(who) + " cannot tell from this one"
		return nil
	}
	part, err := c.node(e.X, n.Env, w, here)
	if err != nil {
		return err
	}
	n.Parts = []*witness.Node{part}
	return c.jumpTo(n, w, who, other, e.X, !here)
}

// showKnowsValue shows that an expression has another value in a state that the
// agent cannot tell from this one.
func (c *Checker) showKnowsValue(n *witness.Node, e *spec.Knows, w world, who []*spec.Agent) error {
	if n.Holds {
		n.Claim = text(e.X) + " has the same value in all states that " + names(who) + " cannot tell from this one"
		return nil
	}
	bits, err := c.bits(e.X, n.Env)
	if err != nil {
		return err
	}
	other := c.frame.none()
	for _, b := range bits {
		if c.isIn(w, b.sure) {
			b = b.not(c.frame.all)
		}
		other = other.Or(b.sure)
	}
	to, err := c.jump(n, w, who, other)
	if err == nil {
		n.Jump.Other = to.state
	}
	return err
}

// showGroup shows by jumps that a group does not know.
func (c *Checker) showGroup(n *witness.Node, e *spec.GroupKnows, w world) error {
	f, err := c.everywhere(e.X, n.Env)
	if err != nil {
		return err
	}
	b, err := c.band(e.Group, n.Env)
	if err != nil {
		return err
	}
	times, err := c.times(e, n.Env)
	if err != nil {
		return err
	}
	members := c.membersAt(b, w)
	switch {
	case e.Op == spec.Everybody && times == 0:
		n.Parts, err = c.parts(e.X, n.Env, w, n.Holds)
		return err
	case n.Holds:
		n.Claim = groupClaim(e, members, times)
		return nil
	case e.Op == spec.Distributed:
		return c.jumpTo(n, w, members, f.not(c.frame.all).sure, e.X, false)
	}
	return c.chain(n, e, w, b, f.not(c.frame.all).sure, times)
}

// groupClaim says what a group knows.
func groupClaim(e *spec.GroupKnows, members []*spec.Agent, times int) string {
	value := truthOf(e.X, true)
	switch {
	case len(members) > 0:
		return value + " in all states that " + names(members) + " cannot tell from this one" + further(e.Op, times)
	case e.Op == spec.Distributed:
		return value + " in all states, and nobody is in the group"
	case e.Op == spec.Common:
		return value + " here, and nobody is in the group"
	}
	return "nobody is in the group"
}

// truthOf says that a formula is true or false.
func truthOf(e spec.Expr, holds bool) string { return fmt.Sprintf("%s is %v", text(e), holds) }

// text is an expression as its author wrote it, on one line.
func text(e spec.Expr) string {
	var words []string
	for line := range strings.SplitSeq(e.Span().Text(), "\n") {
		line, _, _ = strings.Cut(line, "#")
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
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

// chain shows a shortest chain of confusions, by a member of the group each, that
// leads to a world of doubt.
func (c *Checker) chain(n *witness.Node, e *spec.GroupKnows, w world, b band, doubt set, times int) error {
	layers, err := c.doubts(e.Op, b, doubt, times)
	if err != nil {
		return err
	}
	if len(c.membersAt(b, w)) == 0 { // C: f is false here already
		n.Parts, err = c.parts(e.X, n.Env, w, false)
		return err
	}
	return c.link(n, e, w, b, layers, times)
}

// link is one jump of a chain, and all that follow. For E exactly so many jumps
// count as E is applied. Those that are left when a shortest chain is through would
// stay where they are; they are left out, which witness.Node.Times allows unless
// they come last.
func (c *Checker) link(n *witness.Node, e *spec.GroupKnows, w world, b band, layers []set, times int) error {
	left := c.confusions(w, layers) - 1
	if e.Op == spec.Everybody && times > 1 {
		left = max(left, 1)
	}
	return c.chainJump(n, e, w, b, layers, left)
}

// confusions is the least number of jumps, but at least one, that lead to the
// first of layers.
func (c *Checker) confusions(w world, layers []set) int {
	if len(layers) == 1 { // each world of the first confuses itself with one of it
		return 1
	}
	return 1 + c.ringOf(w, layers[1:])
}

// chainJump jumps, by the first member who can, to where left jumps are to follow.
func (c *Checker) chainJump(n *witness.Node, e *spec.GroupKnows, w world, b band, layers []set, left int) error {
	into := layers[min(left, len(layers)-1)]
	for _, a := range c.membersAt(b, w) {
		who := []*spec.Agent{a}
		near, err := c.near(who, w)
		if err != nil {
			return err
		}
		if near.And(into).IsEmpty() {
			continue
		}
		if left == 0 {
			return c.jumpTo(n, w, who, into, e.X, false)
		}
		to, err := c.jump(n, w, who, into)
		if err != nil {
			return err
		}
		again := &witness.Node{Formula: e, Env: n.Env, State: to.state}
		if e.Op == spec.Everybody {
			again.Times = left
		}
		n.Jump.To = again
		c.away++
		defer func() { c.away-- }()
		return c.limited(again, func() error { return c.link(again, e, to, b, layers, left) })
	}
	panic("ctlk: nobody takes the step of a chain that exists")
}

// jumpTo jumps into a set, in which e has the value holds.
func (c *Checker) jumpTo(n *witness.Node, w world, who []*spec.Agent, into set, e spec.Expr, holds bool) error {
	to, err := c.jump(n, w, who, into)
	if err != nil {
		return err
	}
	c.away++
	n.Jump.To, err = c.node(e, n.Env, to, holds)
	c.away--
	return err
}

// jump gives n a jump into a set and returns where it leads: to the world
// itself if that is in the set, else to one that takes the fewest steps to get to.
func (c *Checker) jump(n *witness.Node, w world, who []*spec.Agent, into set) (world, error) {
	near, err := c.near(who, w)
	if err != nil {
		return world{}, err
	}
	if c.isIn(w, into) {
		near = c.only(w)
	}
	into = into.And(near)
	if c.frame.graph != nil {
		to, start, origin := c.shadow(w, c.pick(into), who)
		n.Jump = &witness.Jump{Agents: who, Start: start, Origin: origin}
		return to, nil
	}
	if c.sys.IsInformed() {
		to, jump := c.exchange(w, c.pick(into))
		jump.Agents, n.Jump = who, jump
		return to, nil
	}
	if c.frame.extension != nil {
		to := c.pick(into)
		to.steps = w.steps
		start, origin, done := c.elsewhere(to, w.steps)
		n.Jump = &witness.Jump{Agents: who, Start: start.state, Origin: stepsOf(origin), Done: done}
		return to, nil
	}
	start, origin := c.origin(into, w.steps)
	c.room -= len(origin) / stepsPerNode
	n.Jump = &witness.Jump{Agents: who, Start: start.state, Origin: stepsOf(origin)}
	return lastWorld(start, origin), nil
}

// near are the worlds that the agents confuse with one.
func (c *Checker) near(who []*spec.Agent, w world) (set, error) {
	if c.frame.graph == nil {
		return c.frame.closure(who, c.only(w))
	}
	home := c.frame.home(who, w.layer)
	return c.frame.none().replace(home, c.frame.all[home]), nil
}

// shadow returns a world that the observer confuses with w in an information graph,
// with a history that looked the same to it, step by step.
func (c *Checker) shadow(w, to world, who []*spec.Agent) (world, spec.State, []witness.Step) {
	if w.past == nil {
		return to, to.state, nil
	}
	f, from := c.frame, w.past.from
	home := f.home(who, from.layer)
	if w.layer == to.layer && w.at == to.at { // its own history is one
		_, start, origin := c.shadow(from, from, who)
		return w, start, append(origin, w.past.step)
	}
	here := f.layers[home]
	i := slices.IndexFunc(here.next, func(e edge) bool { return !e.gate.Disjoint(w.past.seen) })
	landing := here.next[i].through(to.at)
	before, start, origin := c.shadow(from, c.pickIn(home, here.sys.Steps().Preimage(landing).And(f.all[home])), who)
	seen := f.graph.one(here.sys.Steps().Image(before.at).And(landing))
	step, ok := c.everyStep().into(before, seen)
	if !ok {
		panic("ctlk: no step where the preimage has one")
	}
	to.past = &past{before, step, seen}
	return to, start, append(origin, step)
}

// exchange makes a jump to a world that looks publicly the same: with the same
// steps, which the constants there admit as well.
func (c *Checker) exchange(w, to world) (world, *witness.Jump) {
	if w.past == nil {
		return to, &witness.Jump{Start: to.state}
	}
	from := w.past.from
	from.state = c.sys.Exchange(from.state, to.state)
	before, jump := c.exchange(w.past.from, from)
	step := witness.Step{Moves: w.past.step.Moves, To: to.state}
	jump.Origin = append(jump.Origin, step)
	to.past = &past{from: before, step: step}
	return to, jump
}

// origin returns the shortest way from an initial world into a set of worlds,
// which is not empty; where agents count steps, a way of so many.
func (c *Checker) origin(into set, steps int) (world, []move) {
	path := []set{into}
	if c.frame.memory {
		for k := steps - 1; k >= 0; k-- {
			path = append(path, c.frame.at(k).And(c.frame.before(c.frame.every(), path[len(path)-1], false)))
		}
	} else {
		path = c.shortest(into)
	}
	slices.Reverse(path)
	start := c.pick(path[0])
	moves := make([]move, len(path)-1)
	for i, from := 0, start; i < len(moves); i++ {
		moves[i] = c.anyStep(from, path[i+1])
		from = moves[i].to
	}
	return start, moves
}

// shortest returns sets that a shortest way into a set leads through, backwards:
// at each distance from the start what leads on.
func (c *Checker) shortest(into set) []set {
	depth := 0
	for c.ring(depth).Disjoint(into) {
		depth++
	}
	path := []set{into.And(c.ring(depth))}
	for k := depth - 1; k >= 0; k-- {
		path = append(path, c.ring(k).And(c.frame.before(c.frame.every(), path[len(path)-1], false)))
	}
	return path
}

// stepsOf are moves as evidence shows them.
func stepsOf(moves []move) []witness.Step {
	steps := make([]witness.Step, len(moves))
	for i, m := range moves {
		steps[i] = m.step
	}
	return steps
}

// ring returns the worlds at a distance from the initial ones.
func (c *Checker) ring(depth int) set {
	f := c.frame
	if f.rings == nil {
		f.rings, f.ringed = []set{f.starts}, f.starts
	}
	for depth >= len(f.rings) {
		last := f.rings[len(f.rings)-1]
		if last.IsEmpty() {
			panic("ctlk: a world that is not reachable")
		}
		next := f.after(f.every(), last).Diff(f.ringed)
		f.ringed = f.ringed.Or(next)
		f.rings = append(f.rings, next)
	}
	return f.rings[depth]
}

// agentAt is the agent that e is in a world.
func (c *Checker) agentAt(e spec.Expr, env *spec.Env, w world) (*spec.Agent, error) {
	v, err := c.evaluator(w).Eval(e, env)
	if err != nil {
		return nil, err
	}
	return c.agents[spec.Key(v)], nil
}

func (c *Checker) membersAt(b band, w world) []*spec.Agent {
	var who []*spec.Agent
	for _, m := range b.members {
		if c.isIn(w, m.when) {
			who = append(who, m.agent)
		}
	}
	return who
}

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
