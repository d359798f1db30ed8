package kripke

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

// Graph is an information graph, as far as it was explored. It stands for all histories,
// of any length, where what an observer knows of others' knowledge is not asked
// (docs/semantics.md#information-graphs, the knowledge-based subset construction). After
// a history an observer considers possible a set B of states, in which the histories end
// that it confuses with this one, and whatever is asked of it is a function of the state,
// of B, and of how both may go on:
//
//	(s, B) → (e(s), B')   B' = {e'(t) : t ∈ B, e' looks like e, e'(t) looks like e(s)}
//
// where guards that ask what the observer knows are evaluated on B.
//
// A layer is such a set. Of more than one observer a layer has what they consider
// possible together, W, and each of them alone, B_i ⊇ W: its worlds are W, and what
// stands below an operator of i is evaluated on the layers of i alone, in which
// the worlds are B_i. The sets are reached in finitely many layers, but these may
// be many.
type Graph struct {
	Observers [][]*spec.Agent // each an agent, or a group that puts together what it sees

	guarded   bool           // actions ask what is known
	together  []*spec.Agent  // all of them
	base      *encode.System // that cares for all states
	sys       *encode.System // whose steps record what they see of them
	seer      *encode.System // of what steps lead to, with what is recorded
	layers    []*Layer
	worlds    Set
	index     map[nodeKey]int
	open      []int // layers whose steps may not have been followed
	followed  map[int]bool
	spent     int
	starts    []int
	structure *Structure // of all layers, once they are known
	fault     error      // what went wrong where steps were followed
}

// owners says of a layer who considers possible what.
type owners struct {
	observer int   // whose layer it is, or -1: of all observers together
	own      []int // of those together: the layers of each
}

// alone tells whether a layer is there for one of more observers.
func (o *owners) alone() bool { return o != nil && o.observer >= 0 }

type nodeKey struct {
	worlds   symbolic.Set
	observer int
	own      string
}

// perLayer is what a layer counts besides the nodes of its diagrams, where effort
// is bounded.
const perLayer = 50

// Observe starts the graph of some observers with the initial states of a system that
// cares for all states.
func Observe(sys *encode.System, observers [][]*spec.Agent, starts symbolic.Set) (*Graph, error) {
	g := &Graph{Observers: observers, guarded: sys.Model().AsksKnowledge() != nil, base: sys, index: map[nodeKey]int{}, followed: map[int]bool{}}
	for _, a := range sys.Model().Agents {
		if slices.ContainsFunc(observers, func(group []*spec.Agent) bool { return slices.Contains(group, a) }) {
			g.together = append(g.together, a)
		}
	}
	var variables []*encode.HistoryVariable
	g.sys, variables = sys.Observing(g.together)
	g.seer = g.sys.Recalling(variables)
	nothing := starts // was recorded
	for _, variable := range variables {
		nothing = nothing.Diff(nothing.Space().Lit(variable.Bit))
	}
	own := make([][]Edge, len(observers))
	for i, agents := range observers {
		if g.single() {
			break
		}
		var err error
		if own[i], err = g.divide(nothing, agents, func(worlds symbolic.Set) int { return g.find(worlds, i, nil) }); err != nil {
			return nil, err
		}
	}
	edges, err := g.divide(nothing, g.together, nil)
	if err != nil {
		return nil, err
	}
	for _, e := range edges {
		g.starts = append(g.starts, g.find(g.sys.Onto(*e.gate, nil), -1, g.alongside(own, *e.gate)))
	}
	return g, nil
}

// single tells whether there is one observer, whose layers then are those of all.
func (g *Graph) single() bool { return len(g.Observers) == 1 }

// find returns the layer of some worlds, a new one where there is none.
func (g *Graph) find(worlds symbolic.Set, observer int, own []int) int {
	key := nodeKey{worlds, observer, fmt.Sprint(own)}
	k, ok := g.index[key]
	if !ok {
		k = len(g.layers)
		g.index[key] = k
		g.layers = append(g.layers, &Layer{System: g.sys, own: &owners{observer, own}})
		g.worlds = append(g.worlds, worlds)
		g.open = append(g.open, k)
		g.spent += perLayer + worlds.CountNodes()
	}
	return k
}

// divide splits states, with what is recorded of the steps that led to them, by what
// agents see of both. Each part is the gate of an edge to the layer that to finds
// for its states.
func (g *Graph) divide(reached symbolic.Set, agents []*spec.Agent, to func(symbolic.Set) int) ([]Edge, error) {
	view, err := g.seer.View(agents...)
	if err != nil {
		return nil, err
	}
	var edges []Edge
	for !reached.IsEmpty() {
		part := view.Closure(g.One(reached)).And(reached)
		reached = reached.Diff(part)
		e := Edge{gate: &part}
		if to != nil {
			e.To = to(g.sys.Onto(part, nil))
		}
		edges = append(edges, e)
		g.spent += perLayer
	}
	return edges, nil
}

// One returns a set of one of the elements of what steps reach.
func (g *Graph) One(x symbolic.Set) symbolic.Set {
	st, ok := g.seer.Pick(x)
	if !ok {
		panic("kripke: an element of the empty set")
	}
	return lowest(x.And(g.seer.Single(st)), g.seer.Past())
}

// alongside are the layers of each observer alone to which edges lead through which
// a part of what steps reach goes.
func (g *Graph) alongside(edges [][]Edge, part symbolic.Set) []int {
	if g.single() {
		return nil
	}
	own := make([]int, len(edges))
	for i, es := range edges {
		j := slices.IndexFunc(es, func(e Edge) bool { return e.Leads(part) })
		own[i] = es[j].To
	}
	return own
}

// Explore follows steps until all layers are known, or so much effort was spent, in
// nodes of the layers and perLayer for each edge. It tells whether they are. What goes
// wrong in the model is found again each time.
func (g *Graph) Explore(effort int, ask Asking) (bool, error) {
	for len(g.open) > 0 && g.fault == nil {
		if g.spent > effort {
			return false, nil
		}
		k := g.open[0]
		g.open = g.open[1:]
		if err := g.expand(k, ask); verdict.IsMistake(err) {
			g.fault = err
		} else if err != nil {
			return false, err
		}
	}
	return g.fault == nil, g.fault
}

// expand follows the steps from a layer, after those from the layers of each observer
// that belong to it.
func (g *Graph) expand(k int, ask Asking) error {
	l := g.layers[k]
	if g.followed[k] {
		return nil
	}
	g.followed[k] = true
	var own [][]Edge
	for _, at := range l.own.own {
		if err := g.expand(at, ask); err != nil {
			return err
		}
		own = append(own, g.layers[at].Next)
	}
	if g.guarded {
		if err := g.decideGuards(k, ask); err != nil {
			return err
		}
	}
	if err := l.System.Fault(g.worlds[k]); err != nil {
		return Faulty(l.System, err)
	}
	image := l.System.Steps().Image(g.worlds[k])
	var err error
	if i := l.own.observer; i >= 0 {
		l.Next, err = g.divide(image, g.Observers[i], func(worlds symbolic.Set) int { return g.find(worlds, i, nil) })
	} else if l.Next, err = g.divide(image, g.together, nil); err == nil {
		for j := range l.Next {
			e := &l.Next[j]
			e.To = g.find(g.sys.Onto(*e.gate, nil), -1, g.alongside(own, *e.gate))
		}
	}
	ask.found(len(g.layers), g.worlds[k])
	return err
}

// decideGuards gives guards that ask what the observer knows their meaning in a layer.
func (g *Graph) decideGuards(k int, ask Asking) error {
	plain := g.base.Recalling(nil)
	knowing, err := plain.Knowing(ask.Guards(alone(g.base, plain, g.worlds[k], nil)))
	if err == nil {
		g.layers[k].System, _ = knowing.Observing(g.together)
	}
	return err
}

// Structure is that of a graph that was explored: the layers of all observers together
// come first, and runs begin in these.
func (g *Graph) Structure() *Structure {
	if g.structure != nil {
		return g.structure
	}
	order := make([]int, 0, len(g.layers))
	for _, alone := range []bool{false, true} {
		for k, l := range g.layers {
			if l.own.alone() == alone {
				order = append(order, k)
			}
		}
	}
	place := make([]int, len(order))
	for i, k := range order {
		place[k] = i
	}
	layers, worlds, starts := make([]*Layer, len(order)), make(Set, len(order)), make(Set, len(order))
	for i, k := range order {
		l := g.layers[k]
		next := slices.Clone(l.Next)
		for j := range next {
			next[j].To = place[next[j].To]
		}
		own := make([]int, len(g.Observers))
		for j := range own {
			switch {
			case g.single() || l.own.observer == j:
				own[j] = i
			case l.own.alone():
				own[j] = -1
			default:
				own[j] = place[l.own.own[j]]
			}
		}
		layers[i] = &Layer{l.System, next, &owners{l.own.observer, own}}
		worlds[i], starts[i] = g.worlds[k], g.base.Space().Empty()
		if slices.Contains(g.starts, k) {
			starts[i] = g.worlds[k]
		}
	}
	cares := g.base.WithCare(g.base.Space().OrAll(worlds...))
	g.structure = (&Structure{System: cares, Layers: layers, Worlds: worlds, Starts: starts, Graph: g}).counted()
	return g.structure
}

// Reason says why verdicts are about runs of any length.
func (g *Graph) Reason() string {
	if !g.single() {
		return "nobody is asked what others know"
	}
	who := spec.AgentNames(g.together)
	if len(g.together) > 1 {
		who += " together"
	}
	return "only what is known to " + who + " is asked"
}

// Home is the layer with what agents consider possible in the worlds of layer k of an
// information graph, -1 where nobody asks them.
func (m *Structure) Home(agents []*spec.Agent, k int) int {
	i := slices.IndexFunc(m.Graph.Observers, func(o []*spec.Agent) bool { return slices.Equal(o, agents) })
	if i < 0 {
		return -1
	}
	return m.Layers[k].own.own[i]
}

// supposed is Closure in an information graph: all worlds of a layer look alike to
// whom it belongs.
func (m *Structure) supposed(agents []*spec.Agent, x Set) Set {
	y := make(Set, len(x))
	for k := range x {
		switch home := m.Home(agents, k); {
		case home < 0:
			y[k] = x[k]
		case x[home].IsEmpty():
			y[k] = x[home]
		default:
			y[k] = m.Worlds[k]
		}
	}
	return y
}
