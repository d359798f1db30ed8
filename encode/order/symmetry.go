package order

import (
	"cmp"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/spec"
)

// Elements of an array that a model treats alike belong together: whether a card
// is red, or low, is asked of all red or low cards at once, and a diagram that has
// to remember what it has seen of them forgets it at the end of the group. In
// full-deck Eleusis under the law of parity the reachable states take a fifth of
// the nodes that they take by value, if the cards of one parity come first. Of a
// million nodes with the even cards first and whose turn it is among the odd ones,
// 640,000 are left with the odd ones first, which are more, and the turn between.
//
// What is alike is found from the expressions with quantifiers expanded and
// constants folded: exists c in Card: place[c] = top & even(c) reads the places of
// even cards alone.

const (
	alikeFrom = 3   // elements that make a class
	alikeGain = 0.9 // of the span of classes, below which they are grouped
)

// sideBySide lays the arrays side by side, element by element, after the
// variables without index; elements that are alike next to each other, if that
// brings the cells of edges, large ones too, clearly nearer. Then a variable without
// index that is used with all elements, such as whose turn it is, stands between two
// classes, where a diagram has least to remember.
func (p arranger) sideBySide(cells []*layout.Cell, edges, large []layout.Edge) []*layout.Cell {
	plain := natural(cells)
	if p.without.Has(heuristic.Symmetry) {
		return plain
	}
	all := slices.Concat(edges, large)
	at, between := newGrids(cells).regroup(all)
	if len(at) == 0 {
		return plain
	}
	place := func(c *layout.Cell) float64 {
		if moved, ok := at[c]; ok {
			return moved
		}
		return c.At
	}
	group := func() []*layout.Cell {
		order := slices.Clone(cells)
		slices.SortStableFunc(order, func(a, b *layout.Cell) int { return cmp.Compare(place(a), place(b)) })
		return order
	}
	grouped := group()
	if p.span(grouped, all) >= alikeGain*p.span(plain, all) {
		return plain
	}
	for _, c := range cells {
		if c.Var == nil || c.At > 0 {
			continue
		}
		for _, boundary := range between {
			before := place(c)
			at[c] = boundary
			if next := group(); p.span(next, edges) < p.span(grouped, edges) {
				grouped = next
			} else {
				at[c] = before
			}
		}
	}
	return grouped
}

// grids are the arrays, those with the same places of elements as one.
type grids struct {
	cells  []*layout.Cell
	places map[*spec.Var][]float64 // of elements, ascending
}

func newGrids(cells []*layout.Cell) *grids {
	g := &grids{cells, make(map[*spec.Var][]float64)}
	for _, c := range cells {
		if c.Var != nil && c.At > 0 {
			g.places[c.Var] = append(g.places[c.Var], c.At)
		}
	}
	for v, at := range g.places {
		slices.Sort(at)
		g.places[v] = slices.Compact(at)
	}
	return g
}

// class is some elements of the arrays with so many.
type class struct {
	of    int // elements of such an array
	in    map[float64]bool
	times int
}

// classes returns the classes that edges single out, those that occur most
// first.
func (g *grids) classes(edges []layout.Edge) []*class {
	var list []*class
	known := make(map[string]*class)
	for _, e := range edges {
		in := make(map[*spec.Var]map[float64]bool)
		for _, c := range e {
			if n := len(g.places[c.Var]); n > alikeFrom && c.At > 0 {
				if in[c.Var] == nil {
					in[c.Var] = make(map[float64]bool)
				}
				in[c.Var][c.At] = true
			}
		}
		for _, c := range e {
			set, n := in[c.Var], len(g.places[c.Var])
			delete(in, c.Var) // one class a variable
			if len(set) < alikeFrom || len(set) == n {
				continue
			}
			k := &class{of: n, in: set}
			key := k.signature(g.places[c.Var])
			if known[key] == nil {
				known[key] = k
				list = append(list, k)
			}
			known[key].times++
		}
	}
	slices.SortStableFunc(list, func(a, b *class) int { return cmp.Compare(b.times, a.times) })
	return list
}

// signature tells members from others, place by place.
func (k *class) signature(places []float64) string {
	s := make([]byte, len(places))
	for i, at := range places {
		s[i] = '1'
		if k.in[at] {
			s[i] = '0'
		}
	}
	return string(s)
}

// mark puts the larger part first: what is counted in it and in the rest has to be
// compared in the rest.
func (k *class) mark(at float64) byte {
	if k.in[at] == (2*len(k.in) >= k.of) {
		return '0'
	}
	return '1'
}

// regroup returns new places for the cells of arrays some of whose elements are
// alike, ordered by the classes that they belong to, and where the first class of
// each kind of array ends.
func (g *grids) regroup(edges []layout.Edge) (moved map[*layout.Cell]float64, between []float64) {
	signatures := make(map[int]map[float64][]byte) // by number of elements
	for _, k := range g.classes(edges) {
		if signatures[k.of] == nil {
			signatures[k.of] = make(map[float64][]byte)
			first := max(len(k.in), k.of-len(k.in))
			between = append(between, float64(first)/float64(k.of))
		}
		for i := range k.of {
			at := (float64(i) + 0.5) / float64(k.of)
			signatures[k.of][at] = append(signatures[k.of][at], k.mark(at))
		}
	}
	moved = make(map[*layout.Cell]float64)
	to := make(map[int]map[float64]float64) // by number of elements
	for _, c := range g.cells {
		places := g.places[c.Var]
		of := signatures[len(places)]
		if c.At == 0 || of == nil {
			continue
		}
		if to[len(places)] == nil {
			order := slices.Clone(places)
			slices.SortStableFunc(order, func(a, b float64) int { return slices.Compare(of[a], of[b]) })
			to[len(places)] = make(map[float64]float64)
			for i, at := range order {
				to[len(places)][at] = places[i]
			}
		}
		moved[c] = to[len(places)][c.At]
	}
	return moved, between
}
