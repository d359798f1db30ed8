package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/spec"
)

// relation is what a program denotes, given by the worlds from which it can
// reach a set.
type relation interface {
	pre(x kleene.Set) kleene.Set
	// way is an execution from a world to one of a set; the world is surely in pre of it.
	way(w int, x kleene.Set) []edge
	// follow are the worlds to which the program leads from those of a set; it tells of
	// worlds in which, after a step of it, neither it nor what comes then can go on.
	follow(x kleene.Set, then rest, stuck stuckAfter) kleene.Set
	// start is rest of the program followed by then.
	start(then rest) rest
}

type (
	// stepRelation goes along edges: out lists those of each world, which lead to
	// Beyond where nothing was enumerated. What is there is open.
	stepRelation struct {
		out  [][]edge
		step *spec.Step // that was asked for; nil: none in particular
	}
	// testRelation stays in the worlds of a set.
	testRelation struct{ in kleene.Set }
	// seqRelation is one after the other.
	seqRelation []relation
	// choiceRelation is one of them.
	choiceRelation struct {
		n     int // worlds
		parts []relation
	}
	// starRelation is any number of times.
	starRelation struct{ body relation }
)

func (r *stepRelation) pre(x kleene.Set) kleene.Set {
	y := make(kleene.Set, len(x))
	for w, out := range r.out {
		for _, e := range out {
			if e.to == Beyond {
				y[w] = max(y[w], kleene.Open)
				continue
			}
			y[w] = max(y[w], x[e.to])
		}
	}
	return y
}

func (r *stepRelation) way(w int, x kleene.Set) []edge {
	i := slices.IndexFunc(r.out[w], func(e edge) bool { return e.to != Beyond && x.Has(e.to) })
	return r.out[w][i : i+1]
}

func (r *testRelation) pre(x kleene.Set) kleene.Set { return r.in.And(x) }

func (r *testRelation) way(int, kleene.Set) []edge { return nil }

func (r seqRelation) pre(x kleene.Set) kleene.Set {
	for i := len(r) - 1; i >= 0; i-- {
		x = r[i].pre(x)
	}
	return x
}

func (r seqRelation) way(w int, x kleene.Set) []edge {
	after := make([]kleene.Set, len(r)) // each part
	for i, part := range slices.Backward(r) {
		after[i] = x
		x = part.pre(x)
	}
	var all []edge
	for i, part := range r {
		more := part.way(w, after[i])
		all, w = append(all, more...), endOf(w, more)
	}
	return all
}

// endOf is where a way from a world leads.
func endOf(w int, way []edge) int {
	if len(way) == 0 {
		return w
	}
	return way[len(way)-1].to
}

func (r *choiceRelation) pre(x kleene.Set) kleene.Set {
	y := make(kleene.Set, r.n)
	for _, part := range r.parts {
		y = y.Or(part.pre(x))
	}
	return y
}

func (r *choiceRelation) way(w int, x kleene.Set) []edge {
	i := slices.IndexFunc(r.parts, func(part relation) bool { return part.pre(x).Has(w) })
	return r.parts[i].way(w, x)
}

func (r *starRelation) pre(x kleene.Set) kleene.Set {
	return kleene.Fixpoint(x, func(z kleene.Set) kleene.Set { return z.Or(r.body.pre(z)) })
}

// way takes as few rounds as it can.
func (r *starRelation) way(w int, x kleene.Set) []edge {
	rings := rings(w, x, func(z kleene.Set) kleene.Set { return z.Or(r.body.pre(z)) })
	var all []edge
	for i := ringOf(w, rings); i > 0; i = ringOf(w, rings) {
		more := r.body.way(w, rings[i-1])
		all, w = append(all, more...), endOf(w, more)
	}
	return all
}

// rings are growing sets, each made from the one before it, up to one that surely has a
// world.
func rings(w int, x kleene.Set, next func(kleene.Set) kleene.Set) []kleene.Set {
	all := []kleene.Set{x}
	for !x.Has(w) {
		grown := next(x)
		if grown.Equal(x) {
			panic("explicit: no way to what can be reached")
		}
		x = grown
		all = append(all, x)
	}
	return all
}

// ringOf is the first of growing sets that has a world.
func ringOf(w int, rings []kleene.Set) int {
	return slices.IndexFunc(rings, func(x kleene.Set) bool { return x.Has(w) })
}

// until is μZ. y ∨ x∧p(Z).
func until(p relation, x, y kleene.Set) kleene.Set {
	return kleene.Fixpoint(y, func(z kleene.Set) kleene.Set { return y.Or(x.And(p.pre(z))) })
}
