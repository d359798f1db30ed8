package symbolic

import (
	"fmt"
	"slices"

	"github.com/epibdd/epibdd/internal/heuristic"
)

// Pair is a bit of the state before and after a step. The next bit is best put
// right below the current one.
type Pair struct{ Cur, Next Bit }

// Part is one disjunct of a relation: conjuncts over current, next and
// auxiliary bits, and the pairs of bits written. Bits that are not written stay
// as they are. Parts do not change; what they cache is the space's own
// goroutine's business, like the space.
type Part struct {
	space     *Space
	conjuncts []Set
	writes    []Pair // by Cur
	aux       Cube
	next      Cube
	cur       Cube // the written ones

	care    Set      // see Within; not valid: all
	carried *carried // nil: nothing

	toNext, toCur Renaming
	preimage      schedule
	asked         int   // how often for a preimage
	closed        bool  // preimage is one relation between the states of care
	of            *Part // see Quantifying; nil: none whose states of care are of use
	spent         int64 // steps for preimages, while it is of use
	image         schedule
	domain        Set
	simplified    simplified
}

// NewPart returns the relation in which a step satisfies all conjuncts for some
// values of the bits aux, and changes at most the bits of writes. A conjunct
// may depend on any current bit, on aux, and on the next bits of writes. It
// panics if writes or aux share a bit.
func (sp *Space) NewPart(conjuncts []Set, writes []Pair, aux []Bit) *Part {
	sp.Full().with(conjuncts...)
	p := &Part{space: sp, conjuncts: slices.Clone(conjuncts), writes: slices.Clone(writes), aux: sp.Cube(aux...)}
	slices.SortFunc(p.writes, func(a, b Pair) int { return int(a.Cur - b.Cur) })
	var cur, next []Bit
	used := make(map[Bit]bool)
	for _, b := range p.aux.bits {
		used[b] = true
	}
	for _, w := range p.writes {
		for _, b := range []Bit{w.Cur, w.Next} {
			if used[b] {
				panic(fmt.Sprintf("symbolic: bit %d has two roles in a part", b))
			}
			used[b] = true
		}
		cur, next = append(cur, w.Cur), append(next, w.Next)
	}
	p.cur, p.next = sp.Cube(cur...), sp.Cube(next...)
	p.toNext = mustRename(sp, cur, next)
	p.toCur = mustRename(sp, next, cur)
	return p
}

func mustRename(sp *Space, from, to []Bit) Renaming {
	r, err := sp.Renaming(from, to)
	if err != nil {
		panic(err)
	}
	return r
}

// With returns the part restricted by a further conjunct.
func (p *Part) With(c Set) *Part {
	q := *p
	q.conjuncts = append(slices.Clone(p.conjuncts), c)
	q.preimage, q.image, q.domain, q.asked, q.closed, q.of, q.simplified = nil, nil, Set{}, 0, false, nil, simplified{}
	q.carried = p.carried.derive(func(p *Part) *Part { return p.With(c) })
	p.space.Full().with(c)
	return &q
}

// Quantifying returns p with other auxiliary bits. Where p is for some states alone, so is it.
func (p *Part) Quantifying(aux []Bit) *Part {
	q := p.space.NewPart(p.conjuncts, p.writes, aux)
	if p.care.IsValid() && !p.space.without.Has(heuristic.ClosedSteps) {
		q.of = p
	}
	return q
}

// Within returns p for use in states of care alone, out of which no step may lead:
// preimages are right in care only, and so of any set that agrees with the given
// one in care. Where it takes fewer steps one with fewer nodes is used (Coudert and Madre 1990).
func (p *Part) Within(care Set) *Part {
	q := *p
	q.care, q.preimage, q.asked, q.closed, q.of, q.simplified = care, nil, closeUpAt-1, false, nil, simplified{}
	q.carried = p.carried.derive(func(p *Part) *Part { return p.Within(care) })
	p.space.Full().with(care)
	return &q
}

// ClosedIn is Within for few states: the steps from these are joined, where they take so few nodes.
func (p *Part) ClosedIn(care Set, nodes int) *Part {
	q := p.Within(care)
	q.asked = closeUpAt
	q.closeUp(care, nodes)
	return q
}

// Conjuncts returns the conjuncts as they were given.
func (p *Part) Conjuncts() []Set { return slices.Clone(p.conjuncts) }

// Steps returns the steps of p from the states of x, as a set over current,
// next and auxiliary bits. It can be large; it is meant for few states, to see
// how they go on.
func (p *Part) Steps(x Set) Set {
	for _, q := range p.forward() {
		x = x.And(q.conjunct)
	}
	return x
}

// Next returns x over the next bits of those that p writes: where its steps lead.
func (p *Part) Next(x Set) Set { return x.Rename(p.toNext) }

// Writes returns the pairs written, ordered by current bit.
func (p *Part) Writes() []Pair { return slices.Clone(p.writes) }

// Aux returns the auxiliary bits.
func (p *Part) Aux() Cube { return p.aux }

// Reads returns the current bits on which some conjunct depends, ascending.
func (p *Part) Reads() []Bit {
	var reads []Bit
	for _, c := range p.conjuncts {
		for _, b := range c.Support() {
			if !p.aux.Contains(b) && !p.next.Contains(b) {
				reads = append(reads, b)
			}
		}
	}
	return sortedBits(reads)
}

// Relation is a union of parts. The zero Relation has no step.
type Relation struct {
	parts []*Part
	work  *joint
}

// NewRelation returns the union of the parts, which must be of one space. The
// order of the parts matters only for speed.
func NewRelation(parts ...*Part) Relation {
	for _, p := range parts {
		if p.space != parts[0].space {
			panic("symbolic: parts of different spaces")
		}
	}
	return Relation{slices.Clone(parts), &joint{}}
}

// Parts returns the parts.
func (r Relation) Parts() []*Part { return slices.Clone(r.parts) }

// IsEmpty tells whether r has no parts.
func (r Relation) IsEmpty() bool { return len(r.parts) == 0 }

// Union returns the relation with the steps of r and of t.
func (r Relation) Union(t Relation) Relation {
	return NewRelation(slices.Concat(r.parts, t.parts)...)
}

// With returns r with c as a further conjunct of each part.
func (r Relation) With(c Set) Relation {
	parts := make([]*Part, len(r.parts))
	for i, p := range r.parts {
		parts[i] = p.With(c)
	}
	return NewRelation(parts...)
}

// Within returns r for use in states of care alone, out of which no step may lead:
// preimages are right in care only.
func (r Relation) Within(care Set) Relation {
	parts := make([]*Part, len(r.parts))
	for i, p := range r.parts {
		parts[i] = p.Within(care)
	}
	return NewRelation(parts...)
}

// ClosedIn is Within for few states, see Part.ClosedIn.
func (r Relation) ClosedIn(care Set, nodes int) Relation {
	parts := make([]*Part, len(r.parts))
	for i, p := range r.parts {
		parts[i] = p.ClosedIn(care, nodes)
	}
	return NewRelation(parts...)
}

// Preimage returns the states from which some step leads into x.
func (r Relation) Preimage(x Set) Set {
	return r.collect(x.Space(), func(p *Part) Set { return p.Preimage(x) })
}

// Image returns the states into which some step leads from x.
func (r Relation) Image(x Set) Set {
	return r.collect(x.Space(), func(p *Part) Set { return p.Image(x) })
}

// Domain returns the states that have some step, in the space sp.
func (r Relation) Domain(sp *Space) Set { return r.collect(sp, (*Part).Domain) }

func (r Relation) collect(sp *Space, f func(*Part) Set) Set {
	if r.IsEmpty() {
		return sp.Empty()
	}
	groups := r.together()
	sets := make([]Set, len(groups))
	for i, p := range groups {
		sets[i] = f(p)
	}
	return sp.OrAll(sets...)
}
