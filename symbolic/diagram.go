package symbolic

// Node is an inner node of a diagram: it goes on at High where the bit is set, at Low where
// not, which are 0 for false, 1 for true, or n+2 for the node at place n.
type Node struct {
	Bit       Bit
	Low, High int
}

// Diagram lists the nodes of sets of one space, each once and after those below it, and the
// place of each set as Low and High say it.
func Diagram(sets ...Set) (nodes []Node, roots []int) {
	known := map[int]int{falseNode: 0, trueNode: 1}
	for _, s := range sets {
		w := s.under()
		for _, n := range w.nodes {
			if _, ok := known[n]; ok {
				continue
			}
			known[n] = len(nodes) + 2
			nodes = append(nodes, Node{Bit(w.engine.bit(n)), known[w.engine.low(n)], known[w.engine.high(n)]})
		}
		roots = append(roots, known[s.h.node])
	}
	return nodes, roots
}
