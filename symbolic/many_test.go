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

// Images and preimages of a shift register of 50,000 bits, whose steps are one product
// over 100,000 variables: all bits move on by one, the last comes first.
func TestManyBitsInAProduct(t *testing.T) {
	onOneGoroutine(t)
	const n = 100_000
	sp := newSpace(t, "kernel", n, 0)
	var writes []Pair
	var cur []Bit
	for b := Bit(0); b < n; b += 2 {
		writes, cur = append(writes, Pair{b, b + 1}), append(cur, b)
	}
	relation := sp.Full()
	for i := len(cur) - 1; i >= 0; i-- { // each conjunct on top of what there is
		from := cur[(i+len(cur)-1)%len(cur)]
		relation = relation.And(sp.Lit(cur[i] + 1).Iff(sp.Lit(from)))
	}
	r := NewRelation(sp.NewPart([]Set{relation}, writes, nil))
	at := func(places ...int) Set { // the state with these bits alone
		values := make([]bool, len(cur))
		for _, i := range places {
			values[i] = true
		}
		return sp.Singleton(Assign(cur, values))
	}
	before, after := at(0, 7, len(cur)-1), at(1, 8, 0)
	if !r.Image(before).Equal(after) {
		t.Error("the image is wrong")
	}
	if !r.Preimage(after).Equal(before) {
		t.Error("the preimage is wrong")
	}
	if err := sp.Check(relation, before, after); err != nil {
		t.Error(err)
	}
}
