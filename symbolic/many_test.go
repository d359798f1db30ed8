package symbolic

import "testing"

// A space of very many bits works, only slower.
func TestManyBits(t *testing.T) {
	const n = 100_000
	sp := newSpace(t, "kernel", n, 0)
	cube := sp.Cube(allBits(n)...)
	all := cube.lits
	if got := all.Support(); len(got) != n {
		t.Errorf("%d bits in the support of a conjunction of %d", len(got), n)
	}
	if got := all.Count(allBits(n)); got.Int64() != 1 {
		t.Errorf("%v elements", got)
	}
	if !all.Exists(cube).IsFull() || !all.Forall(cube).IsEmpty() {
		t.Error("quantifying all bits is wrong")
	}
}
