package symbolic

import (
	"math/rand/v2"
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

// TestLeastLiveIsAsDefined holds the order of conjuncts to its definition, in random supports.
func TestLeastLiveIsAsDefined(t *testing.T) {
	const bits = 12
	rng := rand.New(rand.NewPCG(18, 5))
	some := func(of int) Cube {
		var c Cube
		for b := range bits {
			if rng.IntN(of) == 0 {
				c.bits = append(c.bits, Bit(b))
			}
		}
		return c
	}
	delayed := 0
	for range 2000 {
		start, later, drop := some(3), some(4), some(2).bits
		var conjuncts []conjunct
		for range 1 + rng.IntN(14) {
			conjuncts = append(conjuncts, conjunct{support: some(2 + rng.IntN(3)).bits})
		}
		got := leastLive(conjuncts, start, later, drop)
		rest, here := slices.Clone(conjuncts), slices.Clone(start.bits)
		slices.SortStableFunc(rest, func(c, d conjunct) int { return slices.Compare(c.support, d.support) })
		guard := func(c conjunct) bool { return !slices.ContainsFunc(c.support, later.Contains) }
		for k := range conjuncts {
			needs := func(b Bit) (all, guards int) {
				for _, c := range rest {
					if slices.Contains(c.support, b) {
						all++
						if guard(c) && !slices.Contains(start.bits, b) {
							guards++
						}
					}
				}
				return all, guards
			}
			best, most := -1, 0
			for i, c := range rest {
				waits, gain := false, 0
				for _, b := range c.support {
					all, guards := needs(b)
					waits = waits || !guard(c) && guards > 0
					if !slices.Contains(here, b) {
						gain--
					}
					if all == 1 && slices.Contains(drop, b) {
						gain++
					}
				}
				if waits {
					delayed++
				} else if best < 0 || gain > most {
					best, most = i, gain
				}
			}
			if !slices.Equal(got[k].support, rest[best].support) {
				t.Fatalf("start %v, later %v, drop %v: of %v comes %v after %d, not %v", start.bits, later.bits, drop, conjuncts, got[k].support, k, rest[best].support)
			}
			here = append(here, rest[best].support...)
			rest = slices.Delete(rest, best, best+1)
		}
	}
	if delayed == 0 {
		t.Error("nothing waited for a guard")
	}
}

// TestManyConjunctsAreOrdered orders those of a hundred thousand agents of which each does
// something by itself: when all were compared for each place it took minutes, in which no limit was looked at.
func TestManyConjunctsAreOrdered(t *testing.T) {
	const agents = 100_000
	var conjuncts []conjunct
	var start, later Cube
	var drop []Bit
	for i := range Bit(agents) {
		conjuncts = append(conjuncts, conjunct{support: []Bit{3 * i, 3*i + 2}}, conjunct{support: []Bit{3*i + 1, 3*i + 2}})
		start.bits, later.bits, drop = append(start.bits, 3*i), append(later.bits, 3*i+1), append(drop, 3*i, 3*i+2)
	}
	for k, c := range leastLive(conjuncts, start, later, drop) {
		if want := conjuncts[k].support; !slices.Equal(c.support, want) {
			t.Fatalf("at place %d is %v, not %v", k, c.support, want)
		}
	}
}
