package symbolic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Random sequences of operations on sets of six bits, each set with its truth
// table beside it. Places are overwritten all the time, so nodes die and are
// reused between collections, and change places with the order of the bits: both
// come at random, as often as the draw wants.

const six = 6

type mirror struct {
	space  *Space
	sets   []Set
	tables []table
}

// source supplies the choices of a run: numbers from 0 to n-1.
type source func(n int) int

func newMirror(t tester, engine string, nth, collectNth int, seed uint64) *mirror {
	sp := newForced(t, engine, six, nth, collectNth, seed)
	m := &mirror{space: sp}
	for b := range six {
		m.sets = append(m.sets, sp.Lit(Bit(b)))
		m.tables = append(m.tables, literalTable(six, b))
	}
	return m
}

// mirrored are the operations drawn from. Each returns a set and its table.
var mirrored = []struct {
	name string
	do   func(m *mirror, draw source) (Set, table)
}{
	{"and", func(m *mirror, draw source) (Set, table) {
		i, j := m.two(draw)
		return m.sets[i].And(m.sets[j]), m.tables[i] & m.tables[j]
	}},
	{"or", func(m *mirror, draw source) (Set, table) {
		i, j := m.two(draw)
		return m.sets[i].Or(m.sets[j]), m.tables[i] | m.tables[j]
	}},
	{"xor", func(m *mirror, draw source) (Set, table) {
		i, j := m.two(draw)
		return m.sets[i].Xor(m.sets[j]), m.tables[i] ^ m.tables[j]
	}},
	{"iff", func(m *mirror, draw source) (Set, table) {
		i, j := m.two(draw)
		return m.sets[i].Iff(m.sets[j]), ^(m.tables[i] ^ m.tables[j])
	}},
	{"imp", func(m *mirror, draw source) (Set, table) {
		i, j := m.two(draw)
		return m.sets[i].Imp(m.sets[j]), ^m.tables[i] | m.tables[j]
	}},
	{"diff", func(m *mirror, draw source) (Set, table) {
		i, j := m.two(draw)
		return m.sets[i].Diff(m.sets[j]), m.tables[i] &^ m.tables[j]
	}},
	{"not", func(m *mirror, draw source) (Set, table) {
		i := draw(len(m.sets))
		return m.sets[i].Not(), ^m.tables[i]
	}},
	{"ite", func(m *mirror, draw source) (Set, table) {
		i, j := m.two(draw)
		k := draw(len(m.sets))
		return m.sets[k].Ite(m.sets[i], m.sets[j]), m.tables[k]&m.tables[i] | ^m.tables[k]&m.tables[j]
	}},
	{"exists", func(m *mirror, draw source) (Set, table) {
		i, over := draw(len(m.sets)), subset(draw(1<<six))
		return m.sets[i].Exists(m.space.Cube(over...)), m.tables[i].exists(six, over)
	}},
	{"forall", func(m *mirror, draw source) (Set, table) {
		i, over := draw(len(m.sets)), subset(draw(1<<six))
		return m.sets[i].Forall(m.space.Cube(over...)), m.tables[i].forall(six, over)
	}},
	{"erode", func(m *mirror, draw source) (Set, table) {
		i, over := draw(len(m.sets)), subset(draw(1<<six))
		return m.sets[i].Erode(m.space.Cube(over...)), m.tables[i].erode(six, over)
	}},
	{"andexists", func(m *mirror, draw source) (Set, table) {
		i, j := m.two(draw)
		over := subset(draw(1 << six))
		return m.sets[i].AndExists(m.sets[j], m.space.Cube(over...)), (m.tables[i] & m.tables[j]).exists(six, over)
	}},
	{"rename", func(m *mirror, draw source) (Set, table) {
		i := draw(len(m.sets))
		r, from, to := m.renaming(draw)
		return m.sets[i].Rename(r), m.tables[i].rename(six, from, to)
	}},
	{"product", func(m *mirror, draw source) (Set, table) {
		i, j := m.two(draw)
		over := subset(draw(1 << six))
		before, from, to := m.renaming(draw)
		after, next, cur := m.renaming(draw)
		p := &product{conjunct: m.sets[j], quantify: m.space.Cube(over...), before: before, after: after}
		want := m.tables[i].rename(six, from, to) & m.tables[j]
		return p.of(m.sets[i]), want.exists(six, over).rename(six, next, cur)
	}},
	{"image", func(m *mirror, draw source) (Set, table) {
		r, x, cur, next, aux := m.relation(draw)
		t := r.table & x.table
		return r.Image(x.Set), t.exists(six, append(aux, cur...)).rename(six, next, cur)
	}},
	{"preimage", func(m *mirror, draw source) (Set, table) {
		r, x, cur, next, aux := m.relation(draw)
		t := r.table & x.table.rename(six, cur, next)
		return r.Preimage(x.Set), t.exists(six, append(aux, next...))
	}},
	{"restrict", func(m *mirror, draw source) (Set, table) {
		i, j := m.two(draw)
		if m.sets[j].IsEmpty() {
			return m.sets[j], m.tables[j]
		}
		return m.sets[i].Restrict(m.sets[j]).And(m.sets[j]), m.tables[i] & m.tables[j]
	}},
	{"cofactor", func(m *mirror, draw source) (Set, table) {
		i, b, v := draw(len(m.sets)), draw(six), draw(2) == 1
		return m.sets[i].Cofactor(Bit(b), v), m.tables[i].cofactor(six, b, v)
	}},
	{"singleton", func(m *mirror, draw source) (Set, table) {
		v := draw(size(six))
		return m.space.Singleton(assignment(six, v)), 1 << v
	}},
}

func (m *mirror) two(draw source) (i, j int) { return draw(len(m.sets)), draw(len(m.sets)) }

// renaming draws a renaming of some bits.
func (m *mirror) renaming(draw source) (r Renaming, from, to []Bit) {
	from, to = permuted(draw), permuted(draw)
	n := draw(six + 1)
	return mustRename(m.space, from[:n], to[:n]), from[:n], to[:n]
}

type tabledRelation struct {
	Relation
	table table
}

type tabledSet struct {
	Set
	table table
}

// relation draws a relation of one part with two conjuncts, and states: a set that
// depends neither on next bits nor on auxiliary ones.
func (m *mirror) relation(draw source) (r tabledRelation, x tabledSet, cur, next, aux []Bit) {
	p, pairs := permuted(draw), 1+draw(3)
	var writes []Pair
	for k := range pairs {
		cur, next = append(cur, p[2*k]), append(next, p[2*k+1])
		writes = append(writes, Pair{p[2*k], p[2*k+1]})
	}
	aux = slices.Clone(p[2*pairs:][:draw(six-2*pairs+1)])
	i, j := m.two(draw)
	part := m.space.NewPart([]Set{m.sets[i], m.sets[j]}, writes, aux)
	r = tabledRelation{NewRelation(part), m.tables[i] & m.tables[j]}
	k, none := draw(len(m.sets)), slices.Concat(next, aux)
	x = tabledSet{m.sets[k].Exists(m.space.Cube(none...)), m.tables[k].exists(six, none)}
	return r, x, cur, next, aux
}

func permuted(draw source) []Bit {
	p := allBits(six)
	for i := range p {
		j := i + draw(six-i)
		p[i], p[j] = p[j], p[i]
	}
	return p
}

// step performs one operation and puts the result in the place of a set, or
// beside the others while they are few. It returns the place.
func (m *mirror) step(op int, draw source) int {
	s, t := mirrored[op].do(m, draw)
	if len(m.sets) < 24 && draw(2) == 0 {
		m.sets, m.tables = append(m.sets, s), append(m.tables, t)
		return len(m.sets) - 1
	}
	i := draw(len(m.sets))
	m.sets[i], m.tables[i] = s, t
	return i
}

// check compares the set in place i with its table.
func (m *mirror) check(i int) error {
	s, want := m.sets[i], m.tables[i]
	if got := tableOf(s); got != want {
		return fmt.Errorf("table %x, want %x", got, want)
	}
	if got, want := s.Support(), want.support(six); !slices.Equal(got, want) {
		return fmt.Errorf("support %v, want %v", got, want)
	}
	return m.space.Check(m.sets...)
}

// checkAll compares all sets, which a collection may have harmed, and their
// equalities.
func (m *mirror) checkAll() error {
	for i := range m.sets {
		if err := m.check(i); err != nil {
			return fmt.Errorf("place %d: %w", i, err)
		}
		for j := range m.sets {
			if m.sets[i].Equal(m.sets[j]) != (m.tables[i] == m.tables[j]) {
				return fmt.Errorf("places %d and %d: Equal is wrong", i, j)
			}
		}
	}
	return nil
}

// operationsProperty is a state machine for rapid.
func operationsProperty(engine string) func(*rapid.T) {
	return func(t *rapid.T) {
		often := rapid.SampledFrom([]int{0, 7, 40})
		m := newMirror(t, engine, often.Draw(t, "nth"), often.Draw(t, "collectNth"), rapid.Uint64().Draw(t, "seed"))
		draw := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }
		actions := map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				if err := m.space.Check(m.sets...); err != nil {
					t.Fatal(err)
				}
			},
		}
		for op := range mirrored {
			actions[mirrored[op].name] = func(t *rapid.T) {
				if err := m.check(m.step(op, draw)); err != nil {
					t.Fatalf("%s: %v", mirrored[op].name, err)
				}
			}
		}
		t.Repeat(actions)
		if err := m.checkAll(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRandomOperations(t *testing.T) {
	forEngines(t, func(t *testing.T, engine string) { rapid.Check(t, operationsProperty(engine)) })
}

func FuzzOperations(f *testing.F) {
	f.Add([]byte("a seed that is long enough for a few operations"))
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		for _, engine := range Engines() {
			operationsProperty(engine)(t)
		}
	}))
}

// Long runs that are disturbed before every nth operation on average: no node that is
// still in use may be reused, none may change its function.
func TestForcedOperations(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		within := []int{0}
		if engine == "kernel" {
			within = []int{0, 3, 40}
		}
		for _, nth := range []int{1, 4, 15} {
			for _, collectNth := range within {
				t.Run(fmt.Sprint(nth, collectNth), func(t *testing.T) {
					const seed = 2026
					random := rand.New(rand.NewPCG(seed, uint64(nth)))
					m := newMirror(t, engine, nth, collectNth, seed)
					for range 60 * (nth + 1) {
						op := random.IntN(len(mirrored))
						if err := m.check(m.step(op, random.IntN)); err != nil {
							t.Fatalf("%s: %v", mirrored[op].name, err)
						}
					}
					if err := m.checkAll(); err != nil {
						t.Error(err)
					}
					if n := m.space.Stats().Collections; n < 50 {
						t.Errorf("only %d collections", n)
					}
				})
			}
		}
	})
}

// Collections as they come by themselves: tables too small for what passes
// through them, and many sets that live for different times.
func TestStressGrowth(t *testing.T) {
	onOneGoroutine(t)
	forEngines(t, func(t *testing.T, engine string) {
		const n = 18
		sp := newSpace(t, engine, n, 0)
		random := rand.New(rand.NewPCG(5, 5))
		type kept struct {
			set    Set
			values map[int]bool
		}
		var keep []kept
		for i := range 400 {
			values := make(map[int]bool)
			s := sp.Empty()
			for range 40 {
				v := random.IntN(1 << n)
				values[v] = true
				s = s.Or(sp.Singleton(assignment(n, v)))
			}
			k := kept{s, values}
			if i < 50 {
				keep = append(keep, k)
			} else {
				keep[random.IntN(len(keep))] = k
			}
		}
		if c := sp.Stats().Collections; c == 0 {
			t.Error("no collection: the test tests nothing")
		}
		for _, k := range keep {
			if got := k.set.Count(allBits(n)); got.Int64() != int64(len(k.values)) {
				t.Fatalf("a set of %d elements has %v", len(k.values), got)
			}
			for v := range k.values {
				if !k.set.Contains(assignment(n, v)) {
					t.Fatalf("a set has lost the element %d", v)
				}
			}
		}
	})
}
