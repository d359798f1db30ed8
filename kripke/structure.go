package kripke

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Structure is what formulas are about. Its worlds lie in layers: agents confuse only
// worlds of the same layer (in an information graph others, see Graph), and steps
// lead from a layer to those after it. It is not changed once it is made.
type Structure struct {
	// System gives expressions about states their meaning; it cares for the worlds alone.
	System *encode.System
	Layers []*Layer
	Worlds Set
	Starts Set // in which runs begin
	// Cut says that the steps from the last layer were not followed. What a formula
	// says of them is open.
	Cut        bool
	Memory     bool     // layers count steps
	Over       bool     // an over-approximation: there may be worlds that cannot be reached
	FromStarts bool     // steps lead from the starts to all worlds
	Fair       []Set    // fairness predicates, nil where all runs count
	Unfair     Set      // where other runs begin alone, to which steps may lead; nil where all runs count
	Size       *big.Int // how many worlds there are; nil: not counted

	// Graph is the information graph whose layers these are; nil: of none.
	Graph *Graph
	// Product is about the knowledge action that led here; nil: none did.
	Product *Product
	// Onward is how many steps were taken before the first layer, where the layers go on
	// behind a knowledge action; nil: they do not.
	Onward *int

	distances distances // a cache
	number    *big.Int  // of Worlds; Size may be that of the reachable ones among them
}

// Layer is what its worlds have in common.
type Layer struct {
	System *encode.System // the actions and the views that they have
	Next   []Edge         // where steps lead
	own    *owners        // of a layer in an information graph
}

// Edge leads to a layer. What its worlds record of the past, steps may record in
// other bits: recorded lists these, if there are any, into renames them to those of
// the worlds, and back the other way round. With a gate, only steps that reach a
// part of it take this edge.
type Edge struct {
	To         int
	recorded   []symbolic.Bit
	into, back symbolic.Renaming
	late       map[*encode.HistoryVariable]*encode.HistoryVariable // what was renamed
	gate       *symbolic.Set
}

// Late is the history variable that a step writes where the worlds that it leads to have an early one.
func (e Edge) Late(early *encode.HistoryVariable) *encode.HistoryVariable {
	if late, ok := e.late[early]; ok {
		return late
	}
	return early
}

// Into says of the worlds that e leads to what x says of them as steps reach them.
func (e Edge) Into(x symbolic.Set) symbolic.Set { return x.Rename(e.into) }

// Goal is a part of the layer that e leads to, as steps reach it.
func (e Edge) Goal(x Set) symbolic.Set { return e.Through(x[e.To].Rename(e.back)) }

// Through is what of a set of states that steps reach takes the edge.
func (e Edge) Through(x symbolic.Set) symbolic.Set {
	if e.gate == nil {
		return x
	}
	return x.And(*e.gate)
}

// Leads tells whether something of a set of states that steps reach takes the edge.
func (e Edge) Leads(x symbolic.Set) bool { return e.gate == nil || !e.gate.Disjoint(x) }

// counted is m with its number of worlds.
func (m *Structure) counted() *Structure {
	m.number = m.count(m.Worlds)
	m.Size = m.number
	return m
}

// States returns the structure of one layer with the given states for its worlds, which
// no step of the system leaves. Over says that some of them may not be reachable.
func States(sys *encode.System, worlds symbolic.Set, starts Set, over bool) *Structure {
	cared := sys.WithCare(worlds)
	m := &Structure{System: cared, Layers: []*Layer{{System: cared, Next: []Edge{{To: 0}}}}, Worlds: Set{worlds}, Starts: starts, Over: over}
	return m.counted()
}

// alone returns the structure of one layer from which no steps lead: what agents know in
// some worlds is all that can be asked of it.
func alone(cares, sys *encode.System, worlds symbolic.Set, p *Product) *Structure {
	return &Structure{System: cares, Layers: []*Layer{{System: sys}}, Worlds: Set{worlds}, Starts: Set{worlds}, Product: p}
}

// Space is that of all sets.
func (m *Structure) Space() *symbolic.Space { return m.System.Space() }

// Model is what the system encodes.
func (m *Structure) Model() *spec.Model { return m.System.Model() }

// Count is the number of worlds in x.
func (m *Structure) Count(x Set) *big.Int {
	if m.number != nil && x.Equal(m.Worlds) { // of many nodes it takes long to count them again
		return new(big.Int).Set(m.number)
	}
	return m.count(x)
}

func (m *Structure) count(x Set) *big.Int {
	n := new(big.Int)
	for k, l := range m.Layers {
		if !l.own.alone() {
			n.Add(n, l.System.CountWith(x[k], m.BitsIn(k)))
		}
	}
	return n
}

// BitsIn are the bits that the worlds of layer k have besides those of states.
func (m *Structure) BitsIn(k int) []symbolic.Bit {
	return slices.Concat(m.Layers[k].System.Past(), m.Product.Bits())
}

// None is the empty set of worlds.
func (m *Structure) None() Set {
	x := make(Set, len(m.Layers))
	for k := range m.Layers {
		x[k] = m.Space().Empty()
	}
	return x
}

// Around are the worlds of all layers in which there are some of x: all that agents
// confuse with those.
func (m *Structure) Around(x Set) Set {
	if m.Graph != nil { // they confuse worlds of different layers
		return m.Worlds
	}
	y := slices.Clone(m.Worlds)
	for k := range y {
		if x[k].IsEmpty() {
			y[k] = x[k]
		}
	}
	return y
}

// Single tells whether there is one layer, which its steps do not leave.
func (m *Structure) Single() bool { return len(m.Layers) == 1 && !m.Cut }

// Unwound is m, which has memory, with layers that come again written out to a depth, where it is cut.
func (m *Structure) Unwound(depth int) *Structure {
	u := *m
	u.distances, u.Cut = distances{}, true
	u.Layers, u.Worlds = nil, nil
	for k := range depth + 1 {
		of := m.index(k)
		l := *m.Layers[of]
		l.Next = nil
		for _, e := range m.Layers[of].Next {
			if e.To = k + 1; k < depth {
				l.Next = append(l.Next, e)
			}
		}
		u.Layers, u.Worlds = append(u.Layers, &l), append(u.Worlds, m.Worlds[of])
	}
	u.Starts = u.Worlds.Part(0)
	return u.counted()
}

// At are the worlds that a number of steps leads to, where layers count steps.
func (m *Structure) At(steps int) Set {
	k := m.index(steps)
	if k >= len(m.Layers) {
		return m.None()
	}
	return m.Worlds.Part(k)
}

// index is the layer that a number of steps leads to.
func (m *Structure) index(steps int) int {
	last := len(m.Layers) - 1
	if steps <= last || len(m.Layers[last].Next) == 0 {
		return steps
	}
	loop := m.Layers[last].Next[0].To
	return loop + (steps-loop)%(last+1-loop)
}

// GoesOn tells whether worlds are histories that went on behind a knowledge action, or
// are behind another one since.
func (m *Structure) GoesOn() bool {
	return m.Onward != nil || m.Product != nil && m.Product.Before.GoesOn()
}

// StepsBefore is how many steps were taken before the first layer.
func (m *Structure) StepsBefore() int {
	switch {
	case m.Onward != nil:
		return *m.Onward
	case m.Product != nil:
		return m.Product.Before.StepsBefore()
	}
	return 0
}

// Restricted is m with the worlds alone from which runs begin that meet each constraint
// again and again: νZ. ⋂_c EX E[true U c ∩ Z] over all steps (docs/semantics.md#fairness).
// A state with a step into that set is in it, so what remains is exactly what remains
// reachable. Without a constraint runs need only be infinite. tick is told of iterates.
func (m *Structure) Restricted(constraints []Set, tick func(int, Set)) *Structure {
	if len(constraints) == 0 {
		constraints = []Set{m.Worlds}
	}
	f := *m
	f.distances = distances{}
	f.Worlds = m.hull(constraints, tick)
	f.Starts, f.Unfair = m.Starts.And(f.Worlds), m.Worlds.Diff(f.Worlds)
	f.Fair = make([]Set, len(constraints))
	for i, x := range constraints {
		f.Fair[i] = x.And(f.Worlds)
	}
	f.System = m.System.WithCare(f.Space().OrAll(f.Worlds...))
	f.Layers = slices.Clone(m.Layers)
	for k, l := range m.Layers {
		if l.System == m.System {
			f.Layers[k] = &Layer{f.System, l.Next, l.own}
		}
	}
	return f.counted()
}

// hull is νZ. ⋂_c EX E[true U c ∩ Z].
func (m *Structure) hull(constraints []Set, tick func(int, Set)) Set {
	steps := m.Every()
	z := m.Worlds
	for i := 1; ; i++ {
		next := z
		for _, x := range constraints {
			goal := x.And(next)
			if !x.Equal(m.Worlds) {
				goal = m.Reaching(steps, goal, next, false, func(int, func() Set) {})
			}
			next = next.And(m.Before(steps, goal, false))
		}
		tick(i, next)
		if next.Equal(z) {
			return z
		}
		z = next
	}
}
