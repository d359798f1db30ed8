package certify

import (
	"slices"

	"github.com/epibdd/epibdd/internal/certify/bitblast"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// With memory worlds lie in layers by how many steps were taken. Layer n is claimed as the worlds of
// "#n"; of the worlds after the last one nothing is known, unless a claim says that the next
// layer is one of those before. Under perfect recall worlds have, besides a state, bits that record what was
// seen: of each it is said who knows it, and what each step makes of it.

// layers makes the places of the model's structure.
func (k *checker) layers() {
	unseen := make([]string, len(k.model.Agents))
	k.start = &place{in: k.needs.Start, root: k.cert.Claims[question.Reached].Set, view: unseen}
	k.places[""] = []*place{k.start}
	if !question.Remembers(k.profile.Check) {
		k.start.next = k.start
		return
	}
	last := k.start
	for n := 1; k.cert.Claims[question.LayerKey(n, question.Reached)] != nil; n++ {
		last.next = &place{key: question.LayerKey(n, ""), in: k.start.in, root: k.cert.Claims[question.LayerKey(n, question.Reached)].Set, layer: n, view: unseen}
		last = last.next
		k.places[""] = append(k.places[""], last)
	}
	last.next = &place{in: k.start.in, open: true, view: unseen}
	last.next.next = last.next
	for i, p := range k.places[""] {
		if k.cert.Claims[question.BackKey(last.layer+1, i)] != nil {
			last.next = p
		}
	}
}

// back is the layer that comes again, and what is said of it; nil: none does.
func (k *checker) back() (*place, *Claim) {
	list := k.places[""]
	last := list[len(list)-1]
	if !question.Remembers(k.profile.Check) || last.next.open {
		return nil, nil
	}
	return last.next, k.cert.Claims[question.BackKey(last.layer+1, last.next.layer)]
}

// recorded is what a step makes of the bits that record what was seen.
func (k *checker) recorded(e *world, moves []spec.Move) (bits []lit) {
	if len(k.cert.Records) == 0 {
		return nil
	}
	if e.place.next.open {
		return make([]lit, len(k.cert.Records))
	}
	claim := k.cert.Claims[e.place.key+question.StepKey(moves)]
	if claim == nil || len(claim.Layers) != len(k.cert.Records) {
		panic(wrong("it is not said what is recorded of %s", e.place.key+question.StepKey(moves)))
	}
	for _, l := range claim.Layers {
		bits = append(bits, k.set(e, l))
	}
	return bits
}

// recalled is where two worlds have the same of what some agents know of the past.
func (k *checker) recalled(s, t *world, who []*spec.Agent) lit {
	same := yes
	for _, a := range who {
		if question.Remembers(k.profile.Check) && k.profile.Check.Recall == spec.PerfectRecall && !slices.Contains(question.Remembering(k.profile), a) {
			panic(open("what %s remembers", a.Name))
		}
		for i, known := range k.cert.Records {
			if known[k.index(a)] {
				same = k.And(same, k.Iff(s.record[i], t.record[i]))
			}
		}
	}
	return same
}

// index is the number of an agent in what is said of records.
func (k *checker) index(a *spec.Agent) int {
	if a == bitblast.History {
		return len(k.model.Agents)
	}
	return a.Index
}

// records certifies what is recorded of the steps from a layer: two worlds that they lead to look alike to
// an agent whom the question is about if and only if it sees the same there, observed the same
// of the steps, and did not tell apart the worlds before.
func (k *checker) records(p *place) {
	for _, a := range question.Remembering(k.profile) {
		here, there := k.in(k.one, p), k.in(k.there, p)
		s, to := k.chosen(here)
		t, other := k.chosen(there)
		if s.Taken == no {
			continue
		}
		alike := k.And(here.Alike(s.Observed(a), t.Observed(a)), k.same(here, there, []*spec.Agent{a}))
		wrongly := k.Iff(alike, k.recalled(to, other, []*spec.Agent{a})).Not()
		seen, _ := to.Confuses(other.State, a)
		k.never(wrong("%swhat %s remembers is something else", p.key, a.Name), k.isHere, k.allowed, k.worlds(there), s.Taken, t.Taken, seen, wrongly)
	}
}

// chosen is a step by a choice of its own, and where it leads.
func (k *checker) chosen(e *world) (s *bitblast.Taking, to *world) {
	list, record := k.all(e), make([]lit, len(e.record))
	s = e.Choosing(steps(list))
	for i, w := range list {
		for j, l := range w.to.record {
			record[j] = k.Or(record[j], k.And(s.When[i], l))
		}
	}
	return s, k.at(e.place.next, s.To, record)
}
