package decide

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/verdict"
)

// joint is a model with joint steps. What one agent does shows in x and b, what the
// other one does in y.
func (a wanderer) joint(guards string) string {
	var d strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&d, format+"\n", args...) }
	line("types: {A: [u, v]}\nsteps: joint\nvars: {x: 0..2, y: 0..2, b: bool}")
	line("init: %q", a.condition()+" & "+a.one("x = 0", "y = 0", "x < 2", "!b"))
	line("agents:")
	for _, agent := range []string{"u", "v"} {
		line("  %s: {sees: [%s]}", agent, a.one("", "", "b", "x = 0", "x = y", "y"))
	}
	line("actions:")
	effects := map[string]func() string{
		"u": func() string {
			return a.one("x: (x + k) mod 3", "b: x = k", "x: if does{three} then k else x", "b: does{three} != b", "x: y")
		},
		"v": func() string {
			return a.one("y: (y + k) mod 3", "y: if does{one(0) | one(1)} then k else y", "y: if does{one(k)} then x else y", "y: x")
		},
	}
	for i, action := range []string{"one(k in 0..1)", "two(k in 0..1)", "three"} {
		by := a.one("u", "v")
		if i != 1 {
			by = []string{"u", "v"}[i/2]
		}
		guard := a.condition()
		if guards != "" && a.once(2) {
			guard += " & " + a.one("", "!") + "K{" + guards + "} (" + a.condition() + ")"
		}
		effect, seen := effects[by](), a.one("", ", seen: {}", ", seen: {}", ", seen: {u: []}", ", seen: {v: [k]}", ", seen: {u: [x], v: []}", ", seen: {\"if b then u else v\": [k]}")
		if action == "three" {
			effect, seen = strings.ReplaceAll(effect, "+ k", "+ 1"), strings.ReplaceAll(seen, "k", "y")
			effect = strings.ReplaceAll(strings.ReplaceAll(effect, "then k", "then 1"), "one(k)", "one(1)")
		}
		if a.once(4) {
			seen += ", outcome: o in bool, given: \"o -> " + a.one("b", "x = y", "does{three}", "true") + "\""
			effect = strings.Replace(effect, ": ", ": \"if o then ", 1) + " else " + effect[:1] + "\""
		} else {
			effect = strings.Replace(effect, ": ", ": \"", 1) + "\""
		}
		line("  %s: {by: %s, when: %q, then: {%s}%s}", action, by, guard, effect, seen)
	}
	for _, agent := range []string{"u", "v"} {
		if !a.once(5) {
			line("  rest_%s: {by: %s, seen: {}}", agent, agent)
		}
	}
	return d.String()
}

// nested is a formula in which agents are asked what others know, of a few steps.
func (a wanderer) nested(size int) string {
	if size <= 0 {
		return "(" + a.condition() + ")"
	}
	sub := func() string { return a.nested(size - 1) }
	switch a.r.IntN(8) {
	case 0:
		return "(" + sub() + a.one(" & ", " | ", " -> !") + sub() + ")"
	case 1, 2:
		return a.one("AX ", "EX ", "AX{one} ", "EX{two(1)} ", "AX{three & _} ", "EF{_; <= 2} ", "AG{_; <= 2} ", "AX{two(0) | three} ") + sub()
	case 3:
		return a.one("D{u, v}", "C{u, v}", "E{u, v}", "E{u, v; 2}") + " " + sub()
	case 4:
		return "KV{" + a.one("u", "v") + "} " + a.one("x", "y", "b")
	}
	return a.one("K", "K", "S", "KW") + "{" + a.one("u", "v") + "} " + sub()
}

// TestJointMemory asks small models, in which agents hide what they do, what others
// know of that, after one or two steps.
func TestJointMemory(t *testing.T) {
	compareMemory(t, func(seed uint64) string {
		a := wanderer{&author{r: rand.New(rand.NewPCG(seed, 3))}}
		text := a.joint(a.one("", "", "u", "v")) + fmt.Sprintf("recall: perfect\ndepth: %d\ncheck:\n", 1+a.r.IntN(3))
		for q := range perDocument {
			text += fmt.Sprintf("  - {id: q%d, %s: %q, layer: %d}\n", q, a.one("formula", "some", "count"), a.one("", "!")+a.nested(3), a.r.IntN(3))
		}
		return text
	})
}

// Runs of any length are decided where they end, where layers come again, and where
// nobody is asked what others know who hide what they do; else so many steps are.
func TestJointStepsOfAnyLength(t *testing.T) {
	const model = `
vars: {x: 0..2, n: 0..2}
init: x = 0 & n = 0
agents: {u: {sees: [x = 2]}, v: {sees: [n]}}
steps: joint
actions:
  go(k in 0..1): {by: u, when: "GUARD", then: {x: (x + k) mod 3}, seen: {}}
  rest: {by: u, when: "!(GUARD)", seen: {}}
  tick: {by: v, when: "WHILE", then: {n: if n < 2 then n + 1 else n}, seen: {}}
recall: perfect
`
	for _, c := range []struct{ guard, while, formula, want string }{
		{"true", "n < 2", "AG K{v} !K{u} x = 1", "no run has more than 2 steps: fails"},
		{"true", "true", "AG KV{u} x", "only what is known to u is asked: holds"},
		{"true", "true", "AG !KV{v} x", "after 3 steps all is as after 2, for all that is remembered: fails"},
		{"true", "true", "EF D{u, v} x = 1", "only what is known to u, v together is asked: holds"},
		{"true", "true", "AG (KV{u} x & (n = 0 | !KV{v} x))", "nobody is asked what others know: holds"},
		{"n = 0", "true", "AG K{v} KV{u} x", "after 3 steps all is as after 2, for all that is remembered: holds"},
	} {
		text := strings.NewReplacer("GUARD", c.guard, "WHILE", c.while).Replace(model)
		a, err := ask(t, text, fmt.Sprintf("formula: %q", c.formula))
		if err != nil {
			t.Fatalf("%s: %v", c.formula, err)
		}
		if got := a.Exact + ": " + string(a.Verdict); got != c.want {
			t.Errorf("%s: %q, want %q", c.formula, got, c.want)
		}
	}
	text := strings.NewReplacer("GUARD", "true", "WHILE", "true").Replace(model)
	a, err := ask(t, text, "formula: AG K{v} KV{u} x\ndepth: 3")
	if err != nil || a.Verdict != verdict.Unknown || a.Exact != "" {
		t.Errorf("nested: %+v, %v", a, err)
	}
}
