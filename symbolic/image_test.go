package symbolic

import (
	"slices"
	"testing"
)

// TestGuardsComeFirst orders the conjuncts of an image in which agents choose actions, each of
// one bit, and write them down: no action is written before it is known to be allowed, whether
// each agent has a guard of its own or all of them have one together.
func TestGuardsComeFirst(t *testing.T) {
	const agents = 12
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 4*agents, 300)
		var effects, guards []Set
		var writes []Pair
		var actions []Bit
		written := sp.Full() // what is written is allowed
		for i := range agents {
			allowed, old, next, action := Bit(4*i), Bit(4*i+1), Bit(4*i+2), Bit(4*i+3)
			effects = append(effects, sp.Lit(next).Iff(sp.Lit(action)))
			guards = append(guards, sp.Lit(action).Imp(sp.Lit(allowed)))
			writes, actions = append(writes, Pair{old, next}), append(actions, action)
			written = written.And(sp.Lit(old).Imp(sp.Lit(allowed)))
		}
		for name, of := range map[string][]Set{"of each": guards, "of all": {sp.AndAll(guards...)}} {
			p := sp.NewPart(slices.Concat(effects, of), writes, actions)
			drop := slices.Concat(p.cur.Bits(), actions)
			ordered := leastLive(withSupport(p.conjuncts), p.cur, p.next, drop)
			if len(ordered) != len(p.conjuncts) {
				t.Fatalf("%s: %d conjuncts became %d", name, len(p.conjuncts), len(ordered))
			}
			guarded := map[Bit]bool{}
			for _, c := range ordered {
				effect := slices.ContainsFunc(c.support, p.next.Contains)
				for _, b := range c.support {
					if effect && p.aux.Contains(b) && !guarded[b] {
						t.Errorf("guard %s: bit %d is written before it is allowed", name, b)
					}
					guarded[b] = guarded[b] || !effect
				}
			}
			if !p.Image(sp.Full()).Equal(written) {
				t.Errorf("guard %s: the image is another one", name)
			}
		}
	})
}
