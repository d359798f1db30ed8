package certify

import (
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
