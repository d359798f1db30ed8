package buchi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/kripke"
)

// Automaton reads runs and accepts those that satisfy a formula. A run begins in the first
// state.
type Automaton struct {
	States []*State
	Untils []*Formula // those that an edge may put off
}

// State is what is asked of the rest of a run.
type State struct {
	Index int
	Edges []*Edge
	Free  bool // nothing is asked
	// Done are the worlds in which a run may end here.
	Done kripke.Set
}

// Edge is one way to satisfy what a state asks.
type Edge struct {
	Label kripke.Set // worlds in which it can be taken
	To    *State
	Off   []*Formula // untils put off, ordered
}

// largest bounds an automaton: it is exponential in the formula at worst.
const (
	largestAutomaton = 2000 // states
	largestCover     = 1000 // edges of one of them
)

// ErrTooLarge is the error of a formula whose automaton has more states than
// largestAutomaton, or more edges of one than largestCover.
var ErrTooLarge = fmt.Errorf("this formula about runs is too large: its automaton has more than %d states, or %d edges of one", largestAutomaton, largestCover)

// Automaton is that of f.
func (l *Formulas) Automaton(f *Formula) (*Automaton, error) {
	a := &Automaton{}
	known := map[string]*State{}
	var todo [][]*Formula
	state := func(duties []*Formula) *State {
		key := idsOf(duties)
		if known[key] == nil {
			known[key] = &State{Index: len(a.States), Done: l.none, Free: len(duties) == 0}
			a.States = append(a.States, known[key])
			todo = append(todo, duties)
		}
		return known[key]
	}
	if f == l.yes {
		state(nil)
	} else {
		state([]*Formula{f})
	}
	for i := 0; i < len(todo); i++ {
		s := a.States[i]
		ways := l.ways(todo[i])
		if len(a.States) > largestAutomaton || ways == nil {
			return nil, ErrTooLarge
		}
		for _, w := range *ways {
			if !w.strong {
				s.Done = s.Done.Or(w.label)
			}
			a.addEdge(s, &Edge{w.label, state(w.next), w.off})
		}
	}
	return a, nil
}

// addEdge joins edges that differ in nothing but the label.
func (a *Automaton) addEdge(s *State, e *Edge) {
	for _, u := range e.Off {
		if !slices.Contains(a.Untils, u) {
			a.Untils = append(a.Untils, u)
		}
	}
	for _, old := range s.Edges {
		if old.To == e.To && slices.Equal(old.Off, e.Off) {
			old.Label = old.Label.Or(e.Label)
			return
		}
	}
	s.Edges = append(s.Edges, e)
}

func idsOf(fs []*Formula) string {
	var b strings.Builder
	for _, f := range fs {
		fmt.Fprintf(&b, "%d ", f.id)
	}
	return b.String()
}

// way is one way to satisfy formulas at a position. Lists are ordered by id.
type way struct {
	label  kripke.Set
	next   []*Formula // to be satisfied from the next position on
	off    []*Formula // untils put off
	strong bool       // there must be a next position
}

// ways lists the ways to satisfy all of the duties; nil if there are too many.
// A way that asks for more than another one is left out.
func (l *Formulas) ways(duties []*Formula) *[]way {
	c := &cover{Formulas: l}
	found := []way{{label: l.all}}
	for _, f := range duties {
		var more []way
		for _, w := range found {
			more = c.fewest(append(more, c.satisfy(w, f)...))
		}
		if c.large {
			return nil
		}
		found = leastWays(more)
	}
	return &found
}

// cover makes lists of ways. Where each part of a formula doubles them, most ask for more
// than others: these are dropped on the way.
type cover struct {
	*Formulas
	large bool // a list was longer than largestCover
}

// manyWays is the length of a list from which on ways are dropped.
const manyWays = 32

func (c *cover) fewest(ws []way) []way {
	if len(ws) > manyWays {
		ws = leastWays(ws)
	}
	if len(ws) > largestCover {
		c.large = true
	}
	if c.large {
		return nil
	}
	return ws
}

// satisfy lists the ways to satisfy f besides what w does.
func (c *cover) satisfy(w way, f *Formula) []way {
	var found []way
	switch f.kind {
	case atom:
		if w.label = w.label.And(f.in); !w.label.IsEmpty() {
			found = append(found, w)
		}
	case conjunction:
		for _, v := range c.satisfy(w, f.x) {
			found = c.fewest(append(found, c.satisfy(v, f.y)...))
		}
	case disjunction:
		found = append(c.satisfy(w, f.x), c.satisfy(w, f.y)...)
	case next:
		found = append(found, c.later(w, f.x, true))
	case weakNext:
		found = append(found, c.later(w, f.x, false))
	case until:
		found = c.satisfy(w, f.y)
		for _, v := range c.satisfy(w, f.x) {
			v = c.later(v, f, true)
			v.off = insert(v.off, f)
			found = append(found, v)
		}
	case release:
		for _, v := range c.satisfy(w, f.y) {
			found = c.fewest(append(append(found, c.satisfy(v, f.x)...), c.later(v, f, false)))
		}
	}
	return c.fewest(found)
}

// later adds a duty for the next position.
func (c *cover) later(w way, f *Formula, strong bool) way {
	w.strong = w.strong || strong
	if f != c.yes {
		w.next = insert(w.next, f)
	}
	return w
}

// insert adds to a list ordered by id, which it does not change.
func insert(list []*Formula, f *Formula) []*Formula {
	i, found := slices.BinarySearchFunc(list, f, func(a, b *Formula) int { return a.id - b.id })
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

func includes(list, part []*Formula) bool {
	return !slices.ContainsFunc(part, func(f *Formula) bool { return !slices.Contains(list, f) })
}

// Components are the strongly connected ones, each before those that lead to it
// (Tarjan 1972).
func (a *Automaton) Components() [][]*State {
	index, low := make([]int, len(a.States)), make([]int, len(a.States))
	onStack := make([]bool, len(a.States))
	var stack []*State
	var all [][]*State
	n := 0
	var visit func(s *State)
	visit = func(s *State) {
		n++
		index[s.Index], low[s.Index] = n, n
		stack, onStack[s.Index] = append(stack, s), true
		for _, e := range s.Edges {
			if index[e.To.Index] == 0 {
				visit(e.To)
				low[s.Index] = min(low[s.Index], low[e.To.Index])
			} else if onStack[e.To.Index] {
				low[s.Index] = min(low[s.Index], index[e.To.Index])
			}
		}
		if low[s.Index] < index[s.Index] {
			return
		}
		i := slices.Index(stack, s)
		component := slices.Clone(stack[i:])
		stack = stack[:i]
		for _, t := range component {
			onStack[t.Index] = false
		}
		all = append(all, component)
	}
	for _, s := range a.States {
		if index[s.Index] == 0 {
			visit(s)
		}
	}
	return all
}
