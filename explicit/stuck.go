package explicit

import (
	"slices"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/spec"
)

// A run that gets stuck inside a program is no repetition of it: the operators do not see
// it, which their author rarely wants. Such worlds are looked for where somebody is to be
// told (Options.Odd). Inside a program the runs so far are followed forwards. What may
// come next is known by what has to go on: the worlds in which the rest of the program
// can take a step or is over. A test that fails is no trouble, it was written to select runs.

// rest tells for what is left of a program where it can go on with a step or be over, and
// where its tests refuse to.
type rest struct{ can, refused kleene.Set }

// stuckAfter is told of worlds in which a program gets stuck after a step (nil: any).
type stuckAfter func(step *spec.Step, w int)

// warn tells of what is odd about a temporal operator. AF and A(… U …) wait for y, of U
// while x is true.
func (s *scope) warn(t *spec.Temporal, r relation, x, y kleene.Set) {
	if s.odd == nil {
		return
	}
	all := kleene.NewSet(len(s.worlds), true)
	if _, single := r.(*stepRelation); !single && t.Op != spec.NextTime {
		r.follow(all, rest{all, all.Not()}, func(step *spec.Step, w int) {
			s.odd(Odd{Step: step, State: s.worlds[w]})
		})
	}
	if s.runs != spec.IsplRuns || s.fair != nil || t.Program != nil || !t.All || t.Op != spec.Eventually && t.Op != spec.Until {
		return
	}
	waiting := y.Not()
	if t.Op == spec.Until {
		waiting = waiting.And(x)
	}
	if w := first(waiting.And(r.pre(all).Not())); w != Beyond {
		s.odd(Odd{Passed: t, State: s.worlds[w]})
	}
}

// after are the worlds to which steps lead from those of a set.
func (r *stepRelation) after(x kleene.Set) kleene.Set {
	y := kleene.NewSet(len(x), false)
	for w, out := range r.out {
		for _, e := range out {
			if e.to != Beyond && x[w] != kleene.No {
				y[e.to] = kleene.Yes
			}
		}
	}
	return y
}

// may is the upper set of a set.
func may(x kleene.Set) kleene.Set {
	y := make(kleene.Set, len(x))
	for w := range x {
		y[w] = kleene.Of(x[w] != kleene.No)
	}
	return y
}

func (r *stepRelation) follow(x kleene.Set, then rest, stuck stuckAfter) kleene.Set {
	y := r.after(x)
	if w := first(y.And(then.can.Not()).And(then.refused.Not())); w != Beyond {
		stuck(r.step, w)
	}
	return y
}

func (r *stepRelation) start(rest) rest {
	all := kleene.NewSet(len(r.out), true)
	return rest{may(r.pre(all)), all.Not()}
}

func (r *testRelation) follow(x kleene.Set, _ rest, _ stuckAfter) kleene.Set {
	return x.And(may(r.in))
}

func (r *testRelation) start(then rest) rest {
	return rest{may(r.in).And(then.can), may(r.in.Not()).Or(then.refused)}
}

func (r seqRelation) follow(x kleene.Set, then rest, stuck stuckAfter) kleene.Set {
	after := make([]rest, len(r)) // each part
	for i, part := range slices.Backward(r) {
		after[i] = then
		then = part.start(then)
	}
	for i, part := range r {
		x = part.follow(x, after[i], stuck)
	}
	return x
}

func (r seqRelation) start(then rest) rest {
	for _, part := range slices.Backward(r) {
		then = part.start(then)
	}
	return then
}

func (r *choiceRelation) follow(x kleene.Set, then rest, stuck stuckAfter) kleene.Set {
	found := kleene.NewSet(r.n, false)
	for _, part := range r.parts {
		found = found.Or(part.follow(x, then, stuck))
	}
	return found
}

// start of a choice: it is refused where all its parts are.
func (r *choiceRelation) start(then rest) rest {
	all := rest{kleene.NewSet(r.n, false), kleene.NewSet(r.n, true)}
	for _, part := range r.parts {
		one := part.start(then)
		all.can, all.refused = all.can.Or(one.can), all.refused.And(one.refused)
	}
	return all
}

// follow of a star goes round until nothing new is reached.
func (r *starRelation) follow(x kleene.Set, then rest, stuck stuckAfter) kleene.Set {
	around := r.start(then)
	for reached := x; ; reached = reached.Or(x) {
		x = r.body.follow(x, around, stuck).And(reached.Not())
		if first(x) == Beyond {
			return reached
		}
	}
}

func (r *starRelation) start(then rest) rest {
	one := r.body.start(then)
	return rest{one.can.Or(then.can), one.refused.And(then.refused)}
}
