package encode

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// A knowledge action multiplies worlds by alternatives, which are numbered by the
// bits of a block. An action that follows another one needs a block of its own,
// so blocks are planned for each action by the number of those before it; what is
// learnt in different formulas may share them. A block stands right below the
// last cell that the tests of its action read: there it costs least, while on top
// it would multiply everything by the number of alternatives.

// MaxAlternatives bounds the alternatives of one knowledge action.
const MaxAlternatives = 1 << 12

// maxBlocks bounds the blocks; further actions share those there are.
const maxBlocks = 1 << 9

// Occurrence is a knowledge action in what is asked: the outermost program that
// it is a part of, and how many blocks are in use before it.
type Occurrence struct {
	Program spec.Program
	Depth   int
}

// Block is a number below some bound, held by bits that belong to no state.
type Block struct {
	system *System
	cell   *cell
	width  int
}

// block is a block in the plan.
type block struct {
	cell  *cell
	depth int
	reads edge
}

// Block returns a block for the numbers below n that is none of those taken.
func (s *System) Block(o Occurrence, n int, taken []*Block) (*Block, error) {
	free := func(b *block) bool {
		return n <= len(b.cell.values) && !slices.ContainsFunc(taken, func(t *Block) bool { return t.cell == b.cell })
	}
	b := s.plan.blocks[o]
	if b == nil || !free(b) {
		i := slices.IndexFunc(s.plan.blockList, free)
		if i < 0 {
			return nil, fmt.Errorf("no bits were planned for a knowledge action with %d alternatives; pass the formula when the system is made", n)
		}
		b = s.plan.blockList[i]
	}
	return &Block{s, b.cell, bits.Len(uint(n - 1))}, nil
}

// Bits returns the bits of the block that are in use.
func (b *Block) Bits() []symbolic.Bit { return b.cell.cur[len(b.cell.cur)-b.width:] }

// Is returns the vectors in which the block holds i.
func (b *Block) Is(i int) symbolic.Set {
	used, values := b.Bits(), make([]bool, b.width)
	for k := range used {
		values[k] = i>>(b.width-1-k)&1 == 1
	}
	return b.system.space.Singleton(symbolic.Assign(used, values))
}

// updates plans blocks for the knowledge actions in a formula, of which depth are
// performed before it, and joins what their tests read.
func (sc *scene) updates(e spec.Expr, ns names, depth int) {
	if e.Traits()&spec.Modal == 0 || sc.tired() {
		return
	}
	switch e := e.(type) {
	case *spec.Update:
		sc.updates(e.X, ns, sc.perform(e.Action, nil, ns, depth))
		return
	case *spec.Call:
		sc.updates(e.Define.Body, sc.arguments(e.Define.Params, e.Args, ns), depth)
		for _, a := range e.Args {
			sc.updates(a, ns, depth)
		}
		return
	case *spec.Fold:
		sc.each(e.Binders, ns, func(ns names) { sc.updates(e.Body, ns, depth) })
		return
	}
	for _, c := range spec.Children(e) {
		sc.updates(c, ns, depth)
	}
}

// perform plans blocks for a knowledge action and returns the depth behind it.
func (sc *scene) perform(p, outer spec.Program, ns names, depth int) int {
	if outer == nil {
		if _, seq := p.(*spec.Seq); !seq {
			outer = p
		}
	}
	last := depth
	switch p := p.(type) {
	case *spec.Seq:
		for _, q := range p.Parts {
			last = sc.perform(q, outer, ns, last)
		}
		return last
	case *spec.Choice:
		for i, q := range p.Parts {
			if p.Marked < 0 || p.Marked == i {
				last = max(last, sc.perform(q, outer, ns, depth))
			}
		}
		return last
	case *spec.SomeOf:
		sc.each(p.Binders, ns, func(ns names) { last = max(last, sc.perform(p.Body, outer, ns, depth)) })
		return last
	case *spec.Run:
		return sc.perform(p.Named.Body, outer, sc.arguments(p.Named.Params, p.Args, ns), depth)
	}
	var reads edge
	n := sc.alternatives(p, outer, ns, depth, &reads)
	reads = unique(reads)
	if n > 1 {
		b := sc.plan.blockFor(Occurrence{outer, depth}, n)
		b.reads = unique(append(b.reads, reads...))
	}
	if key := fmt.Sprint(reads); !sc.joined[key] { // the same question to the next player is no news
		sc.joined[key] = true
		sc.join(reads)
	}
	return depth + 1
}

// alternatives is how many alternatives a knowledge action has at most, with
// what its tests read.
func (sc *scene) alternatives(p, outer spec.Program, ns names, depth int, reads *edge) int {
	n := 0
	add := func(more int) { n = min(n+more, MaxAlternatives) }
	switch p := p.(type) {
	case *spec.Test:
		sc.updates(p.X, ns, depth)
		if p.X.Traits()&spec.Modal == 0 {
			*reads = append(*reads, sc.reads(p.X, ns)...)
		}
		return 1
	case *spec.Choice:
		for _, q := range p.Parts {
			add(sc.alternatives(q, outer, ns, depth, reads))
		}
		return n
	case *spec.SomeOf:
		sc.each(p.Binders, ns, func(ns names) { add(sc.alternatives(p.Body, outer, ns, depth, reads)) })
		return n
	case *spec.Run:
		return sc.alternatives(p.Named.Body, outer, sc.arguments(p.Named.Params, p.Args, ns), depth, reads)
	case *spec.Learn:
		return sc.alternatives(p.X, outer, ns, depth, reads)
	}
	n = 1
	_, seq := p.(*spec.Seq)
	for _, q := range spec.Subprograms(p) {
		n = min(n*sc.alternatives(q, outer, ns, depth, reads), MaxAlternatives)
		if seq { // what follows is asked of the worlds that this part leads to
			sc.plan.blockFor(Occurrence{outer, depth}, n)
			depth++
		}
	}
	return n
}

// blockFor returns the block of an occurrence, large enough for n alternatives.
func (p *plan) blockFor(o Occurrence, n int) *block {
	b := p.blocks[o]
	if b == nil && len(p.blockList) >= maxBlocks {
		b = p.blockList[slices.IndexFunc(p.blockList, func(b *block) bool { return b.depth == o.Depth || b.depth == 0 })]
	}
	if b == nil {
		c := &cell{name: fmt.Sprintf("alternative %d", o.Depth+1), at: 0.5, id: len(p.cells)}
		p.cells = append(p.cells, c)
		b = &block{cell: c, depth: o.Depth}
		p.blockList = append(p.blockList, b)
	}
	p.blocks[o] = b
	if size := 1 << bits.Len(uint(max(n, 1)-1)); size > len(b.cell.values) {
		b.cell.values = make([]spec.Value, size)
	}
	return b
}

// fewBlocks is how many blocks there are at most for which no cell is a hub.
const fewBlocks = 3

// lowerBlocks moves each block below the last cell that its tests read. Hubs do
// not count, cells that the tests of most actions read: otherwise all blocks whose
// other cells stand above would gather there, and what they depend on would have to
// be remembered up to there.
func (p *plan) lowerBlocks(order []*cell) []*cell {
	readers := map[*cell]int{}
	for _, b := range p.blockList {
		for _, c := range b.reads {
			readers[c]++
		}
	}
	place := p.places(order)
	below := map[*cell][]*cell{} // blocks to stand below a cell
	moved := map[*cell]bool{}
	for _, b := range p.blockList {
		var last *cell
		for _, c := range b.reads {
			hub := len(p.blockList) > fewBlocks && 2*readers[c] > len(p.blockList)
			if !hub && (last == nil || place[c.id] > place[last.id]) {
				last = c
			}
		}
		if last != nil {
			below[last] = append(below[last], b.cell)
			moved[b.cell] = true
		}
	}
	var out []*cell
	for _, c := range order {
		if !moved[c] {
			out = append(append(out, c), below[c]...)
		}
	}
	return out
}
