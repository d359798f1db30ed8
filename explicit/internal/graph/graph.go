// Package graph finds strongly connected components.
package graph

import "slices"

// Components lists the strongly connected components of a graph, each after all
// those that it leads to: in the order in which a search back along the edges
// meets them, from the nodes that a search along the edges left last (Kosaraju).
func Components(next [][]int) [][]int {
	back := make([][]int, len(next))
	for v, list := range next {
		for _, to := range list {
			back[to] = append(back[to], v)
		}
	}
	seen := make([]bool, len(next))
	var left []int
	for v := range next {
		depthFirst(v, next, seen, &left)
	}
	seen = make([]bool, len(next))
	var all [][]int
	for i := len(left) - 1; i >= 0; i-- {
		var component []int
		depthFirst(left[i], back, seen, &component)
		if len(component) > 0 {
			all = append(all, component)
		}
	}
	slices.Reverse(all)
	return all
}

// depthFirst appends the nodes that are reached from v and not seen yet, in the
// order in which the search leaves them.
func depthFirst(v int, next [][]int, seen []bool, left *[]int) {
	if seen[v] {
		return
	}
	seen[v] = true
	for _, to := range next[v] {
		depthFirst(to, next, seen, left)
	}
	*left = append(*left, v)
}
