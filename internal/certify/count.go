package certify

import (
	"math/big"

	"github.com/epibdd/epibdd/spec"
)

// Counted is the name of the claim about the worlds that are counted.
const Counted = "count"

// count certifies how many worlds with at satisfy the formula: all worlds are reached. Those that are
// counted are at a place, behind a knowledge action at several.
func (k *checker) count(c *spec.Check) {
	asked := k.asked(c)
	if !k.possible(asked) {
		panic(open("no state is initial"))
	}
	k.reached()
	asked = k.isHere
	if c.At != nil {
		asked = k.and(asked, k.operand(c.At, nil, false)(k.here))
		if !k.possible(asked) {
			panic(wrong("there is no world that the check asks about"))
		}
	}
	at := []end{{yes, k.here}}
	if c.After != nil {
		var undef lit
		at, undef = k.ends(k.here, c.After, nil, true)
		k.never(open("an argument or a domain may have no value"), k.isHere, undef)
	}
	n, seen := new(big.Int), map[*place]bool{}
	for _, x := range at {
		if seen[x.e.place] {
			panic(open("knowledge actions of which several are the same"))
		}
		seen[x.e.place] = true
		in := k.and(asked, x.when)
		f, undef := x.e.truth(c.Formula, nil)
		k.never(open("the formula may have no value"), in, undef)
		n.Add(n, k.counted(k.and(in, f), x.e.place.key+Counted))
	}
	if n.Cmp(k.cert.Count) != 0 {
		panic(wrong("there are %s, not %s", n, k.cert.Count))
	}
}

// counted is how many states are in a set, of which a claim has as many bits in its diagram, each of
// which is a state.
func (k *checker) counted(in lit, name string) *big.Int {
	claim := k.cert.Claims[name]
	if claim == nil {
		k.never(wrong("there is no set of what is counted"), k.valid, in)
		return new(big.Int)
	}
	k.never(wrong("what is counted is another set"), k.valid, k.iff(in, k.set(k.here, claim.Set)).not())
	bits, record, coded := map[int]lit{0: no}, []lit(nil), yes
	for i := range k.cert.Inputs {
		if bits[i+1] = k.input(); i >= k.cert.Inputs-len(k.cert.Records) {
			record = append(record, bits[i+1])
		}
	}
	again := k.written(k.values(func(i int) lit { return bits[i] }), record).wires
	for b, l := range bits {
		coded = k.and(coded, k.iff(l, again[b]))
	}
	k.never(wrong("what is counted has bits that are no state"), k.output(claim.Set, bits), coded.not())
	return k.models(claim.Set)
}

// models counts the values of the inputs that make a wire true, of a circuit that is
// deterministic and decomposable (Darwiche, "On the tractable counting of theory models", 2001): the
// operands of a gate share no input, or their negations cannot both be true, since one
// asks for an input and the other for its negation.
func (k *checker) models(wire int) *big.Int {
	in, all := k.cert.Inputs, new(big.Int).Lsh(big.NewInt(1), uint(k.cert.Inputs))
	asked := map[int]bool{wire / 2: true}
	for g := wire / 2; g > in; g-- {
		if pair := k.cert.Gates[g-1-in]; asked[g] {
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
	for g := 1; g <= wire/2; g++ {
		switch {
		case !asked[g]:
		case g <= in:
			counts[g], reads[g] = new(big.Int).Rsh(all, 1), new(big.Int).SetBit(new(big.Int), g, 1)
		default:
			pair := k.cert.Gates[g-1-in]
			x, y := pair[0], pair[1]
			switch n := new(big.Int); {
			case n.And(reads[x/2], reads[y/2]).Sign() == 0:
				counts[g] = n.Rsh(n.Mul(count(x), count(y)), uint(in))
			case k.exclude(x^1, y^1):
				counts[g] = n.Sub(n.Add(count(x), count(y)), all)
			default:
				panic(wrong("what is counted is no deterministic decomposable circuit at gate %d", g))
			}
			reads[g] = new(big.Int).Or(reads[x/2], reads[y/2])
		}
	}
	return count(wire)
}

// exclude tells whether one wire asks for an input, and the other one for its negation.
func (k *checker) exclude(x, y int) bool {
	for _, a := range k.conjuncts(x) {
		for _, b := range k.conjuncts(y) {
			if a == b^1 && a/2 <= k.cert.Inputs {
				return true
			}
		}
	}
	return false
}

// conjuncts are wires that are true where a wire is.
func (k *checker) conjuncts(wire int) []int {
	if wire&1 == 0 && wire/2 > k.cert.Inputs {
		pair := k.cert.Gates[wire/2-1-k.cert.Inputs]
		return []int{wire, pair[0], pair[1]}
	}
	return []int{wire}
}
