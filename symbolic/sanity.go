package symbolic

import "fmt"

// Check examines the diagrams of the given sets: levels increase on every edge,
// no node has equal children, no two nodes are the same, and the handles point
// to nodes of this space. It returns the first violation found, which is
// always a fault of this package or of its engine. It is meant for tests.
func (sp *Space) Check(sets ...Set) error {
	sp.Full().with(sets...)
	if err := sp.engine.check(); err != nil {
		return err
	}
	type triple struct{ bit, low, high int }
	nodes := make(map[triple]int)
	for _, s := range sets {
		w := s.under()
		for _, n := range w.nodes {
			t := triple{w.engine.bit(n), w.engine.low(n), w.engine.high(n)}
			if m, ok := nodes[t]; ok && m != n {
				return fmt.Errorf("symbolic: nodes %d and %d are the same", m, n)
			}
			nodes[t] = n
			if t.low == t.high {
				return fmt.Errorf("symbolic: node %d has equal children", n)
			}
			if t.bit < 0 || t.bit >= sp.bits {
				return fmt.Errorf("symbolic: node %d tests bit %d", n, t.bit)
			}
			level := func(n int) int { return w.engine.level(w.engine.bit(n)) }
			if below := min(level(t.low), level(t.high)); level(n) >= below {
				return fmt.Errorf("symbolic: node %d of level %d is above a node of level %d", n, level(n), below)
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
