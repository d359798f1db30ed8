package ctlk

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// frame is the structure that formulas are about. Its worlds lie in layers:
// agents confuse only worlds of the same layer, and steps lead from a layer to
// those after it. Under recall none there is one layer, whose steps lead back to
// it; with memory there is one for each number of steps.
type frame struct {
	layers []*layer
	all    set // the worlds
	starts set // in which runs begin
	// cut says that the steps from the last layer were not followed. What a formula
	// says of them is open.
	cut       bool
	memory    bool     // layers count steps
	steps     int      // to the first layer
	roomy     bool     // there may be worlds that cannot be reached, see wide.go
	rehearsal bool     // what is so of runs is not looked at, see soon.go
	hasty     int      // nodes of runs that are looked at from where it is asked about them, see hasty.go; 0: all
	fair      []set    // fairness predicates, nil where all runs count
	size      *big.Int // how many worlds there are

	graph *information // whose layers these are; nil: of none

	// extension is about the knowledge action that led here; nil: none.
	extension *extension

	known    map[keyOf]entry
	programs map[keyOf]program
	products map[keyOf]*product
	searches map[keyOf]*uniform
	behind   map[keyOf]*frame // knowledge actions
	branches map[int]*frame   // what happens after a layer behind a knowledge action
	branch   bool             // it is one of these
	wide     *frame           // with all conceivable worlds, see informed.go
	stays    bool             // the steps are known in the worlds of the frame alone
	rings    []set            // worlds by distance from the starts, as far as needed
	ringed   set              // the union of the rings
}

// layer is what its worlds have in common.
type layer struct {
	sys  *encode.System // the actions and the views that they have
	next []edge         // where steps lead
	info *informed      // of a layer in an information graph
}

// edge leads to a layer. What its worlds record of the past, steps may record in
// other bits: recorded lists these, if there are any, into renames them to those of
// the worlds, and back the other way round. With a gate, only steps that reach a
// part of it take this edge.
type edge struct {
	to         int
	recorded   []symbolic.Bit
	into, back symbolic.Renaming
	gate       *symbolic.Set
}

// goal is a part of the layer that e leads to, as steps reach it.
func (e edge) goal(x set) symbolic.Set { return e.through(x[e.to].Rename(e.back)) }

func (e edge) through(x symbolic.Set) symbolic.Set {
	if e.gate == nil {
		return x
	}
	return x.And(*e.gate)
}

// reached are the worlds of f to which an image of steps from layer k belongs.
func (f *frame) reached(k int, e edge, image symbolic.Set) symbolic.Set {
	kept := f.bitsIn(e.to)
	if e.recorded != nil {
		kept = slices.Concat(e.recorded, f.bits())
	}
	return f.layers[k].sys.Onto(e.through(image), kept).Rename(e.into).And(f.all[e.to])
}

// newFrame makes a frame of its layers and their worlds, behind a knowledge action
// or none.
func newFrame(layers []*layer, worlds, starts set, x *extension) *frame {
	f := &frame{layers: layers, all: worlds, starts: starts, extension: x}
	f.forget()
	return f
}

// forget drops what was computed for the present worlds.
func (f *frame) forget() {
	f.known, f.programs, f.behind = map[keyOf]entry{}, map[keyOf]program{}, map[keyOf]*frame{}
	f.searches, f.branches, f.products = map[keyOf]*uniform{}, map[int]*frame{}, map[keyOf]*product{}
	f.rings, f.ringed = nil, nil
	f.size = f.count(f.all)
}

// count is the number of worlds in x.
func (f *frame) count(x set) *big.Int {
	n := new(big.Int)
	for k, l := range f.layers {
		if !l.info.alone() {
			n.Add(n, l.sys.CountWith(x[k], f.bitsIn(k)))
		}
	}
	return n
}

// bitsIn are the bits that the worlds of layer k have besides those of states.
func (f *frame) bitsIn(k int) []symbolic.Bit {
	return slices.Concat(f.layers[k].sys.Past(), f.bits())
}

// none is the empty set of worlds.
func (f *frame) none() set {
	x := make(set, len(f.layers))
	for k, l := range f.layers {
		x[k] = l.sys.Space().Empty()
	}
	return x
}

// around are the worlds of all layers in which there are some of x: all that agents
// confuse with those.
func (f *frame) around(x set) set {
	if f.graph != nil { // they confuse worlds of different layers
		return f.all
	}
	y := slices.Clone(f.all)
	for k := range y {
		if x[k].IsEmpty() {
			y[k] = x[k]
		}
	}
	return y
}

// moves are steps of one kind: for each layer the relation that it has there.
type moves []symbolic.Relation

// moves asks each layer for a relation, those with the same actions once.
func (f *frame) moves(of func(*encode.System) (symbolic.Relation, error)) (moves, error) {
	m := make(moves, len(f.layers))
	known := map[*encode.System]symbolic.Relation{}
	for k, l := range f.layers {
		r, ok := known[l.sys]
		if !ok {
			var err error
			if r, err = of(l.sys); err != nil {
				return nil, err
			}
			known[l.sys] = r
		}
		m[k] = r
	}
	return m, nil
}

// every are all steps.
func (f *frame) every() moves {
	m, _ := f.moves(func(sys *encode.System) (symbolic.Relation, error) { return sys.Steps(), nil })
	return m
}

// before are the worlds from which a step of m leads into x. A step that was not
// followed leads there for the hopeful alone.
func (f *frame) before(m moves, x set, hopeful bool) set {
	y := make(set, len(x))
	for k := range y {
		y[k] = f.beforeIn(k, m, x, hopeful)
	}
	return y
}

// beforeIn is the part of before in layer k.
func (f *frame) beforeIn(k int, m moves, x set, hopeful bool) symbolic.Set {
	y := f.layers[k].sys.Space().Empty()
	if f.cut && k == len(f.layers)-1 {
		if hopeful {
			y = m[k].Domain(y.Space())
		}
		return y.And(f.all[k])
	}
	for _, e := range f.layers[k].next {
		y = y.Or(m[k].Preimage(e.goal(x)))
	}
	return y.And(f.all[k])
}

// after are the worlds into which a step of m leads from x.
func (f *frame) after(m moves, x set) set {
	y := f.none()
	for k, part := range x {
		if part.IsEmpty() {
			continue
		}
		for _, e := range f.layers[k].next {
			y[e.to] = y[e.to].Or(f.reached(k, e, m[k].Image(part)))
		}
	}
	return y
}

// single tells whether there is one layer, which its steps do not leave.
func (f *frame) single() bool { return len(f.layers) == 1 && !f.cut }

// reaching is μZ. goal ∪ through ∩ before(m, Z).
func (f *frame) reaching(m moves, goal, through set, hopeful bool, tick func(int, func() set)) set {
	if f.single() {
		return set{m[0].Coreach(goal[0], through[0], func(i int, reached func() symbolic.Set) {
			tick(i, func() set { return set{reached()} })
		})}
	}
	return f.sweep(goal, tick, func(k int, z set) symbolic.Set {
		return z[k].Or(through[k].And(f.beforeIn(k, m, z, hopeful)))
	})
}

// lasting is νZ. hold ∩ (over ∪ before(m, Z)).
func (f *frame) lasting(m moves, hold, over set, hopeful bool, tick func(int, func() set)) set {
	return f.sweep(hold, tick, func(k int, z set) symbolic.Set {
		return hold[k].And(over[k].Or(f.beforeIn(k, m, z, hopeful)))
	})
}

// sweep iterates an equation for each layer from z, from the last layer to the
// first: where steps lead to later layers only, once is enough. A layer is looked
// at again if one after it has changed.
func (f *frame) sweep(z set, tick func(int, func() set), equation func(k int, z set) symbolic.Set) set {
	z = append(set{}, z...)
	changed := make([]bool, len(z)) // since the layers before it were last looked at
	for k := range changed {
		changed[k] = true
	}
	for i := 1; ; i++ {
		stable := true
		now := make([]bool, len(z))
		for k := len(z) - 1; k >= 0; k-- {
			if i > 1 && !f.follows(k, changed, now) {
				continue
			}
			if part := equation(k, z); !part.Equal(z[k]) {
				z[k], now[k], stable = part, true, false
			}
		}
		tick(i, func() set { return z })
		if stable {
			return z
		}
		changed = now
	}
}

// follows tells whether a layer after k changed, in this sweep or the last one.
func (f *frame) follows(k int, changed, now []bool) bool {
	for _, e := range f.layers[k].next {
		if changed[e.to] || now[e.to] {
			return true
		}
	}
	return false
}

// closure are the worlds that the agents together confuse with one in x.
func (f *frame) closure(agents []*spec.Agent, x set) (set, error) {
	if f.graph != nil {
		return f.supposed(agents, x), nil
	}
	y := make(set, len(x))
	for k, part := range x {
		switch {
		case part.IsEmpty():
			y[k] = part
			continue
		case len(agents) == 0: // nobody sees anything
			y[k] = f.all[k]
			continue
		}
		looking, err := f.looking(agents, k, part)
		if err != nil {
			return nil, err
		}
		y[k] = looking.And(f.all[k])
	}
	return y, nil
}

// torn is what looks to the agents both like a world of part and like one of the
// rest of where, whether it is a world or not.
func (f *frame) torn(agents []*spec.Agent, where, part set) (set, error) {
	if f.graph != nil {
		return f.supposed(agents, part).And(f.supposed(agents, where.Diff(part))), nil
	}
	y := f.none()
	for k := range y {
		switch {
		case part[k].IsEmpty() || part[k].Equal(where[k]):
			continue
		case len(agents) == 0: // nobody sees anything
			y[k] = f.all[k]
			continue
		}
		view, err := f.layers[k].sys.View(agents...)
		if err != nil {
			return nil, err
		}
		y[k] = f.tornAt(view, agents, k, where[k], part[k])
	}
	return y, nil
}
