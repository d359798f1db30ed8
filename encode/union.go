package encode

import (
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Guards such as `exists c in Card: place[c] = table & legal(c)` are unions
// whose members are small, while the union itself may be exponential: it speaks
// of all sets of cards that might be on the table, though there is never more
// than one. Full-deck Eleusis with seven laws did not finish in five minutes as
// one set; as a union of parts it takes seconds. A guard is therefore split at
// exists and | until its members would be joined to something large.

// largeUnion is the number of nodes beyond which members are not joined.
const largeUnion = 4000

// disjuncts returns sets whose union is where e is true, outside of where it is
// undefined.
func (ev *evaluator) disjuncts(e spec.Expr, ns names) (ins []symbolic.Set, undef symbolic.Set) {
	switch e := e.(type) {
	case *spec.Fold:
		how := ev.foldPlanOf(e)
		if e.Op != spec.Exists || slices.Contains(how.kept, true) || how.size.Int64() > maxParts {
			break
		}
		terms, undef := ev.instances(e, ns)
		return ev.unite(terms.sets), undef
	case *spec.Binary:
		if e.Op == spec.And && e.Traits()&spec.ReadsState != 0 {
			return ev.conjunction(e, ns)
		}
	}
	in, undef := ev.holds(e, ns)
	return []symbolic.Set{in}, undef
}

// conjunction splits the operands of x & y, of which y is evaluated where x holds.
func (ev *evaluator) conjunction(e *spec.Binary, ns names) (ins []symbolic.Set, undef symbolic.Set) {
	xs, undef := ev.disjuncts(e.X, ns)
	ys, u := ev.disjuncts(e.Y, ns)
	for _, x := range xs {
		undef = undef.Or(x.And(u))
	}
	if len(xs)*len(ys) > maxParts {
		ys = []symbolic.Set{ev.space.OrAll(ys...)}
	}
	for _, x := range xs {
		for _, y := range ys {
			if both := x.And(y); !both.IsEmpty() {
				ins = append(ins, both)
			}
		}
	}
	if len(ins) == 0 {
		ins = []symbolic.Set{ev.none()}
	}
	return ins, undef
}

// unite joins sets pairwise as long as the results stay small.
func (s *System) unite(sets []symbolic.Set) []symbolic.Set {
	sets = slices.DeleteFunc(slices.Clone(sets), symbolic.Set.IsEmpty)
	if len(sets) == 0 {
		return []symbolic.Set{s.none()}
	}
	for {
		joined := s.uniteRound(sets)
		if len(joined) == len(sets) {
			return joined
		}
		sets = joined
	}
}

// uniteRound joins neighbours once, those that are both small.
func (s *System) uniteRound(sets []symbolic.Set) []symbolic.Set {
	var out []symbolic.Set
	for i := 0; i < len(sets); i++ {
		if i+1 < len(sets) && sets[i].CountNodes()+sets[i+1].CountNodes() <= largeUnion {
			out = append(out, sets[i].Or(sets[i+1]))
			i++
			continue
		}
		out = append(out, sets[i])
	}
	return out
}
