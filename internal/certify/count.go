package certify

import (
	"math/big"

	"github.com/epibdd/epibdd/spec"
)

// Counted is the name of the claim about the worlds that are counted.
const Counted = "count"

// count certifies how many worlds with at satisfy the formula: all worlds are reached, a set
// has those that are counted, and as many bits are in its diagram, each of which is a state.
func (k *checker) count(c *spec.Check) {
	claim := k.cert.Claims[Counted]
	if claim == nil {
		panic(wrong("there is no set of what is counted"))
	}
	in, _ := k.initial(k.here)
	if !k.possible(k.isHere, in) {
		panic(open("no state is initial"))
	}
	k.reached()
	asked := k.isHere
	if c.At != nil {
		asked = k.and(asked, k.operand(c.At, nil, false)(k.here))
		if !k.possible(asked) {
			panic(wrong("there is no world that the check asks about"))
		}
	}
	f, undef := k.here.truth(c.Formula, nil)
	k.never(open("the formula may have no value"), asked, undef)
	y := k.set(k.here, claim.Set)
	k.never(wrong("what is counted is another set"), k.valid, k.iff(k.and(asked, f), y).not())
	bits, coded := map[int]lit{}, yes
	for _, s := range k.cells {
		for _, b := range s.cell.Bits {
			bits[b] = k.input()
		}
		some := no
		for code := range s.values {
			is := yes
			for j, b := range s.cell.Bits {
				is = k.and(is, k.iff(bits[b], k.when(code>>(len(s.cell.Bits)-1-j)&1 == 1)))
			}
			some = k.or(some, is)
		}
		coded = k.and(coded, some)
	}
	k.never(wrong("what is counted has bits that are no state"), k.diagram(claim.Set, bits), coded.not())
	if n := k.models(claim.Set, len(bits)); n.Cmp(k.cert.Count) != 0 {
		panic(wrong("there are %s, not %s", n, k.cert.Count))
	}
}

// models counts the values of bits in a set. No bit occurs twice on a way through its
// diagram, so half of the values have a bit at 1, and what is below a node does not depend on
// the node's bit.
func (k *checker) models(root, bits int) *big.Int {
	k.ordered()
	counts := []*big.Int{new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(bits))}
	for _, n := range k.cert.Nodes {
		counts = append(counts, new(big.Int).Rsh(new(big.Int).Add(counts[n.Low], counts[n.High]), 1))
	}
	return counts[root]
}

// ordered refuses diagrams without an order of bits in which they come on all ways.
func (k *checker) ordered() {
	below := map[int]map[int]bool{}
	for _, n := range k.cert.Nodes {
		for _, child := range []int{n.Low, n.High} {
			if child < 2 {
				continue
			}
			if below[n.Bit] == nil {
				below[n.Bit] = map[int]bool{}
			}
			below[n.Bit][k.cert.Nodes[child-2].Bit] = true
		}
	}
	const open, done = 1, 2
	state := map[int]int{}
	var visit func(bit int)
	visit = func(bit int) {
		switch state[bit] {
		case done:
			return
		case open:
			panic(wrong("bit %d is below itself", bit))
		}
		state[bit] = open
		for b := range below[bit] {
			visit(b)
		}
		state[bit] = done
	}
	for bit := range below {
		visit(bit)
	}
}
