package epibdd_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd"
)

// event is an alternative of a frame over three bits: it can happen where the bits p and q
// are equal to want, if asked, and then bit t becomes set, or changes.
type event struct {
	asks, want [2]bool
	changes    int // 0: nothing, 1: set, 2: changed
	bit        int
	value      bool
}

// frame has events, and the class of each for each of two agents.
type frame struct {
	events []event
	class  [2][]int
}

// world is where events lead from a state: the bits now, and the state and the events before.
type world struct {
	bits  [3]bool
	first [3]bool
	trace []int
}

func (e event) text() string {
	when, then := []string{"true"}, ""
	for i, name := range []string{"p", "q"} {
		if e.asks[i] {
			when = append(when, fmt.Sprintf("%s = %v", name, e.want[i]))
		}
	}
	bit := []string{"p", "q", "r"}[e.bit]
	switch e.changes {
	case 1:
		then = fmt.Sprintf(", then: {%s: %v}", bit, e.value)
	case 2:
		then = fmt.Sprintf(", then: {%s: \"!%s\"}", bit, bit)
	}
	return fmt.Sprintf("{when: \"%s\"%s}", strings.Join(when, " & "), then)
}

func (e event) possible(b [3]bool) bool {
	return (!e.asks[0] || b[0] == e.want[0]) && (!e.asks[1] || b[1] == e.want[1])
}

func (e event) apply(b [3]bool) [3]bool {
	switch e.changes {
	case 1:
		b[e.bit] = e.value
	case 2:
		b[e.bit] = !b[e.bit]
	}
	return b
}

// TestFrames holds what agents know behind random frames to their product with the states,
// Definition 7 of van Ditmarsch 2002, written out world by world.
func TestFrames(t *testing.T) {
	const seed = 17
	rng := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	known := 0
	for range 40 {
		var f frame
		n := 2 + rng.IntN(3)
		for range n {
			f.events = append(f.events, event{[2]bool{rng.IntN(2) == 0, rng.IntN(2) == 0}, [2]bool{rng.IntN(2) == 0, rng.IntN(2) == 0}, rng.IntN(3), rng.IntN(3), rng.IntN(2) == 0})
		}
		for a := range f.class {
			for range n {
				f.class[a] = append(f.class[a], rng.IntN(3))
			}
		}
		var worlds []world
		for s := range 8 {
			b := [3]bool{s&1 != 0, s&2 != 0, s&4 != 0}
			worlds = append(worlds, world{bits: b, first: b})
		}
		for range 2 {
			var next []world
			for _, w := range worlds {
				for x, e := range f.events {
					if e.possible(w.bits) {
						next = append(next, world{e.apply(w.bits), w.first, append(w.trace[:len(w.trace):len(w.trace)], x)})
					}
				}
			}
			worlds = next
		}
		text, want := f.document(), f.knowing(worlds)
		for _, v := range want {
			known += v
		}
		for _, o := range []epibdd.Options{{Without: []string{"small-worlds"}}, {}} {
			doc, err := epibdd.Parse("frame.yaml", text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			i := 0
			for r, err := range doc.Check(context.Background(), o) {
				if err != nil {
					t.Fatal(err)
				}
				if r.Value == nil || r.Value.Int64() != int64(want[i]) {
					t.Errorf("%s: %v %s, not %d\n%s", r.Check.Label, r, r.Reason, want[i], text)
				}
				i++
			}
			if i != len(want) {
				t.Fatalf("%d answers", i)
			}
		}
	}
	if known == 0 {
		t.Error("nobody ever knows anything")
	}
}

// document writes a model in which ann sees p first, and bob nothing, and the frame.
func (f frame) document() string {
	var b strings.Builder
	fmt.Fprintf(&b, "vars: {p, q, r, seen: bool}\ninit: seen = p\nrecall: perfect\nagents: {ann: {sees: [seen]}, bob: {}}\nactions:\n  e(x in 0..4):\n    frame:\n")
	for x, e := range f.events {
		fmt.Fprintf(&b, "      %d: %s\n", x, e.text())
	}
	b.WriteString("    confuses:\n")
	for a, name := range []string{"ann", "bob"} {
		var classes []string
		for c := range 3 {
			var class []string
			for x := range f.events {
				if f.class[a][x] == c {
					class = append(class, fmt.Sprint(x))
				}
			}
			if len(class) > 0 {
				classes = append(classes, "["+strings.Join(class, ", ")+"]")
			}
		}
		fmt.Fprintf(&b, "      %s: [%s]\n", name, strings.Join(classes, ", "))
	}
	b.WriteString("check:\n  - {id: worlds, count: true, layer: 2}\n")
	for _, name := range []string{"ann", "bob"} {
		for _, bit := range []string{"p", "q", "r"} {
			fmt.Fprintf(&b, "  - {id: %s-%s, count: \"KW{%s} %s\", layer: 2}\n", name, bit, name, bit)
		}
	}
	return b.String()
}

// knowing counts worlds, and those in which each agent knows each bit.
func (f frame) knowing(worlds []world) []int {
	counts := []int{len(worlds)}
	for a := range f.class {
		confused := func(w, v world) bool {
			if a == 0 && w.first[0] != v.first[0] {
				return false
			}
			for k := range w.trace {
				if f.class[a][w.trace[k]] != f.class[a][v.trace[k]] {
					return false
				}
			}
			return true
		}
		for bit := range 3 {
			n := 0
			for _, w := range worlds {
				knows := true
				for _, v := range worlds {
					knows = knows && (!confused(w, v) || v.bits[bit] == w.bits[bit])
				}
				if knows {
					n++
				}
			}
			counts = append(counts, n)
		}
	}
	return counts
}

// TestFrameErrors are tables that are none.
func TestFrameErrors(t *testing.T) {
	for _, c := range []struct{ action, want string }{
		{"e: {frame: {1: {}}}", "the alternatives of a frame are values of the last argument, but there is none"},
		{"e(x in 1..2): {confuses: {ann: all}}", "but there is no frame"},
		{"e(x in 1..2): {frame: {1: {}}, seen: {}}", "an action with a frame has no seen"},
		{"e(x in 1..2): {frame: {1: {}}, confuses: {ann: [1, 2]}}", `the frame has no alternative "2"`},
		{"e(x in 1..2): {frame: {1: {}, 2: {}}, confuses: {ann: [[1, 2], [1]]}}", `"1" stands here twice`},
		{"e(x in 1..2): {frame: {1: {if: p}}}", `"if"`},
		{"e(x in 1..2): {frame: {red: {}}}", `"red"`},
		{"e(x in 1..2): {frame: {1: {}}, confuses: {cat: all}}", `"cat"`},
		{"e(x in 1..2): {frame: {1: {}}, confuses: {ann: most}}", `"most"`},
	} {
		_, err := epibdd.Parse("frame.yaml", "vars: {p: bool}\nagents: {ann: {}}\nrecall: perfect\nactions:\n  "+c.action+"\n")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, which does not say %s", c.action, err, c.want)
		}
	}
}

// Whom an entry of confuses means has to have a value where the step can be taken: else nobody could
// tell who the others are, and what they see.
func TestFramesNameWhoConfuses(t *testing.T) {
	const text = `
types: {Card: [red, white]}
vars: {holds: Card, w: "Agent?"}
init: %s
agents: {ann: {}, bob: {}}
recall: perfect
actions:
  show(x in Card):
    frame: {red: {when: holds = red}, white: {when: holds = white}}
    confuses: {%q: [red, white]}
check: [{id: knows, formula: "[show(_)] (KV{ann} holds & !KV{bob} holds)"}]
`
	for _, c := range []struct {
		init, who string
		want      epibdd.Verdict
	}{
		{"w = none", "next(w)", epibdd.Error},
		{"w = none", "p in Agent if next(w) = p", epibdd.Error},
		{"w = none", "if w = none then bob else next(w)", epibdd.Holds},
		{"w = ann", "next(w)", epibdd.Holds},
		{"w = ann", "p in Agent if next(w) = p", epibdd.Holds},
		{"w = bob", "w", epibdd.Holds},
	} {
		doc, err := epibdd.Parse("frame.yaml", fmt.Sprintf(text, c.init, c.who))
		if err != nil {
			t.Fatal(err)
		}
		for _, without := range [][]string{nil, {"small-worlds"}} {
			for r, err := range doc.Check(t.Context(), epibdd.Options{Without: without}) {
				if err != nil || r.Verdict != c.want {
					t.Errorf("%s, %s, without %v: %v, %v", c.init, c.who, without, r, err)
				}
			}
		}
	}
}
