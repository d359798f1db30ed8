package symbolic

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// numbers are what a tally is, by vector.
type numbers [1 << six]int

func (a numbers) sum(over []Bit) numbers {
	for _, b := range over {
		var s numbers
		for v := range s {
			s[v] = a[put(v, int(b), false)] + a[put(v, int(b), true)]
		}
		a = s
	}
	return a
}

// at is the number of a vector.
func (t Tally) at(v int) (n int) {
	for i, digit := range t {
		if digit.Contains(assignment(six, v)) {
			n |= 1 << i
		}
	}
	return n
}

// Sums over bits, sums of two and products are those of the numbers, in every order of bits
// and with nodes that come and go.
func TestTally(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		const seed = 7
		t.Logf("seed %d", seed)
		rng := rand.New(rand.NewPCG(seed, 0))
		m := newMirror(t, engine, 5, 50, seed)
		draw := func() (Tally, numbers) {
			tab := table(rng.Uint64())
			if rng.IntN(4) == 0 {
				tab &= table(rng.Uint64() & rng.Uint64() & rng.Uint64())
			}
			var n numbers
			for v := range n {
				if tab.at(v) {
					n[v] = 1
				}
			}
			var over []Bit
			for b := range six {
				if rng.IntN(2) == 0 {
					over = append(over, Bit(b))
				}
			}
			return Tally{m.space.setOf(tab)}.trim().Sum(over), n.sum(over)
		}
		for range 10 {
			x, a := draw()
			y, b := draw()
			p, q := rng.IntN(20), rng.IntN(20)
			both, more := x.Plus(y), x.Times(big.NewInt(int64(p))).Plus(y)
			least := Tally{m.space.Full()}.Plus(x).Times(big.NewInt(int64(p))).AtLeast(y.Times(big.NewInt(int64(q))))
			for v := range a {
				if got := x.at(v); got != a[v] {
					t.Fatalf("vector %d: the sum is %d, want %d", v, got, a[v])
				}
				if got := both.at(v); got != a[v]+b[v] {
					t.Fatalf("vector %d: %d + %d is %d", v, a[v], b[v], got)
				}
				if got := more.at(v); got != p*a[v]+b[v] {
					t.Fatalf("vector %d: %d * %d + %d is %d", v, p, a[v], b[v], got)
				}
				if got := least.Contains(assignment(six, v)); got != (p*(1+a[v]) >= q*b[v]) {
					t.Fatalf("vector %d: %d * (1 + %d) >= %d * %d is %v", v, p, a[v], q, b[v], got)
				}
			}
		}
	})
}

// Numbers of a tally, and what they are once a common divisor is left out.
func TestTallyValues(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) { tallyValues(t, newMirror(t, engine, 5, 50, 7).space) })
}

func tallyValues(t *testing.T, sp *Space) {
	a, b := sp.Lit(0), sp.Lit(1)
	tally := Tally{a}.Times(big.NewInt(12)).Plus(Tally{b}.Times(big.NewInt(18))) // 0, 12, 18, 30
	values := func(t Tally) map[int64]int64 {
		found := map[int64]int64{}
		for n, where := range t.Values(sp.Full()) {
			found[n.Int64()] += where.Count([]Bit{0, 1, 2}).Int64()
		}
		return found
	}
	for _, c := range []struct {
		t    Tally
		want map[int64]int64
	}{
		{tally, map[int64]int64{0: 2, 12: 2, 18: 2, 30: 2}},
		{tally.Reduced(3), map[int64]int64{0: 2, 2: 2, 3: 2, 5: 2}},
		{tally.Reduced(2), map[int64]int64{0: 2, 12: 2, 18: 2, 30: 2}},
		{nil, map[int64]int64{0: 8}},
	} {
		got := values(c.t)
		for n, count := range c.want {
			if got[n] != count || len(got) != len(c.want) {
				t.Errorf("%v, and not %v", got, c.want)
				break
			}
		}
	}
}
