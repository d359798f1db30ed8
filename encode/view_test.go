package encode

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/symbolic"
)

const viewed = `
types:
  Player: [a, b, c]
  Suit: [S, H]
  Card: {record: {val: 1..2, suit: Suit}, names: "{val}{suit}"}
vars:
  p: Player
  q: Player?
  n: 0..2
  o: bool
  s: "set 1..2"
  r: Card?
  ar: "array 1..2 of bool"
init: "true"
agents:
`

// observables of every kind: kept cells, functions of one cell, of several
// cells, conditions, binders, domains that depend on the state, undefined ones.
var observables = []string{
	"p", "q", "n", "s", "r", "o", "ar",
	"p = a", "q != none", "n < 2", "1 in s", "r.val", "r = none", "size(s)",
	"n + ord(p)", "n * ord(q)", "p = q", "if o then n else ord(p)", "ar[n]", "n in s",
	"n + ord(p) + size(s)", "2 * n + size(s)", "o = (p = b)", "ar[1] = ar[2]", "p for i in 1..1 if o", "n for i in 1..1 if p = a",
	"ar[i] for i in 1..2", "ar[i] for i in s", "i in s for i in 1..2 if ar[i]", "r for i in 1..1 if q != none",
	"q for i in 1..1 if n / ord(p) = 1", "o for i in 1..n / ord(p)", "o for i in {n, 1} if ar[i]", "100 / n", "next(q)",
}

// seen is what the agents see of a state, by the definitions.
func seen(st spec.State, agents []*spec.Agent) string {
	text := ""
	for _, a := range agents {
		text += explicit.View(a, st) + "|"
	}
	return text
}

// TestClosure compares closures with brute force for random views, with the
// number of blocks limited so that all ways to close a group are taken.
func TestClosure(t *testing.T) {
	const seed = 3
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 2))
	rounds := 20
	if testing.Short() {
		rounds = 6
	}
	ways := map[string]int{}
	for range rounds {
		text := viewed
		for _, name := range []string{"x", "y"} {
			text += "  " + name + ":\n    sees:\n"
			for range 1 + r.IntN(4) {
				text += "      - " + quoted(observables[r.IntN(len(observables))]) + "\n"
			}
		}
		text += "  z: {sees: all}\n"
		m := load(t, text)
		s := build(t, m)
		s.codes.Sizes.Blocks = []int{1, 4, 32}[r.IntN(3)]
		groups := [][]*spec.Agent{{m.Agents[0]}, {m.Agents[1]}, {m.Agents[0], m.Agents[1]}, {m.Agents[2]}, {}}
		for _, g := range groups {
			compareClosure(t, s, r, g, ways, text)
		}
	}
	t.Log(ways)
	for _, way := range []string{"narrow", "blocks", "single values", "scratch", "copy"} {
		if ways[way] == 0 {
			t.Errorf("no view was closed by %s", way)
		}
	}
}

func compareClosure(t *testing.T, s *System, r *rand.Rand, agents []*spec.Agent, ways map[string]int, text string) {
	v, err := s.View(agents...)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range v.groups {
		switch {
		case g.narrow:
			ways["narrow"]++
		case g.blocks != nil:
			ways["blocks"]++
			if !g.single.IsEmpty() {
				ways["single values"]++
			}
		case len(g.fs) < len(g.bits):
			ways["scratch"]++
		default:
			ways["copy"]++
		}
	}
	all := states(s.model)
	f := s.codes.Space.Empty()
	views := map[string]bool{}
	for range 1 + r.IntN(4) {
		st := all[r.IntN(len(all))]
		f = f.Or(s.codes.Single(st))
		views[seen(st, agents)] = true
	}
	got := v.Closure(f)
	var sets []symbolic.Set
	for _, st := range all {
		if views[seen(st, agents)] {
			sets = append(sets, s.codes.Single(st))
		}
	}
	want := s.codes.Space.OrAll(sets...)
	if !got.Equal(want) {
		st, _ := s.codes.Pick(got.Xor(want))
		t.Fatalf("%s\nclosure of %d states: %v states, want %v; differs at %s (in the closure: %v)\n%s", text,
			s.codes.Count(f), s.codes.Count(got), s.codes.Count(want), show(s.model, st), s.has(got, st), fmt.Sprint(agents))
	}
}

// TestNarrowStaysSmall looks at an agent who sees pairs of bits that the order keeps apart,
// for others see other pairs of them.
func TestNarrowStaysSmall(t *testing.T) {
	m := load(t, `
params: {n: 24}
types: {N: 0..n - 1}
vars: {x, y: array N of bool}
agents:
  near: {sees: ["x[i] & y[i] for i in N"]}
  far: {sees: ["x[i] & y[(5 * i + n / 2) mod n] for i in N"]}
  farther: {sees: ["x[i] & y[(3 * i + n / 3) mod n] for i in N"]}
`)
	s := build(t, m)
	for _, a := range m.Agents {
		v, err := s.View(a)
		if err != nil {
			t.Fatal(err)
		}
		if v.narrow != nil && v.narrow.rel.CountNodes() > 1_000 {
			t.Errorf("%s: %d nodes", a.Name, v.narrow.rel.CountNodes())
		}
	}
}

// TestTorn compares what looks like some states and like some others with what
// the closures of both have in common, for agents who see all but one bit, whose
// states need no closure, and for one who sees less.
func TestTorn(t *testing.T) {
	const seed = 4
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 2))
	s := build(t, load(t, `
types: {Child: 1..4}
vars: {mud: array Child of bool}
init: true
agents:
  c in Child: {sees: ["mud[d] for d in Child if d != c"]}
  near: {sees: ["mud[1]", "mud[2] | mud[3]"]}
`))
	all := states(s.model)
	some := func() symbolic.Set {
		f := s.codes.Space.Empty()
		for _, st := range all {
			if r.IntN(2) == 0 {
				f = f.Or(s.codes.Single(st))
			}
		}
		return f
	}
	for i, a := range s.model.Agents {
		v, err := s.View(a)
		if err != nil {
			t.Fatal(err)
		}
		parts := []symbolic.Set{some(), some(), some()}
		if hidden := v.free.Bits(); i < 4 && len(hidden) != 1 {
			t.Errorf("%d bits are hidden from %s", len(hidden), a.Name)
		} else if i < 4 {
			parts = append(parts, s.codes.Space.Lit(hidden[0]), s.codes.Space.Lit(hidden[0]).Not())
		}
		for _, part := range parts {
			f := some()
			part = part.And(f)
			want := v.Closure(part).And(v.Closure(f.Diff(part)))
			if got := v.Torn(f, part); !got.Equal(want) {
				t.Errorf("%s: %v states look like both, want %v", a.Name, s.codes.Count(got), s.codes.Count(want))
			}
		}
	}
}

// TestSeenCellsAreKept holds cells whose codes are not all used to the same: what
// is seen as it is needs no closing.
func TestSeenCellsAreKept(t *testing.T) {
	s := build(t, load(t, "vars: {x: array 1..3 of 0..5, y: \"0..2?\"}\ninit: \"true\"\nagents: {a: {sees: [\"x[i] for i in 1..3\", y]}}\n"))
	v, err := s.View(s.Model().Agents[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(v.groups) > 0 || len(v.kept) != 11 {
		t.Errorf("%d bits kept and %d groups, want 11 and none", len(v.kept), len(v.groups))
	}
}
