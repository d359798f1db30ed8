package encode

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/symbolic"
)

// TestAmong compares Among with its definition, on lists of each length that a block can number.
func TestAmong(t *testing.T) {
	s := build(t, load(t, "vars: {number: 0..7, x: 0..3}"))
	space, all := s.codes.Space, states(s.model)
	r := rand.New(rand.NewPCG(1, 0))
	for n := 1; n <= 8; n++ {
		b := &Block{s, s.codes.Layout.Vars[0].Cells()[0], bits.Len(uint(n - 1))}
		list, want := make([]symbolic.Set, n), space.Empty()
		for i := range list {
			list[i] = space.Empty()
			for range 1 + r.IntN(3) {
				list[i] = list[i].Or(s.codes.Single(all[r.IntN(len(all))]))
			}
			list[i] = list[i].Exists(space.Cube(b.cell.Cur...))
			want = want.Or(list[i].And(b.Is(i)))
		}
		if got := b.Among(list); !got.Equal(want) {
			t.Errorf("%d sets: %v, want %v", n, got, want)
		}
	}
}
