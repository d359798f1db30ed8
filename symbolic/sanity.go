package symbolic

import "fmt"

// Check examines the diagrams of the given sets: levels increase on every edge,
// no node has equal children, no two nodes are the same, and the handles point
// to nodes of this space. It returns the first violation found, which is
// always a fault of this package or of its engine. It is meant for tests.
func (sp *Space) Check(sets ...Set) error {
	sp.Full().with(sets...)
	type triple struct{ level, low, high int }
	nodes := make(map[triple]int)
	for _, s := range sets {
		w := s.under()
		for _, n := range w.nodes {
			t := triple{w.engine.level(n), w.engine.low(n), w.engine.high(n)}
			if m, ok := nodes[t]; ok && m != n {
				return fmt.Errorf("symbolic: nodes %d and %d are the same", m, n)
			}
			nodes[t] = n
			if t.low == t.high {
				return fmt.Errorf("symbolic: node %d has equal children", n)
			}
			below := min(w.engine.level(t.low), w.engine.level(t.high))
			if t.level < 0 || t.level >= sp.bits || t.level >= below {
				return fmt.Errorf("symbolic: node %d of level %d is above a node of level %d", n, t.level, below)
			}
		}
		if s.isConstant() {
			continue
		}
		if w, ok := sp.handles[s.h.node]; !ok || w.Value() != s.h {
			return fmt.Errorf("symbolic: the handle of node %d is not the one in the table", s.h.node)
		}
	}
	return nil
}
