package ctlk

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// An information graph stands for all histories, of any length, where what an
// observer knows of others' knowledge is not asked (Act-CTL-Kn, perfect recall, the
// knowledge-based subset construction). After a history an observer considers
// possible a set B of states, in which the histories end that it confuses with this
// one, and whatever is asked of it is a function of the state, of B, and of how
// both may go on:
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

// information is an information graph, as far as it was explored.
type information struct {
	c         *Checker
	observers *observers
	together  []*spec.Agent  // all of them
	sys       *encode.System // whose steps record what they see of them
	seer      *encode.System // of what steps lead to, with what is recorded
	layers    []*layer
	worlds    set
	index     map[nodeKey]int
	open      []int // layers whose steps may not have been followed
	followed  map[int]bool
	spent     int
	starts    []int
	frame     *frame // of all layers, once they are known
	fault     error  // what went wrong where steps were followed
}

// informed says of a layer who considers possible what.
type informed struct {
	observer int   // whose layer it is, or -1: of all observers together
	own      []int // of those together: the layers of each
}

// alone tells whether a layer is there for one of more observers.
func (i *informed) alone() bool { return i != nil && i.observer >= 0 }

type nodeKey struct {
	worlds   symbolic.Set
	observer int
	own      string
}

// perLayer is what a layer counts besides the nodes of its diagrams, where effort
// is bounded.
const perLayer = 50

// information starts the graph with the initial states.
func (c *Checker) information(o *observers) (*information, error) {
	g := &information{c: c, observers: o, index: map[nodeKey]int{}, followed: map[int]bool{}}
	for _, a := range c.base.Model().Agents {
		if slices.ContainsFunc(o.all, func(group []*spec.Agent) bool { return slices.Contains(group, a) }) {
			g.together = append(g.together, a)
		}
	}
	c.focus(c.sys.Valid())
	starts, err := c.starts()
	if err != nil {
		return nil, err
	}
	var slots []*encode.Slot
	g.sys, slots = c.sys.Observing(g.together)
	g.seer = g.sys.Recalling(slots)
	nothing := starts[0] // was recorded
	for _, slot := range slots {
		nothing = nothing.Diff(nothing.Space().Lit(slot.Bit))
	}
	own := make([][]edge, len(o.all))
	for i, agents := range o.all {
		if g.single() {
			break
		}
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
func (g *information) single() bool { return len(g.observers.all) == 1 }

// find returns the layer of some worlds, a new one where there is none.
func (g *information) find(worlds symbolic.Set, observer int, own []int) int {
	key := nodeKey{worlds, observer, fmt.Sprint(own)}
	k, ok := g.index[key]
	if !ok {
		k = len(g.layers)
		g.index[key] = k
		g.layers = append(g.layers, &layer{sys: g.sys, info: &informed{observer, own}})
		g.worlds = append(g.worlds, worlds)
		g.open = append(g.open, k)
		g.spent += perLayer + worlds.CountNodes()
	}
	return k
}

// divide splits states, with what is recorded of the steps that led to them, by what
// agents see of both. Each part is the gate of an edge to the layer that to finds
// for its states.
func (g *information) divide(reached symbolic.Set, agents []*spec.Agent, to func(symbolic.Set) int) ([]edge, error) {
	view, err := g.seer.View(agents...)
	if err != nil {
		return nil, err
	}
	var edges []edge
	for !reached.IsEmpty() {
		part := view.Closure(g.one(reached)).And(reached)
		reached = reached.Diff(part)
		e := edge{gate: &part}
		if to != nil {
			e.to = to(g.sys.Onto(part, nil))
		}
		edges = append(edges, e)
		g.spent += perLayer
	}
	return edges, nil
}

// one returns a set of one of the elements.
func (g *information) one(x symbolic.Set) symbolic.Set {
	st, ok := g.seer.Pick(x)
	if !ok {
		panic("ctlk: an element of the empty set")
	}
	return lowest(x.And(g.seer.Single(st)), g.seer.Past())
}

// alongside are the layers of each observer alone to which edges lead through which
// a part of what steps reach goes.
func (g *information) alongside(edges [][]edge, part symbolic.Set) []int {
	if g.single() {
		return nil
	}
	own := make([]int, len(edges))
	for i, es := range edges {
		j := slices.IndexFunc(es, func(e edge) bool { return !e.gate.Disjoint(part) })
		own[i] = es[j].to
	}
	return own
}

// explore follows steps until all layers are known, or so much effort was spent. It
// tells whether they are.
func (g *information) explore(effort int) (bool, error) {
	g.c.focus(g.c.sys.Valid())
	for len(g.open) > 0 && g.fault == nil {
		if g.spent > effort {
			return false, nil
		}
		k := g.open[0]
		g.open = g.open[1:]
		if err := g.expand(k); isMistake(err) {
			g.fault = err
		} else if err != nil {
			return false, err
		}
	}
	return g.fault == nil, g.fault
}

// expand follows the steps from a layer, after those from the layers of each observer
// that belong to it.
func (g *information) expand(k int) error {
	l := g.layers[k]
	if g.followed[k] {
		return nil
	}
	g.followed[k] = true
	var own [][]edge
	for _, at := range l.info.own {
		if err := g.expand(at); err != nil {
			return err
		}
		own = append(own, g.layers[at].next)
	}
	if err := g.decideGuards(k); err != nil {
		return err
	}
	if err := l.sys.Fault(g.worlds[k]); err != nil {
		return g.c.faulty(err)
	}
	image := l.sys.Steps().Image(g.worlds[k])
	var err error
	if i := l.info.observer; i >= 0 {
		l.next, err = g.divide(image, g.observers.all[i], func(worlds symbolic.Set) int { return g.find(worlds, i, nil) })
	} else if l.next, err = g.divide(image, g.together, nil); err == nil {
		for j := range l.next {
			e := &l.next[j]
			e.to = g.find(g.sys.Onto(*e.gate, nil), -1, g.alongside(own, *e.gate))
		}
	}
	g.c.found("information", len(g.layers), g.worlds[k])
	return err
}

// decideGuards gives guards that ask what the observer knows their meaning in a layer.
func (g *information) decideGuards(k int) error {
	if !g.observers.guarded {
		return nil
	}
	c, worlds := g.c, g.worlds[k]
	plain := c.sys.Recalling(nil)
	c.frame = newFrame([]*layer{{sys: plain}}, set{worlds}, set{worlds}, nil)
	knowing, err := plain.Knowing(c.within(0, worlds, &doubt{c.empty()}))
	if err == nil {
		g.layers[k].sys, _ = knowing.Observing(g.together)
	}
	return err
}

// structure is the frame of a graph that was explored: the layers of all observers
// together come first, and runs begin in these.
func (g *information) structure() *frame {
	if g.frame != nil {
		return g.frame
	}
	order := make([]int, 0, len(g.layers))
	for _, alone := range []bool{false, true} {
		for k, l := range g.layers {
			if l.info.alone() == alone {
				order = append(order, k)
			}
		}
	}
	place := make([]int, len(order))
	for i, k := range order {
		place[k] = i
	}
	layers, worlds, starts := make([]*layer, len(order)), make(set, len(order)), make(set, len(order))
	for i, k := range order {
		l := g.layers[k]
		next := slices.Clone(l.next)
		for j := range next {
			next[j].to = place[next[j].to]
		}
		own := make([]int, len(g.observers.all))
		for j := range own {
			switch {
			case g.single() || l.info.observer == j:
				own[j] = i
			case l.info.alone():
				own[j] = -1
			default:
				own[j] = place[l.info.own[j]]
			}
		}
		layers[i] = &layer{l.sys, next, &informed{l.info.observer, own}}
		worlds[i], starts[i] = g.worlds[k], g.c.empty()
		if slices.Contains(g.starts, k) {
			starts[i] = g.worlds[k]
		}
	}
	f := &frame{layers: layers, all: worlds, starts: starts, graph: g}
	f.forget()
	g.frame = f
	return f
}

// reason says why verdicts are about runs of any length.
func (g *information) reason() string {
	if !g.single() {
		return "nobody is asked what others know"
	}
	who := names(g.together)
	if len(g.together) > 1 {
		who += " together"
	}
	return "only what is known to " + who + " is asked"
}

// home is the layer with what agents consider possible in the worlds of layer k, -1
// where nobody asks them.
func (f *frame) home(agents []*spec.Agent, k int) int {
	i := slices.IndexFunc(f.graph.observers.all, func(o []*spec.Agent) bool { return slices.Equal(o, agents) })
	if i < 0 {
		return -1
	}
	return f.layers[k].info.own[i]
}

// supposed is closure in an information graph: all worlds of a layer look alike to
// whom it belongs.
func (f *frame) supposed(agents []*spec.Agent, x set) set {
	y := make(set, len(x))
	for k := range x {
		switch home := f.home(agents, k); {
		case home < 0:
			y[k] = x[k]
		case x[home].IsEmpty():
			y[k] = x[home]
		default:
			y[k] = f.all[k]
		}
	}
	return y
}
