package certify

import (
	"fmt"

	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// last certifies from which worlds some run counts where not all do: with fairness, and with infinite runs.
func (k *checker) last() {
	for _, c := range k.model.Fairness {
		k.conditions = append(k.conditions, k.operand(c, nil, false))
	}
	if k.conditions == nil {
		k.conditions = []predicate{always}
	}
	before := func(_ int, z predicate) lit { return k.before(k.here, nil, nil, use{}, z) }
	k.fair(question.Lasting, true, true, k.member(question.Lasting), always, nowhere, before)
	k.restricted = true
	k.visit(k.here.place)
}

// lasting are the worlds from which some run counts.
func (k *checker) lasting(e *world) lit {
	if !k.restricted {
		return yes
	}
	return k.set(e, k.cert.Claims[question.Lasting].Set)
}

// lastingly certifies EG, and as complements AF and AU, along the runs that count: those that end,
// and those that meet all conditions again and again.
func (k *checker) lastingly(n *question.Need, x *spec.Temporal, before step, dead lit) {
	lower, upper, z := n.Lower, n.Upper, k.member(n.Key)
	hold, over := k.operand(x.X, n.Env, x.All), nowhere
	if x.All {
		lower, upper, z = upper, lower, k.outside(z)
	}
	if x.Op == spec.Until {
		hold, over = k.operand(x.Y, n.Env, true), hold
	}
	stop := func(e *world) lit { return k.And(hold(e), k.Or(dead, over(e))) }
	k.fair(n.Key, lower, upper, z, hold, stop, before)
}

// fairly certifies what a coalition can bring about on fair runs. A claim of its own is about where it
// can see to it that no run is fair: there alone is something won that has failed.
func (k *checker) fairly(n *question.Need, x *spec.Coalition, b coalition) {
	force := func(_ int, z predicate) lit { return k.forces(b, z) }
	others := func(_ int, z predicate) lit { return k.forces(b, not(z)).Not() }
	versus := func(key string, hold, stop predicate) {
		k.fair(key, n.Upper, n.Lower, k.outside(k.member(key)), hold, stop, others)
	}
	if x.Op == spec.Eventually {
		versus(n.Key, k.operand(x.X, n.Env, true), nowhere)
		return
	}
	vain := n.Key + question.Vain
	versus(vain, always, nowhere)
	misses := k.operand(x.X, n.Env, true)
	failed := func(e *world) lit { return k.And(misses(e), k.member(vain)(e).Not()) }
	switch x.Op {
	case spec.NextTime:
		k.obeys(n, &rule{goal: not(failed), hold: always, next: force, bound: question.Unbounded, once: true}, false)
	case spec.Globally:
		k.obeys(n, &rule{goal: failed, hold: always, next: others, bound: question.Unbounded}, true)
	default:
		y := k.operand(x.Y, n.Env, true)
		versus(n.Key, y, func(e *world) lit { return k.And(y(e), failed(e)) })
	}
}

// fair certifies that z is νZ. stop ∪ (hold ∩ ⋂_c next(μY. stop ∪ (hold ∩ c ∩ Z) ∪ (hold ∩ next(Y)))). Below it there are,
// for each c, layers of the inner fixpoint for z. Above it there are layers N outside of z, and for each of them and
// each c a set of what leads to c outside of the layer before: from N not all of these are reached in a step.
func (k *checker) fair(key string, lower, upper bool, z, hold, stop predicate, next step) {
	s := k.here
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
	if lower {
		for j, c := range k.conditions {
			k.below(key+fmt.Sprint(question.Fair, j), to(func(e *world) lit { return k.And(c(e), z(e)) }), nowhere)
		}
		k.never(wrong("no fair run goes on: %s", key), k.isHere, z(s), goes(question.Fair, question.Unbounded).Not())
	}
	if upper {
		for i := range k.length(key) {
			for j, c := range k.conditions {
				name := key + fmt.Sprint(question.Unfair, j)
				k.above(name, to(func(e *world) lit { return k.And(c(e), k.layer(key, i-1)(e).Not()) }), k.layer(name, i))
			}
			k.never(wrong("a fair run may go on from layer %d: %s", i, key), k.isHere, k.layer(key, i)(s), goes(question.Unfair, i))
		}
		k.never(wrong("a world is in no layer outside of the set: %s", key), k.isHere, z(s).Not(), k.layer(key, question.Unbounded)(s).Not())
	}
}
