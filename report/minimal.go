package report

import (
	"fmt"
	"slices"
)

// Minimal is the quotient of the worlds under the largest bisimulation: worlds are one that have
// the same values of what is shown (all variables, where nothing is named) and in which each
// agent considers worlds possible that are one in turn. These are the worlds in which the same is
// known of what is shown, however deeply one asks what agents know of each other. Marked worlds
// are not one with others.
func (ws *Worlds) Minimal() *Worlds {
	shown := ws.Show
	if shown == nil {
		shown = ws.Variables
	}
	block := numbered(len(ws.List), func(w int) string {
		key := fmt.Sprint(ws.List[w].Actual)
		for _, name := range shown {
			key += "\x00" + ws.List[w].Values[slices.Index(ws.Variables, name)]
		}
		return key
	})
	for n := 0; n < highest(block); { // until no block is cut further
		n = highest(block)
		meets := make([][]string, len(ws.Agents)) // the blocks of each class
		for i, a := range ws.Agents {
			blocks := make([][]int, highest(a.Class))
			for w, k := range a.Class {
				blocks[k] = append(blocks[k], block[w])
			}
			for _, met := range blocks {
				slices.Sort(met)
				meets[i] = append(meets[i], fmt.Sprint(slices.Compact(met)))
			}
		}
		block = numbered(len(ws.List), func(w int) string {
			key := fmt.Sprint(block[w])
			for i, a := range ws.Agents {
				key += "/" + meets[i][a.Class[w]]
			}
			return key
		})
	}
	return ws.quotient(block)
}

// quotient has one world for each block of worlds, the first of it.
func (ws *Worlds) quotient(block []int) *Worlds {
	q := *ws
	q.List, q.Agents = nil, nil
	first := make([]int, highest(block))
	for w, b := range slices.Backward(block) {
		first[b] = w
	}
	size := make([]int, len(first))
	for _, b := range block {
		size[b]++
	}
	for b, w := range first {
		world := ws.List[w]
		world.Stands = size[b]
		q.List = append(q.List, world)
	}
	for _, a := range ws.Agents {
		// Blocks are confused that a class has worlds of.
		class := make([]int, len(first))
		for b, w := range first {
			class[b] = b
			for v, k := range a.Class {
				if k == a.Class[w] {
					class[b] = min(class[b], block[v])
				}
			}
		}
		q.Agents = append(q.Agents, WorldAgent{a.Name, class})
	}
	return &q
}

// numbered numbers n things by their keys, in the order in which these come first.
func numbered(n int, key func(i int) string) []int {
	known := map[string]int{}
	all := make([]int, n)
	for i := range all {
		k := key(i)
		if _, ok := known[k]; !ok {
			known[k] = len(known)
		}
		all[i] = known[k]
	}
	return all
}

// highest is one more than the highest of numbers.
func highest(numbers []int) int {
	n := 0
	for _, k := range numbers {
		n = max(n, k+1)
	}
	return n
}
