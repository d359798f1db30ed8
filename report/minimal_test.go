package report

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// bisimilar are the pairs of worlds of the largest bisimulation, by its definition: all pairs that
// agree on values, without those where one world sees what the other does not.
func bisimilar(ws *Worlds) [][]bool {
	n := len(ws.List)
	pairs := make([][]bool, n)
	for v := range pairs {
		pairs[v] = make([]bool, n)
		for w := range pairs[v] {
			pairs[v][w] = ws.List[v].Values[0] == ws.List[w].Values[0] && ws.List[v].Actual == ws.List[w].Actual
		}
	}
	follows := func(v, w int, class []int) bool {
		for x := range n {
			found := class[x] != class[v]
			for y := range n {
				found = found || class[y] == class[w] && pairs[x][y]
			}
			if !found {
				return false
			}
		}
		return true
	}
	for more := true; more; {
		more = false
		for v := range n {
			for w := range n {
				for _, a := range ws.Agents {
					if pairs[v][w] && !(follows(v, w, a.Class) && follows(w, v, a.Class)) {
						pairs[v][w], more = false, true
					}
				}
			}
		}
	}
	return pairs
}

// The quotient has a world for each class of the largest bisimulation, agents confuse those that
// have confused worlds, and nothing of it can be joined again.
func TestMinimal(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := 1 + r.IntN(9)
		ws := &Worlds{Variables: []string{"x"}}
		for range n {
			ws.List = append(ws.List, World{Values: []string{fmt.Sprint(r.IntN(2))}, Actual: r.IntN(8) == 0})
		}
		for i := range 1 + r.IntN(3) {
			a := WorldAgent{Name: fmt.Sprint(i)}
			for range n {
				a.Class = append(a.Class, r.IntN(1+n/2))
			}
			ws.Agents = append(ws.Agents, a)
		}
		pairs, first := bisimilar(ws), []int{}
		size := map[int]int{}
		for v := range n {
			w := 0
			for !pairs[v][w] {
				w++
			}
			if size[w]++; w == v {
				first = append(first, v)
			}
		}
		q := ws.Minimal()
		if len(q.List) != len(first) {
			t.Fatalf("seed %d: %d worlds, by the definition %d", seed, len(q.List), len(first))
		}
		for b, v := range first {
			if q.List[b].Stands != size[v] || q.List[b].Values[0] != ws.List[v].Values[0] {
				t.Fatalf("seed %d: world %d stands for %d, by the definition %d", seed, b, q.List[b].Stands, size[v])
			}
			for c, w := range first {
				for i, a := range ws.Agents {
					confused := false
					for x := range n {
						for y := range n {
							confused = confused || pairs[v][x] && pairs[w][y] && a.Class[x] == a.Class[y]
						}
					}
					if got := q.Agents[i].Class[b] == q.Agents[i].Class[c]; got != confused {
						t.Fatalf("seed %d: agent %d confuses %d and %d: %v, by the definition %v", seed, i, b, c, got, confused)
					}
				}
			}
		}
		if again := q.Minimal(); len(again.List) != len(q.List) {
			t.Fatalf("seed %d: %d worlds are joined to %d once more", seed, len(q.List), len(again.List))
		}
	}
}
