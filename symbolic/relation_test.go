package symbolic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Relations against explicit enumeration: three pairs of state bits and two
// auxiliary bits, in random orders; random conjuncts over what each may read.

// system is a random part together with its steps.
type system struct {
	space  *Space
	pairs  []Pair
	aux    []Bit
	part   *Part
	writes []int // places in pairs
	steps  map[[2]int]bool
}

func (s *system) cur() []Bit {
	var out []Bit
	for _, p := range s.pairs {
		out = append(out, p.Cur)
	}
	return out
}

// states returns the states of a set over the current bits.
func (s *system) states(x Set) []int {
	var out []int
	for e := range x.Each(s.cur()) {
		v := 0
		for i, p := range s.pairs {
			v = put(v, i, e.Value(p.Cur))
		}
		out = append(out, v)
	}
	slices.Sort(out)
	return out
}

func (s *system) set(states []int) Set {
	var sets []Set
	for _, v := range states {
		values := make([]bool, len(s.pairs))
		for i := range values {
			values[i] = v>>i&1 == 1
		}
		sets = append(sets, s.space.Singleton(Assign(s.cur(), values)))
	}
	return s.space.OrAll(sets...)
}

// randomSystem draws the roles of the bits, then conjuncts as random functions
// of up to four readable bits, and enumerates the steps from the conjuncts.
func randomSystem(t *testing.T, sp *Space, random *rand.Rand) *system {
	t.Helper()
	bits := allBits(8)
	random.Shuffle(8, func(i, j int) { bits[i], bits[j] = bits[j], bits[i] })
	return randomPart(sp, bits, random)
}

// randomPart is randomSystem with given roles.
func randomPart(sp *Space, bits []Bit, random *rand.Rand) *system {
	s := &system{space: sp, aux: bits[6:], steps: map[[2]int]bool{}}
	readable := slices.Clone(s.aux)
	var writes []Pair
	for i := range 3 {
		p := Pair{bits[2*i], bits[2*i+1]}
		s.pairs = append(s.pairs, p)
		readable = append(readable, p.Cur)
		if random.IntN(3) > 0 {
			writes, s.writes = append(writes, p), append(s.writes, i)
			readable = append(readable, p.Next)
		}
	}
	var conjuncts []Set
	for range random.IntN(4) {
		c := sp.Empty()
		for range 1 + random.IntN(6) {
			term := sp.Full()
			for range 1 + random.IntN(3) {
				lit := sp.Lit(readable[random.IntN(len(readable))])
				if random.IntN(2) == 0 {
					lit = lit.Not()
				}
				term = term.And(lit)
			}
			c = c.Or(term)
		}
		conjuncts = append(conjuncts, c)
	}
	s.part = sp.NewPart(conjuncts, writes, s.aux)
	s.enumerate(conjuncts)
	return s
}

// enumerate finds the steps by the definition.
func (s *system) enumerate(conjuncts []Set) {
	for x := range 8 {
		for y := range 8 {
			for a := range 4 {
				if s.frame(x, y) && !slices.ContainsFunc(conjuncts, func(c Set) bool { return !c.Contains(s.vector(x, y, a)) }) {
					s.steps[[2]int{x, y}] = true
				}
			}
		}
	}
}

// frame tells whether x and y agree on what is not written.
func (s *system) frame(x, y int) bool {
	for i := range s.pairs {
		if !slices.Contains(s.writes, i) && (x^y)>>i&1 == 1 {
			return false
		}
	}
	return true
}

func (s *system) vector(x, y, a int) Assignment {
	var bits []Bit
	var values []bool
	for i, p := range s.pairs {
		bits, values = append(bits, p.Cur, p.Next), append(values, x>>i&1 == 1, y>>i&1 == 1)
	}
	for i, b := range s.aux {
		bits, values = append(bits, b), append(values, a>>i&1 == 1)
	}
	return Assign(bits, values)
}

func (s *system) preimage(of []int) []int {
	return filter(func(x int) bool {
		return slices.ContainsFunc(of, func(y int) bool { return s.steps[[2]int{x, y}] })
	})
}

func (s *system) image(of []int) []int {
	return filter(func(y int) bool {
		return slices.ContainsFunc(of, func(x int) bool { return s.steps[[2]int{x, y}] })
	})
}

func filter(f func(int) bool) []int {
	var out []int
	for v := range 8 {
		if f(v) {
			out = append(out, v)
		}
	}
	return out
}

func (s *system) compare(t *testing.T, what string, got Set, want []int) {
	t.Helper()
	if states := s.states(got); !slices.Equal(states, want) {
		t.Fatalf("%s: got %v, want %v", what, states, want)
	}
	for _, b := range got.Support() {
		if !slices.Contains(s.cur(), b) {
			t.Fatalf("%s: depends on bit %d, which is not a current bit", what, b)
		}
	}
}

func TestImages(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		random := rand.New(rand.NewPCG(8, 8))
		sp := newSpace(t, engine, 8, 300)
		for round := range 150 {
			sp.cluster = []int{0, 12, clusterNodes}[round%3]
			s := randomSystem(t, sp, random)
			s.compare(t, "domain", s.part.Domain(), s.preimage(integers(8)))
			for range 6 {
				mask := random.IntN(256)
				states := filter(func(v int) bool { return mask>>v&1 == 1 })
				x := s.set(states)
				s.compare(t, fmt.Sprintf("round %d: preimage of %v", round, states), s.part.Preimage(x), s.preimage(states))
				s.compare(t, fmt.Sprintf("round %d: image of %v", round, states), s.part.Image(x), s.image(states))
			}
		}
	})
}

func TestPartWith(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		random := rand.New(rand.NewPCG(9, 9))
		sp := newSpace(t, engine, 8, 300)
		for range 60 {
			s := randomSystem(t, sp, random)
			before := s.part.Domain()
			guard := filter(func(int) bool { return random.IntN(2) == 0 })
			p := s.part.With(s.set(guard))
			want := intersect(s.preimage(integers(8)), guard)
			s.compare(t, "domain with a guard", p.Domain(), want)
			s.compare(t, "image with a guard", p.Image(sp.Full()), s.image(guard))
			if !s.part.Domain().Equal(before) {
				t.Fatal("With changed its receiver")
			}
		}
	})
}

func intersect(a, b []int) []int {
	return filter(func(v int) bool { return slices.Contains(a, v) && slices.Contains(b, v) })
}

func TestPartRoles(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 8, 0)
		guard := sp.Lit(6).Or(sp.Lit(4))                  // aux 6, reads 4
		effect := sp.Lit(3).Iff(sp.Lit(0).And(sp.Lit(6))) // writes 2→3, reads 0
		p := sp.NewPart([]Set{guard, effect}, []Pair{{2, 3}}, []Bit{6})
		if got := p.Reads(); !slices.Equal(got, []Bit{0, 4}) {
			t.Errorf("reads %v, want 0 and 4", got)
		}
		if got := p.Writes(); !slices.Equal(got, []Pair{{2, 3}}) {
			t.Errorf("writes %v", got)
		}
		if got := p.Aux().Bits(); !slices.Equal(got, []Bit{6}) {
			t.Errorf("auxiliary %v", got)
		}
		if got := p.Conjuncts(); !slices.Equal(got, []Set{guard, effect}) {
			t.Errorf("conjuncts %v", got)
		}
	})
}

func TestSteps(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		random := rand.New(rand.NewPCG(11, 11))
		sp := newSpace(t, engine, 8, 300)
		for range 40 {
			s := randomSystem(t, sp, random)
			x := random.IntN(8)
			found := map[int]bool{}
			for e := range s.part.Steps(s.set([]int{x})).Each(allBits(8)) {
				y := x
				for _, i := range s.writes {
					y = put(y, i, e.Value(s.pairs[i].Next))
				}
				if !s.steps[[2]int{x, y}] {
					t.Fatalf("%s is no step", e)
				}
				found[y] = true
			}
			if want := s.image([]int{x}); len(found) != len(want) {
				t.Fatalf("steps from %d into %v, want %v", x, found, want)
			}
		}
	})
}

// closure returns the least superset of from that is closed under next.
func closure(from []int, next func([]int) []int) []int {
	for {
		more := next(from)
		all := filter(func(v int) bool { return slices.Contains(from, v) || slices.Contains(more, v) })
		if len(all) == len(from) {
			return all
		}
		from = all
	}
}

func TestReach(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		random := rand.New(rand.NewPCG(10, 10))
		sp := newSpace(t, engine, 8, 300)
		for range 80 {
			s := randomSystem(t, sp, random)
			guard := filter(func(int) bool { return random.IntN(2) == 0 })
			rest := filter(func(v int) bool { return !slices.Contains(guard, v) })
			// The same steps in several parts, so that chaining has something to do.
			r := NewRelation(s.part.With(s.set(guard))).Union(NewRelation(s.part.With(s.set(rest))))
			if random.IntN(10) == 0 { // so many that they have their work in common
				for range 6 {
					r = r.Union(r)
				}
			}
			from := []int{random.IntN(8)}
			within := filter(func(int) bool { return random.IntN(3) > 0 })

			for _, method := range Methods() {
				sp.method = method
				s.compare(t, "reach", r.Reach(s.set(from), nil), closure(from, s.image))
				s.compare(t, "coreach", r.Coreach(s.set(from), sp.Full(), nil), closure(from, s.preimage))
				s.compare(t, "reach within", r.ReachWithin(s.set(from), s.set(within), nil),
					closure(from, func(x []int) []int { return intersect(within, s.image(x)) }))
				s.compare(t, "coreach through", r.Coreach(s.set(from), s.set(within), nil),
					closure(from, func(x []int) []int { return intersect(within, s.preimage(x)) }))
			}
			s.compare(t, "image", r.Image(s.set(within)), s.image(within))
			s.compare(t, "preimage", r.Preimage(s.set(within)), s.preimage(within))
			s.compare(t, "domain", r.Domain(sp), s.preimage(integers(8)))
		}
	})
}

// leadsLike tells whether a relation leads from x, and into it, where its parts do.
func leadsLike(r Relation, parts []*Part, x Set) bool {
	var after, before, domain []Set
	for _, p := range parts {
		after, before, domain = append(after, p.Image(x)), append(before, p.Preimage(x)), append(domain, p.Domain())
	}
	sp := parts[0].space
	return r.Image(x).Equal(sp.OrAll(after...)) && r.Preimage(x).Equal(sp.OrAll(before...)) && r.Domain(sp).Equal(sp.OrAll(domain...))
}

// TestJoinedParts compares what relations of several parts are joined to with the
// parts: the images of each, and of all; and that those are joined that cannot
// follow one another.
func TestJoinedParts(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		random := rand.New(rand.NewPCG(14, 14))
		sp := newSpace(t, engine, 8, 300)
		joined := 0
		for range 200 {
			bits := allBits(8)
			random.Shuffle(8, func(i, j int) { bits[i], bits[j] = bits[j], bits[i] })
			s := randomPart(sp, bits, random)
			// Parts that leave a half of the states which the others stay in.
			half := filter(func(v int) bool { return random.IntN(2) == 0 })
			rest := filter(func(v int) bool { return !slices.Contains(half, v) })
			var parts []*Part
			for range 1 + random.IntN(4) {
				p := randomPart(sp, bits, random).part
				if random.IntN(3) > 0 {
					p = p.With(s.set(half)).With(s.set(rest).Rename(p.toNext))
				}
				parts = append(parts, p)
			}
			r := NewRelation(parts...)
			if len(r.Groups()) < len(parts) {
				joined++
			}
			for range 4 {
				x := s.set(filter(func(int) bool { return random.IntN(2) == 0 }))
				if !leadsLike(r, parts, x) {
					t.Fatalf("%d parts as %d groups lead elsewhere", len(parts), len(r.Groups()))
				}
			}
			for i, p := range r.Groups() {
				dropped := 0
				for _, product := range p.Schedule() {
					dropped += product.Quantified
				}
				if want := len(p.Aux().Bits()) + len(p.Writes()); dropped != want {
					t.Fatalf("an image drops %d bits, want %d", dropped, want)
				}
				for k, q := range r.Groups() {
					if !r.mayFollow()[i][k] && !p.Image(sp.Full()).Disjoint(q.Domain()) {
						t.Fatal("a group that follows another is said not to")
					}
				}
			}
		}
		if joined < 20 {
			t.Errorf("only %d relations were joined", joined)
		}
	})
}

// TestImagesUnderAllParts takes images and preimages under many parts again and again: at first
// part by part, then as few passes.
func TestImagesUnderAllParts(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		random := rand.New(rand.NewPCG(14, 15))
		sp := newSpace(t, engine, 8, 300)
		fewer := 0
		for range 40 {
			bits := allBits(8)
			random.Shuffle(8, func(i, j int) { bits[i], bits[j] = bits[j], bits[i] })
			s := randomPart(sp, bits, random)
			var parts []*Part
			for range fewPasses + 1 + random.IntN(4) {
				parts = append(parts, randomPart(sp, bits, random).part)
			}
			r := NewRelation(parts...)
			for range togetherAt + 4 {
				x := s.set(filter(func(int) bool { return random.IntN(2) == 0 }))
				if !leadsLike(r, parts, x) {
					t.Fatalf("%d parts as %d passes lead elsewhere", len(parts), len(r.together()))
				}
			}
			if len(r.together()) < len(r.Groups()) {
				fewer++
			}
			care := r.Reach(s.set([]int{random.IntN(256), random.IntN(256)}), nil)
			within := r.Within(care)
			for range togetherAt + 2 {
				x := s.set(filter(func(int) bool { return random.IntN(2) == 0 })).And(care)
				if !within.Preimage(x).And(care).Equal(r.Preimage(x).And(care)) || !within.Image(x).Equal(r.Image(x)) {
					t.Fatalf("%d parts as %d passes lead elsewhere in the care set", len(parts), len(within.together()))
				}
			}
		}
		if fewer < 20 {
			t.Errorf("only %d relations took fewer passes", fewer)
		}
	})
}

// token returns a ring in which place i hands on a token: bit 2i is the token
// at i. One part per place, reading and writing two places.
func token(sp *Space, n int) (Relation, Set) {
	var parts []*Part
	init := sp.Lit(0)
	for i := range n {
		j := (i + 1) % n
		here, there := Pair{Bit(2 * i), Bit(2*i + 1)}, Pair{Bit(2 * j), Bit(2*j + 1)}
		parts = append(parts, sp.NewPart([]Set{
			sp.Lit(here.Cur), sp.Lit(there.Cur).Not(), sp.Lit(here.Next).Not(), sp.Lit(there.Next),
		}, []Pair{here, there}, nil))
		if i > 0 {
			init = init.Diff(sp.Lit(here.Cur))
		}
	}
	return NewRelation(parts...), init
}

func TestProgress(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		const n = 10
		sp := newSpace(t, engine, 2*n, 0)
		r, init := token(sp, n)
		var cur []Bit
		for i := range Bit(n) {
			cur = append(cur, 2*i)
		}
		var log []string
		reached := r.Reach(init, func(i int, reached func() Set) {
			log = append(log, fmt.Sprint(i, ": ", reached().Count(cur)))
		})
		if got := reached.Count(cur); got.Int64() != n {
			t.Errorf("%v states, want one for each place of the token", got)
		}
		// In the order of the ring one iteration finds all.
		if want := []string{"1: 10", "2: 10"}; !slices.Equal(log, want) {
			t.Errorf("progress %q, want %q", log, want)
		}
		log = nil
		r.Coreach(init, sp.Full(), func(i int, reached func() Set) { log = append(log, reached().Count(cur).String()) })
		if len(log) != n {
			t.Errorf("against the order: %q, want %d iterations", log, n)
		}
	})
}

func TestEmptyRelation(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) {
		sp := newSpace(t, engine, 4, 0)
		var r Relation
		s := sp.Lit(0)
		if !r.IsEmpty() || !r.Image(s).IsEmpty() || !r.Preimage(s).IsEmpty() || !r.Domain(sp).IsEmpty() {
			t.Error("the empty relation has a step")
		}
		if !r.Reach(s, nil).Equal(s) {
			t.Error("something is reached without steps")
		}
		stay := NewRelation(sp.NewPart(nil, nil, nil))
		if !stay.Image(s).Equal(s) || !stay.Preimage(s).Equal(s) || !stay.Domain(sp).IsFull() {
			t.Error("a part that writes nothing under no condition is not the identity")
		}
	})
}

// TestPreimagesWithin asks often for preimages within states that no step leaves,
// for at some time the steps between these take the place of the conjuncts; so of the same
// part with a bit less quantified.
func TestPreimagesWithin(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		random := rand.New(rand.NewPCG(11, 11))
		sp, closed := newSpace(t, engine, 8, 300), 0
		for range 60 {
			s := randomSystem(t, sp, random)
			care := closure([]int{random.IntN(8), random.IntN(8)}, s.image)
			guard := filter(func(int) bool { return random.IntN(2) == 0 })
			r := NewRelation(s.part).Within(s.set(care))
			guarded := r.With(s.set(guard))
			open := sp.NewPart(s.part.Conjuncts(), s.part.Writes(), s.aux[:1])
			q := r.Parts()[0].Quantifying(s.aux[:1])
			for i := range 2 * closeUpAt {
				if i == closeUpAt {
					q.spent = closeUpSteps
				}
				x := filter(func(int) bool { return random.IntN(2) == 0 })
				want := intersect(care, s.preimage(x))
				s.compare(t, "preimage within", r.Preimage(s.set(x)).And(s.set(care)), want)
				s.compare(t, "guarded preimage within", guarded.Preimage(s.set(x)).And(s.set(care)), intersect(guard, want))
				if got, want := q.Preimage(s.set(x)).And(s.set(care)), open.Preimage(s.set(x)).And(s.set(care)); !got.Equal(want) {
					t.Fatalf("preimage with a bit less quantified: %v, want %v", got, want)
				}
			}
			if q.closed {
				closed++
			}
		}
		if closed == 0 {
			t.Error("no part with a bit less quantified was closed")
		}
	})
}
