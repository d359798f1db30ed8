package certify

import "github.com/epibdd/epibdd/spec"

// place is a set of worlds in which formulas are evaluated.
type place struct {
	key  string // in front of what the certificate says of operators there
	root int    // the set of the states that are worlds there
	next *place // where steps lead
}

// evalAt is a state at a place.
type evalAt struct {
	e *eval
	p *place
}

// in is a state as a world of a place.
func (k *checker) in(e *eval, p *place) *eval {
	if e.place == p {
		return e
	}
	moved := k.moved[evalAt{e, p}]
	if moved == nil {
		moved = k.at(p, e.vars)
		k.moved[evalAt{e, p}] = moved
	}
	return moved
}

// at is the state with these values at a place. Operators about time and knowledge are read
// from the sets that the certificate has of them there.
func (k *checker) at(p *place, vars []value) *eval {
	e := &eval{circuit: k.circuit, vars: vars, place: p}
	e.modal = func(x spec.Expr, env *spec.Env) lit { return k.set(e, k.claim(p, keyOf(x, env)).Set) }
	return e
}

// claim is what the certificate says of an operator at a place.
func (k *checker) claim(p *place, key string) *Claim {
	claim := k.cert.Claims[p.key+key]
	if claim == nil || k.needs[key] == nil {
		panic(wrong("there is no set for %s", p.key+key))
	}
	return claim
}

// holds is whether a world is in the set of an operator.
func (k *checker) holds(e *eval, n *Need) lit { return k.set(e, k.claim(e.place, n.Key).Set) }

// layer is whether it is in one of its layers: there is nothing before the first, and nothing
// more after the last.
func (k *checker) layer(e *eval, n *Need, i int) lit {
	layers := k.claim(e.place, n.Key).Layers
	if i = min(i, len(layers)-1); i < 0 {
		return no
	}
	return k.set(e, layers[i])
}

func (k *checker) worlds(e *eval) lit { return k.set(e, e.place.root) }

// visit makes here any state at a place.
func (k *checker) visit(p *place) {
	k.here = k.in(k.one, p)
	k.isHere = k.and(k.valid, k.worlds(k.here))
}
