package explicit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epibdd/epibdd/spec"
)

// Histories never come again, but a layer of them may be as an earlier one was. Let
// Z relate histories with equal states such that, for each group of agents, what
// the group together considers possible at one of them is related to what it
// considers possible at the other, in both directions. Related histories satisfy
// the same formulas about knowledge, so that the same steps can be taken from
// them, and (h, e) is again related to (h', e): whoever saw the same of h and g
// and the same of two steps there finds two such histories at h', with the same
// steps. If Z relates all histories of one layer to some of another and the other
// way round, the layers after them are related as well, for ever
// (docs/semantics.md#layers-again). Groups, and not agents alone, because of D.

// mostGroups is how many agents there may be: groups are listed. mostWorlds is how
// many worlds of a layer are compared with others.
const (
	mostGroups = 4
	mostWorlds = 400
)

// earlier looks for an earlier layer to which the last one, of the worlds from on, is
// related, and returns for each of them a world of that layer.
func (u *unroller) earlier(from int) (back int, like []int, found bool) {
	if len(u.model.Agents) > mostGroups || len(u.worlds)-from > mostWorlds {
		return 0, nil, false
	}
	for u.sorted < from {
		start, end := u.sorted, u.sorted
		for end < from && u.layer[end] == u.layer[start] {
			end++
		}
		key := layerKey(u.worlds[start:end])
		u.layersOf[key] = append(u.layersOf[key], worldsBetween(start, end))
		u.sorted = end
	}
	last := worldsBetween(from, len(u.worlds))
	for _, worlds := range u.layersOf[layerKey(u.worlds[from:])] {
		if like := u.related(worlds, last); like != nil {
			return u.layer[worlds[0]], like, true
		}
	}
	return 0, nil, false
}

func worldsBetween(from, end int) []int {
	all := make([]int, end-from)
	for i := range all {
		all[i] = from + i
	}
	return all
}

// related returns for each world of a layer one of another layer to which it is
// related, nil if not all worlds of both are.
func (s *structure) related(earlier, later []int) []int {
	class := s.bisimulation(earlier, later)
	of := map[int]int{}
	for _, w := range earlier {
		of[class[w]] = w
	}
	met := map[int]bool{}
	like := make([]int, len(later))
	for i, w := range later {
		v, ok := of[class[w]]
		if !ok {
			return nil
		}
		like[i], met[class[w]] = v, true
	}
	if len(met) < len(of) {
		return nil
	}
	return like
}

// bisimulation divides the worlds of two layers into those that are related, the coarsest
// such division: by states, then again and again by what groups consider possible.
func (s *structure) bisimulation(layers ...[]int) map[int]int {
	class := map[int]int{}
	number := func(key func(layer, w int) string) int {
		numbers := map[string]int{}
		next := map[int]int{}
		for l, worlds := range layers {
			for _, w := range worlds {
				k := key(l, w)
				if _, ok := numbers[k]; !ok {
					numbers[k] = len(numbers)
				}
				next[w] = numbers[k]
			}
		}
		class = next
		return len(numbers)
	}
	all := groups(s)
	count := number(func(_, w int) string { return spec.Key(s.worlds[w]...) })
	for {
		possible := make([]map[string]string, len(layers)) // by group and what it saw
		for l, worlds := range layers {
			cells := map[string][]int{}
			for _, w := range worlds {
				for _, g := range all {
					cells[sawTogether(s, g, w)] = append(cells[sawTogether(s, g, w)], class[w])
				}
			}
			possible[l] = map[string]string{}
			for saw, classes := range cells {
				slices.Sort(classes)
				possible[l][saw] = fmt.Sprint(slices.Compact(classes))
			}
		}
		next := number(func(l, w int) string {
			key := fmt.Sprint(class[w])
			for _, g := range all {
				key += possible[l][sawTogether(s, g, w)]
			}
			return key
		})
		if next == count {
			return class
		}
		count = next
	}
}

// groups lists the groups of one or more agents.
func groups(s *structure) [][]*spec.Agent {
	all := [][]*spec.Agent{nil}
	for _, a := range s.model.Agents {
		for _, g := range all {
			all = append(all, append(slices.Clip(g), a))
		}
	}
	return all[1:]
}

// sawTogether is a text that is equal for the worlds of a layer that a group confuses.
func sawTogether(s *structure, group []*spec.Agent, w int) string {
	var b strings.Builder
	for _, a := range group {
		fmt.Fprint(&b, a.Index, "/", s.looks[a.Index][w], " ")
	}
	return b.String()
}

// Bisimilar tells whether two histories are related, as far as it looks.
func (s *structure) Bisimilar(v, w int) bool {
	if v == w {
		return true
	}
	one, other := s.layerOf(v), s.layerOf(w)
	if len(s.model.Agents) > mostGroups || max(len(one), len(other)) > mostWorlds {
		return false
	}
	class := s.bisimulation(one, other)
	return class[v] == class[w]
}

// layerOf lists the worlds as many steps away as one of them.
func (s *structure) layerOf(w int) []int {
	var layer []int
	for v, n := range s.layer {
		if n == s.layer[w] {
			layer = append(layer, v)
		}
	}
	return layer
}
