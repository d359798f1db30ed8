package symbolic

import (
	"slices"

	"github.com/epibdd/epibdd/internal/heuristic"
)

// Parts that cannot follow one another, such as the instances of an action that
// each ends what allows the others, gain nothing from being taken in turn. If
// the union of their relations is small, one pass over the states instead of one
// for each is worth much: in full-deck Eleusis, where 52 parts play a card each,
// images by the union take a sixth of the time.

// joinedNodes bounds the nodes of a union of parts.
const joinedNodes = 8000

// For one image under all parts it does not matter which of them may follow which. Those of many
// agents, each of whom looks at little, are no more nodes together than one by one, and one
// pass over the states instead of one for each: 40 philosophers, asked for shortest ways, take a
// ninth of the work. To join parts takes as much as some images, which fewPasses are not worth.
const (
	togetherAt = 4 // images that were asked for before
	fewPasses  = 16
)

// manyGroups is the number of groups from which on it is not found out which of
// them may follow which.
const manyGroups = 64

// joint is what a relation works with. It is made when first needed.
type joint struct {
	groups []*Part
	after  [][]bool // by group: whether another may follow it; nil: not known
	asked  int      // how often for an image under all groups
	passes []*Part  // for these images, from some time on

	composed *composition // nil: not known, empty: none
}

// Groups returns parts with the same steps that images are made of: those of r,
// some of them joined.
func (r Relation) Groups() []*Part {
	if r.IsEmpty() {
		return nil
	}
	if r.work.groups == nil {
		if r.work.groups = r.parts; !r.parts[0].space.without.Has(heuristic.JoinedParts) {
			r.work.groups = join(r.parts)
		}
	}
	return r.work.groups
}

// together returns parts with the same steps, for images under all of them at once.
func (r Relation) together() []*Part {
	groups := r.Groups()
	if len(groups) <= fewPasses || r.parts[0].space.without.Has(heuristic.OnePass) {
		return groups
	}
	if r.work.asked++; r.work.asked <= togetherAt {
		return groups
	}
	if r.work.passes == nil {
		r.work.passes = merged(groups)
		if care := r.parts[0].care; care.IsValid() && !slices.ContainsFunc(r.parts, func(p *Part) bool { return !p.care.IsValid() || !p.care.Equal(care) }) {
			for _, p := range r.work.passes {
				p.startIn(care)
			}
		}
	}
	return r.work.passes
}

// startIn lets preimages be states of care alone, where the steps from there do not take many
// more nodes than all steps: what is no state of care is not found first and then cut off.
func (p *Part) startIn(care Set) {
	if len(p.conjuncts) != 1 || p.care.IsValid() || care.IsFull() || p.space.without.Has(heuristic.CareSets) {
		return
	}
	steps := p.conjuncts[0].And(care)
	if steps.IsLarger(2 * (p.conjuncts[0].CountNodes() + care.CountNodes())) {
		return
	}
	drop := p.space.Cube(slices.Concat(p.next.bits, p.aux.bits)...)
	p.preimage = schedule{{conjunct: steps, quantify: drop, before: p.toNext}}
}

// merged joins neighbours whatever they may follow, by halves.
func merged(parts []*Part) []*Part {
	var merge func(parts []*Part) (all []*Part, one *union)
	merge = func(parts []*Part) (all []*Part, one *union) {
		if len(parts) == 1 {
			return parts, newUnion(parts[0])
		}
		left, u := merge(parts[:len(parts)/2])
		right, v := merge(parts[len(parts)/2:])
		if u == nil || v == nil || !u.merge(v) {
			return slices.Concat(left, right), nil
		}
		return []*Part{u.part()}, u
	}
	all, _ := merge(parts)
	return all
}

// mayFollow tells for each pair of groups whether the second may take a step from
// a state that the first leads to.
func (r Relation) mayFollow() [][]bool {
	if r.IsEmpty() || r.work.after != nil {
		return r.work.after
	}
	groups := r.Groups()
	after := make([][]bool, len(groups))
	guards := make([][]Set, len(groups))
	if len(groups) < manyGroups {
		for k, p := range groups {
			guards[k] = p.projections()
		}
	}
	for i, p := range groups {
		after[i] = make([]bool, len(groups))
		var x Set
		if len(groups) < manyGroups {
			x = p.outcome()
		}
		for k := range groups {
			after[i][k] = !x.IsValid() || goesOn(x, guards[k])
		}
	}
	r.work.after = after
	return after
}

// goesOn tells whether one of the states may satisfy all guards.
func goesOn(x Set, guards []Set) bool {
	for _, c := range guards {
		x = x.And(c)
	}
	return !x.IsEmpty()
}

// projections returns what each conjunct says of the state before a step.
func (p *Part) projections() []Set {
	gs := p.guards()
	for _, c := range withSupport(p.conjuncts) {
		if slices.ContainsFunc(c.support, p.next.Contains) {
			gs = append(gs, c.set.Exists(p.next))
		}
	}
	return gs
}

// join joins neighbours that cannot follow one another.
func join(parts []*Part) []*Part {
	if len(parts) == 1 {
		return parts
	}
	var groups []*Part
	var now *apart
	for _, p := range parts {
		u := newApart(p)
		switch {
		case u == nil:
			groups, now = append(groups, p), nil
		case now != nil && now.add(u):
			groups[len(groups)-1] = now.part()
		default:
			groups, now = append(groups, p), u
		}
	}
	return groups
}

// union is a group that can grow: relation is that of all its parts over the
// bits written.
type union struct {
	space    *Space
	relation Set
	writes   []Pair
	aux      []Bit
}

// newUnion returns nil if the relation of p is not small.
func newUnion(p *Part) *union {
	var conjuncts []conjunct
	for _, c := range p.conjuncts {
		conjuncts = append(conjuncts, conjunct{set: c})
	}
	relation := p.space.Full()
	for _, c := range halves(conjuncts, joinedNodes) {
		if relation = relation.And(c.set); relation.IsLarger(joinedNodes) {
			return nil
		}
	}
	return &union{p.space, relation, p.writes, p.aux.bits}
}

// apart is a union of parts of which none can follow another or itself: domain and image
// contain the states before and after steps.
type apart struct {
	*union
	domain, image Set
}

// newApart returns nil if the relation of p is not small.
func newApart(p *Part) *apart {
	u := newUnion(p)
	if u == nil {
		return nil
	}
	return &apart{u, p.space.AndAll(p.guards()...), u.relation.Exists(p.cur).Exists(p.aux).Rename(p.toCur)}
}

// outcome contains the states that p leads to: it is the image of all states, but
// conjuncts that make it large are left out.
func (p *Part) outcome() Set {
	x := p.space.Full()
	for _, q := range p.forward() {
		y := q.of(x)
		if y.IsLarger(joinedNodes) {
			y = x.Exists(q.quantify).Rename(q.after)
		}
		x = y
	}
	return x
}

// guards returns the conjuncts without next bits: outside them there is no step.
// They may depend on auxiliary bits.
func (p *Part) guards() []Set {
	var gs []Set
	for _, c := range withSupport(p.conjuncts) {
		if !slices.ContainsFunc(c.support, p.next.Contains) {
			gs = append(gs, c.set)
		}
	}
	return gs
}

// add joins v to u, if neither can follow the other or itself and the result is small.
func (u *apart) add(v *apart) bool {
	domain, image := u.domain.Or(v.domain), u.image.Or(v.image)
	if domain.IsLarger(joinedNodes) || image.IsLarger(joinedNodes) || !domain.Disjoint(image) || !u.merge(v.union) {
		return false
	}
	u.domain, u.image = domain, image
	return true
}

// merge joins v to u if the result is small, and no larger than both together: otherwise
// one pass does more than two. To accept and to reject a card of Eleusis, each of 1,600 nodes,
// takes 6,800 as one relation, with images that take 7 to 50 % longer, depending on the order.
func (u *union) merge(v *union) bool {
	own, others := u.over(v.writes), v.over(u.writes)
	relation := own.Or(others)
	if n := relation.CountNodes(); n > joinedNodes || n > own.CountNodes()+others.CountNodes() {
		return false
	}
	u.relation = relation
	u.writes = append(u.writes[:len(u.writes):len(u.writes)], u.missing(v.writes)...)
	u.aux = sortedBits(append(u.aux[:len(u.aux):len(u.aux)], v.aux...))
	return true
}

// missing returns the pairs that u does not write.
func (u *union) missing(pairs []Pair) []Pair {
	written := make(map[Pair]bool, len(u.writes))
	for _, w := range u.writes {
		written[w] = true
	}
	return slices.DeleteFunc(slices.Clone(pairs), func(w Pair) bool { return written[w] })
}

// over returns the relation over further pairs, which it leaves as they are.
func (u *union) over(pairs []Pair) Set {
	var same []Set
	for _, w := range u.missing(pairs) {
		same = append(same, u.space.Lit(w.Cur).Iff(u.space.Lit(w.Next)))
	}
	return u.relation.And(u.space.AndAll(same...))
}

func (u *union) part() *Part { return u.space.NewPart([]Set{u.relation}, u.writes, u.aux) }
