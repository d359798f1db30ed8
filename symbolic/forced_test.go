package symbolic

import (
	"fmt"
	"math/rand/v2"
)

// disturber collects and reorders at random points of a test, before every nth
// operation on average, and examines what is left.
type disturber struct {
	t      tester
	space  *Space
	random *rand.Rand
	nth    int
	left   int // operations until the next time
	done   [3]int
}

// newForced returns a small space with a disturber, which the seed drives; nth 0
// is none. The kernel moreover collects after collectNth new nodes.
func newForced(t tester, engine string, n, nth, collectNth int, seed uint64) *Space {
	t.Helper()
	kernel := engine == "kernel"
	sp, err := NewSpace(n, Options{Engine: engine, Room: 1 << 10, Reorder: kernel && nth > 0, collectNth: collectNth})
	if err != nil {
		t.Fatal(err)
	}
	sp.small = 1 << 12
	if nth > 0 {
		t.Logf("disturbed before one operation in %d, seed %d", nth, seed)
		d := &disturber{t: t, space: sp, random: rand.New(rand.NewPCG(seed, uint64(nth))), nth: nth}
		d.wait()
		sp.forced = d.forced
	}
	return sp
}

// wait draws when to disturb next.
func (d *disturber) wait() { d.left = 1 + d.random.IntN(2*d.nth-1) }

func (d *disturber) forced() bool {
	d.t.Helper()
	if d.left--; d.left > 0 {
		return false
	}
	d.wait()
	sp := d.space
	e, reorders := sp.engine.(*kernelEngine)
	choice := 0
	if reorders {
		choice = d.random.IntN(3)
	}
	d.done[choice]++
	switch choice {
	case 0:
		if reorders {
			for b := range sp.bits {
				e.literal(Bit(b)) // never reclaimed once made, so count them all
			}
		}
		sp.collect()
		if err := sp.checkExact(); err != nil {
			d.t.Fatal(err)
		}
	case 1:
		e.k.Arrange(d.random.Perm(sp.bits))
	case 2:
		e.rearrange(sp.groups)
	}
	if err := sp.engine.check(); err != nil {
		d.t.Fatalf("after disturbance %v in the order %v: %v", d.done, sp.engine.order(), err)
	}
	return true
}

// checkExact: right after a collection exactly those nodes of the kernel are in use
// that can be reached from a handle or a literal.
func (sp *Space) checkExact() error {
	e, ok := sp.engine.(*kernelEngine)
	if !ok {
		return nil // rudd does not tell which nodes it has reclaimed
	}
	reached := map[int]bool{0: true} // without signs
	var visit func(n int)
	visit = func(n int) {
		if i := n >> 1; !reached[i] {
			reached[i] = true
			visit(e.low(n))
			visit(e.high(n))
		}
	}
	for n := range sp.handles {
		visit(n)
	}
	for b := range sp.bits {
		visit(e.literal(Bit(b)))
	}
	if n := e.usage().nodes; n != len(reached) {
		return fmt.Errorf("%d nodes in use after a collection, %d are held", n, len(reached))
	}
	return nil
}
