package smcdel_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd"
)

// structure is a knowledge structure by enumeration: its states as sets of atoms, and what
// each agent sees. Announcements to a group add an atom.
type structure struct {
	states []uint64
	sees   []uint64 // by agent
	atoms  int
}

// node is a formula with its text and its meaning, as the semantics of SMCDEL has it.
type node struct {
	text string
	is   func(m structure, s uint64) bool
}

func (m structure) confuses(mask, a, b uint64) bool { return a&mask == b&mask }

func (m structure) knows(mask uint64, f node, s uint64) bool {
	for _, t := range m.states {
		if m.confuses(mask, s, t) && !f.is(m, t) {
			return false
		}
	}
	return true
}

// common is whether f is true in all states that a chain of confusions leads to.
func (m structure) common(agents []int, f node, s uint64) bool {
	seen := []uint64{s}
	for i := 0; i < len(seen); i++ {
		if !f.is(m, seen[i]) {
			return false
		}
		for _, t := range m.states {
			if !slices.Contains(seen, t) && slices.ContainsFunc(agents, func(a int) bool { return m.confuses(m.sees[a], seen[i], t) }) {
				seen = append(seen, t)
			}
		}
	}
	return true
}

// only is the structure of the states in which f has a value.
func (m structure) only(f node, value bool) structure {
	var left []uint64
	for _, t := range m.states {
		if f.is(m, t) == value {
			left = append(left, t)
		}
	}
	m.states = left
	return m
}

// told is the structure with an atom that says whether f is true, which the agents see.
func (m structure) told(agents []int, f node) (structure, func(uint64) uint64) {
	bit := uint64(1) << m.atoms
	mark := func(s uint64) uint64 {
		if f.is(m, s) {
			return s | bit
		}
		return s
	}
	n := structure{sees: slices.Clone(m.sees), atoms: m.atoms + 1}
	for _, s := range m.states {
		n.states = append(n.states, mark(s))
	}
	for _, a := range agents {
		n.sees[a] |= bit
	}
	return n, mark
}

type generator struct {
	*rand.Rand
	atoms  int
	agents []string
}

func (g *generator) formula(size int, modal bool) node {
	if size <= 1 {
		i := g.IntN(g.atoms)
		return node{fmt.Sprint(i), func(_ structure, s uint64) bool { return s>>i&1 == 1 }}
	}
	kinds := 6
	if modal {
		kinds = 15
	}
	sub := func() node { return g.formula(size/2, modal) }
	switch kind := g.IntN(kinds); kind {
	case 0:
		f := g.formula(size-1, modal)
		return node{"~ (" + f.text + ")", func(m structure, s uint64) bool { return !f.is(m, s) }}
	case 1, 2, 3:
		a, b := sub(), sub()
		op := []string{"&", "|", "->", "iff"}[g.IntN(4)]
		return node{"(" + a.text + ") " + op + " (" + b.text + ")", func(m structure, s uint64) bool {
			x, y := a.is(m, s), b.is(m, s)
			switch op {
			case "&":
				return x && y
			case "|":
				return x || y
			case "->":
				return !x || y
			}
			return x == y
		}}
	case 4:
		n := 1 + g.IntN(4)
		var fs []node
		var texts []string
		for range n {
			fs = append(fs, g.formula(max(1, size/n), modal))
			texts = append(texts, fs[len(fs)-1].text)
		}
		op := []string{"AND", "OR", "XOR", "ONEOF"}[g.IntN(4)]
		return node{op + " (" + strings.Join(texts, ", ") + ")", func(m structure, s uint64) bool {
			count := 0
			for _, f := range fs {
				if f.is(m, s) {
					count++
				}
			}
			return map[string]bool{"AND": count == n, "OR": count > 0, "XOR": count%2 == 1, "ONEOF": count == 1}[op]
		}}
	case 5:
		i, f, exists := g.IntN(g.atoms), g.formula(size-1, false), g.IntN(2) == 0
		return node{fmt.Sprintf("(%s %d (%s))", map[bool]string{true: "Exists", false: "Forall"}[exists], i, f.text), func(m structure, s uint64) bool {
			x, y := f.is(m, s|1<<i), f.is(m, s&^(1<<i))
			return exists && (x || y) || x && y
		}}
	case 6, 7:
		f, i := g.formula(size-1, modal), g.IntN(len(g.agents))
		whether := kind == 7
		text := g.agents[i] + map[bool]string{true: " knows whether (", false: " knows that ("}[whether] + f.text + ")"
		if g.IntN(2) == 0 {
			text = "(" + map[bool]string{true: "Kw ", false: "K "}[whether] + g.agents[i] + " (" + f.text + "))"
		}
		no := node{is: func(m structure, s uint64) bool { return !f.is(m, s) }}
		return node{text, func(m structure, s uint64) bool {
			return m.knows(m.sees[i], f, s) || whether && m.knows(m.sees[i], no, s)
		}}
	case 8, 9:
		f, group := g.formula(size-1, modal), g.group()
		common, whether := kind == 8, g.IntN(2) == 0
		text := "(" + strings.Join(g.names(group), ",") + ") " + map[bool]string{true: "comknow ", false: "distknow "}[common] + map[bool]string{true: "whether (", false: "that ("}[whether] + f.text + ")"
		no := node{is: func(m structure, s uint64) bool { return !f.is(m, s) }}
		know := func(m structure, f node, s uint64) bool {
			if common {
				return m.common(group, f, s)
			}
			all := uint64(0)
			for _, i := range group {
				all |= m.sees[i]
			}
			return m.knows(all, f, s)
		}
		return node{text, func(m structure, s uint64) bool { return know(m, f, s) || whether && know(m, no, s) }}
	default:
		return g.announcement(sub(), sub())
	}
}

func (g *generator) announcement(f, h node) node {
	diamond, whether, private := g.IntN(2) == 0, g.IntN(2) == 0, g.IntN(2) == 0
	var group []int
	text := "!" + f.text
	if whether {
		text = "? " + text
	}
	if private {
		group = g.group()
		text = strings.Join(g.names(group), ", ") + " " + text
	}
	if diamond {
		text = "<" + text + "> (" + h.text + ")"
	} else {
		text = "[" + text + "] (" + h.text + ")"
	}
	return node{text, func(m structure, s uint64) bool {
		is := f.is(m, s)
		if !is && !whether {
			return !diamond
		}
		if private {
			told, mark := m.told(group, f)
			return h.is(told, mark(s))
		}
		return h.is(m.only(f, is), s)
	}}
}

func (g *generator) group() []int {
	group := g.Perm(len(g.agents))
	return group[:1+g.IntN(len(group))]
}

func (g *generator) names(group []int) []string {
	var names []string
	for _, i := range group {
		names = append(names, g.agents[i])
	}
	return names
}

// Files at random are answered as enumeration of their knowledge structures does.
func TestRandomFiles(t *testing.T) {
	const seed, files = 20260901, 150
	t.Logf("seed %d", seed)
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), agents: []string{"a", "b", "K2", "AG"}}
	asked := 0
	for range files {
		g.atoms = 2 + g.IntN(3)
		law := g.formula(1+g.IntN(6), false)
		m := structure{atoms: g.atoms}
		var b strings.Builder
		b.WriteString("VARS 0")
		for i := 1; i < g.atoms; i++ {
			fmt.Fprintf(&b, ", %d", i)
		}
		fmt.Fprintf(&b, "\nLAW %s -- the law\nOBS", law.text)
		for _, a := range g.agents {
			mask := uint64(1) << g.IntN(g.atoms)
			mask |= g.Uint64N(1 << g.atoms)
			m.sees = append(m.sees, mask)
			var seen []string
			for i := range g.atoms {
				if mask>>i&1 == 1 {
					seen = append(seen, fmt.Sprint(i))
				}
			}
			fmt.Fprintf(&b, "\n %s: %s", a, strings.Join(seen, ","))
		}
		for s := range uint64(1) << g.atoms {
			if law.is(structure{}, s) {
				m.states = append(m.states, s)
			}
		}
		if len(m.states) == 0 {
			continue
		}
		var want []string
		for range 4 {
			f := g.formula(1+g.IntN(14), true)
			s := m.states[g.IntN(len(m.states))]
			count := 0
			for _, s := range m.states {
				if f.is(m, s) {
					count++
				}
			}
			var atoms []string
			for i := range g.atoms {
				if s>>i&1 == 1 {
					atoms = append(atoms, fmt.Sprint(i))
				}
			}
			fmt.Fprintf(&b, "\nTRUE? {%s} %s\nVALID? %s\nWHERE? %s", strings.Join(atoms, ","), f.text, f.text, f.text)
			want = append(want, verdict(f.is(m, s)), verdict(count == len(m.states)), fmt.Sprint(count))
		}
		doc, err := epibdd.Parse("random.smcdel", b.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		var got []string
		for r, err := range doc.Check(context.Background(), epibdd.Options{BugDir: t.TempDir()}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, answer(r.Verdict, r.Value))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("answers %v, want %v\n%s", got, want, b.String())
		}
		asked += len(want)
	}
	if asked < 1000 {
		t.Errorf("only %d questions were asked", asked)
	}
}

func verdict(holds bool) string {
	if holds {
		return "holds"
	}
	return "fails"
}

func answer(v epibdd.Verdict, value *big.Int) string {
	if value != nil {
		return value.String()
	}
	return string(v)
}
