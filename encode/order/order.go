// Package order says where cells stand. It knows no sets.
//
// The order is found in this order: arrays side by side; the centre of gravity of what
// occurs together (FORCE, order.go), without what occurs with everything (hub.go); what is
// to stand below something else (parameters.go, lower.go). A file may say otherwise (file.go).
package order

import (
	"cmp"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/footprint"
	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/spec"
)

// The order of cells is fixed before anything is built. It starts from the
// arrays laid side by side, element by element, after the variables without
// index: cells with equal index are used together in most models, and arrays one
// after the other are exponentially worse where their elements are compared.
//
// FORCE (Aloul, Markov and Sakallah, "FORCE: a fast and easy-to-implement
// variable-ordering heuristic", GLSVLSI 2003) then improves it: cells that occur
// together in a guard, an assignment or an observable are joined by an edge; each
// round puts every edge at the centre of its cells and every cell at the mean
// of its edges. We keep the order with the least total span of edges, and the
// start unless the gain is clear, since ties say nothing about sums over arrays.
//
// Measured on the dining cryptographers, nodes after all have announced: 28,669
// for 12 of them grouped by variable, as declared; laid side by side 8,484 for 30,
// and 3,799 after FORCE, which moves the payer, whom all read, to the middle.

const (
	ForceRounds = 60
	clearGain   = 0.9 // of the span, below which an order replaces the start
)

// Arrangements is how many orders there are to try. One after the other is given up if
// the model takes more than EncodingNodes; if all are, the first one has to do. What is
// asked may bring cells together that the actions of the model want apart.
const (
	Arrangements  = 3
	EncodingNodes = 1 << 20
)

// arranger puts the cells of a layout in order.
type arranger struct {
	*layout.Layout
	spend   func(steps int) // counts steps, and fails once the time is over
	without heuristic.Set
}

// Arrange returns all cells of a layout, top first. The first order suits the model
// and what is asked, the next one the model alone, and in the last one arrays, sets and
// registers stand side by side, element by element, whatever else there is.
func Arrange(m *spec.Model, l *layout.Layout, tune tune.Sizes, spend func(steps int), asked []spec.Expr, attempt int) []*layout.Cell {
	edges := footprint.Collect(m, l, tune, spend, asked, attempt == 0)
	p := arranger{l, spend, tune.Without}
	return p.besides(p.arranged(m, edges, attempt))
}

// arranged is arrange for given edges, but for what stands beside open names.
func (p arranger) arranged(m *spec.Model, edges []layout.Edge, attempt int) []*layout.Cell {
	start := slices.Clone(p.Cells)
	switch {
	case m.Joint && p.without.Has(heuristic.Hubs):
		start, edges = natural(start), distinct(edges)
	case m.Joint:
		start, edges = p.hubsOnTop(natural(start), distinct(edges))
	case attempt == Arrangements-1:
		return p.lowerBlocks(natural(start))
	case p.without.Has(heuristic.Hubs):
		start = natural(start)
	default:
		start, edges = p.handedOnTop(assigned(m), natural(start), edges)
	}
	return p.lowerBlocks(p.parametersBelow(m, p.force(start, edges)))
}

// natural lays arrays side by side, element by element.
func natural(cells []*layout.Cell) []*layout.Cell {
	order := slices.Clone(cells)
	slices.SortStableFunc(order, func(a, b *layout.Cell) int { return cmp.Compare(a.At, b.At) })
	return order
}

// force returns the order with the least span that FORCE comes by, or the start.
func (p arranger) force(start []*layout.Cell, edges []layout.Edge) []*layout.Cell {
	best, least := start, clearGain*p.span(start, edges)
	if p.without.Has(heuristic.Force) {
		return best
	}
	order := start
	for range ForceRounds {
		order = p.forceRound(order, edges)
		if s := p.span(order, edges); s < least {
			best, least = order, s
		}
	}
	return best
}

// distinct drops edges that join the same cells as another one.
func distinct(edges []layout.Edge) []layout.Edge {
	var kept []layout.Edge
	seen := map[string]bool{}
	for _, e := range edges {
		if key := layout.Key(e); !seen[key] {
			seen[key] = true
			kept = append(kept, e)
		}
	}
	return kept
}

// weight is how much an edge counts. With joint steps the bits of what is done are
// cells like others: an agent belongs to what it reads, what it does, and what
// others make of that. Edges then have to count by their size, for each lets its
// cells be close to few others only, and once however often they occur.
func (p arranger) weight(e layout.Edge) float64 {
	if len(p.Movers) == 0 {
		return 1
	}
	return 1 / float64(len(e)-1)
}

// places returns the place of each cell in the order, by id; that of others is 0.
func (p arranger) places(order []*layout.Cell) []float64 {
	place := make([]float64, len(p.Cells))
	for i, c := range order {
		place[c.ID] = float64(i)
	}
	return place
}

// span is the sum of the distances between first and last cell over the edges.
func (p arranger) span(order []*layout.Cell, edges []layout.Edge) float64 {
	place := p.places(order)
	total, steps := 0.0, 0
	for _, e := range edges {
		steps += len(e)
		lo, hi := place[e[0].ID], place[e[0].ID]
		for _, c := range e[1:] {
			lo, hi = min(lo, place[c.ID]), max(hi, place[c.ID])
		}
		total += (hi - lo) * p.weight(e)
	}
	p.spend(steps)
	return total
}

// forceRound moves every cell to the mean of the centres of its edges. A cell
// without edges stays where it is.
func (p arranger) forceRound(order []*layout.Cell, edges []layout.Edge) []*layout.Cell {
	place := p.places(order)
	sum, count := make([]float64, len(place)), make([]float64, len(place))
	for _, e := range edges {
		centre := 0.0
		for _, c := range e {
			centre += place[c.ID]
		}
		centre /= float64(len(e))
		for _, c := range e {
			sum[c.ID] += centre * p.weight(e)
			count[c.ID] += p.weight(e)
		}
	}
	for id := range sum {
		if count[id] > 0 {
			place[id] = sum[id] / count[id]
		}
	}
	next := slices.Clone(order)
	slices.SortStableFunc(next, func(a, b *layout.Cell) int { return cmp.Compare(place[a.ID], place[b.ID]) })
	return next
}
