package explicit

import "github.com/epibdd/epibdd/spec"

// Graph is the graph of the worlds that were enumerated: their states, which of them are
// initial, the steps between them, and the worlds from which steps were not followed. Classes
// are those of each agent, by Agent.Index.
type Graph struct {
	States  []spec.State
	Initial []int
	Links   []Link
	Open    []int
	Classes [][]int
}

// Link is a step from one world to another, by their numbers.
type Link struct {
	From, To int
	Moves    []spec.Move
}

// GraphOf lists the worlds and steps of a system.
func GraphOf(s *System) *Graph {
	g := &Graph{States: s.worlds, Initial: s.initial}
	for w, out := range s.out {
		isOpen := false
		for _, e := range out {
			if e.to == Beyond {
				isOpen = true
				continue
			}
			g.Links = append(g.Links, Link{w, e.to, e.moves})
		}
		if isOpen {
			g.Open = append(g.Open, w)
		}
	}
	for _, a := range s.model.Agents {
		g.Classes = append(g.Classes, s.Classes(a))
	}
	return g
}

// Satisfying lists the worlds in which a formula surely holds.
func (s *System) Satisfying(f spec.Expr) ([]int, error) {
	return s.filter(f, nil, everyIndex(len(s.worlds)), s)
}
