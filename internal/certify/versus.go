package certify

import (
	"fmt"

	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// fairly certifies what agents can bring about on fair runs. A claim of its own is about where they
// can see to it that no run is fair: there alone is something won that has failed.
func (k *checker) fairly(n *question.Need, x *spec.Coalition, who []*spec.Agent) {
	force := func(_ int, z predicate) lit { return k.forces(who, z) }
	others := func(_ int, z predicate) lit { return k.forces(who, not(z)).Not() }
	none := not(always)
	if x.Op == spec.Eventually {
		k.versus(n, n.Key, k.operand(x.X, n.Env, true), none, others)
		return
	}
	vain := n.Key + Vain
	k.versus(n, vain, always, none, others)
	misses := k.operand(x.X, n.Env, true)
	failed := func(e *world) lit { return k.And(misses(e), k.member(vain)(e).Not()) }
	switch x.Op {
	case spec.NextTime:
		k.obeys(n, &rule{goal: not(failed), hold: always, next: force, bound: question.Unbounded, once: true}, false)
	case spec.Globally:
		k.obeys(n, &rule{goal: failed, hold: always, next: others, bound: question.Unbounded}, true)
	default:
		y := k.operand(x.Y, n.Env, true)
		k.versus(n, n.Key, y, func(e *world) lit { return k.And(y(e), failed(e)) }, others)
	}
}

// Vain follows the name of a coalition's claim, in that about where it sees to it that no run is fair.
const Vain = " vain"

// versus certifies that a set is the complement of νZ. stop ∪ (hold ∩ ⋂_c next(μY. stop ∪ (hold ∩ c ∩ Z) ∪ (hold ∩ next(Y)))).
// For the upper side there are, for each c, layers of the inner fixpoint of the complement. For the lower
// side there are layers N of the set, and for each of them and each c a set of what leads to c outside of the
// layer before: from N not all of these are reached in a step.
func (k *checker) versus(n *question.Need, key string, hold, stop predicate, next step) {
	s, z := k.here, k.outside(k.member(key))
	to := func(goal predicate) *rule {
		return &rule{hold: hold, goal: func(e *world) lit { return k.Or(stop(e), k.And(hold(e), goal(e))) }, next: next, bound: question.Unbounded}
	}
	goes := func(what string, layer int) lit {
		on := hold(s)
		for j := range k.conditions {
			on = k.And(on, next(0, k.layer(key+fmt.Sprint(what, j), layer)))
		}
		return k.Or(stop(s), on)
	}
	if n.Upper {
		for j, c := range k.conditions {
			k.below(key+fmt.Sprint(Fair, j), to(func(e *world) lit { return k.And(c(e), z(e)) }), not(always))
		}
		k.never(wrong("the others cannot go on outside of the set: %s", key), k.isHere, z(s), goes(Fair, question.Unbounded).Not())
	}
	if n.Lower {
		for i := range k.length(key) {
			for j, c := range k.conditions {
				name := key + fmt.Sprint(Unfair, j)
				k.above(name, to(func(e *world) lit { return k.And(c(e), k.layer(key, i-1)(e).Not()) }), k.layer(name, i))
			}
			k.never(wrong("the others may go on from layer %d: %s", i, key), k.isHere, k.layer(key, i)(s), goes(Unfair, i))
		}
		k.never(wrong("a world of the set is in no layer: %s", key), k.isHere, k.member(key)(s), k.layer(key, question.Unbounded)(s).Not())
	}
}

// What follows the name of a claim about fair runs, before the number of a condition.
const (
	Fair   = " fair "
	Unfair = " unfair "
)
