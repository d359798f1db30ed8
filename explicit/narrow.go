package explicit

import (
	"cmp"
	"slices"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// Where a layer of histories is too large to follow all of it, some parts of it may be followed
// alone: those of histories that no agent asked about takes for others, and whoever is taken for
// one of these. What follows a part is taken for nothing but what follows it as well, so that what
// agents consider possible is complete there. The steps from all other parts lead beyond, as those
// from a last layer do: what they decide is open (docs/semantics.md#narrow).

// roomShare says which part of the histories for which there is room each layer may take.
const roomShare = 8

// narrow lists for each world of the last layer, the worlds from one on, whether its steps are
// followed: of the largest parts, in which least is known, and the smallest ones in turns, as many
// as there is room for.
func (u *unroller) narrow(from int, next [][]witness.Step) (followed []bool) {
	parts := u.parts(from)
	slices.SortStableFunc(parts, func(p, q []int) int { return cmp.Compare(len(q), len(p)) })
	followed = make([]bool, len(next))
	room := u.opts.MaxStates - len(u.worlds)
	share, any := room/roomShare, false
	for i := range parts {
		part := parts[i/2]
		if i%2 == 1 {
			part = parts[len(parts)-1-i/2]
		}
		steps := 0
		for _, k := range part {
			steps += len(next[k])
		}
		if steps > room || any && steps > share {
			continue
		}
		for _, k := range part {
			followed[k] = true
		}
		room, share, any = room-steps, share-steps, any || steps > 0
	}
	return followed
}

// parts are the smallest sets of worlds of the last layer, the worlds from one on, outside of which nothing looks like
// one of them to an agent who is asked.
func (u *unroller) parts(from int) [][]int {
	of := make([]int, len(u.worlds)-from) // another world of the part, or itself
	find := func(k int) int {
		for of[k] != k {
			of[k] = of[of[k]]
			k = of[k]
		}
		return k
	}
	type look struct {
		*spec.Agent
		number int
	}
	first := map[look]int{}
	for k := range of {
		of[k] = k
		for _, a := range u.opts.Asked {
			l := look{a, u.looks[a.Index][from+k]}
			if other, ok := first[l]; ok {
				of[find(k)] = find(other)
			} else {
				first[l] = k
			}
		}
	}
	number := map[int]int{}
	var parts [][]int
	for k := range of {
		root := find(k)
		if _, ok := number[root]; !ok {
			number[root] = len(parts)
			parts = append(parts, nil)
		}
		parts[number[root]] = append(parts[number[root]], k)
	}
	return parts
}
