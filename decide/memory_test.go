package decide

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// TestMemoryAgainstExplicit decides random questions about agents who remember,
// by layers of diagrams and by enumerating histories, which must agree on the
// answer, that it is open at a depth included.
func TestMemoryAgainstExplicit(t *testing.T) {
	for _, recall := range memoryModes {
		t.Run(recall, func(t *testing.T) {
			compareMemory(t, func(seed uint64) string {
				writer := newAuthor(seed)
				writer.recall = recall
				return writer.document(perDocument)
			})
		})
	}
	for _, recall := range memoryModes {
		t.Run("joint "+recall, func(t *testing.T) {
			compareMemory(t, func(seed uint64) string {
				return randmodel.Document(rand.New(rand.NewPCG(seed, 4)), randmodel.Options{Checks: perDocument, Joint: true, Recall: recall})
			})
		})
	}
}

var memoryModes = []string{"clock", "perfect"}

func compareMemory(t *testing.T, write func(seed uint64) string) {
	tally := map[string]int{}
	documents := seeds(t, *pairs/perDocument/16, 10) // histories take their time
	for _, seed := range documents {
		text := write(seed)
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		cs := checkers{}
		replayers := map[*spec.Model]*replay.Replayer{} // checks that ask about the past have a model of their own
		for _, chk := range suite.Checks {
			if replayers[chk.Model] == nil {
				replayers[chk.Model] = replay.NewReplayer(chk.Model, explicit.Options{})
			}
		}
		for _, chk := range suite.Checks {
			want, again := remembered(chk)
			if want == tooMuch {
				tally[want]++
				continue
			}
			chk.Limits.Nodes = 200_000
			c := cs.of(t, chk)
			c.tune.classes = int(seed%3) * 50 // else all at once
			if seed%2 == 0 {
				c.tune.conceivable = 0 // among conceivable worlds, where there are such
			}
			a, err := c.Check(patient(), chk)
			if err == nil && a.Reason == verdict.NoRoute {
				tally["no diagrams"]++ // of which runs count among histories that are listed
				continue
			}
			if err == nil && a.Verdict == verdict.Unknown && a.Reason != "depth" {
				tally["limited"]++
				continue
			}
			if err == nil && a.Exact != "" {
				tally["exact"]++
			}
			got := result(a, err, chk.Kind)
			if e := (*verdict.Mistake)(nil); errors.As(err, &e) && e.Kind == verdict.NoValue && (want == string(verdict.Unknown) || decidedElsewhere(chk, want)) {
				tally["no value"]++ // to the right of an operand that is open, which decides nothing
				continue
			}
			if want == string(verdict.Unknown) && got != want { // weighed, where enumeration goes by bounds
				tally["finer"]++
				want = deeper(chk, got)
			}
			if again && got == string(verdict.Unknown) { // what was seen of steps is told apart even where it matters to nobody
				tally["coarser"]++
				continue
			}
			if got != want {
				t.Errorf("seed %d, %s: %s, by enumeration %s\n%s\n%v", seed, chk.ID, got, want, chk.Text, err)
			}
			count(tally, got, err)
			if err == nil && a.Run != nil {
				tally["shown"]++
				if err := replayed(replayers[chk.Model], chk, a); err != nil {
					t.Errorf("seed %d, %s: %v\n%s\n%s", seed, chk.ID, err, chk.Text, outline(a.Run))
				}
			}
		}
	}
	t.Logf("%v", tally)
	if tally["limited"] > perDocument/2+len(documents)*perDocument/20 { // of a single document half may be
		t.Errorf("%d checks ended at their limits", tally["limited"])
	}
}

// decidedElsewhere tells whether some worlds may decide a check about runs that is open
// in others.
func decidedElsewhere(chk *spec.Check, want string) bool {
	return chk.Formula.Traits()&spec.IsTemporal != 0 &&
		(chk.Kind == spec.SomeCheck && want == string(verdict.Holds) || chk.Kind == spec.FormulaCheck && want == string(verdict.Fails))
}

// deeper is the answer of the oracle to a question that is open at its depth, or got
// if that cannot be found.
func deeper(chk *spec.Check, got string) string {
	more := *chk
	for range 6 {
		more.Depth++
		switch want, _ := remembered(&more); want {
		case tooMuch, "error": // of a state that so many steps lead to
			return got
		case string(verdict.Unknown):
		default:
			return want
		}
	}
	return got
}

// remembered is the answer of the oracle, if the model is small enough, and whether
// it is one because layers come again.
func remembered(chk *spec.Check) (answer string, again bool) {
	a, err := explicit.Decide(chk, explicit.Options{MaxStates: 1500})
	var large *explicit.TooLarge
	switch {
	case errors.As(err, &large), a.Open && chk.Depth == spec.AutoDepth, errors.Is(err, explicit.ErrNotFair) && chk.Depth == spec.AutoDepth:
		return tooMuch, false
	case err != nil:
		return "error", false
	case a.Open:
		return string(verdict.Unknown), false
	}
	return inWords(a, chk), a.Again
}

// Ann shows Bob a coin and hides it again, or lets time pass.
const glimpse = `
types: {Side: [heads, tails]}
vars: {side: Side, open: bool, steps: 0..2}
init: "!open & steps = 0"
agents: {ann: {sees: [side]}, bob: {sees: [open, "if open then side else none"]}}
actions:
  show: {when: "steps = 0 & !open", then: {open: "true"}, seen: {all: []}}
  hide: {when: open, then: {open: "false", steps: "1"}, seen: {all: []}}
  wait: {when: "!open & steps = 0", then: {steps: "2"}, seen: {}}
`

func TestClock(t *testing.T) {
	for _, c := range []struct{ formula, none, clock string }{
		{"AX{show; hide} K{bob} steps = 1", "fails", "holds"},
		{"AX{wait} K{bob} steps = 2", "fails", "holds"},
		{"AX{show; hide} KV{bob} side", "fails", "fails"},
	} {
		for recall, want := range map[string]string{"none": c.none, "clock": c.clock} {
			a, err := ask(t, glimpse, "formula: "+c.formula+"\nrecall: "+recall)
			if err != nil {
				t.Fatal(err)
			}
			if string(a.Verdict) != want {
				t.Errorf("recall %s: %s %s, want %s", recall, c.formula, a.Verdict, want)
			}
		}
	}
}

// Counters of coprime periods return after their product.
func TestClockLasso(t *testing.T) {
	model := "vars: {a: 0..2, b: 0..3, c: 0..4}\ninit: a = 0 & b = 0 & c = 0\nagents: {i: {sees: []}}\n" +
		"actions: {tick: {then: {a: (a + 1) mod 3, b: (b + 1) mod 4, c: (c + 1) mod 5}}}\nrecall: clock\n"
	for question, want := range map[string]string{
		"formula: AG (KV{i} a & KV{i} b & KV{i} c)":                        "holds",
		"formula: EF K{i} (a = 2 & b = 3 & c = 4)":                         "holds",
		"formula: AG (a = 0 & b = 0 & c = 0 -> AX AF (a = 0 & b + c = 0))": "holds",
		"formula: AF a + b + c = 8\ndepth: 4":                              "unknown",
	} {
		a, err := ask(t, model, question)
		if err != nil {
			t.Fatal(err)
		}
		if string(a.Verdict) != want {
			t.Errorf("%s: %s, want %s", question, a.Verdict, want)
		}
	}
}

// What everybody sees determines the steps; the law and what lies on the table are
// seen by the dealer alone. Runs never end.
const public = `
types: {Law: [even, odd, up, any], Card: 1..3, P: [alice, bob]}
define:
  legal(c in Card): "if law = even then c mod 2 = 0 else if law = odd then c mod 2 = 1 else if law = up then c > top else true"
vars: {law: Law, top: Card, prt: "Card?", lies: "array 1..3 of bool", mover: P}
init: "prt = none & mover = alice"
agents:
  p in P: {sees: [top, prt, mover]}
  dealer: {sees: all}
actions:
  play(c in Card): {when: "prt = none", then: {prt: c}}
  accept: {when: "prt != none & legal(prt)", then: {top: prt, prt: none}}
  reject: {when: "prt != none & !legal(prt)", then: {prt: none, mover: next(mover)}}
  look(i in 1..3): {when: "lies[i]"}
programs: {move: "play; (accept | reject)"}
recall: perfect
`

func TestPublicSteps(t *testing.T) {
	for formula, want := range map[string]verdict.Verdict{
		"AG KV{dealer} law":                               verdict.Holds,
		"AF{move} KV{alice} law":                          verdict.Fails,
		"EF KV{alice} law":                                verdict.Holds,
		"AG (KV{alice} law -> C{alice, bob} KV{bob} law)": verdict.Holds,
		"[look(1)] KV{alice} lies[1]":                     verdict.Holds,
		"[look(1)] AG KV{alice} lies[1]":                  verdict.Holds,
		"AG forall i in 1..3: !KV{bob} lies[i] -> EF{look(i); <= 1} KV{bob} lies[i]": verdict.Fails,
	} {
		a, err := ask(t, public, fmt.Sprintf("formula: %q", formula))
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != want || a.Exact == "" {
			t.Errorf("%s: %s, exactly: %q", formula, a.Verdict, a.Exact)
		}
	}
	for formula, depth := range map[string]int{"EF KV{alice} law": 4, "[look(1)] KV{alice} lies[1]": 1} {
		a, err := ask(t, public, fmt.Sprintf("some: %q\ndepth: %d", formula, depth))
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != verdict.Holds || a.Exact != "" {
			t.Errorf("%s by histories: %s", formula, a.Verdict)
		}
	}
}

// A document may say of an action who sees it, and that everybody does.
func TestPublicStepsSeen(t *testing.T) {
	const play = `play(c in Card): {when: "prt = none", then: {prt: c}`
	for seen, exact := range map[string]bool{
		`{all: [c]}`:                       true,
		`{all: ["c + 1"], dealer: [c]}`:    true,
		`{p in P: [c, top], dealer: [c]}`:  true,
		`{alice: [c], all: []}`:            true, // only alice is asked about
		`{bob: [c], all: []}`:              false,
		`{all: [c mod 2]}`:                 false,
		`{all: [c, "law = even"]}`:         false,
		`{all: [c], alice: ["law = odd"]}`: false,
	} {
		model := strings.Replace(public, play, play+", seen: "+seen, 1)
		a, err := ask(t, model, "some: \"EF{move; <= 3} KV{alice} law\"")
		if err != nil {
			t.Fatalf("%s: %v", seen, err)
		}
		if a.Verdict != verdict.Holds || (a.Exact != "") != exact {
			t.Errorf("%s: %s, exactly: %q", seen, a.Verdict, a.Exact)
		}
	}
}

// An answer says on what it is based.
func TestBasis(t *testing.T) {
	const counter = "vars: {a: 0..2}\ninit: a = 0\nagents: {i: {sees: []}}\nactions: {tick: {%sthen: {a: (a + 1) mod 3}}}\n"
	endless, ending := fmt.Sprintf(counter, ""), fmt.Sprintf(counter, "when: a < 2, ")
	for _, c := range []struct {
		model, recall, formula string
		depth                  int
		exact                  string
	}{
		{endless, "clock", "AG KV{i} a", 0, "what 3 steps lead to is what 0 steps lead to"},
		{ending, "clock", "AF a = 2", 0, "no run has more than 2 steps"},
		{ending, "perfect", "AG KV{i} a", 0, "no run has more than 2 steps"},
		{endless, "perfect", "EF (a = 2 & KV{i} a)", 0, "after 3 steps all is as after 0, for all that is remembered"},
		{strings.Replace(endless, "tick", "more: {seen: {}, then: {a: (a + 2) mod 3}}, tick", 1), "perfect", "EF (a = 2 & KV{i} a)", 0, "only what is known to i is asked"},
		{strings.Replace(public, "recall: perfect\n", "", 1), "perfect", "EF KV{alice} law", 0, "the steps are determined by what everybody sees"},
	} {
		a, err := ask(t, c.model, fmt.Sprintf("formula: %q\nrecall: %s", c.formula, c.recall))
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict == verdict.Unknown || a.Depth < c.depth || (a.Depth == 0) != (c.depth == 0) || a.Exact != c.exact {
			t.Errorf("%s, %s: %s at depth %d, exactly: %q", c.recall, c.formula, a.Verdict, a.Depth, a.Exact)
		}
	}
}

// Runs are followed no further than is needed.
func TestDepthOfLeast(t *testing.T) {
	const model = "vars: {a: 0..40, b: bool}\ninit: a = 0\nagents: {i: {sees: []}, j: {sees: [b]}}\n" +
		"actions: {tick: {when: a < 40, then: {a: a + 1, b: \"!b\"}, seen: {j: []}}}\nrecall: perfect\n"
	for formula, want := range map[string]int{
		"EF{_; <= m} K{j} a = 3":                             3,
		"exists k in 1..12: k <= m & EF{_; <= k} K{j} a = 3": 3,
	} {
		a, err := ask(t, model, fmt.Sprintf("least: m in 1..12\nformula: %q", formula))
		if err != nil {
			t.Fatal(err)
		}
		if a.Value == nil || a.Value.Int64() != int64(want) || a.Depth > want+1 {
			t.Errorf("%s: %s at depth %d, want %d", formula, a.Value, a.Depth, want)
		}
	}
}

// What is open can be no part of evidence.
func TestEvidenceOfWhatIsWeighed(t *testing.T) {
	const model = "vars: {a: 0..9, b: bool}\ninit: a = 0\nagents: {i: {sees: [a]}, j: {sees: [a, b]}}\n" +
		"actions: {tick: {then: {a: (a + 1) mod 10}}}\nrecall: perfect\ndepth: 1\n"
	a, err := ask(t, model, "some: \"AX count(x in 5..6: K{i} EF (a = x & b)) < 3\"")
	if err != nil || a.Verdict != verdict.Holds {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err = ask(t, model, "some: \"count(x in 5..6: K{i} EF (a = x & b)) < 3\""); err != nil || a.Verdict != verdict.Holds {
		t.Errorf("%+v, %v", a, err)
	}
}

// A number of operators that are open may be enough to know.
func TestWeighed(t *testing.T) {
	const model = "vars: {a: 0..9}\ninit: a = 0\nagents: {i: {sees: []}}\nactions: {tick: {then: {a: (a + 1) mod 10}}}\nrecall: perfect\ndepth: 2\n"
	for formula, want := range map[string]verdict.Verdict{
		"count(x in 3..5: EF a = x) <= 3":                           verdict.Holds,
		"count(x in 3..5: EF a = x) > 3":                            verdict.Fails,
		"count(x in 1..3: EF a = x) >= 2":                           verdict.Holds,
		"count(x in 1..3: EF a = x) = 3":                            verdict.Unknown,
		"count(x in 1..5: EF a = x) < 2":                            verdict.Fails,
		"count(x in 1..5: EF a = x) in {2, 3, 4, 5}":                verdict.Holds,
		"AX count(x in 1..5: EF a = x) >= 2":                        verdict.Holds,
		"1 / count(x in 3..5: EF a = x) <= 1":                       verdict.Unknown,
		"if EF a = 9 then AX a = 1 else EX a = 1":                   verdict.Holds,
		"if EF a = 9 then AX a = 1 else EX a = 2":                   verdict.Unknown,
		"if EF a = 9 then AX a = 0 else EX a = 2":                   verdict.Fails,
		"(if EF a = 9 then 1 else 2) + a <= 2":                      verdict.Holds,
		"(if EF a = 9 then 1 else 2) = (if EF a = 8 then 1 else 2)": verdict.Unknown,
	} {
		a, err := ask(t, model, fmt.Sprintf("formula: %q", formula))
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != want {
			t.Errorf("%s: %s, want %s", formula, a.Verdict, want)
		}
	}
}

// A fault of an action that asks what somebody knows has its own reason.
func TestFaultUnderKnowledge(t *testing.T) {
	for _, steps := range []string{"recall: perfect\n", "recall: clock\nsteps: joint\n"} {
		model := "vars: {a: 0..2, b: bool}\ninit: a = 0\nagents: {i: {sees: [a]}}\n" + steps +
			"actions: {tick: {by: i, when: \"!KW{i} b\", then: {a: a + 1}}}\n"
		_, err := ask(t, model, "formula: AG a >= 0")
		if err == nil || !strings.Contains(err.Error(), "3 is not a value of 0..2") {
			t.Errorf("%q: %v", steps, err)
		}
	}
}

// What goes wrong after three steps is the answer to no question that fewer decide.
func TestFaultAfterSomeSteps(t *testing.T) {
	for who, tick := range map[string]string{
		"everybody sees the step":        "agents: {i: {sees: [a, law]}, j: {sees: [a]}}\nactions: {tick: {then: {a: a + 1}}}\n",
		"nobody does":                    "agents: {i: {sees: [law]}, j: {sees: []}}\nactions: {tick: {seen: {}, then: {a: a + 1}}}\n",
		"the step asks who knows":        "agents: {i: {sees: [law]}, j: {sees: [a]}}\nactions: {tick: {when: \"KV{j} a\", then: {a: a + 1}}}\n",
		"what the step asks is no value": "agents: {i: {sees: [law]}, j: {sees: []}}\nactions: {tick: {when: \"!K{j} (6 / (3 - a) = 9)\", seen: {}, then: {a: \"min(a + 1, 3)\"}}}\n",
	} {
		for _, recall := range memoryModes {
			model := "vars: {a: 0..3, law: bool}\ninit: a = 0\n" + tick + "recall: " + recall + "\n"
			for question, want := range map[string]string{
				"formula: AX a = 1":                               "holds",
				"formula: EF a = 2":                               "holds",
				"formula: AF (a = 2 & !KV{j} law)":                "holds",
				"formula: AG (a = 2 -> KV{j} law)":                "fails",
				"formula: EF a = 3":                               "error",
				"formula: AG !KV{j} law":                          "error",
				"formula: KV{i} law":                              "holds",
				"formula: EF a = 1\ndepth: 2":                     "holds",
				"formula: EF a = 1\ndepth: 3":                     "holds",
				"formula: EF a = 3\ndepth: 3":                     "error",
				"formula: AG !KV{j} law\ndepth: 3":                "error",
				"count: true\ndepth: 3":                           "2",
				"formula: EF a = 3\ndepth: 2":                     "unknown",
				"count: a = 2\nlayer: 2":                          "2",
				"count: a = 2\nlayer: 3":                          "error",
				"least: m in 0..9\nformula: EF{tick; <= m} a = 2": "2",
				"least: m in 0..9\nformula: EF{tick; <= m} a = 4": "error",
			} {
				chk := parse(t, document(model, question)).Checks[0]
				a, err := checkers{}.of(t, chk).Check(context.Background(), chk)
				if got := result(a, err, chk.Kind); got != want {
					t.Errorf("%s, %s, %q: %s, want %s (%v)", who, recall, question, got, want, err)
				}
				if got, _ := remembered(chk); got != want && got != tooMuch {
					t.Errorf("%s, %s, %q: %s by enumeration, want %s", who, recall, question, got, want)
				}
				if err == nil && a.Run != nil {
					if err := replayed(replay.NewReplayer(chk.Model, explicit.Options{}), chk, a); err != nil {
						t.Errorf("%s, %s, %q: %v", who, recall, question, err)
					}
				}
			}
		}
	}
}

// What has no value after some steps is no error where fewer decide, whether or not all
// runs were followed to their end.
func TestNoValueAfterSomeSteps(t *testing.T) {
	const model = "vars: {a: 0..1, m: 0..1}\ninit: a = 0 & m = 1\nagents: {i: {sees: [a]}, j: {}}\n" +
		"actions: {go: {when: a = 0, then: {a: 1, m: 0}}}\n"
	for question, want := range map[string]string{
		"formula: EF (a = 0 | 6 / m > 0)":           "holds",
		"formula: EF (a = 0 | 6 / m > 0)\ndepth: 1": "holds",
		"formula: AG (a = 0 | 6 / m > 0)":           "error",
		"formula: AG (a = 0 | 6 / m > 0)\ndepth: 1": "error",
		"formula: K{i} EF K{j} (a = 0 | 6 / m > 0)": "holds",
		"formula: \"!K{i} AX (a = 0 | 6 / m > 0)\"": "error",
	} {
		for _, recall := range memoryModes {
			chk := parse(t, document(model, question+"\nrecall: "+recall)).Checks[0]
			a, err := checkers{}.of(t, chk).Check(context.Background(), chk)
			if got := result(a, err, chk.Kind); got != want {
				t.Errorf("%s, %q: %s, want %s (%v)", recall, question, got, want, err)
			}
			if got, _ := remembered(chk); got != want {
				t.Errorf("%s, %q: %s by enumeration, want %s", recall, question, got, want)
			}
		}
	}
}

// Whoever takes a step without arguments sees no more of it than others who are told
// that it was taken.
func TestOwnerOfAStepWithoutArguments(t *testing.T) {
	const model = "vars: {owner: Agent, done: bool}\ninit: \"!done\"\nagents: {i: {sees: [done]}, j: {sees: [done]}}\n" +
		"actions: {step: {by: owner, when: \"!done\", then: {done: \"true\"}, seen: {all: []}}}\nrecall: perfect\n"
	const question = "formula: AG !KV{i} owner"
	a, err := ask(t, model, question)
	if err != nil || a.Verdict != verdict.Holds {
		t.Errorf("%+v, %v", a, err)
	}
	if want, _ := remembered(parse(t, document(model, question)).Checks[0]); want != string(verdict.Holds) {
		t.Errorf("%s by enumeration", want)
	}
}

// What an agent sees of a step tells it something of a state that does not change,
// which another agent sees all along.
func TestSeenOfStepAndOfState(t *testing.T) {
	for _, steps := range []string{"", "steps: joint\n"} {
		model := "vars: {x: bool}\nagents: {ann: {sees: [x]}, bob: {}}\n" + steps +
			"actions: {tick: {by: ann, seen: {\"if x then bob else ann\": []}}}\nrecall: perfect\n"
		for formula, want := range map[string]verdict.Verdict{"AX K{ann} KW{bob} x": verdict.Holds, "KW{bob} x": verdict.Fails} {
			a, err := ask(t, model, fmt.Sprintf("formula: %q", formula))
			if err != nil || a.Verdict != want {
				t.Errorf("%s: %+v, %v", formula, a, err)
			}
		}
	}
}

// An outcome is nobody's choice, and seen only by those to whom the action shows it.
func TestOutcomesAreHidden(t *testing.T) {
	for seen, want := range map[string][2]verdict.Verdict{"": {verdict.Fails, verdict.Fails}, ", seen: {ann: [o]}": {verdict.Holds, verdict.Fails}, ", seen: {all: [o]}": {verdict.Holds, verdict.Holds}} {
		model := "vars: {x: bool}\ninit: \"!x\"\nagents: {ann: {}, bob: {}}\nsteps: joint\n" +
			"actions: {toss: {by: ann, outcome: o in bool, then: {x: o}" + seen + "}}\nrecall: perfect\n"
		for i, who := range []string{"ann", "bob"} {
			a, err := ask(t, model, fmt.Sprintf("formula: \"AX KW{%s} x\"", who))
			if err != nil || a.Verdict != want[i] {
				t.Errorf("%s %s: %+v, %v", who, seen, a, err)
			}
		}
		a, err := ask(t, model, "count: true\nlayer: 3")
		if err != nil || a.Value.Int64() != 8 { // outcomes make different histories
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// A guard that no state reaches asks nothing.
func TestGuardsBehindFalse(t *testing.T) {
	for _, steps := range []string{"", "steps: joint\n"} {
		model := "vars: {v: \"set 0..1\", c: 0..2}\nagents: {i: {}}\n" + steps +
			"actions: {go: {by: i, when: [\"c != c\", \"K{i} (min(x in v: x) = 0)\"]}, rest: {by: i}}\nrecall: clock\n"
		if a, err := ask(t, model, "formula: AX c >= 0"); err != nil || a.Verdict != verdict.Holds {
			t.Errorf("%q: %+v, %v", steps, a, err)
		}
	}
}
