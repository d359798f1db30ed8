package certify

import (
	"fmt"

	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// temporal certifies an operator along runs of a program.
func (k *checker) temporal(n *question.Need, x *spec.Temporal) {
	k.never(open("a test, an argument or a domain may have no value"), k.isHere, k.undefined(k.here, x.Program, n.Env))
	before := func(layer int, z predicate) lit {
		return k.before(k.here, x.Program, n.Env, use{question.UseOf(n.Key, layer), n.In.Key}, z)
	}
	dead := no
	if x.Op != spec.NextTime && (k.profile.Restricted || k.profile.Runs != spec.IsplRuns) {
		dead = before(Ends, always).Not()
	}
	most := question.Bound(x.Bound, n.Env)
	if all := x.All != (x.Op == spec.Globally); all && k.profile.Restricted && most == question.Unbounded && x.Op != spec.NextTime {
		k.lastingly(n, x, before, dead)
		return
	}
	next := before
	if x.All && x.Op != spec.NextTime {
		next = func(layer int, z predicate) lit { return k.Or(dead, before(layer, not(z))).Not() }
	}
	k.along(n, x.Op, x.X, x.Y, most, x.All && x.Op == spec.NextTime, dead, next)
}

// along certifies X, F, U and G by their rule, where next is where a step, or each, leads into a set. G
// and what is dual are the complement of what there is of the negated operand.
func (k *checker) along(n *question.Need, op spec.PathOp, x, y spec.Expr, most int, dual bool, dead lit, next step) {
	dual = dual || op == spec.Globally
	r := &rule{hold: always, goal: k.operand(x, n.Env, dual), next: next, bound: most, once: op == spec.NextTime}
	switch op {
	case spec.Until:
		r.hold, r.goal = r.goal, k.operand(y, n.Env, false)
	case spec.Globally:
		r.next = func(layer int, z predicate) lit { return k.Or(dead, next(layer, not(z))).Not() }
	}
	k.obeys(n, r, dual)
}

// coalition certifies what some agents can bring about.
func (k *checker) coalition(n *question.Need, x *spec.Coalition) {
	who := k.agents(question.Agents(x.Group, n.Env))
	if k.profile.Restricted {
		k.fairly(n, x, who)
		return
	}
	dead := no
	if k.profile.Runs != spec.IsplRuns {
		dead = k.before(k.here, nil, nil, use{}, always).Not()
	}
	k.along(n, x.Op, x.X, x.Y, question.Unbounded, false, dead, func(_ int, z predicate) lit { return k.forces(who, z) })
}

// Lasting is the name of the claim about the worlds from which some run counts.
const Lasting = "runs"

// last certifies which worlds these are where not all do: with fairness, and with infinite runs.
func (k *checker) last() {
	for _, c := range k.model.Fairness {
		k.conditions = append(k.conditions, k.operand(c, nil, false))
	}
	if k.conditions == nil {
		k.conditions = []predicate{always}
	}
	before := func(_ int, z predicate) lit { return k.before(k.here, nil, nil, use{}, z) }
	k.fair(Lasting, true, true, k.member(Lasting), always, not(always), before)
	k.restricted = true
	k.visit(k.here.place)
}

// lasting are the worlds from which some run counts.
func (k *checker) lasting(e *world) lit {
	if !k.restricted {
		return yes
	}
	return k.set(e, k.cert.Claims[Lasting].Set)
}

// lastingly certifies EG, and as complements AF and AU, along the runs that count: those that end,
// and those that meet all conditions again and again.
func (k *checker) lastingly(n *question.Need, x *spec.Temporal, before step, dead lit) {
	lower, upper, z := n.Lower, n.Upper, k.member(n.Key)
	hold, stop := k.operand(x.X, n.Env, x.All), not(always)
	if x.All {
		lower, upper, z = upper, lower, k.outside(z)
	}
	if x.Op == spec.Until {
		hold, stop = k.operand(x.Y, n.Env, true), hold
	}
	k.fair(n.Key, lower, upper, z, hold, func(e *world) lit { return k.Or(dead, stop(e)) }, before)
}

// fair certifies E[hold U hold ∩ stop] ∪ νZ. hold ∩ ⋂_c next(E[hold U hold ∩ c ∩ Z]). Below it there are a
// set G, of which it is certified that it is a part of the right side, and layers that lead to
// stop or G. Above it there are layers N outside of the right side, and for each of them and each c a set
// of what leads to c outside of the layer before: from N not all of these are reached in a step.
func (k *checker) fair(key string, lower, upper bool, z, hold, stop predicate, next step) {
	s, good := k.here, k.member(key+" fair")
	to := func(goal predicate) *rule {
		return &rule{hold: hold, goal: func(e *world) lit { return k.And(hold(e), goal(e)) }, next: next, bound: question.Unbounded}
	}
	if lower {
		for i, c := range k.conditions {
			name := key + fmt.Sprint(Fair, i)
			k.below(name, to(func(e *world) lit { return k.And(c(e), good(e)) }), not(always))
			k.never(wrong("no run goes on: %s", name), k.isHere, good(s), k.And(hold(s), next(0, k.layer(name, question.Unbounded))).Not())
		}
		k.below(key, to(func(e *world) lit { return k.Or(stop(e), good(e)) }), z)
	}
	if upper {
		k.above(key, to(stop), z)
		for i := range k.length(key + " fair") {
			goes := yes
			for j, c := range k.conditions {
				name := key + fmt.Sprint(Unfair, j)
				k.above(name, to(func(e *world) lit { return k.And(c(e), k.layer(key+" fair", i-1)(e).Not()) }), k.layer(name, i))
				goes = k.And(goes, next(0, k.layer(name, i)))
			}
			k.never(wrong("a run may go on from layer %d: %s", i, key), k.isHere, k.layer(key+" fair", i)(s), hold(s), goes)
		}
		k.never(wrong("a world outside of the set is in no layer: %s", key), k.isHere, z(s).Not(), k.layer(key+" fair", question.Unbounded)(s).Not())
	}
}
