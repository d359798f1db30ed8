package decide

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// author writes random documents: a few variables of every kind of type, three
// agents who see some of them, three actions, programs over them, and questions.
// The vocabulary is fixed, so that most of what is written makes sense; some of
// it is undefined, faulty or empty, and then both sides have to say so.
type author struct {
	r      *rand.Rand
	names  int
	recall string // empty: none; guards may then ask for knowledge, and steps be hidden
	shares bool   // questions ask for shares of worlds
}

func newAuthor(seed uint64) *author { return &author{r: rand.New(rand.NewPCG(seed, 1))} }

// one returns one of the texts, oneOf one that is filled in by a function.
func (a *author) one(texts ...string) string { return texts[a.r.IntN(len(texts))] }

func (a *author) oneOf(texts ...func() string) string { return texts[a.r.IntN(len(texts))]() }

// once in n.
func (a *author) once(n int) bool { return a.r.IntN(n) == 0 }

// bound replaces # by a name that no other quantifier has.
func (a *author) bound(format string, args ...any) string {
	a.names++
	return strings.ReplaceAll(fmt.Sprintf(format, args...), "#", fmt.Sprint("i", a.names))
}

const vocabulary = `types: {A: [u, v, w]}
vars:
  x: 0..2
  y: 0..2
  z: 0..1
  b: bool
  q: A
  m: A?
  a: array A of 0..1
  s: set A
`

func (a *author) document(questions int) string {
	var d strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&d, format+"\n", args...) }
	d.WriteString(vocabulary)
	line("define:\n  def(i in A): %q", "K{i} "+a.atom()+" | EX "+a.atom())
	line("init:\n  - %q", "z = 0 & m = none & s = {"+a.one("", "u", "v, w")+"}")
	line("  - %q", a.one("x = 0", "x < 2", "y = 1")+" & "+a.one("q = u", "q != w")+" & "+a.one("a[u] + a[v] + a[w] = 1", a.atom(), "true"))
	line("agents:")
	for _, agent := range []string{"u", "v", "w"} {
		line("  %s: {sees: [%s]}", agent, a.sees(agent))
	}
	line("actions:")
	line("  one: {when: %q, then: %s%s}", a.guard(), a.effects(""), a.seen(""))
	line("  two(i in A): {when: %q, then: %s%s}", a.one("i != q", "a[i] = 0", "i in s | x = 0", "true")+" & "+a.guard(), a.effects("i"), a.seen("i"))
	line("  three: {when: %q, then: %s%s}", a.atom()+" & "+a.guard(), a.effects(""), a.seen(""))
	if a.recall != "" {
		line("recall: %s", a.recall)
	}
	line("programs:")
	line("  mix(i in A): %q", a.one("two(i); one", "one | two(i)", "?(q = i); two(i)", "one*; two(i)"))
	line("  idle: %q", a.one("one*", "?b", "(?b; two)*", "one | ?b"))
	line("runs: %s", a.one("maximal", "maximal", "maximal", "infinite", "ispl"))
	if a.once(4) {
		line("fairness: [%q]", a.atom()+a.one("", " | x = 0", " | z = 1"))
	} else if a.once(6) {
		line("fairness: [%q, %q]", a.atom()+" | y = 1", a.atom()+" | b")
	}
	line("check:")
	for i := range questions {
		d.WriteString(a.question(i))
	}
	return d.String()
}

func (a *author) sees(agent string) string {
	var all []string
	for range a.r.IntN(4) {
		all = append(all, fmt.Sprintf("%q", a.one("x", "y", "z", "b", "q", "m", "a["+agent+"]", "a[q]", "x + y", "s",
			"q = "+agent, "a[j] for j in A if b", "a[j] for j in A if j != "+agent, "2 / x", "m in s")))
	}
	return strings.Join(all, ", ")
}

// guard is a condition on the state, or with memory on what somebody knows of it.
func (a *author) guard() string {
	if a.recall == "" || !a.once(4) {
		return a.atom()
	}
	if a.shares && a.once(3) {
		return a.share(1)
	}
	return a.one("K{u} ", "!K{q} ", "S{w} ", "KV{u} ", "C{u, v} ", "D{v, w} ") + a.atom()
}

// seen says who observes an action with the argument i, if it has one.
func (a *author) seen(i string) string {
	if a.recall == "" || a.once(3) {
		return ""
	}
	var entries []string
	for _, who := range []string{"all", "u", "q", "j in A if j in s", "w"} {
		if a.once(3) {
			what := a.one("", "x", "q", "if b then y else none", "a[j] for j in A if j in s")
			if i != "" && a.once(2) {
				what = a.one(i, i+" in s", "a["+i+"]")
			}
			if what != "" {
				what = fmt.Sprintf("%q", strings.ReplaceAll(what, "j", "k"))
			}
			entries = append(entries, fmt.Sprintf("%q: [%s]", who, what))
		}
	}
	return ", seen: {" + strings.Join(entries, ", ") + "}" + a.one("", "", ", by: "+a.one("v", "q"))
}

// effects assign some cells; i is the argument of the action, if it has one.
func (a *author) effects(i string) string {
	targets := [][]string{
		{"x", "next(x)", "0", "y", "if x < 2 then x + 1 else 0"}, {"y", "x", "1", "2 - y"}, {"z", "1 - z"}, {"b", "!b", "x = y"},
		{"q", "next(q)", "u", "q", i}, {"m", "q", "none", "w", i}, {`"a[q]"`, "1 - a[q]", "1"}, {"s", "s + {q}", "{}", "s - {u}"},
	}
	if a.once(30) {
		targets = append(targets, []string{`"a[v]"`, "x"}) // out of range, or a second value
	}
	var all []string
	for _, t := range targets {
		if value := a.one(t[1:]...); value != "" && a.once(3) {
			all = append(all, fmt.Sprintf("%s: %q", t[0], value))
		}
	}
	return "{" + strings.Join(all, ", ") + "}"
}

func (a *author) question(i int) string {
	at := ""
	if a.once(5) {
		at = fmt.Sprintf("    at: %q\n", a.one(a.atom(), "K{q} "+a.atom(), "!K{u} "+a.atom()))
	}
	if a.once(10) {
		f := a.one("EF", "AF", "EG", "AG") + "{" + a.step() + "; <= k} " + a.formula(1)
		return fmt.Sprintf("  - id: q%d\n%s    least: k in 0..3\n    formula: %q\n", i, at, f)
	}
	if a.recall != "" {
		at += a.one("", "    layer: 1\n", "    layer: 2\n") + a.one("", "    depth: 1\n", "    depth: 2\n", "    depth: 3\n")
	}
	return fmt.Sprintf("  - id: q%d\n%s    %s: %q\n", i, at, a.one("formula", "some", "count"), a.asked(1+a.r.IntN(3)))
}

// asked is what a question asks.
func (a *author) asked(depth int) string {
	if a.shares {
		return a.share(depth)
	}
	return a.formula(depth)
}

// atom is a condition on the state that always has a value.
func (a *author) atom() string {
	return a.oneOf(
		func() string { return a.one("b", "(m = q)", "(z = 1)") },
		func() string { return "(q = " + a.one("u", "v", "w") + ")" },
		func() string { return "(" + a.one("u", "w", "q") + " in s)" },
		func() string { return "(a[" + a.one("u", "v", "q") + "] = " + a.one("0", "1") + ")" },
		func() string {
			return "(" + a.one("x", "y") + a.one(" = ", " < ", " != ") + a.one("0", "1", "2", "y") + ")"
		},
	)
}

// risky is a condition that may have no value.
func (a *author) risky() string {
	return a.one("(a[m] = 1)", "(2 / x = y)", "(x > 0 & 2 / x = 1)", "(m != none & a[m] = 0)", "(next(m) = q)")
}

func (a *author) agent() string {
	if a.once(40) {
		return "m"
	}
	return a.one("u", "v", "w", "q", "next(q)")
}

func (a *author) group() string {
	if a.once(60) {
		return "m, u"
	}
	return a.oneOf(
		func() string { return a.one("all", "u, q", "s", "u, v", "w") },
		func() string { return a.bound("# in A: a[#] = 1") },
		func() string { return a.bound("# in s: # != q") },
	)
}

func (a *author) step() string {
	return a.one("_", "one", "two(_)", "two(u)", "two(q)", "two", "three", "mix(q)", "mix(_)", "(one | two)", "(two | three)")
}

func (a *author) program(depth int) string {
	if depth == 0 || a.once(3) {
		return a.step()
	}
	below := func() string { return a.program(depth - 1) }
	return a.oneOf(
		func() string { return "(" + below() + "; " + below() + ")" },
		func() string { return "(" + below() + " | " + below() + ")" },
		func() string { return "(" + below() + ")*; " + a.step() },
		func() string { return "(" + below() + ")*" },
		func() string { return "?(" + a.one("", "K{q} ") + a.atom() + "); " + below() },
		func() string { return below() + "; ?" + a.atom() },
		func() string { return a.one("idle", "two(m)", "?b") },
		func() string {
			return a.bound("(some # in %s: (two(#); ", a.one("A", "s", "{u, q}")) + below() + "))"
		},
	)
}

func (a *author) super(bounded bool) string {
	switch {
	case a.once(3):
		return ""
	case bounded && a.once(3):
		return fmt.Sprintf("{%s; <= %d}", a.program(2), a.r.IntN(4))
	}
	return "{" + a.program(2) + "}"
}

// share compares the share of a formula.
func (a *author) share(depth int) string {
	who := a.oneOf(func() string { return "" }, func() string { return "{" + a.group() + "}" }, func() string { return "{" + a.agent() + "}" })
	return "share" + who + "(" + a.formula(depth-1) + ")" + a.one(" < ", " <= ", " > ", " >= ", " = ", " != ") + a.one("0", "1", "1/2", "1/3", "2/3", "3/5", "1/4")
}

func (a *author) formula(depth int) string {
	if depth == 0 {
		if a.once(40) {
			return a.risky()
		}
		return a.atom()
	}
	f := func() string { return "(" + a.formula(depth-1) + ")" }
	return a.oneOf(
		func() string { return "!" + f() },
		func() string { return f() + a.one(" & ", " | ", " -> ", " <-> ") + f() },
		func() string { return f() + a.one(" & ", " | ", " -> ") + f() },
		func() string { return "if " + f() + " then " + f() + " else " + f() },
		func() string {
			return a.bound(a.one("forall", "exists")+" # in "+a.one("A", "s")+": K{#} %s", f())
		},
		func() string { return a.bound("count(# in A: K{#} %s) %s", f(), a.one("= 1", "< 2")) },
		func() string { return a.one("K", "S", "KW") + "{" + a.agent() + "} " + f() },
		func() string { return a.one("K", "S", "KW") + "{" + a.agent() + "} " + f() },
		func() string {
			return "KV{" + a.agent() + "} " + a.one("x", "q", "m", "s", "a[q]", "a", "b", "(x + y)", "(count(i in A: K{i} b))")
		},
		func() string { return a.one("E", "D", "C") + "{" + a.group() + "} " + f() },
		func() string { return fmt.Sprintf("E{%s; %d} %s", a.group(), a.r.IntN(4), f()) },
		func() string { return a.share(depth) },
		func() string { return "def(" + a.one("u", "q", "next(q)") + ")" },
		func() string { return "m != none -> " + a.one("K{m} ", "D{m, q} ", "E{m} ") + f() },
		func() string { return a.one("AX", "EX") + a.super(false) + " " + f() },
		func() string { return a.one("AG", "EG", "AF", "EF") + a.super(true) + " " + f() },
		func() string { return a.one("AG", "EG", "AF", "EF") + a.super(true) + " " + f() },
		func() string { return a.one("EG", "AF") + a.one("", "{"+a.step()+"}") + " " + f() },
		func() string { return a.one("A", "E") + a.super(true) + "[" + f() + " U " + f() + "]" },
		func() string { return a.one("A", "E") + "[" + f() + " U " + f() + "]" },
		func() string { return a.one("["+a.program(2)+"] ", "<"+a.program(2)+"> ") + f() },
	)
}
