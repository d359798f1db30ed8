package certify

// Reached is the name of the claim that steps lead to all worlds.
const Reached = "worlds"

// reached certifies that steps lead to all worlds: they are initial, or in a layer of a claim
// with a function to a world of the layer before from which a step leads there.
func (k *checker) reached() {
	if k.exact {
		return
	}
	k.exact = true
	in, _ := k.initial(k.here)
	if !k.possible(k.isHere, in.not()) {
		return
	}
	claim := k.cert.Claims[Reached]
	if len(claim.Layers) == 0 || len(claim.Layers) != len(claim.Witnesses)+1 {
		panic(wrong("it is not said which steps lead to the worlds"))
	}
	leadsHere := func(u *eval) lit {
		same := yes
		for i, v := range u.vars {
			same = k.and(same, k.here.equal(k.here.vars[i], v))
		}
		return same
	}
	before := in
	for i, root := range claim.Layers {
		layer := k.set(k.here, root)
		if i > 0 {
			t := k.image(claim.Witnesses[i-1])
			from := k.and(k.worlds(t), k.set(t, claim.Layers[i-1]))
			before = k.or(before, k.and(from, k.before(t, nil, nil, "", leadsHere)))
		}
		k.never(wrong("a world of layer %d is not reached", i), k.isHere, layer, before.not())
		before = k.set(k.here, root)
	}
	k.never(wrong("a world is in no layer"), k.isHere, before.not())
}
