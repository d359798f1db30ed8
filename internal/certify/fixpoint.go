package certify

import "strconv"

// predicate is a set of worlds.
type predicate = func(*eval) lit

func always(*eval) lit { return yes }

func not(p predicate) predicate { return func(e *eval) lit { return p(e).not() } }

// rule says of a set of worlds that it is μZ. goal ∪ (hold ∩ next(Z)), or the iterate of that after some
// steps from goal, or next(goal) alone.
type rule struct {
	goal, hold predicate
	// next is where one step leads into a set, with a name of what it is asked for.
	next  func(use string, z predicate) lit
	bound int // of the steps; unbounded: none
	once  bool
}

const unbounded = 1 << 30

// part is what the certificate says about something of a name at the place of a world.
func (k *checker) part(e *eval, key string) *Claim {
	claim := k.cert.Claims[e.place.key+key]
	if claim == nil {
		panic(wrong("nothing is said about %s", e.place.key+key))
	}
	return claim
}

// member is the set of a claim, and layer one of its layers: there is nothing before the first, and
// nothing more after the last.
func (k *checker) member(key string) predicate {
	return func(e *eval) lit { return k.set(e, k.part(e, key).Set) }
}

func (k *checker) layer(key string, i int) predicate {
	return func(e *eval) lit {
		layers := k.part(e, key).Layers
		if i = min(i, len(layers)-1); i < 0 {
			return no
		}
		return k.set(e, layers[i])
	}
}

// length is how many layers a claim has, here and where steps lead.
func (k *checker) length(key string) int {
	n := len(k.part(k.here, key).Layers)
	if next := k.here.place.next; next != nil {
		n = max(n, len(k.part(k.in(k.one, next), key).Layers))
	}
	return n
}

// into is where a rule has its set begin, or leads into z.
func (k *checker) into(r *rule, use string, z predicate) lit {
	if use == "0" {
		return r.goal(k.here)
	}
	return k.or(r.goal(k.here), k.and(r.hold(k.here), r.next(use, z)))
}

// below certifies that worlds of z are in the set of a rule: they are in the last of some
// layers, each of which leads into the one before.
func (k *checker) below(key string, r *rule, z predicate) {
	if r.once {
		k.never(wrong("no step leads to what is sought: %s", key), k.isHere, z(k.here), r.next("", r.goal).not())
		return
	}
	last := len(k.part(k.here, key).Layers) - 1
	if last > r.bound {
		panic(wrong("there are more layers than %d steps: %s", r.bound, key))
	}
	for i := range last + 1 {
		k.never(wrong("layer %d does not lead on: %s", i, key), k.isHere, k.layer(key, i)(k.here), k.into(r, strconv.Itoa(i), k.layer(key, i-1)).not())
	}
	k.never(wrong("a world of the set is in no layer: %s", key), k.isHere, z(k.here), k.layer(key, last)(k.here).not())
}

// above certifies that what is in the set of a rule is in z, which nothing leads into from
// outside; with a bound the same of layers.
func (k *checker) above(key string, r *rule, z predicate) {
	leads := wrong("a step leads into the set from outside: %s", key)
	switch {
	case r.once:
		k.never(leads, k.isHere, r.next("", r.goal), z(k.here).not())
	case r.bound == unbounded:
		k.never(leads, k.isHere, k.into(r, "set", z), z(k.here).not())
	default:
		for i := range min(r.bound, k.length(key)) + 1 {
			k.never(leads, k.isHere, k.into(r, strconv.Itoa(i), k.layer(key, i-1)), k.layer(key, i)(k.here).not())
		}
		k.never(leads, k.isHere, k.layer(key, r.bound)(k.here), z(k.here).not())
	}
}

// outside are the worlds that are not in a set.
func (k *checker) outside(z predicate) predicate {
	return func(e *eval) lit { return k.and(k.worlds(e), z(e).not()) }
}
