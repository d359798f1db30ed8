package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestArrangeKeepsFunctions(t *testing.T) {
	h := newHolder(t, Config{Vars: 6, CollectNth: 11})
	random := rand.New(rand.NewPCG(1993, 42))
	h.random(random, 60)
	var want []uint64
	for _, f := range h.held {
		want = append(want, h.table(f, 6))
	}
	for range 300 {
		order := random.Perm(6)
		if !h.Arrange(order) || !slices.Equal(h.Order(), order) {
			t.Fatalf("order %v, want %v", h.Order(), order)
		}
		for i, f := range h.held {
			if got := h.table(f, 6); got != want[i] {
				t.Fatalf("order %v: function %d is %x, want %x", order, f, got, want[i])
			}
		}
		h.sane(t)
		f, g := random.IntN(len(want)), random.IntN(len(want))
		if r := h.And(h.held[f], h.held[g]); h.table(r, 6) != want[f]&want[g] {
			t.Fatalf("order %v: a conjunction is wrong", order)
		}
		// What is not held any more must go when it has no parent left.
		at := random.IntN(len(h.held))
		h.held[at] = h.Xor(h.held[f], h.held[g])
		want[at] = want[f] ^ want[g]
	}
}

// The equalities x_i = y_i with all x above all y take 3·2^n - 1 nodes or so,
// in the best order 3n.
func TestSiftFindsTheOrder(t *testing.T) {
	const n = 10
	h := newHolder(t, Config{Vars: 2 * n})
	f := True
	for i := n - 1; i >= 0; i-- {
		x := h.hold(h.Xor(h.Literal(i), h.Literal(n+i)))
		f = h.And(f, x.Not())
		h.held = []Ref{f}
	}
	h.Collect()
	before := h.Usage().Nodes
	h.Sift(nil)
	h.Sift(nil)
	if after := h.Usage().Nodes; before < 1<<n || after > 5*n+1 {
		t.Errorf("%d nodes became %d, want at most %d", before, after, 5*n+1)
	}
	for _, values := range []int{0, 1<<(2*n) - 1, 0b1010101010_1010101010, 5<<n | 5} {
		if !h.eval(f, values) || h.eval(f, values^1<<7) {
			t.Errorf("the function has changed at %b", values)
		}
	}
}

func TestSiftKeepsGroups(t *testing.T) {
	const n = 12
	h := newHolder(t, Config{Vars: 2 * n})
	random := rand.New(rand.NewPCG(7, 7))
	f := False
	for range 30 {
		g := h.hold(h.And(h.Literal(random.IntN(2*n)), h.Literal(random.IntN(2*n))))
		f = h.hold(h.Xor(f, g))
	}
	groups := [][]int{{4, 5, 6, 7, 8}}
	for v := 10; v < 2*n; v += 2 {
		groups = append(groups, []int{v, v + 1})
	}
	h.Sift(groups)
	for _, g := range groups {
		for i, v := range g {
			if h.Level(v) != h.Level(g[0])+i {
				t.Errorf("the group %v was torn apart: order %v", g, h.Order())
			}
		}
	}
}

func TestSiftWithinLimits(t *testing.T) {
	h := newHolder(t, Config{Vars: 32})
	f, g := h.halves(8)
	h.hold(h.And(f, g))
	h.Collect()
	u := h.Usage()
	h.SetLimits(u.Nodes, u.Bytes)
	h.Sift(nil)
	if now := h.Usage(); now.Nodes > u.Nodes || now.Bytes > u.Bytes {
		t.Errorf("%+v became %+v", u, now)
	}
}

// Groups are exchanged one variable after the other, so that room may end between two
// of them, and for the way back as well. Functions stay what they are.
func TestSiftWithoutRoomToTakeBack(t *testing.T) {
	const n = 20
	torn := 0
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 9))
		h := newHolder(t, Config{Vars: n})
		f := False
		for range 25 {
			a, b, c := h.Literal(random.IntN(n)), h.Literal(random.IntN(n)), h.Literal(random.IntN(n))
			f = h.hold(h.Xor(f, h.hold(h.And(a, h.hold(h.Or(b, c))))))
		}
		points, values := make([]int, 64), make([]bool, 64)
		for i := range points {
			points[i] = random.IntN(1 << n)
			values[i] = h.eval(f, points[i])
		}
		var groups [][]int
		for v := 0; v < n; v += 4 {
			groups = append(groups, []int{v, v + 1, v + 2, v + 3})
		}
		h.Collect()
		h.SetLimits(h.Usage().Nodes+random.IntN(400), 0)
		h.Sift(groups)
		for i, at := range points {
			if h.eval(f, at) != values[i] {
				t.Fatalf("seed %d: another function after sifting", seed)
			}
		}
		h.sane(t)
		for _, g := range groups {
			if h.Level(g[3]) != h.Level(g[0])+3 {
				torn++
				break
			}
		}
	}
	if torn == 0 {
		t.Error("there was always room to take back an exchange")
	}
}
