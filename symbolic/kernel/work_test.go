package kernel

import "testing"

// TestWork holds the counts to those of parities, which can be worked out by hand: to
// take one variable more takes a step and a node for each one that is there.
func TestWork(t *testing.T) {
	const n = 60
	h := newHolder(t, Config{Vars: n})
	parity := False
	for v := range n {
		parity = h.Xor(parity, h.Literal(v))
	}
	h.hold(parity)
	want := Work{Steps: n * (n - 1) / 2, Nodes: n + n*(n-1)/2}
	if got := h.Work(); got != want {
		t.Errorf("parity: %+v, want %+v", got, want)
	}
	h.Size(parity, 2*n)
	want.Visits += 2*n - 1 // a variable and its complement, but for the top
	if got := h.Work(); got != want {
		t.Errorf("size: %+v, want %+v", got, want)
	}
	h.Collect()
	want.Visits += n + n - 1 // the parity, and literals of which it has the last
	want.Swept = int64(h.fresh) + int64(len(h.cache))
	if got := h.Work(); got != want {
		t.Errorf("collection: %+v, want %+v", got, want)
	}
	h.Xor(h.Literal(0), h.Literal(1))
	want.Steps, want.Nodes = want.Steps+1, want.Nodes+1
	if got := h.Work(); got != want {
		t.Errorf("after a collection: %+v, want %+v", got, want)
	}
	order := h.Order()
	order[0], order[1] = 1, 0
	h.Arrange(order)
	if got := h.Work(); got.Moves != 1+2+2 || got.Nodes != want.Nodes { // two literals, a node of either sign below the top, and that
		t.Errorf("an exchange: %+v, want 5 moves and no node", got)
	}
}

// TestWorkAcrossRefuels counts more steps than are made between two looks outside.
func TestWorkAcrossRefuels(t *testing.T) {
	const n = 400
	h := newHolder(t, Config{Vars: n})
	parity := False
	for v := range n {
		parity = h.Xor(parity, h.Literal(v))
	}
	if got, want := h.Work().Steps, int64(n*(n-1)/2); got != want || want < 10*patience {
		t.Errorf("%d steps, want %d", got, want)
	}
}

// TestWorkOfCollections makes nodes that stay, while collections come within operations: they
// are counted once.
func TestWorkOfCollections(t *testing.T) {
	const n = 40
	h := newHolder(t, Config{Vars: n, CollectNth: 7})
	parity := False
	for v := range n {
		parity = h.hold(h.Xor(parity, h.Literal(v)))
	}
	if got, want := h.Work().Nodes, int64(n+n*(n-1)/2); got != want || h.Usage().Collections < n {
		t.Errorf("%d nodes, want %d; %d collections", got, want, h.Usage().Collections)
	}
}
