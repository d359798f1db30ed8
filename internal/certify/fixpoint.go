package certify

import "github.com/epibdd/epibdd/internal/certify/question"

// predicate is a set of worlds.
type predicate = func(*world) lit

func always(*world) lit { return yes }

func nowhere(*world) lit { return no }

func not(p predicate) predicate { return func(e *world) lit { return p(e).Not() } }

// rule says of a set of worlds that it is μZ. goal ∪ (hold ∩ next(Z)), or the iterate of that after some
// steps from goal, or next(goal) alone.
type rule struct {
	goal, hold predicate
	// next is where one step leads into a set, at most; sure is where it does at least, if that is not
	// the same.
	next, sure step
	bound      int // of the steps
	once       bool
}

// step is where one step leads into a set, by the layer for which that is asked.
type step = func(layer int, z predicate) lit

const (
	Whole = -1 // for which the step of a closed set is asked
	Ends  = -2 // and that of all worlds
)

// part is what the certificate says about something of a name at the place of a world.
func (k *checker) part(e *world, key string) *Claim {
	claim := k.cert.Claims[e.place.key+key]
	if claim == nil {
		panic(wrong("nothing is said about %s", e.place.key+key))
	}
	return claim
}

// member is the set of a claim, and layer one of its layers: there is nothing before the first, and
// nothing more after the last.
func (k *checker) member(key string) predicate {
	return func(e *world) lit { return k.set(e, k.part(e, key).Set) }
}

func (k *checker) layer(key string, i int) predicate {
	return func(e *world) lit {
		layers := k.part(e, key).Layers
		if i < 0 || len(layers) == 0 {
			return no
		}
		return k.set(e, layers[min(i, len(layers)-1)])
	}
}

// length is how many layers a claim has, at any place of this structure.
func (k *checker) length(key string) (n int) {
	for _, p := range k.places[k.here.place.in.Key] {
		n = max(n, len(k.part(k.in(k.one, p), key).Layers))
	}
	return n
}

// into is where a rule has its set begin, or leads by a step into z.
func (k *checker) into(r *rule, next step, layer int, z predicate) lit {
	switch {
	case r.once:
		return next(0, r.goal)
	case layer == 0:
		return r.goal(k.here)
	}
	return k.Or(r.goal(k.here), k.And(r.hold(k.here), next(layer, z)))
}

// obeys certifies a claim about the set of a rule, or about its complement.
func (k *checker) obeys(n *question.Need, r *rule, complement bool) {
	lower, upper, z := n.Lower, n.Upper, k.member(n.Key)
	if complement {
		lower, upper, z = upper, lower, k.outside(z)
	}
	if lower {
		k.below(n.Key, r, z)
	}
	if upper {
		k.above(n.Key, r, z)
	}
}

// below certifies that worlds of z are in the set of a rule: they are in the last of some
// layers, each of which leads into the one before.
func (k *checker) below(key string, r *rule, z predicate) {
	sure, layers := r.sure, len(k.part(k.here, key).Layers)
	if sure == nil {
		sure = r.next
	}
	switch {
	case r.once:
		k.never(wrong("nothing leads to what is sought: %s", key), k.isHere, z(k.here), k.into(r, sure, 0, nil).Not())
		return
	case layers > r.bound+1:
		panic(wrong("there are layers of more than %d steps: %s", r.bound, key))
	}
	for i := range layers {
		k.never(wrong("layer %d does not lead on: %s", i, key), k.isHere, k.layer(key, i)(k.here), k.into(r, sure, i, k.layer(key, i-1)).Not())
	}
	k.never(wrong("a world of the set is in no layer: %s", key), k.isHere, z(k.here), k.layer(key, layers-1)(k.here).Not())
}

// above certifies that what is in the set of a rule is in z, which nothing leads into from
// outside; with a bound the same of layers. Of one step a layer may include what is outside.
func (k *checker) above(key string, r *rule, z predicate) {
	leads := wrong("something leads into the set from outside: %s", key)
	from := []lit{k.isHere, z(k.here).Not()}
	if r.once && len(k.part(k.here, key).Layers) > 0 { // nothing leads from a set that includes what is outside
		k.never(wrong("a world outside of the set is in no layer: %s", key), append(from, k.layer(key, 0)(k.here).Not())...)
		from = []lit{k.valid, k.layer(key, 0)(k.here)}
	}
	if r.once || r.bound == question.Unbounded {
		k.never(leads, append(from, k.into(r, r.next, Whole, z))...)
		return
	}
	for i := range min(r.bound, max(1, k.length(key))) + 1 { // where there are no layers it is shown of the empty one that it is closed
		k.never(leads, k.isHere, k.into(r, r.next, i, k.layer(key, i-1)), k.layer(key, i)(k.here).Not())
	}
	k.never(leads, k.isHere, k.layer(key, r.bound)(k.here), z(k.here).Not())
}

// outside are the worlds that are not in a set.
func (k *checker) outside(z predicate) predicate {
	return func(e *world) lit { return k.And(k.worlds(e), z(e).Not()) }
}
