package decide

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/spec"
	documents "github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// wanderer writes small models in which runs do not end, with actions that not
// everybody notices, and formulas that ask one agent, or two who are not asked what
// the other one knows.
type wanderer struct{ *author }

func (a wanderer) condition() string {
	return a.one("x = 0", "x = 1", "x != 2", "x = y", "y = 1", "b", "!b", "x + y = 2", "true")
}

func (a wanderer) model(guards string) string {
	var d strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&d, format+"\n", args...) }
	line("types: {A: [u, v]}\nvars: {x: 0..2, y: 0..2, b: bool}")
	line("init: %q", a.condition()+" & "+a.one("x = 0", "y = 0", "x < 2", "!b"))
	line("agents:")
	for _, agent := range []string{"u", "v"} {
		line("  %s: {sees: [%s]}", agent, a.one("", "", "b", "x = 0", "x = y", "y"))
	}
	line("actions:")
	for _, action := range []string{"one", "two(k in 0..1)", "three"} {
		k := "1"
		if strings.Contains(action, "k") {
			k = "k"
		}
		guard := a.condition()
		if guards != "" && a.once(2) {
			guard += " & " + a.one("", "!") + "K{" + guards + "} (" + a.condition() + ")"
		}
		effect := a.one("x: (x + "+k+") mod 3", "y: (y + "+k+") mod 3", "b: x = "+k, "x: y", "y: x", "b: \"!b\"")
		seen := a.one("", ", seen: {}", ", seen: {u: []}", ", seen: {v: ["+k+"]}", ", seen: {u: [x], v: []}", ", seen: {\"if b then u else v\": ["+k+"]}")
		if a.once(6) {
			seen += ", by: " + a.one("u", "v")
		}
		line("  %s: {when: %q, then: {%s}%s}", action, guard, effect, seen)
	}
	return d.String()
}

// formula is one about states and time, and what the agents know. Inside an operator
// of one of them there is none of the other.
func (a wanderer) formula(size int, who ...string) string {
	if size <= 0 {
		if a.once(4) {
			return "KV{" + a.one(who...) + "} " + a.one("x", "y", "b")
		}
		return "(" + a.condition() + ")"
	}
	sub := func(who ...string) string { return a.formula(size-1-a.r.IntN(2), who...) }
	switch a.r.IntN(9) {
	case 0:
		return "!" + sub(who...)
	case 1:
		return "(" + sub(who...) + a.one(" & ", " | ", " -> ") + sub(who...) + ")"
	case 2, 3:
		return a.one("AX ", "EX ", "AG ", "EG ", "AF ", "EF ") + sub(who...)
	case 4:
		return a.one("AX", "EX", "EF", "AG") + "{" + a.one("one", "two(1)", "one; three", "two | three", "one*; two", "?("+a.condition()+"); _") + "} " + sub(who...)
	case 5:
		return a.one("A", "E") + "[" + sub(who...) + " U " + sub(who...) + "]"
	case 6:
		if len(who) > 1 {
			return a.one("E{u, v}", "D{u, v}", "K{if b then u else v}", "S{if x = 0 then v else u}") + " (" + a.condition() + ")"
		}
	}
	one := a.one(who...)
	return a.one("K", "K", "S", "KW") + "{" + one + "} " + sub(one)
}

// TestInformationGraphs compares verdicts for runs of any length with those of
// enumeration, as far as layers come again there or runs need not be followed far.
func TestInformationGraphs(t *testing.T) {
	t.Run("interleaved", func(t *testing.T) { compareGraphs(t, *pairs/25, wanderer.model) })
	t.Run("joint", func(t *testing.T) { compareGraphs(t, *pairs/50, wanderer.joint) })
}

func compareGraphs(t *testing.T, models int, model func(a wanderer, guards string) string) {
	tally := map[string]int{}
	for _, seed := range seeds(t, models, 3) {
		a := wanderer{&author{r: rand.New(rand.NewPCG(seed, 2))}}
		who, guards := []string{"u", "v"}, ""
		if a.once(3) {
			who = who[a.r.IntN(2):][:1]
			guards = a.one("", who[0])
		}
		text := model(a, guards) + "recall: perfect\ncheck:\n"
		for q := range 4 {
			text += fmt.Sprintf("  - {id: q%d, formula: %q}\n", q, a.formula(3, who...))
		}
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		c := checkers{}.of(t, suite.Checks[0])
		replayer := replay.NewReplayer(suite.Models[0], explicit.Options{MaxClaim: 300})
		for _, chk := range suite.Checks {
			deduced, err := deduced(c, chk)
			if err != nil || deduced == nil {
				tally[fmt.Sprint("none: ", err)]++
				continue
			}
			tally[fmt.Sprint("graphs of ", len(who))]++
			if followed, err := c.Check(context.Background(), chk); err != nil || followed.Verdict != deduced.Verdict {
				t.Errorf("seed %d, %s: %s, and exactly %s: %v\n%s\n%s", seed, chk.ID, followed.Verdict, deduced.Verdict, err, chk.Text, text)
			}
			want, err := explicit.Decide(chk, explicit.Options{MaxStates: 300})
			if large := (*explicit.TooLarge)(nil); errors.As(err, &large) || want.Open {
				tally["too large"]++
			} else if err != nil || want.Holds != (deduced.Verdict == verdict.Holds) {
				t.Errorf("seed %d, %s: %s, by enumeration %v, %v\n%s\n%s", seed, chk.ID, deduced.Verdict, want.Holds, err, chk.Text, text)
			} else {
				tally["compared"]++
			}
			if deduced.Run != nil {
				tally["shown"]++
				if err := replayed(replayer, chk, deduced); err != nil {
					t.Errorf("seed %d, %s: %v\n%s\n%s\n%s", seed, chk.ID, err, chk.Text, outline(deduced.Run), text)
				}
			}
		}
	}
	t.Logf("%v", tally)
}

// A token goes round unseen; whoever looks sees whether it is at its start.
const token = `
vars: {x: 0..2, b: bool}
init: x = 0 & !b
agents: {u: {sees: [b]}, v: {}, w: {sees: [x = 2]}}
actions:
  go(k in 0..1): {then: {x: (x + k) mod 3}, seen: {}}
  look: {then: {b: x = 0}, seen: {u: []}}
  tell: {when: "GUARD", then: {b: "false"}}
recall: perfect
`

// An answer names the case in which perfect recall is decided for good.
func TestObservers(t *testing.T) {
	for _, c := range []struct{ guard, formula, want string }{
		{"false", "AG !KV{v} x", "only what is known to v is asked: fails"},
		{"false", "EF (K{u} (x = 0) & EF !S{u} (x = 1))", "only what is known to u is asked: holds"},
		{"false", "AG (K{u} S{u} (x = 1) -> KW{u} (x = 2))", "only what is known to u is asked: fails"},
		{"false", "EG !C{u} (x = 0)", "only what is known to u is asked: fails"},
		{"false", "AX E{u; 3} (x < 2)", "only what is known to u is asked: holds"},
		{"false", "EF D{u, w} D{w, u} (x = 1)", "only what is known to u, w together is asked: holds"},
		{"false", "AG (K{u} (x = 2) -> K{w} (x = 2))", "nobody is asked what others know: holds"},
		{"false", "EF (K{u} (x = 0) & !K{v} (x = 0) & AG !D{u, v} (x = 1))", "nobody is asked what others know: fails"},
		{"false", "exists i in Agent: AG K{i} EF K{i} (x = 0)", "nobody is asked what others know: holds"},
		{"false", "AG !E{u, w} (x = 2)", "nobody is asked what others know: holds"},
		{"K{u} (x = 1)", "EF EX{tell} K{u} (x = 1)", "only what is known to u is asked: holds"},
		{"K{u} (x = 1)", "EF EX{tell} K{v} (x = 1)", ""},
		{"K{u} (x = 1)", "EF EX{tell} true", "only what is known to u is asked: holds"},
		{"false", "AG !K{u} K{w} (x = 1)", ""},
		{"false", "AG !C{u, w} (x = 1)", ""},
		{"false", "AG !E{u, w; 2} (x = 1)", ""},
		{"false", "exists i, j in Agent: AG !K{i} K{j} (x = 1)", ""},
	} {
		chk := parse(t, document(strings.Replace(token, "GUARD", c.guard, 1), fmt.Sprintf("formula: %q", c.formula))).Checks[0]
		a, err := deduced(checkers{}.of(t, chk), chk)
		if err != nil {
			t.Fatalf("%s: %v", c.formula, err)
		}
		got := ""
		if a != nil {
			got = a.Exact + ": " + string(a.Verdict)
		}
		if got != c.want {
			t.Errorf("%s, tell where %s: %q, want %q", c.formula, c.guard, got, c.want)
		}
	}
}

// Who moves may be asked inside of what who moves is asked, in a document that is used by another one, at
// the same place in both files: these are two expressions, and may be two agents.
func TestObserversInTwoFiles(t *testing.T) {
	const base = `vars: {x: 0..1, y: 0..1, mover: Agent}
init: mover = a
agents: {a: {sees: [x, mover]}, b: {sees: [y, mover]}}
actions:
  pass: {then: {mover: "if mover = a then b else a"}}
  put(k in 0..1): {seen: {b: [k]}, then: {y: k}}
  hide(k in 0..1): {seen: {a: [k]}, then: {x: k}}
define: {knows: "K{mover} (x = 1)"}
`
	const head, asks = "use: base.yaml\nrecall: perfect\n", "check: [{id: q, formula: \"EF (K{mover} AX{pass} knows)\"}]\n"
	place := strings.Index(base, "mover} (x") - len("#\n")
	text := head + "#" + strings.Repeat("-", place-len(head)-strings.Index(asks, "mover}")) + "\n" + asks
	if strings.Index(text, "mover}") != strings.Index(base, "mover} (x") {
		t.Fatal("the expressions are at two places")
	}
	files := &documents.Loader{ReadFile: func(string) ([]byte, error) { return []byte(base), nil }}
	suite, errs := spec.Load(files, source.NewFile("test.yaml", text), spec.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	chk := suite.Checks[0]
	if o := spec.ProfileOf(chk, "").Observers; o != nil {
		t.Errorf("one is asked what another one knows, and the observers are %v", o.All)
	}
	for _, route := range []string{SmallWorlds, "knowledge-trees"} {
		if a, err := alone(route, chk); err != nil || a.Verdict != verdict.Fails {
			t.Errorf("by %s: %+v, %v", route, a, err)
		}
	}
}

// Fairness is about whole runs, which information graphs have. States without a fair
// run do not exist, to nobody's mind.
func TestFairPerfectRecall(t *testing.T) {
	const model = `
vars: {x: 0..2}
init: x = 0
agents: {a: {}, b: {sees: [x = 1]}}
actions:
  stay: {seen: {}}
  go: {when: x < 2, then: {x: 1 - x}, seen: {}}
  drop: {when: x = 0, then: {x: 2}, seen: {}}
recall: perfect
`
	for _, c := range []struct {
		formula     string
		plain, fair verdict.Verdict
	}{
		{"AF x = 1", verdict.Fails, verdict.Holds},
		{"AG K{a} x != 2", verdict.Fails, verdict.Holds},
		{"AG (K{b} x < 2 | x != 1)", verdict.Holds, verdict.Holds},
		{"AX KV{b} x", verdict.Fails, verdict.Holds},
		{"EF AG x = 2", verdict.Holds, verdict.Fails},
		{"EG K{a} x < 2", verdict.Fails, verdict.Holds},
	} {
		for fairness, want := range map[string]verdict.Verdict{"": c.plain, "fairness: [x = 1]\n": c.fair} {
			a, err := ask(t, model+fairness, fmt.Sprintf("formula: %q", c.formula))
			if err != nil {
				t.Fatalf("%s: %v", c.formula, err)
			}
			if a.Verdict != want || fairness != "" && a.Exact == "" {
				t.Errorf("%s, %s: %s, exactly: %q", c.formula, fairness, a.Verdict, a.Exact)
			}
		}
	}
}

// A step out of the worlds that have a fair run leads nowhere, where what is public
// determines the steps as well.
func TestStepsToNoFairRun(t *testing.T) {
	const model = `
vars: {x: 0..3, law: bool}
init: x = 0
agents: {i: {sees: [x]}, j: {sees: [x, law]}}
actions:
  stay: {when: x <= 1}
  go: {when: x = 0, then: {x: 1}}
  drop: {when: x = 1, then: {x: 3}}
recall: perfect
fairness: [x < 2]
`
	for formula, want := range map[string]verdict.Verdict{
		"AX{go} EX{drop} x = 1":          verdict.Fails,
		"AX{go; drop} K{i} law":          verdict.Holds,
		"EF EX{drop} !K{i} law":          verdict.Fails,
		"AG (x < 2 & !K{i} law)":         verdict.Holds,
		"AX{go} K{i} !EX{drop} K{j} law": verdict.Holds,
	} {
		a, err := ask(t, model, fmt.Sprintf("formula: %q", formula))
		if err != nil || a.Verdict != want || a.Exact != "the steps are determined by what everybody sees" {
			t.Errorf("%s: %+v, %v", formula, a, err)
		}
	}
}

// TestRunsThatCountWithMemory asks about infinite and fair runs, under perfect recall where
// layers of histories come again, so that enumeration finds all of these runs.
func TestRunsThatCountWithMemory(t *testing.T) {
	tally := map[string]int{}
	for _, seed := range seeds(t, *pairs/25, 3) {
		a := wanderer{&author{r: rand.New(rand.NewPCG(seed, 6))}}
		text := a.model("") + "recall: " + a.one("perfect", "perfect", "clock") + "\n" + a.counting() + "check:\n"
		for q := range 6 {
			text += fmt.Sprintf("  - {id: q%d, %s: %q}\n", q, a.one("formula", "formula", "some"), a.formula(3, "u", "v"))
		}
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		c := checkers{}.of(t, suite.Checks[0])
		replayer := replay.NewReplayer(suite.Models[0], explicit.Options{MaxClaim: 300})
		for _, chk := range suite.Checks {
			got, err := c.Check(context.Background(), chk)
			want, again := remembered(chk)
			if want == tooMuch {
				tally[want]++
				continue
			}
			if answer := result(got, err, chk.Kind); answer != want {
				t.Errorf("seed %d, %s: %s, by enumeration %s, %v\n%s\n%s", seed, chk.ID, answer, want, err, chk.Text, text)
			}
			count(tally, want, err)
			if again {
				tally["layers come again"]++
			}
			if err == nil && got.Run != nil {
				tally["shown"]++
				if err := replayed(replayer, chk, got); err != nil {
					t.Errorf("seed %d, %s: %v\n%s\n%s\n%s", seed, chk.ID, err, chk.Text, outline(got.Run), text)
				}
			}
		}
	}
	t.Logf("%v", tally)
}

// counting says which runs count.
func (a wanderer) counting() string {
	s := "runs: " + a.one("infinite", "infinite", "maximal", "ispl") + "\n"
	for i := range a.r.IntN(3) {
		if i == 0 {
			s += "fairness:\n"
		}
		s += fmt.Sprintf("  - %q\n", a.condition())
	}
	return s
}

// deduced is the answer in an information graph, nil where the check has none.
func deduced(d *Decider, chk *spec.Check) (*verdict.Answer, error) {
	q := &question{Decider: d, ctx: context.Background(), chk: chk, profile: spec.ProfileOf(chk, d.runs)}
	if q.profile.Observers == nil {
		return nil, nil
	}
	err := remembering(q, func(sys *encode.System) error {
		_, err := deduce(q, sys, everything)
		return err
	})
	return &q.answer, err
}
