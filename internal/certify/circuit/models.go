package circuit

import "math/big"

// Models counts the values of the inputs that make a wire of a file true, which is
// deterministic and decomposable (Darwiche, "On the tractable counting of theory models", 2001): the
// operands of a gate share no input, or their negations cannot both be true, since one
// asks for an input and the other for its negation. What it keeps of the gates is bounded by mostCounted.
func (c *Circuit) Models(f *File, wire int) *big.Int {
	all, asked := new(big.Int).Lsh(big.NewInt(1), uint(f.Inputs)), map[int]bool{wire / 2: true}
	for g := wire / 2; g > f.Inputs; g-- {
		c.Working()
		if pair, _ := f.gate(g); asked[g] {
			asked[pair[0]/2], asked[pair[1]/2] = true, true
		}
	}
	counts, reads := map[int]*big.Int{0: new(big.Int)}, map[int]*big.Int{0: new(big.Int)}
	count := func(wire int) *big.Int {
		if wire&1 == 1 {
			return new(big.Int).Sub(all, counts[wire/2])
		}
		return counts[wire/2]
	}
	kept := 0
	for g := 1; g <= wire/2; g++ {
		c.Working()
		if kept > mostCounted {
			panic(Open("counting takes more than %d MiB", mostCounted>>20))
		}
		switch pair, ok := f.gate(g); {
		case !asked[g]:
		case !ok:
			counts[g], reads[g] = new(big.Int).Rsh(all, 1), new(big.Int).SetBit(new(big.Int), g, 1)
		default:
			x, y := pair[0], pair[1]
			switch n := new(big.Int); {
			case n.And(reads[x/2], reads[y/2]).Sign() == 0:
				counts[g] = n.Rsh(n.Mul(count(x), count(y)), uint(f.Inputs))
			case f.exclude(x^1, y^1):
				counts[g] = n.Sub(n.Add(count(x), count(y)), all)
			default:
				panic(Wrong("what is counted is no deterministic decomposable circuit at gate %d", g))
			}
			reads[g] = new(big.Int).Or(reads[x/2], reads[y/2])
		}
		if asked[g] {
			kept += (counts[g].BitLen() + reads[g].BitLen()) / 8
		}
	}
	return count(wire)
}

// mostCounted is how many bytes the numbers of gates take at most: one of a gate has as many bits as the file has inputs.
var mostCounted = 1 << 30

// exclude tells whether one wire asks for an input, and the other one for its negation.
func (f *File) exclude(x, y int) bool {
	for _, a := range f.conjuncts(x) {
		for _, b := range f.conjuncts(y) {
			if a == b^1 && a/2 <= f.Inputs {
				return true
			}
		}
	}
	return false
}

// conjuncts are wires that are true where a wire is.
func (f *File) conjuncts(wire int) []int {
	if pair, ok := f.gate(wire / 2); ok && wire&1 == 0 {
		return []int{wire, pair[0], pair[1]}
	}
	return []int{wire}
}
