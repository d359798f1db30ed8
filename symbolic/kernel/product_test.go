package kernel

import (
	"math/rand/v2"
	"testing"
)

// A product is what its three steps are one after the other, whatever the maps,
// the order and the operands.
func TestProduct(t *testing.T) {
	h := newHolder(t, Config{Vars: 6, CollectNth: 3})
	random := rand.New(rand.NewPCG(1991, 6))
	h.random(random, 150)
	some := func() *Map {
		n := random.IntN(4)
		return h.NewMap(random.Perm(6)[:n], random.Perm(6)[:n])
	}
	shift, back := h.NewMap([]int{0, 2, 4}, []int{1, 3, 5}), h.NewMap([]int{1, 3, 5}, []int{0, 2, 4})
	none := h.NewMap(nil, nil)
	held := len(h.held)
	for i := range 150 {
		cube := True
		for v := range 6 {
			if random.IntN(2) == 0 {
				cube = h.hold(h.And(cube, h.Literal(v)))
			}
		}
		in, out := some(), some()
		switch i % 3 {
		case 0:
			in, out = shift, none
		case 1:
			in, out = none, back
		}
		if i%7 == 0 {
			h.Arrange(random.Perm(6))
		}
		p := h.NewProduct(in, cube, out)
		for range 20 {
			f, g := h.any(random), h.any(random)
			n := len(h.held)
			renamed := h.hold(h.Permute(f, in))
			product := h.hold(h.AndExists(renamed, g, cube))
			want := h.hold(h.Permute(product, out))
			if got := h.Product(f, g, p); got != want {
				t.Fatalf("∃ %d. %d%v ∧ %d, then %v, in the order %v: got table %x, want %x",
					cube, f, in, g, out, h.Order(), h.table(got, 6), h.table(want, 6))
			}
			h.held = h.held[:n]
		}
		h.held = h.held[:held]
	}
}

// States that do not depend on next variables are never renamed on their own.
func TestProductIsOnePass(t *testing.T) {
	h := newHolder(t, Config{Vars: 6})
	shift := h.NewMap([]int{0, 2, 4}, []int{1, 3, 5})
	p := h.NewProduct(shift, True, h.NewMap(nil, nil))
	f := h.hold(h.Ite(h.Literal(0), h.Literal(2), h.Literal(4)))
	if h.Product(f, True, p); shift.order >= 0 {
		t.Error("states are renamed on their own")
	}
	h.Product(h.hold(h.And(f, h.Literal(3))), True, p)
	if shift.order < 0 {
		t.Error("what depends on a next variable is not renamed on its own")
	}
}
