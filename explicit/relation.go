package explicit

import "github.com/epibdd/epibdd/explicit/internal/kleene"

// relation is what a program denotes, given by the worlds from which it can
// reach a set.
type relation interface {
	pre(x kleene.Set) kleene.Set
}

type (
	// stepRelation goes along edges: succ lists for each world where they lead, to
	// Beyond where nothing was enumerated. What is there is open.
	stepRelation struct{ succ [][]int }
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
	for w, succ := range r.succ {
		for _, v := range succ {
			if v == Beyond {
				y[w] = max(y[w], kleene.Open)
				continue
			}
			y[w] = max(y[w], x[v])
		}
	}
	return y
}

func (r *testRelation) pre(x kleene.Set) kleene.Set { return r.in.And(x) }

func (r seqRelation) pre(x kleene.Set) kleene.Set {
	for i := len(r) - 1; i >= 0; i-- {
		x = r[i].pre(x)
	}
	return x
}

func (r *choiceRelation) pre(x kleene.Set) kleene.Set {
	y := make(kleene.Set, r.n)
	for _, part := range r.parts {
		y = y.Or(part.pre(x))
	}
	return y
}

func (r *starRelation) pre(x kleene.Set) kleene.Set {
	return kleene.Fixpoint(x, func(z kleene.Set) kleene.Set { return z.Or(r.body.pre(z)) })
}

// until is μZ. y ∨ x∧p(Z).
func until(p relation, x, y kleene.Set) kleene.Set {
	return kleene.Fixpoint(y, func(z kleene.Set) kleene.Set { return y.Or(x.And(p.pre(z))) })
}
