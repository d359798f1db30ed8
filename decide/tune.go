package decide

import (
	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
)

// tuning says how large something has to be for a route to be taken, and how much work
// it may make. Tests make it small.
type tuning struct {
	from        int // nodes of reachable states from which on there may be better ones
	states      int // nodes of an over-approximation up to which it is better
	work        int // nodes up to which formulas may be evaluated in it
	keep        encode.Relaxation
	runs        []runBudget
	bounded     boundedBudget
	few, many   fewBudget // worlds that are listed before anything else and in turns with it
	first       int       // worlds of agents who remember from which on the first steps are asked of
	narrow      fewBudget // histories that are listed in parts of layers, and eight times as many in a second turn
	beginnings  int       // initial states from which on parts of them are asked
	diverse     int       // and from which on this is done to the end before anything else
	parts       fewBudget // worlds that are listed from a part of the initial states
	trees       fewBudget // trees that are listed in the first turn
	classes     int       // of worlds that look alike, up to which they are counted one by one for shares
	glance      int       // nodes that a public system may have in the first turn
	turn        int       // nodes that a route may make in its first turn, if it has others
	conceivable int       // nodes of reachable worlds from which on the conceivable ones are asked
}

var defaults = tuning{
	from: 250_000, states: 100_000, work: 8_000_000, keep: encode.Relaxation{Element: 32, Other: 500},
	runs:        []runBudget{{20_000, 4_000_000}, {0, 1_000_000}, {250_000, 8_000_000}},
	bounded:     boundedBudget{worlds: 4, steps: 8, layer: 10_000, work: 4_000_000},
	few:         fewBudget{worlds: 2_000, states: 4_000, cells: 100_000, work: 60_000, parts: 120_000, truth: 200_000},
	many:        fewBudget{worlds: 20_000, cells: 1_500_000, work: 20_000_000, parts: 50_000_000, truth: 5_000_000},
	first:       16,
	narrow:      fewBudget{worlds: 125, cells: 60_000, work: 600_000, parts: 1_200_000, truth: 250_000},
	beginnings:  200,
	diverse:     100_000_000,
	parts:       fewBudget{worlds: 20_000, cells: 500_000, work: 2_000_000, parts: 10_000_000, truth: 2_000_000},
	trees:       fewBudget{worlds: 2_000, cells: 100_000, work: 200_000, parts: 500_000, truth: 200_000},
	classes:     4_096,
	glance:      16_384,
	turn:        8_000_000,
	conceivable: 1_000,
}

// fewBudget bounds what is listed.
type fewBudget struct {
	worlds int // states, or histories
	states int // states, if these may be more than histories
	cells  int // variables of all of these together: thousands of agents make large states
	work   int // cells that are assigned, and parts of conditions that are estimated, in the search for them
	parts  int // of expressions that are evaluated in them
	truth  int // values of operands of operators, in all worlds
}

// part is n of m parts of the effort, and all of it for more.
func (b fewBudget) part(n, m int) fewBudget {
	if n < m {
		b.work, b.parts, b.truth = b.work*n/m, b.parts*n/m, b.truth*n/m
	}
	return b
}

// forBits is the effort in turns with diagrams of so many bits: of a large state these take
// longer before anything is decided, the more bits it has.
func (b fewBudget) forBits(n int) fewBudget {
	if n >= manyBits {
		b.parts = b.parts * n / bitsAPart
	}
	return b
}

// bitsAPart is for how many bits of a state diagrams take as long as a whole effort.
const bitsAPart = 32

// times is n times the effort.
func (b fewBudget) times(n int) fewBudget {
	return fewBudget{worlds: b.worlds * n, states: b.states * n, cells: b.cells * n, work: b.work * n, parts: b.parts * n, truth: b.truth * n}
}

// mostScalars is how many scalars the listed worlds have together, some 64 MB.
const mostScalars = 1 << 22

// most is how many worlds of a model may be listed, with memory or without.
func (b fewBudget) most(m *spec.Model, memory bool) int {
	worlds := b.worlds
	if !memory {
		worlds = max(worlds, b.states)
	}
	scalars := 0
	for _, v := range m.Vars {
		scalars += scalarsOf(v.Type)
	}
	return min(worlds, max(1, b.cells/max(1, len(m.Vars))), max(1, mostScalars/max(1, scalars)))
}

// scalarsOf is how many scalars a value has.
func scalarsOf(t spec.Type) int {
	switch t := spec.Present(t).(type) {
	case *spec.ArrayType:
		return int(t.Cells().Int64()) * scalarsOf(t.Elem)
	case *spec.SetType:
		return int(t.Elem.Size().Int64())
	case *spec.RecordType:
		n := 0
		for _, f := range t.Fields {
			n += scalarsOf(f.Type)
		}
		return n
	}
	return 1
}

// runBudget bounds how far runs are followed from where it is asked about them: nodes of
// the worlds that they come to, 0: all worlds are looked at; and nodes of all that is
// made of them.
type runBudget struct{ worlds, work int }

// boundedBudget says what is asked of single initial worlds.
type boundedBudget struct {
	worlds int // how many of them: the first one, and others that are drawn
	steps  int // how many steps are followed
	layer  int // nodes of the worlds after so many steps
	work   int // nodes of all that is made of them
}

// What is tried to find the end of all runs, or of the lasso, before anything is
// asked of a part of them: layers without anything recorded, which are cheap, and
// layers with, as long as they are small.
const (
	cheapLayers = 256
	otherLayers = 16
	smallLayer  = 20_000  // nodes, with anything recorded
	largeLayer  = 200_000 // without
)

// firstWork is how much work the first steps of runs may take before anything else goes on that may take
// as much: some tenth of a second. The end of all runs is looked for with so great a part of it.
const (
	firstWork = 1_000_000
	endPart   = 4
)

// deepest is the depth at which a check gives up that names none.
const deepest = 10_000
