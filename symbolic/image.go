package symbolic

import (
	"cmp"
	"math"
	"slices"

	"github.com/epibdd/epibdd/internal/heuristic"
)

// Images are relational products with early quantification, after Burch,
// Clarke and Long (1991): a product of conjuncts is built one conjunct after
// the other, and a bit is quantified as soon as no later conjunct depends on
// it. Small conjuncts are first joined into clusters (Ranjan and others, 1995),
// because every product walks over the whole intermediate result.

// closeUpNodes bounds the nodes of a relation between the states of Within, which is
// made when so many preimages were asked for.
// The part itself is close to it from the start, not so the many parts with a further
// conjunct. For a part that is made for one question it is made when preimages took so many
// steps (Quantifying).
const (
	closeUpNodes = 50_000
	closeUpAt    = 4
	closeUpSteps = 200_000
)

// schedule is a quantification schedule, a list of products: join a conjunct, quantify
// the bits that no later one depends on. States
// are renamed in the first one before a preimage, in the last one after an image.
type schedule []*product

func (s schedule) run(x Set) Set {
	for _, p := range s {
		if x.IsEmpty() {
			break
		}
		x = p.of(x)
	}
	return x
}

// Preimage returns the states from which some step of p leads into x. Both are
// over current bits.
func (p *Part) Preimage(x Set) Set {
	if x.IsEmpty() {
		return x
	}
	if p.of != nil {
		before := p.space.Work().Steps
		x = p.backward().run(x)
		p.spent += p.space.Work().Steps - before
		p.closeLate()
		return x
	}
	if p.care.IsValid() && !p.care.IsEmpty() && !p.space.without.Has(heuristic.CareSets) {
		return p.simplified.preimage(p, x)
	}
	return p.backward().run(x)
}

// backward is the schedule of preimages.
func (p *Part) backward() schedule {
	if p.asked++; p.asked == closeUpAt && p.care.IsValid() && len(p.aux.bits) > 0 && !p.space.without.Has(heuristic.ClosedSteps) {
		p.closeUp(p.care, closeUpNodes)
	}
	if p.preimage == nil {
		p.preimage = p.plan(true)
	}
	return p.preimage
}

// closeUp makes the steps from the states of care, over current and next bits, the schedule of
// preimages, if they take so few nodes. Those of agents that wait for one another do: little of
// what they could do is possible in a reachable state, and the bits of what they do are gone.
func (p *Part) closeUp(care Set, nodes int) {
	whole := care
	var conjuncts []conjunct
	for _, q := range p.forward() {
		conjuncts = append(conjuncts, conjunct{q.conjunct, q.conjunct.Support()})
	}
	for _, q := range p.quantifyEarly(conjuncts, p.aux.bits) {
		if whole = whole.AndExists(q.conjunct, q.quantify); whole.IsLarger(nodes) {
			return
		}
	}
	p.preimage, p.closed = schedule{{conjunct: whole, quantify: p.next, before: p.toNext}}, true
}

// closeLate is closeUp after many steps, if the steps of the part that p was made of take few
// nodes: those of p take more.
func (p *Part) closeLate() {
	if p.spent < closeUpSteps {
		return
	}
	if p.of.backward(); p.of.closed {
		p.closeUp(p.of.care, closeUpNodes)
	}
	p.of = nil
}

// forward is the schedule of images.
func (p *Part) forward() schedule {
	if p.image == nil {
		p.image = p.plan(false)
	}
	return p.image
}

// Image returns the states into which some step of p leads from x. Both are
// over current bits.
func (p *Part) Image(x Set) Set { return p.forward().run(x) }

// Product is one of the relational products that make an image: a conjunct of so many
// nodes is joined, and so many bits are quantified.
type Product struct{ Nodes, Quantified int }

// Schedule returns the products of Image, in their order.
func (p *Part) Schedule() []Product {
	image := p.forward()
	products := make([]Product, len(image))
	for i, step := range image {
		products[i] = Product{step.conjunct.CountNodes(), len(step.quantify.bits)}
	}
	return products
}

// Domain returns the states from which p has some step.
func (p *Part) Domain() Set {
	if !p.domain.IsValid() {
		p.domain = p.Preimage(p.space.Full())
	}
	return p.domain
}

// plan returns the quantification schedule of the auxiliary bits and of the written
// bits on one side: the next ones for a preimage, else the current ones.
func (p *Part) plan(preimage bool) schedule {
	drop := slices.Concat(p.cur.bits, p.aux.bits)
	if preimage {
		drop = slices.Concat(p.next.bits, p.aux.bits)
	}
	s := p.quantifyEarly(p.clusters(preimage, drop), drop)
	if preimage {
		s[0].before = p.toNext
	} else {
		s[len(s)-1].after = p.toCur
	}
	return s
}

// clusters are the conjuncts in the order of a preimage or an image, small ones
// joined.
func (p *Part) clusters(preimage bool, drop []Bit) []conjunct {
	conjuncts := withSupport(p.conjuncts)
	if len(p.aux.bits) > 0 && len(conjuncts) > 8 && !p.space.without.Has(heuristic.LeastLive) {
		start, later := p.cur, p.next
		if preimage {
			start, later = p.next, p.space.Cube()
		}
		conjuncts = leastLive(conjuncts, start, later, drop)
	} else {
		order(conjuncts, p.next, preimage)
	}
	return cluster(conjuncts, p.space.cluster, p.space.without)
}

// quantifyEarly is the quantification schedule of conjuncts in their order: it takes them
// one by one, and lets each bit of drop go as soon as no later one depends on it.
func (p *Part) quantifyEarly(conjuncts []conjunct, drop []Bit) schedule {
	last := make(map[Bit]int) // the last conjunct that depends on a bit
	for i, c := range conjuncts {
		for _, b := range c.support {
			last[b] = i
		}
	}
	if len(conjuncts) == 0 {
		conjuncts = []conjunct{{set: p.space.Full()}}
	}
	quantify := make([][]Bit, len(conjuncts))
	for _, b := range drop {
		quantify[last[b]] = append(quantify[last[b]], b) // or in the first, if there is none
	}
	var s schedule
	for i, c := range conjuncts {
		s = append(s, &product{conjunct: c.set, quantify: p.space.Cube(quantify[i]...)})
	}
	return s
}

// conjunct is a set with its support.
type conjunct struct {
	set     Set
	support []Bit
}

func withSupport(sets []Set) []conjunct {
	out := make([]conjunct, 0, len(sets))
	for _, s := range sets {
		if !s.IsFull() {
			out = append(out, conjunct{s, s.Support()})
		}
	}
	return out
}

// order puts the conjuncts that depend on next bits first in a preimage, where
// they let those bits go, and last in an image, where they bring them in after
// the guards have cut down the states. Otherwise conjuncts are ordered by their
// topmost bits, so that neighbours have bits in common.
func order(conjuncts []conjunct, next Cube, nextFirst bool) {
	rank := func(c conjunct) int {
		if slices.ContainsFunc(c.support, next.Contains) == nextFirst {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(conjuncts, func(c, d conjunct) int {
		return cmp.Or(cmp.Compare(rank(c), rank(d)), slices.Compare(c.support, d.support))
	})
}

// leastLive orders conjuncts so that few bits are in play at any time (after Geist
// and Beer 1994, and Ranjan and others 1995): next comes the conjunct that lets most
// bits go that no other one needs, for the bits that it brings in. A product starts
// with the bits of start; those of drop can go. What depends on bits of later, which an image
// brings in, comes after the guards, which depend on none, about bits that it has in common with
// them and that are not there from the start: what is done has to be allowed first. Of
// fourteen coins on a balance, weighings took 137,180 nodes before those that are allowed took 52.
func leastLive(conjuncts []conjunct, start, later Cube, drop []Bit) []conjunct {
	type play struct {
		here, droppable bool
		needs           int   // conjuncts still to come
		guards          int   // those of them that guard it, if it is brought in
		in              []int // all conjuncts
	}
	bits := make(map[Bit]*play)
	of := func(b Bit) *play {
		p := bits[b]
		if p == nil {
			p = &play{}
			bits[b] = p
		}
		return p
	}
	for _, b := range drop {
		of(b).droppable = true
	}
	for _, b := range start.bits {
		of(b).here = true
	}
	conjuncts = slices.Clone(conjuncts)
	slices.SortStableFunc(conjuncts, func(c, d conjunct) int { return slices.Compare(c.support, d.support) })
	guard := make([]bool, len(conjuncts))
	for i, c := range conjuncts {
		guard[i] = !slices.ContainsFunc(c.support, later.Contains)
		for _, b := range c.support {
			p := of(b)
			p.needs++
			p.in = append(p.in, i)
			if guard[i] && !p.here {
				p.guards++
			}
		}
	}
	// A score changes where something changes of a bit: it comes, one conjunct alone needs
	// it, it is guarded by none. Each happens once, so that all updates are about as many
	// as there are bits in the supports.
	gain := make([]int, len(conjuncts))    // bits that go, less those that come
	waiting := make([]int, len(conjuncts)) // for guards of so many bits
	for i, c := range conjuncts {
		for _, b := range c.support {
			p := bits[b]
			if !p.here {
				gain[i]--
			}
			if p.droppable && p.needs == 1 {
				gain[i]++
			}
			if !guard[i] && p.guards > 0 {
				waiting[i]++
			}
		}
	}
	best := newTournament(len(conjuncts), func(i int) int {
		if waiting[i] > 0 {
			return math.MinInt
		}
		return gain[i]
	})
	ordered := make([]conjunct, 0, len(conjuncts))
	for range conjuncts {
		i := best.first()
		best.remove(i)
		ordered = append(ordered, conjuncts[i])
		for _, b := range conjuncts[i].support {
			p := bits[b]
			comes, ready := !p.here, false
			p.here = true
			if guard[i] && p.guards > 0 {
				p.guards--
				ready = p.guards == 0
			}
			p.needs--
			alone := p.droppable && p.needs == 1
			if !comes && !ready && !alone {
				continue
			}
			for _, j := range p.in {
				if comes {
					gain[j]++
				}
				if alone {
					gain[j]++
				}
				if ready && !guard[j] {
					waiting[j]--
				}
				best.update(j)
			}
		}
	}
	return ordered
}

// tournament finds the first of those with the greatest score, by a tree of which each
// inner place has the better one of the two below it; a score that changed is told to it.
type tournament struct {
	score  func(i int) int
	leaves int
	winner []int // -1: none
}

func newTournament(n int, score func(i int) int) *tournament {
	t := &tournament{score: score, leaves: 1}
	for t.leaves < n {
		t.leaves *= 2
	}
	t.winner = make([]int, 2*t.leaves)
	for i := range t.leaves {
		t.winner[t.leaves+i] = i
		if i >= n {
			t.winner[t.leaves+i] = -1
		}
	}
	for at := t.leaves - 1; at > 0; at-- {
		t.play(at)
	}
	return t
}

func (t *tournament) first() int { return t.winner[1] }

func (t *tournament) remove(i int) {
	t.winner[t.leaves+i] = -1
	t.update(i)
}

func (t *tournament) update(i int) {
	for at := (t.leaves + i) / 2; at > 0; at /= 2 {
		t.play(at)
	}
}

func (t *tournament) play(at int) {
	l, r := t.winner[2*at], t.winner[2*at+1]
	if l < 0 || r >= 0 && t.score(r) > t.score(l) {
		l = r
	}
	t.winner[at] = l
}
