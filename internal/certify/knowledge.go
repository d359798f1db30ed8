package certify

import (
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// knowledge certifies what is known: the complement of where links lead to worlds that contradict. That
// there is a link is shown by functions to worlds that look alike, which have to be reached.
func (k *checker) knowledge(n *question.Need) {
	operand, names, links := question.Asked(n)
	var groups [][]*spec.Agent
	for _, list := range names {
		groups = append(groups, question.Named(k.model, list))
	}
	r := &rule{hold: always, bound: links, once: links == 1}
	x, _ := n.Expr.(*spec.Knows)
	if x != nil && (x.Op == spec.KnowsValue || x.Op == spec.KnowsWhether) {
		v, undef := k.here.Of(operand, n.Env)
		k.never(open("an operand may have no value"), k.isHere, undef)
		r.goal = func(t *world) lit {
			w, _ := t.Of(operand, n.Env)
			return k.here.Equal(v, w).Not()
		}
	} else {
		r.goal = k.operand(operand, n.Env, x == nil || x.Op != spec.Supposes)
	}
	k.links(n.Key, r, groups)
	k.obeys(n, r, x == nil || x.Op != spec.Supposes)
}

// links has a rule go from world to world by what each of some groups does not tell apart together.
func (k *checker) links(key string, r *rule, groups [][]*spec.Agent) {
	r.next = func(_ int, z predicate) lit {
		out := no
		for _, who := range groups {
			out = k.Or(out, k.And(k.allowed, k.found(k.there, who, z)))
		}
		return out
	}
	claim := k.part(k.here, key)
	per := len(claim.Witnesses) / max(1, len(claim.Layers))
	r.sure = func(layer int, z predicate) lit {
		out := no
		for _, f := range claim.Witnesses[layer*per : (layer+1)*per] {
			k.reached()
			t := k.image(f)
			for _, who := range groups {
				out = k.Or(out, k.found(t, who, z))
			}
		}
		return out
	}
}

// image is the state that functions, bit by bit, make of here.
func (k *checker) image(f []int) *world {
	var bits []lit
	for _, wire := range f {
		bits = append(bits, k.set(k.here, wire))
	}
	return k.read(bits)
}

// read is the world that bits stand for, at the place of here.
func (k *checker) read(bits []lit) *world {
	of := len(bits) - len(k.cert.Records)
	return k.at(k.here.place, k.code.Values(k.Circuit, bits[:of]), bits[of:])
}
