package certify

import (
	"slices"

	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// knowledge certifies what is known: the complement of where links lead to worlds that contradict. That
// there is a link is shown by functions to worlds that look alike, which have to be reached.
func (k *checker) knowledge(n *question.Need) {
	operand, names, links := question.Asked(n)
	r, differ := &rule{hold: always, bound: links, once: links == 1}, (func(s, t *world) lit)(nil)
	x, _ := n.Expr.(*spec.Knows)
	if x != nil && (x.Op == spec.KnowsValue || x.Op == spec.KnowsWhether) {
		_, undef := k.here.Of(operand, n.Env)
		k.never(open("an operand may have no value"), k.isHere, undef)
		differ = func(s, t *world) lit { return s.Differs(t.State, operand, n.Env) }
		r.goal = func(t *world) lit { return differ(k.here, t) }
	} else {
		r.goal = k.operand(operand, n.Env, x == nil || x.Op != spec.Supposes)
	}
	k.links(n.Key, r, question.NamedEach(k.model, names), differ)
	k.obeys(n, r, x == nil || x.Op != spec.Supposes)
}

// links has a rule go from world to world by what each of some groups does not tell apart together, or from a world to
// two that differ: these are two functions, one behind the other.
func (k *checker) links(key string, r *rule, groups [][]*spec.Agent, differ func(s, t *world) lit) {
	r.next = func(_ int, z predicate) lit {
		out := no
		for _, who := range groups {
			out = k.Or(out, k.And(k.allowed, k.found(k.there, who, z)))
		}
		return out
	}
	claim := k.part(k.here, key)
	each := map[bool]int{true: 1, false: 2}[differ == nil]
	per := len(claim.Witnesses) / max(1, len(claim.Layers))
	r.sure = func(layer int, z predicate) lit {
		var all []lit
		for f := range slices.Chunk(claim.Witnesses[layer*per:(layer+1)*per], each) {
			k.reached()
			t := k.image(f[0])
			for _, who := range groups {
				if differ != nil {
					u := k.image(f[len(f)-1]) // what differs in t and u differs from here in one of them
					z = func(t *world) lit { return k.found(u, who, func(u *world) lit { return differ(t, u) }) }
				}
				all = append(all, k.found(t, who, z))
			}
		}
		return k.OneOf(all)
	}
}

// image is the state that functions, bit by bit, make of here, whatever here is where they are constant.
func (k *checker) image(f []int) *world {
	bits, constant := circuit.Constant(f)
	for i, wire := range f {
		if !constant {
			bits[i] = k.set(k.here, wire)
		}
	}
	return k.read(f, bits)
}

// read is the world that bits stand for, at the place of here: what functions make of that, which have these bits.
func (k *checker) read(f []int, bits []lit) *world {
	of := len(bits) - len(k.cert.Records)
	return k.at(k.here.place, k.code.Image(k.here.State, f, bits[:of]), bits[of:])
}
