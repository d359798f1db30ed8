package decide

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/symmetry"
	"github.com/epibdd/epibdd/verdict"
)

// equals writes documents about two types of which most values are named nowhere: the members A
// of a ring or of a crowd, who may be the agents, and tokens B. Now and then a value is named, or compared by size.
type equals struct {
	rng    *rand.Rand
	agents bool // the members are
	ring   bool // they have neighbours
	size   int  // of A
	has    map[string]bool
	a, b   []string // names in scope
	fresh  int
}

func (e *equals) one(of ...string) string   { return of[e.rng.IntN(len(of))] }
func (e *equals) in(percent int) bool       { return e.rng.IntN(100) < percent }
func (e *equals) name(prefix string) string { e.fresh++; return fmt.Sprintf("%s%d", prefix, e.fresh) }

// with writes something below a further name.
func (e *equals) with(kind, name string, write func() string) string {
	a, b := e.a, e.b
	if kind == "A" {
		e.a = append(a[:len(a):len(a)], name)
	} else {
		e.b = append(b[:len(b):len(b)], name)
	}
	text := write()
	e.a, e.b = a, b
	return text
}

func (e *equals) member() string {
	x := e.a[e.rng.IntN(len(e.a))]
	switch {
	case e.in(4):
		return e.one("1", "2")
	case e.ring && e.in(25):
		return "left(" + x + ")"
	case e.ring && e.in(8):
		return "next(" + x + ")"
	}
	return x
}

func (e *equals) token() string {
	if len(e.b) == 0 || e.in(4) {
		return e.one("u", "v")
	}
	return e.b[e.rng.IntN(len(e.b))]
}

// atom is about the names in scope.
func (e *equals) atom() string {
	if len(e.a) == 0 {
		return fmt.Sprintf("(%s)", e.fold("A", 0, false))
	}
	for {
		x := e.member()
		switch kind := e.one("f", "f", "g", "h", "s", "same", "less", "count"); {
		case kind == "f":
			return "f[" + x + "]"
		case kind == "g" && e.has["g"]:
			if len(e.b) > 0 && e.in(70) {
				return fmt.Sprintf("g[%s] = %s", x, e.token())
			}
			return fmt.Sprintf("g[%s] = %s", x, e.one("none", "none", "g["+e.member()+"]"))
		case kind == "h" && e.has["h"]:
			return "h = " + x
		case kind == "s" && e.has["s"]:
			return x + " in s"
		case kind == "same":
			return x + e.one(" = ", " != ") + e.member()
		case kind == "less" && e.in(6):
			return x + " < " + e.member()
		case kind == "count" && e.in(40):
			j := e.name("j")
			return fmt.Sprintf("count(%s in A: %s) %s %d", j, e.with("A", j, func() string { return e.atom() }), e.one("=", ">"), e.rng.IntN(3))
		}
	}
}

func (e *equals) fold(kind string, depth int, modal bool) string {
	n := e.name(strings.ToLower(kind))
	return fmt.Sprintf("%s %s in %s: %s", e.one("forall", "exists"), n, kind, e.with(kind, n, func() string { return e.formula(depth-1, modal) }))
}

func (e *equals) agent() string {
	if e.agents {
		return e.member()
	}
	return e.one("ann", "bob")
}

func (e *equals) formula(depth int, modal bool) string {
	if depth <= 0 {
		return e.atom()
	}
	x := func() string { return "(" + e.formula(depth-1, modal) + ")" }
	switch k := e.rng.IntN(12); {
	case k < 2:
		return "!" + x()
	case k < 5:
		return x() + e.one(" & ", " | ", " -> ", " <-> ") + x()
	case k < 7:
		return "(" + e.fold(e.one("A", "A", "B"), depth, modal) + ")"
	case !modal:
		return e.atom()
	case k < 9 && (!e.agents || len(e.a) > 0):
		return fmt.Sprintf("%s{%s} %s", e.one("K", "S", "KW"), e.agent(), x())
	case k == 9:
		return e.one("E", "C", "D") + "{all} " + x()
	case k == 10 && len(e.a) > 0:
		if e.in(50) {
			return fmt.Sprintf("[act(%s, _)] %s", e.member(), x())
		}
		return fmt.Sprintf("<act(%s, _)> %s", e.member(), x())
	}
	return e.one("AG ", "EF ", "AX ", "EX ", "AF ", "EG ") + x()
}

// table is about the names in scope alone, and often the same for all of them though a value is named below.
func (e *equals) table(quantifier string) string {
	j := e.name("j")
	return e.with("A", j, func() string {
		return fmt.Sprintf("%s %s in A: %s %s %s %s %s = %s", quantifier, j, j, e.one("=", "!="), e.one("1", fmt.Sprint(e.size), e.member()), e.one("&", "|"), e.member(), e.member())
	})
}

// outer is a formula below operators through which it is asked of all values.
func (e *equals) outer(depth int, all bool) string {
	quantifier, g, n, k, join := "forall", "AG ", "AX ", "K", " -> "
	if !all {
		quantifier, g, n, k, join = "exists", "EF ", "EX ", "S", " & "
	}
	if depth == 0 {
		if len(e.a) > 0 && e.in(25) {
			return "(" + e.table(quantifier) + ")"
		}
		return "(" + e.formula(2, true) + ")"
	}
	below := func() string { return e.outer(depth-1, all) }
	switch e.rng.IntN(8) {
	case 0:
		if e.in(10) {
			return e.one("AF ", "EG ", "EF ", "AG ") + below()
		}
		return g + below()
	case 1:
		return n + below()
	case 2:
		if !e.agents || len(e.a) > 0 {
			return fmt.Sprintf("%s{%s} %s", k, e.agent(), below())
		}
	case 3:
		return "((" + e.formula(1, false) + ")" + join + below() + ")"
	case 4:
		return "!" + e.outer(depth-1, !all)
	case 5:
		other := " & "
		if !all {
			other = " | "
		}
		return "(" + below() + other + below() + ")"
	}
	kind := e.one("A", "A", "A", "B")
	first := e.name(strings.ToLower(kind))
	if e.in(30) {
		second := e.name(strings.ToLower(kind))
		return fmt.Sprintf("(%s %s, %s in %s: %s)", quantifier, first, second, kind,
			e.with(kind, first, func() string { return e.with(kind, second, below) }))
	}
	return fmt.Sprintf("(%s %s in %s: %s)", quantifier, first, kind, e.with(kind, first, below))
}

// document is a model with some questions.
func (e *equals) document(questions int) string {
	e.agents, e.ring = e.in(50), e.in(50)
	e.has = map[string]bool{"g": e.in(40), "h": e.in(60), "s": e.in(30)}
	e.size = 2 + e.rng.IntN(3)
	var w strings.Builder
	fmt.Fprintf(&w, "types: {A: 1..%d, B: [u, v]}\nvars:\n  f: array A of bool\n", e.size)
	init := []string{"size(B) = 2"}
	maybe := func(name, variable, start string) {
		if !e.has[name] && name != "f" {
			return
		}
		if variable != "" {
			w.WriteString("  " + variable + "\n")
		}
		switch {
		case e.in(65):
			init = append(init, start)
		default:
			init = append(init, e.formula(2, false))
		}
	}
	maybe("f", "", "forall i in A: !f[i]")
	maybe("g", "g: array A of B?", "forall i in A: g[i] = none")
	maybe("h", "h: A?", "h = none")
	maybe("s", "s: set A", "s = {}")
	fmt.Fprintf(&w, "define: {left(i in A): if i = 1 then %d else i - 1}\ninit:\n", e.size)
	for _, c := range init {
		fmt.Fprintf(&w, "  - %q\n", c)
	}
	see := func() string {
		var all []string
		for range 1 + e.rng.IntN(2) {
			all = append(all, fmt.Sprintf("%q", e.atom()))
		}
		if e.in(30) {
			all = append(all, `"f[m] for m in A if `+e.with("A", "m", e.atom)+`"`)
		}
		return strings.Join(all, ", ")
	}
	if e.agents {
		fmt.Fprintf(&w, "agents: {k in A: {sees: [%s]}}\n", e.with("A", "k", see))
	} else {
		fmt.Fprintf(&w, "agents: {ann: {sees: [%s]}, bob: {sees: [%s]}}\n", see(), see())
	}
	e.actions(&w)
	fmt.Fprintf(&w, "recall: %s\ncheck:\n", e.one("none", "none", "none", "clock", "perfect"))
	for i := range questions {
		all := e.in(60)
		kind := "some"
		if all {
			kind = "formula"
		}
		fmt.Fprintf(&w, "  - {id: q%d, depth: 2, %s: %q}\n", i, kind, e.outer(1+e.rng.IntN(4), all))
	}
	return w.String()
}

func (e *equals) actions(w *strings.Builder) {
	fmt.Fprintf(w, "actions:\n  act(i in A, t in B):\n    when: %q\n", e.with("A", "i", func() string { return e.with("B", "t", func() string { return e.formula(1, false) }) }))
	if e.agents && e.in(40) {
		fmt.Fprintf(w, "    by: i\n    seen: {%q: [%q]}\n", e.one("all", "i", "j in A if j != i"), e.one("i", "t", "f[i]"))
	}
	fmt.Fprintf(w, "    then:\n      \"f[i]\": %q\n", e.with("A", "i", e.atom))
	if e.has["g"] {
		fmt.Fprintf(w, "      \"g[%s]\": %s\n", e.one("i", "i", "left(i)"), e.one("t", "none"))
	}
	if e.has["h"] {
		fmt.Fprintf(w, "      h: %s\n", e.one("i", "i", "left(i)", "none"))
	}
	if e.has["s"] {
		fmt.Fprintf(w, "      s: %s\n", e.one("s + {i}", "s - {i}", `"{i}"`))
	}
	if e.in(40) {
		fmt.Fprintf(w, "  turn:\n    then:\n      \"f[j] for j in A\": %q\n", e.with("A", "j", e.atom))
	}
}

// TestSymmetry decides random questions with fewer instances, with all of them, and by
// enumeration of the worlds with all instances; the evidence is gone through by the question as it was asked.
func TestSymmetry(t *testing.T) {
	tally := map[string]int{}
	for _, seed := range seeds(t, *pairs, 150) {
		e := &equals{rng: rand.New(rand.NewPCG(seed, 31))}
		text := e.document(4)
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			tally["refused"]++
			if tally["refused"] < 4 {
				t.Logf("%v", err)
			}
			continue
		}
		for _, chk := range suite.Checks {
			compareReduced(t, seed, text, chk, tally)
		}
	}
	t.Logf("%v", tally)
	if tally["reduced"] < tally["asked"]/4 || tally["compared"] < tally["reduced"]/2 || tally["shown"] == 0 {
		t.Errorf("the test tests little")
	}
}

func answered(chk *spec.Check, choice verdict.RouteChoice) (*verdict.Answer, error) {
	return Lazy(chk.Model, func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
		return encode.New(ctx, chk.Model, encode.Options{Asked: chk.Asked()})
	}, chk.Runs, Options{Routes: choice}).Check(context.Background(), chk)
}

func compareReduced(t *testing.T, seed uint64, text string, chk *spec.Check, tally map[string]int) {
	tally["asked"]++
	r := symmetry.Reduce(chk)
	if r == nil {
		return
	}
	tally["reduced"]++
	for _, g := range r.Groups {
		tally[fmt.Sprintf("%s circular %v", g.Type, g.Circular)]++
	}
	listed, errListed := answered(chk, verdict.RouteChoice{Only: SmallWorlds})
	for _, choice := range []verdict.RouteChoice{{}, {Without: listing}, {Without: []string{Symmetry, SmallWorlds}}} {
		a, err := answered(chk, choice)
		if err != nil || errListed != nil {
			if (err != nil) != (errListed != nil) && (errListed != nil || listed.Verdict != verdict.Unknown) {
				t.Errorf("seed %d, %s: without %v: %v, listed: %v\n%s", seed, chk.ID, choice.Without, err, errListed, text)
			}
			tally["mistaken"]++
			continue
		}
		if a.Verdict == verdict.Unknown || listed.Verdict == verdict.Unknown {
			tally["unknown"]++
			continue
		}
		tally["compared"]++
		if a.Verdict != listed.Verdict {
			t.Errorf("seed %d, %s: without %v %s by %s, listed %s\n%s", seed, chk.ID, choice.Without, a.Verdict, a.Route, listed.Verdict, text)
		}
		if a.Run == nil {
			continue
		}
		tally["shown"]++
		if err := replayed(replay.NewReplayer(chk.Model, explicit.Options{}), chk, a); err != nil {
			t.Errorf("seed %d, %s: without %v: %v\n%s", seed, chk.ID, choice.Without, err, text)
		}
	}
}

// TestTablesAreAskedWhole asks of all values what reads no state, names one of them, and is the same
// wherever it is asked.
func TestTablesAreAskedWhole(t *testing.T) {
	suite, err := spec.Parse("tables.yaml", `
types: {T: [a, b, c, d]}
vars: {v: T, w: array T of bool}
agents: {ann: {sees: [v]}}
actions: {go(t in T): {when: v != t, then: {v: t}}}
define: {f(y in T): "forall x in T: x != d | y != y"}
check:
  - {id: all, formula: "AG (f(v) & v = v)"}
  - {id: some, some: "EF (!f(v) & v = v)"}
  - {id: each, formula: "forall y in T: AG (w[y] -> f(y))"}
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, chk := range suite.Checks {
		tally := map[string]int{}
		compareReduced(t, 0, "", chk, tally)
		if reduced := chk.ID == "each"; reduced != (tally["reduced"] == 1) {
			t.Errorf("%s: %v", chk.ID, tally)
		}
		a, err := answered(chk, verdict.RouteChoice{})
		if err != nil {
			t.Fatal(err)
		}
		if want := map[string]verdict.Verdict{"all": verdict.Fails, "some": verdict.Holds, "each": verdict.Fails}[chk.ID]; a.Verdict != want {
			t.Errorf("%s %s, expected %s", chk.ID, a.Verdict, want)
		}
	}
}

// way is the route of an answer without symmetry, which may go with it.
func way(a *verdict.Answer) string { return strings.TrimSuffix(a.Route, ", "+Symmetry) }
