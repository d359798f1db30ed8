package symbolic

import (
	"cmp"
	"context"
	"slices"

	"github.com/epibdd/epibdd/internal/heuristic"
)

// A step that another one always follows, such as the turn of a card before it is accepted or
// rejected, need not be a step of a search. Let f be a group that cannot follow itself, and F
// the groups that may follow f, each of which follows f alone. Then what groups lead to from X is
//
//	P ∪ f(P)   where P is the least fixpoint of P = X ∪ ⋃{g(P) : g ≠ f} ∪ ⋃{g(f(P)) : g ∈ F}.
//
// For P ∪ f(P) contains X, all of it is reached, and it is closed: f(f(P)) is empty, g(f(P)) is part of
// P for g in F and empty for others. So each g after f is one relation, the states in
// between are not looked at in each round, and one image in the end finds them.

// composeFrom is the number of nodes of what was reached from which on it is worth to compose.
const composeFrom = 20_000

// composedNodes bounds the nodes that a composition takes on the way.
const composedNodes = 1 << 17

// composition is how a search goes on once groups are composed. Each of these begins with the
// step of one of those before and ends with that of one, mostly the same.
type composition struct {
	between      *Part // leads to the states in between
	groups       []*Part
	begins, ends []int
}

// composition returns nil if no group is followed as above by others, or the steps of both take
// too many nodes.
func (r Relation) composition() *composition {
	if r.work.composed == nil {
		r.work.composed = &composition{}
		for i := range r.Groups() {
			if c := r.compose(i); c != nil {
				r.work.composed = c
				break
			}
		}
	}
	if r.work.composed.between == nil {
		return nil
	}
	return r.work.composed
}

// compose joins a group with each of those that may follow it.
func (r Relation) compose(first int) *composition {
	groups, after := r.Groups(), r.mayFollow()
	if !isLead(after, first) {
		return nil
	}
	c := &composition{between: groups[first]}
	for k, g := range groups {
		if after[first][k] {
			both := groups[first].before(g)
			if both == nil {
				return nil
			}
			c.groups, c.begins, c.ends = append(c.groups, both), append(c.begins, first), append(c.ends, k)
		}
	}
	for k, g := range groups {
		if k != first {
			c.groups, c.begins, c.ends = append(c.groups, g), append(c.begins, k), append(c.ends, k)
		}
	}
	return c
}

// isLead tells whether group f is followed by some others, each of which follows it alone.
func isLead(after [][]bool, f int) bool {
	if after[f][f] || !slices.Contains(after[f], true) {
		return false
	}
	for h := range after {
		for k, follows := range after[f] {
			if h != f && follows && after[h][k] {
				return false
			}
		}
	}
	return true
}

// compose goes on with a composition, if there is one. The search begins anew then: what there
// is by now was reached in half steps, and rounds would go on to expand states of different
// distances together, and find again what others have found. That costs little, since what was
// reached is small. Those who change least go first: the others expand what these find in the
// same round. A search with a limit is not composed: it asks whether there are few nodes, and
// without the states in between there are longer few, while the steps to the next ones take as
// long. Of 52 cards under parity the limit was met after twice the work.
func (s *search) compose(r Relation) {
	sp := s.reached.Space()
	if s.between != nil || s.most > 0 || s.backwards || !s.within.IsFull() || sp.without.Has(heuristic.Composing) || !s.reached.IsLarger(sp.composing) {
		return
	}
	c := r.composition()
	if c == nil {
		return
	}
	after := r.mayFollow()
	s.between, s.todo, s.reached = c.between, nil, s.from
	for _, g := range c.groups {
		s.todo = append(s.todo, &todo{group: g, states: s.from})
	}
	mayFollow := make([][]bool, len(c.groups))
	for i := range c.groups {
		for k := range c.groups {
			mayFollow[i] = append(mayFollow[i], after[c.ends[i]][c.begins[k]])
		}
	}
	s.link(mayFollow)
	slices.SortStableFunc(s.todo, func(t, u *todo) int { return cmp.Compare(len(t.group.writes), len(u.group.writes)) })
}

// before returns the part whose steps are one of p and one of q after it, nil if these are not
// small. What is in between takes a further copy of the bits, in a space of its own.
func (p *Part) before(q *Part) *Part {
	u, v := newUnion(p), newUnion(q)
	if u == nil || v == nil {
		return nil
	}
	sp, ctx := p.space, context.Background()
	if sp.frame != nil {
		ctx = sp.frame.ctx
	}
	var order []Bit
	for _, b := range sp.Order() {
		order = append(order, b, sp.copied(b))
	}
	wide, err := NewSpace(2*sp.bits, Options{Order: order, Nodes: composedNodes, Meter: sp.metering})
	if err != nil {
		return nil
	}
	var both *Part
	if err := wide.Do(ctx, func() error { both = u.before(v, wide); return nil }); err != nil {
		return nil // and if it was not the number of nodes, the next operation stops
	}
	return both
}

// copied is the copy of a bit in the space for what is in between.
func (sp *Space) copied(b Bit) Bit { return b + Bit(sp.bits) }

// before is the composition of u and v. A bit in between is the next one where u alone writes,
// the current one where v alone does, and a copy where both do.
func (u *union) before(v *union, wide *Space) *Part {
	sp := u.space
	after, read := make(map[Bit]Bit), make(map[Bit]Bit) // where u leads to, and v goes on from
	for _, w := range u.writes {
		read[w.Cur] = w.Next
	}
	var between []Bit
	for _, w := range v.writes {
		if _, both := read[w.Cur]; both {
			b := sp.copied(w.Cur)
			after[w.Next], read[w.Cur] = b, b
			between = append(between, b)
		}
	}
	first := u.relation.Exists(sp.Cube(u.aux...)).CopyTo(wide, renamed(after))
	second := v.relation.Exists(sp.Cube(v.aux...)).CopyTo(wide, renamed(read))
	steps := first.AndExists(second, wide.Cube(between...))
	if steps.IsLarger(joinedNodes) {
		return nil
	}
	relation := steps.CopyTo(sp, renamed(nil))
	var writes []Pair
	for _, w := range append(u.missing(v.writes), u.writes...) {
		if relation.SubsetOf(sp.Lit(w.Cur).Iff(sp.Lit(w.Next))) {
			relation = relation.Exists(sp.Cube(w.Next))
		} else {
			writes = append(writes, w)
		}
	}
	return sp.NewPart([]Set{relation}, writes, nil)
}

// renamed gives bits other names, and lets those without one keep theirs.
func renamed(names map[Bit]Bit) func(Bit) Bit {
	return func(b Bit) Bit {
		if other, ok := names[b]; ok {
			return other
		}
		return b
	}
}
