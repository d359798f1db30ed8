package kripke

// distances are the worlds by the number of steps from the starts, as far as they were
// asked for.
type distances struct {
	rings []Set
	union Set
}

// Shortest returns sets that a shortest way from a start into a set of reachable worlds,
// which is not empty, leads through: at each distance from the starts what leads on.
func (m *Structure) Shortest(into Set) []Set {
	depth := 0
	for m.ring(depth).Disjoint(into) {
		depth++
	}
	path := make([]Set, depth+1)
	path[depth] = into.And(m.ring(depth))
	for k := depth - 1; k >= 0; k-- {
		path[k] = m.ring(k).And(m.Before(m.Every(), path[k+1], false))
	}
	return path
}

// ring returns the worlds at a distance from the starts.
func (m *Structure) ring(depth int) Set {
	d := &m.distances
	if d.rings == nil {
		d.rings, d.union = []Set{m.Starts}, m.Starts
	}
	for depth >= len(d.rings) {
		last := d.rings[len(d.rings)-1]
		if last.IsEmpty() {
			panic("kripke: a world that is not reachable")
		}
		next := m.After(m.Every(), last).Diff(d.union)
		d.union = d.union.Or(next)
		d.rings = append(d.rings, next)
	}
	return d.rings[depth]
}

// Ways returns sets that a way of so many steps from a start into a set leads through,
// where layers count steps.
func (m *Structure) Ways(into Set, steps int) []Set {
	path := make([]Set, steps+1)
	path[steps] = into
	for k := steps - 1; k >= 0; k-- {
		path[k] = m.At(k).And(m.Before(m.Every(), path[k+1], false))
	}
	return path
}
