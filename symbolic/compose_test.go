package symbolic

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCompositions compares what relations with a step that others always follow lead to with
// the images of their parts, taken one by one. Whether what is composed is right is looked at
// step by step.
func TestCompositions(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		random := rand.New(rand.NewPCG(14, 16))
		composed, between := 0, 0
		for _, nth := range []int{0, 300} {
			sp := newSpace(t, engine, 8, nth)
			sp.composing = 0
			for range 150 {
				bits := allBits(8)
				random.Shuffle(8, func(i, j int) { bits[i], bits[j] = bits[j], bits[i] })
				s := randomPart(sp, bits, random)
				here := filter(func(int) bool { return random.IntN(2) == 0 })
				there := filter(func(v int) bool { return !slices.Contains(here, v) })
				leading := func(from, to []int) *Part {
					p := randomPart(sp, bits, random).part
					return p.With(s.set(from)).With(s.set(to).Rename(p.toNext))
				}
				parts := []*Part{leading(here, there), leading(there, here)}
				for range random.IntN(3) {
					parts = append(parts, randomPart(sp, bits, random).part.With(s.set(here)), leading(there, here))
				}
				random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })

				r := NewRelation(parts...)
				limited := NewRelation(parts...)
				from := filter(func(int) bool { return random.IntN(3) == 0 })
				found := closure(from, func(x []int) []int {
					var after []Set
					for _, p := range parts {
						after = append(after, p.Image(s.set(x)))
					}
					return s.states(sp.OrAll(after...))
				})
				s.compare(t, "reach", r.Reach(s.set(from), nil), found)
				upTo, all := limited.ReachUpTo(s.set(from), 1000, nil)
				s.compare(t, "reach up to a limit", upTo, found)
				if !all || limited.work.composed != nil {
					t.Fatal("a search with a limit that is not met is given up, or composes steps")
				}
				c := r.work.composed // by the search
				if c == nil || c.between == nil {
					continue
				}
				composed++
				s.compare(t, "reach again", r.Reach(s.set(from), nil), found)
				groups := r.Groups()
				for k, g := range c.groups {
					x := s.set(filter(func(int) bool { return random.IntN(2) == 0 }))
					want := groups[c.begins[k]].Image(x)
					if c.begins[k] != c.ends[k] {
						want = groups[c.ends[k]].Image(want)
						between++
					}
					if !g.Image(x).Equal(want) {
						t.Fatal("a composition leads elsewhere than its steps one after the other")
					}
				}
			}
		}
		if composed < 50 || between < 50 {
			t.Errorf("only %d relations were composed, and %d pairs of groups", composed, between)
		}
	})
}

// TestCompositionsFollow leaves out what must not be composed: a step that may follow itself, one
// that nothing follows, and one whose followers have others to follow.
func TestCompositionsFollow(t *testing.T) {
	for _, c := range []struct {
		after [][]bool
		lead  bool
	}{
		{[][]bool{{false, true}, {true, false}}, true},
		{[][]bool{{false, true}, {true, true}}, false},
		{[][]bool{{true, true}, {true, false}}, false},
		{[][]bool{{false, false}, {true, false}}, false},
		{[][]bool{{false, true, false}, {true, false, true}, {true, true, false}}, false},
		{[][]bool{{false, true, true}, {true, false, false}, {true, false, false}}, true},
	} {
		if isLead(c.after, 0) != c.lead {
			t.Errorf("%v: to be composed is %v", c.after, !c.lead)
		}
	}
}

// TestComposedLater composes steps after some rounds: cards are turned, and then accepted, or
// rejected, which is the other player's turn. All is reached that is reached without composing, and it is
// begun anew, so that what is found in a round is as far away: one more card on the pile, by either player. To
// reject, which writes one bit, comes first.
func TestComposedLater(t *testing.T) {
	onOneGoroutine(t)
	const cards = 15
	sp := newSpace(t, "kernel", 12, 0) // two bits each for four of a number, the player and the card turned
	pair := func(i int) Pair { return Pair{Cur: Bit(2 * i), Next: Bit(2*i + 1)} }
	const player, turned = 4, 5
	number := func(n int, next bool) Set {
		x := sp.Full()
		for i := range 4 {
			b := pair(i).Cur
			if next {
				b = pair(i).Next
			}
			lit := sp.Lit(b)
			if n>>i&1 == 0 {
				lit = lit.Not()
			}
			x = x.And(lit)
		}
		return x
	}
	more := sp.Empty()
	for n := range cards {
		more = more.Or(number(n, false).And(number(n+1, true)))
	}
	is, becomes := sp.Lit(pair(turned).Cur), sp.Lit(pair(turned).Next)
	turn := sp.NewPart([]Set{is.Not().And(becomes)}, []Pair{pair(turned)}, nil)
	accept := sp.NewPart([]Set{is.And(becomes.Not()), more}, []Pair{pair(0), pair(1), pair(2), pair(3), pair(turned)}, nil)
	reject := sp.NewPart([]Set{is.And(becomes.Not()), sp.Lit(pair(player).Cur).Not().And(sp.Lit(pair(player).Next))}, []Pair{pair(player), pair(turned)}, nil)
	from := number(0, false).And(is.Not()).And(sp.Lit(pair(player).Cur).Not())
	current := []Bit{0, 2, 4, 6, 8, 10}
	for _, nodes := range []int{0, 9, 10} {
		sp.composing = nodes
		r := NewRelation(turn, accept, reject)
		s := &search{within: sp.Full(), reached: from}
		var apart, composed int
		var sizes []int64
		r.search(s, func(int, func() Set) {
			if s.between == nil {
				apart++
				return
			}
			composed++
			sizes = append(sizes, s.reached.Count(current).Int64())
		})
		if got := s.reached.Count(current).Int64(); got != 4*(cards+1) {
			t.Errorf("from %d nodes on: %d states are reached", nodes, got)
		}
		if (apart > 0) != (nodes > 0) || composed == 0 {
			t.Errorf("from %d nodes on: %d rounds before, %d after", nodes, apart, composed)
		}
		for i := range min(len(sizes)-1, cards) {
			if want := int64(2 * (i + 2)); sizes[i] != want {
				t.Errorf("from %d nodes on: %d states after %d rounds, want %d", nodes, sizes[i], i+1, want)
			}
		}
		if !slices.IsSortedFunc(s.todo, func(x, y *todo) int { return len(x.group.writes) - len(y.group.writes) }) {
			t.Errorf("from %d nodes on: a group that writes more comes before one that writes less", nodes)
		}
	}
}
