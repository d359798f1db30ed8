package kripke

import (
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/symbolic"
)

// Moves are steps of one kind: for each layer the relation that it has there.
type Moves []symbolic.Relation

// Moves asks each layer for a relation, those with the same actions once.
func (m *Structure) Moves(of func(*encode.System) (symbolic.Relation, error)) (Moves, error) {
	all := make(Moves, len(m.Layers))
	known := map[*encode.System]symbolic.Relation{}
	for k, l := range m.Layers {
		r, ok := known[l.System]
		if !ok {
			var err error
			if r, err = of(l.System); err != nil {
				return nil, err
			}
			known[l.System] = r
		}
		all[k] = r
	}
	return all, nil
}

// Every are all steps.
func (m *Structure) Every() Moves {
	all, _ := m.Moves(func(sys *encode.System) (symbolic.Relation, error) { return sys.Steps(), nil })
	return all
}

// Before is the preimage: the worlds from which a step leads into x. A step that was
// not followed leads there for the upper bound alone.
func (m *Structure) Before(steps Moves, x Set, upper bool) Set {
	y := make(Set, len(x))
	for k := range y {
		y[k] = m.beforeIn(k, steps, x, upper)
	}
	return y
}

// beforeIn is the part of Before in layer k.
func (m *Structure) beforeIn(k int, steps Moves, x Set, upper bool) symbolic.Set {
	y := m.Space().Empty()
	if m.Cut && k == len(m.Layers)-1 {
		if upper {
			y = steps[k].Domain(y.Space())
		}
		return y.And(m.Worlds[k])
	}
	if m.Single() && m.Fair == nil && x[k].Equal(m.Worlds[k]) { // which no step leaves
		return steps[k].Domain(y.Space()).And(x[k])
	}
	for _, e := range m.Layers[k].Next {
		y = y.Or(steps[k].Preimage(e.Goal(x)))
	}
	return y.And(m.Worlds[k])
}

// After is the image: the worlds into which a step leads from x.
func (m *Structure) After(steps Moves, x Set) Set {
	y := m.None()
	for k, part := range x {
		if part.IsEmpty() {
			continue
		}
		for _, e := range m.Layers[k].Next {
			y[e.To] = y[e.To].Or(m.Reached(k, e, steps[k].Image(part)))
		}
	}
	return y
}

// Reached are the worlds to which an image of steps from layer k belongs, along an edge.
func (m *Structure) Reached(k int, e Edge, image symbolic.Set) symbolic.Set {
	kept := m.BitsIn(e.To)
	if e.recorded != nil {
		kept = slices.Concat(e.recorded, m.Product.Bits())
	}
	return m.Layers[k].System.Onto(e.Through(image), kept).Rename(e.into).And(m.Worlds[e.To])
}

// Reaching is μZ. goal ∪ through ∩ Before(steps, Z). tick is told of iterates.
func (m *Structure) Reaching(steps Moves, goal, through Set, upper bool, tick func(int, func() Set)) Set {
	if m.Single() {
		return Set{steps[0].Coreach(goal[0], through[0], func(i int, reached func() symbolic.Set) {
			tick(i, func() Set { return Set{reached()} })
		})}
	}
	return m.sweep(goal, tick, func(k int, z Set) symbolic.Set {
		return z[k].Or(through[k].And(m.beforeIn(k, steps, z, upper)))
	})
}

// Lasting is νZ. hold ∩ (over ∪ Before(steps, Z)). tick is told of iterates.
func (m *Structure) Lasting(steps Moves, hold, over Set, upper bool, tick func(int, func() Set)) Set {
	return m.sweep(hold, tick, func(k int, z Set) symbolic.Set {
		return hold[k].And(over[k].Or(m.beforeIn(k, steps, z, upper)))
	})
}

// sweep iterates an equation for each layer from z, from the last layer to the
// first: where steps lead to later layers only, once is enough. A layer is looked
// at again if one after it has changed.
func (m *Structure) sweep(z Set, tick func(int, func() Set), equation func(k int, z Set) symbolic.Set) Set {
	z = slices.Clone(z)
	changed := make([]bool, len(z)) // since the layers before it were last looked at
	for k := range changed {
		changed[k] = true
	}
	for i := 1; ; i++ {
		stable := true
		now := make([]bool, len(z))
		for k := len(z) - 1; k >= 0; k-- {
			if i > 1 && !m.follows(k, changed, now) {
				continue
			}
			if part := equation(k, z); !part.Equal(z[k]) {
				z[k], now[k], stable = part, true, false
			}
		}
		tick(i, func() Set { return z })
		if stable {
			return z
		}
		changed = now
	}
}

// follows tells whether a layer after k changed, in this sweep or the last one.
func (m *Structure) follows(k int, changed, now []bool) bool {
	return slices.ContainsFunc(m.Layers[k].Next, func(e Edge) bool { return changed[e.To] || now[e.To] })
}
