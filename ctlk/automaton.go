package ctlk

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec/source"
)

// An automaton reads runs and accepts those that satisfy a linear formula. A
// state is a set of formulas that the rest of the run has to satisfy, an edge one
// way to satisfy them: what must be true of the present world, and what of the
// rest. An edge may put off the second operand of an until; a run that puts off
// the same one for ever is not accepted. Such generalised Büchi automata, with
// acceptance on edges, are small (Couvreur, "On-the-fly verification of linear
// temporal logic", FM 1999). A run that ends is accepted if its last edge leaves
// nothing to be done at a next position.
type automaton struct {
	states []*autoState
	untils []*linear // those that an edge may put off
}

type autoState struct {
	index int
	edges []*autoEdge
	// done are the worlds in which a run may end here.
	done set
}

type autoEdge struct {
	label set // worlds in which it can be taken
	to    *autoState
	off   []*linear // put off, by id
}

// largest bounds an automaton: it is exponential in the formula at worst.
const (
	largestAutomaton = 2000 // states
	largestCover     = 1000 // edges of one of them
)

// automaton is that of f. at is the place of the formula, for an error.
func (l *linears) automaton(f *linear, at source.Span) (*automaton, error) {
	a := &automaton{}
	known := map[string]*autoState{}
	var todo [][]*linear
	state := func(duties []*linear) *autoState {
		key := idsOf(duties)
		if known[key] == nil {
			known[key] = &autoState{index: len(a.states), done: l.frame.none()}
			a.states = append(a.states, known[key])
			todo = append(todo, duties)
		}
		return known[key]
	}
	state([]*linear{f})
	for i := 0; i < len(todo); i++ {
		s := a.states[i]
		ways := l.ways(todo[i])
		if len(a.states) > largestAutomaton || ways == nil {
			return nil, l.refuse(Unsupported, at, "this formula about runs is too large: its automaton has more than %d states, or %d edges of one", largestAutomaton, largestCover)
		}
		for _, w := range *ways {
			if !w.strong {
				s.done = s.done.Or(w.label)
			}
			a.addEdge(s, &autoEdge{w.label, state(w.next), w.off})
		}
	}
	return a, nil
}

// addEdge joins edges that differ in nothing but the label.
func (a *automaton) addEdge(s *autoState, e *autoEdge) {
	for _, u := range e.off {
		if !slices.Contains(a.untils, u) {
			a.untils = append(a.untils, u)
		}
	}
	for _, old := range s.edges {
		if old.to == e.to && slices.Equal(old.off, e.off) {
			old.label = old.label.Or(e.label)
			return
		}
	}
	s.edges = append(s.edges, e)
}

func idsOf(fs []*linear) string {
	var b strings.Builder
	for _, f := range fs {
		fmt.Fprintf(&b, "%d ", f.id)
	}
	return b.String()
}

// way is one way to satisfy formulas at a position. Lists are ordered by id.
type way struct {
	label  set
	next   []*linear // to be satisfied from the next position on
	off    []*linear // untils put off
	strong bool      // there must be a next position
}

// ways lists the ways to satisfy all of the duties; nil if there are too many.
// A way that asks for more than another one is left out.
func (l *linears) ways(duties []*linear) *[]way {
	found := []way{{label: l.frame.all}}
	for _, f := range duties {
		var more []way
		for _, w := range found {
			more = append(more, l.satisfy(w, f)...)
		}
		if len(more) > largestCover {
			return nil
		}
		found = leastWays(more)
	}
	return &found
}

// satisfy lists the ways to satisfy f besides what w does.
func (l *linears) satisfy(w way, f *linear) []way {
	var found []way
	switch f.kind {
	case atom:
		if w.label = w.label.And(f.set); !w.label.IsEmpty() {
			found = append(found, w)
		}
	case both:
		for _, v := range l.satisfy(w, f.x) {
			found = append(found, l.satisfy(v, f.y)...)
		}
	case either:
		found = append(l.satisfy(w, f.x), l.satisfy(w, f.y)...)
	case goesOn:
		found = append(found, w.later(f.x, true))
	case unlessAt:
		found = append(found, w.later(f.x, false))
	case upTo:
		found = l.satisfy(w, f.y)
		for _, v := range l.satisfy(w, f.x) {
			v = v.later(f, true)
			v.off = insert(v.off, f)
			found = append(found, v)
		}
	case release:
		for _, v := range l.satisfy(w, f.y) {
			found = append(found, l.satisfy(v, f.x)...)
			found = append(found, v.later(f, false))
		}
	}
	return found
}

// later adds a duty for the next position.
func (w way) later(f *linear, strong bool) way {
	w.strong = w.strong || strong
	w.next = insert(w.next, f)
	return w
}

// insert adds to a list ordered by id, which it does not change.
func insert(list []*linear, f *linear) []*linear {
	i, found := slices.BinarySearchFunc(list, f, func(a, b *linear) int { return a.id - b.id })
	if found {
		return list
	}
	return slices.Insert(slices.Clone(list), i, f)
}

// leastWays drops the ways that ask for more than another one.
func leastWays(ws []way) []way {
	var kept []way
	for i, w := range ws {
		if !slices.ContainsFunc(kept, w.asksMore) && !slices.ContainsFunc(ws[i+1:], func(v way) bool { return w.asksMore(v) && !v.asksMore(w) }) {
			kept = append(kept, w)
		}
	}
	return kept
}

func (w way) asksMore(v way) bool {
	return (w.strong || !v.strong) && includes(w.next, v.next) && includes(w.off, v.off) && w.label.SubsetOf(v.label)
}

func includes(list, part []*linear) bool {
	return !slices.ContainsFunc(part, func(f *linear) bool { return !slices.Contains(list, f) })
}

// components are the strongly connected ones, each before those that lead to it
// (Tarjan 1972).
func (a *automaton) components() [][]*autoState {
	index, low := make([]int, len(a.states)), make([]int, len(a.states))
	onStack := make([]bool, len(a.states))
	var stack []*autoState
	var all [][]*autoState
	n := 0
	var visit func(s *autoState)
	visit = func(s *autoState) {
		n++
		index[s.index], low[s.index] = n, n
		stack, onStack[s.index] = append(stack, s), true
		for _, e := range s.edges {
			if index[e.to.index] == 0 {
				visit(e.to)
				low[s.index] = min(low[s.index], low[e.to.index])
			} else if onStack[e.to.index] {
				low[s.index] = min(low[s.index], index[e.to.index])
			}
		}
		if low[s.index] < index[s.index] {
			return
		}
		i := slices.Index(stack, s)
		component := slices.Clone(stack[i:])
		stack = stack[:i]
		for _, t := range component {
			onStack[t.index] = false
		}
		all = append(all, component)
	}
	for _, s := range a.states {
		if index[s.index] == 0 {
			visit(s)
		}
	}
	return all
}
