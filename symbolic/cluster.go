package symbolic

import (
	"slices"

	"github.com/epibdd/epibdd/internal/heuristic"
)

// Conjuncts of an image are conjoined into clusters while these stay small (Ranjan and
// others, 1995), because each cluster is a pass over the whole intermediate result.
// They come ordered by their supports, so that neighbours are alike.

// clusterNodes bounds the nodes of a cluster of several conjuncts.
const clusterNodes = 4000

// A few clusters of equal size make the best products. More than manyClusters of them,
// which joining by halves leaves half empty, are filled instead: the conjuncts are joined
// by halves into chunks of one chunkShare-th of a cluster, and clusters
// filled with these one by one.
const (
	manyClusters = 8
	chunkShare   = 4
)

// cluster joins neighbours as long as the result has no more than so many nodes.
func cluster(conjuncts []conjunct, nodes int, without heuristic.Set) []conjunct {
	if without.Has(heuristic.Clusters) {
		return conjuncts
	}
	clusters := halves(conjuncts, nodes)
	if len(clusters) > manyClusters && !without.Has(heuristic.FullClusters) {
		clusters = fillUp(halves(conjuncts, nodes/chunkShare), nodes)
	}
	for i, c := range clusters {
		if c.support == nil {
			clusters[i].support = c.set.Support()
		}
	}
	return clusters
}

// fillUp joins each conjunct to those before it, as long as the result is no larger than
// so many nodes.
func fillUp(conjuncts []conjunct, nodes int) []conjunct {
	clusters := slices.Clone(conjuncts[:1])
	for _, c := range conjuncts[1:] {
		last := &clusters[len(clusters)-1]
		if !last.set.IsLarger(nodes) && !c.set.IsLarger(nodes) {
			if both := last.set.And(c.set); !both.IsLarger(nodes) {
				*last = conjunct{set: both}
				continue
			}
		}
		clusters = append(clusters, c)
	}
	return clusters
}

// halves joins neighbours without looking for the supports of what was joined. To join one
// conjunct after the other would go through all that was joined before each time.
// Together two are rarely smaller than side by side, and may be as large as the product
// of both.
func halves(conjuncts []conjunct, nodes int) []conjunct {
	if len(conjuncts) < 2 {
		return conjuncts
	}
	mid := len(conjuncts) / 2
	left, right := halves(conjuncts[:mid], nodes), halves(conjuncts[mid:], nodes)
	last := len(left) - 1
	l, r := left[last].set, right[0].set
	if !l.IsLarger(nodes) && !r.IsLarger(nodes) && l.CountNodes()+r.CountNodes() <= nodes {
		if both := l.And(r); !both.IsLarger(nodes) {
			return slices.Concat(left[:last], []conjunct{{set: both}}, right[1:])
		}
	}
	return slices.Concat(left, right)
}
