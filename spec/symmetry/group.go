package symmetry

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
)

const (
	// mostValues is how many values a type has at most that is looked at.
	mostValues = 1 << 10
	// mostClasses is how many classes of a type may have more than one value.
	mostClasses = 8
	// mostLooks is how many expressions and entries of tables are looked at, in all.
	mostLooks = 1 << 15
)

// Group is the values of a type that automorphisms exchange.
type Group struct {
	Type spec.Type
	// Classes are sets of values, in the order of the type, each of which can be
	// permuted in any way while the rest stays where it is; they are all values.
	Classes [][]spec.Value
	// Circular says that all values together can be sent on around the type, where that is
	// all that was found; Classes is then empty.
	Circular bool
}

// trivial tells whether nothing is exchanged.
func (g *Group) trivial() bool {
	return !g.Circular && !slices.ContainsFunc(g.Classes, func(c []spec.Value) bool { return len(c) > 1 })
}

// finder looks for groups of one model.
type finder struct {
	model  *spec.Model
	asked  []spec.Expr
	budget int // of expressions and entries of tables that may still be looked at
	known  map[spec.Expr]*table
	agents map[string]*spec.Agent // by the keys of their names
}

func newFinder(m *spec.Model, asked []spec.Expr) *finder {
	f := &finder{model: m, asked: asked, budget: mostLooks, known: map[spec.Expr]*table{}, agents: map[string]*spec.Agent{}}
	for _, a := range m.Agents {
		f.agents[spec.Key(a.Name)] = a
	}
	return f
}

// groupOf finds out which values of a type are exchanged by automorphisms that leave what is asked as
// it is.
func (f *finder) groupOf(t spec.Type) *Group {
	n := t.Size()
	if !named(t) || !n.IsInt64() || n.Int64() < 2 || n.Int64() > mostValues {
		return nil
	}
	values := slices.Collect(t.All())
	around := make([]int, len(values))
	for i := range around {
		around[i] = (i + 1) % len(values)
	}
	first := swap(len(values), 0, 1)
	switch turns := len(values) > 2 && f.proves(t, values, around); {
	case turns && f.proves(t, values, first): // these two generate all permutations
		return &Group{Type: t, Classes: [][]spec.Value{values}}
	case turns:
		return &Group{Type: t, Circular: true}
	}
	g := &Group{Type: t}
	var alone [][]spec.Value
	var leads []int // the places of the first values of the first classes
	for i, v := range values {
		at := slices.IndexFunc(leads, func(lead int) bool { return f.proves(t, values, swap(len(values), lead, i)) })
		switch {
		case at >= 0:
			g.Classes[at] = append(g.Classes[at], v)
		case len(leads) < mostClasses:
			leads, g.Classes = append(leads, i), append(g.Classes, []spec.Value{v})
		default:
			alone = append(alone, []spec.Value{v})
		}
	}
	g.Classes = append(g.Classes, alone...)
	if g.trivial() {
		return nil
	}
	return g
}

// named tells whether variables can have the type of a name: 1..3 is another one wherever it is
// written.
func named(t spec.Type) bool {
	switch t := t.(type) {
	case *spec.IntType:
		return t.Name != ""
	case *spec.EnumType:
		return t.Name != ""
	case *spec.RecordType:
		return t.Name != ""
	}
	return false
}

func swap(n, i, j int) []int {
	to := make([]int, n)
	for k := range to {
		to[k] = k
	}
	to[i], to[j] = j, i
	return to
}

// proves tells whether a permutation is an automorphism: with agents who stay who they are, or with
// those named by the values exchanged, too.
func (f *finder) proves(t spec.Type, values []spec.Value, to []int) bool {
	for _, agents := range []bool{false, true} {
		if f.budget < 0 || agents && !slices.ContainsFunc(f.model.Agents, func(a *spec.Agent) bool { return t.Has(a.Name) }) {
			break
		}
		if f.proof(&permutation{of: t, values: values, to: to, renames: agents}).automorphism(f.asked) {
			return true
		}
	}
	return false
}
