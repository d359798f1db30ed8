package kripke

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// World is one world of a structure.
type World struct {
	Layer int
	State spec.State
	At    symbolic.Set // it alone, in its layer
}

// Pick returns the first world of a set that is not empty.
func (m *Structure) Pick(x Set) World {
	k := x.Layer()
	if k < 0 {
		panic("kripke: a world of the empty set")
	}
	return m.PickIn(k, x[k])
}

// PickIn returns the first world of a part of layer k that is not empty.
func (m *Structure) PickIn(k int, x symbolic.Set) World {
	sys := m.Layers[k].System
	state, ok := sys.Pick(x)
	if !ok {
		panic("kripke: a world of the empty set")
	}
	one := sys.Single(state)
	if bits := m.BitsIn(k); len(bits) > 0 {
		one = lowest(x.And(one), bits)
	}
	return World{k, state, one}
}

// lowest returns the part of x with the first values that the bits have in it.
func lowest(x symbolic.Set, bits []symbolic.Bit) symbolic.Set {
	for _, bit := range bits {
		lit := x.Space().Lit(bit)
		if low := x.Diff(lit); !low.IsEmpty() {
			x = low
		} else {
			x = x.And(lit)
		}
	}
	return x
}

// Only is the set of one world.
func (m *Structure) Only(w World) Set { return m.None().Replace(w.Layer, w.At) }

// In tells whether a world is in a set.
func (w World) In(x Set) bool { return w.At.SubsetOf(x[w.Layer]) }

// ID tells worlds of a structure apart.
func (w World) ID() any {
	return struct {
		layer int
		at    symbolic.Set
	}{w.Layer, w.At}
}
