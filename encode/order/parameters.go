package order

import (
	"slices"

	"github.com/epibdd/epibdd/encode/internal/layout"
	"github.com/epibdd/epibdd/internal/heuristic"
	"github.com/epibdd/epibdd/spec"
)

// What no action assigns and every agent sees as it is, such as the announcement that is asked
// about, is a parameter: neither steps nor closures leave its value. Where parameters have many
// more bits than all else, they stand below it: a set is then for each of few states that of the
// parameters for which it has this state. Above or among them, nearly every value of the parameters
// has states of its own, and a node for each: to count the safe announcements of six hands, of
// seven cards, took twelve times the work.
const manyParameters = 2 // times the bits of all else

// parametersBelow moves parameters below all else, if their bits are many more.
func (p arranger) parametersBelow(m *spec.Model, order []*layout.Cell) []*layout.Cell {
	if m.Joint || p.without.Has(heuristic.Parameters) {
		return order
	}
	of := parameters(m)
	var above, below []*layout.Cell
	many, others := 0, 0
	for _, c := range order {
		switch {
		case of[c.Var]:
			below = append(below, c)
			many += c.Width()
			continue
		case c.Var != nil:
			others += c.Width()
		}
		above = append(above, c)
	}
	if many < manyParameters*others {
		return order
	}
	return slices.Concat(above, below)
}

// parameters are the variables that no action assigns and every agent sees as they are.
func parameters(m *spec.Model) map[*spec.Var]bool {
	seen := make(map[*spec.Var]int)
	for _, a := range m.Agents {
		own := make(map[*spec.Var]bool)
		for _, o := range a.Sees {
			if v, ok := o.Value.(*spec.VarRef); ok && o.Cond == nil {
				own[v.Var] = true
			}
		}
		for _, v := range m.Vars {
			if a.All || own[v] {
				seen[v]++
			}
		}
	}
	changing := assigned(m)
	found := make(map[*spec.Var]bool)
	for v, n := range seen {
		if n == len(m.Agents) && !changing[v] {
			found[v] = true
		}
	}
	return found
}
