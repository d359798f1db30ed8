package certify

import (
	"math/big"

	"github.com/epibdd/epibdd/internal/certify/circuit"
	"github.com/epibdd/epibdd/internal/certify/question"
	"github.com/epibdd/epibdd/spec"
)

// count certifies how many worlds with at satisfy the formula: all worlds are reached. Those that are
// counted are at a place, behind a knowledge action at several.
func (k *checker) count(c *spec.Check) {
	asked := k.asked(c)
	if !k.Possible(asked) {
		panic(open("no state is initial"))
	}
	k.reached()
	asked = k.isHere
	if c.At != nil {
		asked = k.And(asked, k.operand(c.At, nil, false)(k.here))
		if !k.Possible(asked) {
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
		in := k.And(asked, x.when)
		f, undef := x.e.Truth(c.Formula, nil)
		k.never(open("the formula may have no value"), in, undef)
		n.Add(n, k.counted(k.And(in, f), x.e.place.key+question.Number))
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
	k.never(wrong("what is counted is another set"), k.valid, k.Iff(in, k.set(k.here, claim.Set)).Not())
	bits := make([]lit, k.cert.Inputs)
	for i := range bits {
		bits[i] = k.Input()
	}
	k.never(wrong("what is counted has bits that are no state"), k.Output(&k.cert.File, claim.Set, circuit.Known(bits)), k.code.States(k.Circuit, bits).Not())
	return k.Models(&k.cert.File, claim.Set)
}
