package certify

import "github.com/epibdd/epibdd/internal/certify/question"

// reached certifies that steps lead to all worlds: they are initial, or in a layer of a claim
// with functions to a world of the layer before from which a step leads there. With memory
// the layers are those of the worlds.
func (k *checker) reached() {
	if k.exact {
		return
	}
	k.exact = true
	defer k.visit(k.here.place)
	k.visit(k.start)
	in, _ := k.here.Initial()
	in = k.And(in, k.Any(k.here.record...).Not())
	if question.Remembers(k.profile.Check) {
		k.never(wrong("a world is not initial"), k.isHere, in.Not())
		for _, p := range k.places[""][1:] {
			k.visit(p)
			k.follows(k.places[""][p.layer-1], k.cert.Claims[p.key+question.Reached], k.isHere)
		}
		if p, claim := k.back(); p != nil {
			k.visit(p)
			k.never(wrong("the layer that comes again is another one"), k.valid, k.Iff(k.worlds(k.here), k.set(k.here, claim.Set)).Not())
			k.follows(k.places[""][len(k.places[""])-1], claim, k.isHere)
		}
		return
	}
	claim := k.cert.Claims[question.Reached]
	if len(claim.Layers) == 0 || len(claim.Layers) != len(claim.Witnesses)+1 {
		panic(wrong("it is not said which steps lead to the worlds"))
	}
	before := in
	for i, root := range claim.Layers {
		rest := k.All(k.isHere, k.set(k.here, root), before.Not())
		for j, last := 0, i == 0; !last; j++ { // parts, each with a function of its own, and what is left
			part := k.cert.Claims[question.FromKey(i, j)]
			if last = part == nil || len(part.Witnesses) == 0; last {
				part = &Claim{Set: 1, Witnesses: claim.Witnesses[i-1 : i]}
			}
			here, t := k.set(k.here, part.Set), k.image(part.Witnesses[0])
			k.never(wrong("a world of layer %d is not reached", i), rest, here, k.And(k.set(t, claim.Layers[i-1]), k.leadsHere(t)).Not())
			rest = k.And(rest, here.Not())
		}
		k.never(wrong("a world of layer %d is not reached", i), rest)
		before = k.set(k.here, root)
	}
	k.never(wrong("a world is in no layer"), k.isHere, before.Not())
}

// follows certifies that steps from a place lead to some worlds.
func (k *checker) follows(p *place, claim *Claim, worlds lit) {
	if len(claim.Witnesses) != 1 {
		panic(wrong("it is not said which steps lead to the worlds after %d steps", p.layer+1))
	}
	k.never(wrong("a world is not reached from layer %d", p.layer), worlds, k.leadsHere(k.in(k.image(claim.Witnesses[0]), p)).Not())
}

// leadsHere is where a state is a world from which a step leads here.
func (k *checker) leadsHere(t *world) lit {
	return k.And(k.worlds(t), k.before(t, nil, nil, use{}, func(u *world) lit { return k.equal(k.here, u) }))
}

// equal is where two worlds of one place are the same.
func (k *checker) equal(s, t *world) lit {
	same := s.Same(t.State)
	for i, l := range t.record {
		same = k.And(same, k.Iff(s.record[i], l))
	}
	return same
}
