package eval

import (
	"math/big"
	"slices"

	"github.com/epibdd/epibdd/encode/internal/codes"
	"github.com/epibdd/epibdd/encode/internal/tune"
	"github.com/epibdd/epibdd/encode/internal/value"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

// Guards such as `exists c in Card: place[c] = table & legal(c)` are unions
// whose members are small, while the union itself may be exponential: it speaks
// of all sets of cards that might be on the table, though there is never more
// than one. Full-deck Eleusis with seven laws did not finish in five minutes as
// one set; as a union of members it takes seconds. A guard is therefore split at
// exists and | until its members would be joined to something large.

// Disjuncts returns sets whose union is where e is true, outside of where it is
// undefined.
func (ev *Evaluator) Disjuncts(e spec.Expr, ns value.Names) (ins []symbolic.Set, undef symbolic.Set) {
	switch e := e.(type) {
	case *spec.Fold:
		how := ev.foldPlanOf(e)
		if e.Op != spec.Exists || slices.Contains(how.kept, true) || how.size.Cmp(big.NewInt(tune.MaxParts)) > 0 {
			break
		}
		terms, undef := ev.instances(e, ns)
		return Unite(ev.Codes, terms.sets), undef
	case *spec.Binary:
		if e.Op == spec.And && e.Traits()&spec.ReadsState != 0 {
			return ev.conjunction(e, ns)
		}
	}
	in, undef := ev.Holds(e, ns)
	return []symbolic.Set{in}, undef
}

// conjunction splits the operands of x & y, of which y is evaluated where x holds.
func (ev *Evaluator) conjunction(e *spec.Binary, ns value.Names) (ins []symbolic.Set, undef symbolic.Set) {
	xs, undef := ev.Disjuncts(e.X, ns)
	ys, u := ev.Disjuncts(e.Y, ns)
	for _, x := range xs {
		undef = undef.Or(x.And(u))
	}
	if len(xs)*len(ys) > tune.MaxParts {
		ys = []symbolic.Set{ev.Codes.Space.OrAll(ys...)}
	}
	for _, x := range xs {
		for _, y := range ys {
			if both := x.And(y); !both.IsEmpty() {
				ins = append(ins, both)
			}
		}
	}
	if len(ins) == 0 {
		ins = []symbolic.Set{ev.Codes.Space.Empty()}
	}
	return ins, undef
}

// Unite returns sets with the same union, joined as long as they stay small.
func Unite(cs *codes.Codes, sets []symbolic.Set) []symbolic.Set {
	sets = slices.DeleteFunc(slices.Clone(sets), symbolic.Set.IsEmpty)
	if len(sets) == 0 {
		return []symbolic.Set{cs.Space.Empty()}
	}
	return halves(cs, sets)
}

// halves joins each half, and the two if they are small.
func halves(cs *codes.Codes, sets []symbolic.Set) []symbolic.Set {
	n := len(sets)
	if n == 1 || tiny(cs, sets) {
		return []symbolic.Set{cs.Space.OrAll(sets...)}
	}
	lo, hi := halves(cs, sets[:n/2]), halves(cs, sets[n/2:])
	if len(lo) > 1 || len(hi) > 1 || lo[0].CountNodes()+hi[0].CountNodes() > cs.Sizes.Union {
		return slices.Concat(lo, hi)
	}
	return []symbolic.Set{lo[0].Or(hi[0])}
}

// tiny tells, from the size of the outer ones, whether a few sets can be joined
// without counting them all: nearly always they can, and counting costs more.
func tiny(cs *codes.Codes, sets []symbolic.Set) bool {
	n := len(sets)
	return n <= 4 && max(sets[0].CountNodes(), sets[n-1].CountNodes()) <= cs.Sizes.Union/16
}

// unionOf returns the union of sets. If it is not small, each is first cut to
// the care set: what is asked of reachable states is small there.
func (ev *Evaluator) unionOf(sets []symbolic.Set) symbolic.Set {
	members := Unite(ev.Codes, sets)
	if len(members) > 1 && !ev.care.Equal(ev.Codes.Valid) {
		for i, m := range members {
			members[i] = m.And(ev.care)
		}
	}
	return ev.Codes.Space.OrAll(members...)
}
