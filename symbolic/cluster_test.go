package symbolic

import "testing"

// TestClustersAreFull joins many conjuncts of equal size: the product stays the same,
// no cluster is larger than asked, and only the last one has room for a further chunk.
func TestClustersAreFull(t *testing.T) {
	const n, nodes = 300, 100
	for _, engine := range Engines() {
		t.Run(engine, func(t *testing.T) {
			sp := newSpace(t, engine, 2*n, 0)
			var sets []Set
			for i := range n {
				sets = append(sets, sp.Lit(Bit(2*i)).Iff(sp.Lit(Bit(2*i+1))))
			}
			clusters := cluster(withSupport(sets), nodes, 0)
			product, support := sp.Full(), 0
			for i, c := range clusters {
				product = product.And(c.set)
				support += len(c.support)
				size := c.set.CountNodes()
				if size > nodes || size < nodes-nodes/chunkShare && i < len(clusters)-1 {
					t.Errorf("cluster %d of %d has %d nodes", i, len(clusters), size)
				}
			}
			if !product.Equal(sp.AndAll(sets...)) {
				t.Error("the clusters have another product")
			}
			if support != 2*n {
				t.Errorf("their supports have %d bits", support)
			}
		})
	}
}
