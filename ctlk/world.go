package ctlk

import (
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/witness"
)

// world is one world of the present frame.
type world struct {
	layer int
	state spec.State
	at    symbolic.Set // it alone, in its layer
	steps int          // taken since the run began, where agents count them
	past  *past        // nil: a run begins here
}

// past is the way to a world.
type past struct {
	from world
	step witness.Step
	seen symbolic.Set // where it leads, with what was recorded of it
}

// move is a step and where it leads.
type move struct {
	step witness.Step
	to   world
}

// pick returns the first world of a set that is not empty.
func (c *Checker) pick(x set) world {
	k := x.layer()
	if k < 0 {
		panic("ctlk: a world of the empty set")
	}
	return c.pickIn(k, x[k])
}

// pickIn returns the first world of a part of layer k.
func (c *Checker) pickIn(k int, x symbolic.Set) world {
	sys := c.frame.layers[k].sys
	state, ok := sys.Pick(x)
	if !ok {
		panic("ctlk: a world of the empty set")
	}
	return world{k, state, c.frame.narrow(x.And(sys.Single(state)), k, state), k, nil}
}

// narrow returns the first world of a set of worlds that have one state.
func (f *frame) narrow(x symbolic.Set, k int, state spec.State) symbolic.Set {
	bits := f.bitsIn(k)
	if len(bits) == 0 {
		return f.layers[k].sys.Single(state)
	}
	return lowest(x, bits)
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

// only is the set of one world.
func (c *Checker) only(w world) set { return c.frame.none().replace(w.layer, w.at) }

func (c *Checker) isIn(w world, x set) bool { return w.at.SubsetOf(x[w.layer]) }

// id tells worlds of a frame apart.
func (w world) id() any {
	return struct {
		layer int
		at    symbolic.Set
	}{w.layer, w.at}
}
