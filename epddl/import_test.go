package epddl_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/epibdd/epibdd"
	"github.com/epibdd/epibdd/epddl"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

var tasks = []string{"coin", "letter", "muddy", "numbers"}

func text(t testing.TB, name string) string {
	b, err := os.ReadFile("testdata/" + name + ".epddl.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// worst converts a task, and asks for its plan within a bound: how long it is, or -1.
func worst(t *testing.T, text string, within int) int {
	t.Helper()
	spec, _, err := epibdd.Convert("task.epddl.json", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	doc, err := epibdd.Parse("task.yaml", fmt.Sprintf("%s    within: %d\n    worst: <= %d\n", spec, within, within))
	if err != nil {
		t.Fatalf("%v\n%s", err, spec)
	}
	length := -2
	for r, err := range doc.Check(context.Background(), epibdd.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		switch w := r.Plan; {
		case w == nil || w.Worst == nil:
			t.Fatalf("%v %s\n%s", r, r.Reason, spec)
		case w.Worst.None:
			length = -1
		case w.Worst.Lower.Cmp(w.Worst.Upper) != 0:
			t.Fatalf("%v: between %v and %v\n%s", r, w.Worst.Lower, w.Worst.Upper, spec)
		default:
			length = int(w.Worst.Lower.Num().Int64())
		}
	}
	return length
}

// TestTasks asks for plans that are known: a coin in a box (Bolander and Andersen 2011 have a
// variant), the children who learn after as many announcements as are muddy (Fagin, Halpern, Moses
// and Vardi 1995), and the numbers 2 and 3, which are known after two announcements of ignorance
// (van Ditmarsch and Kooi 2015).
func TestTasks(t *testing.T) {
	for name, want := range map[string]int{"coin": 4, "letter": 1, "muddy": 3, "numbers": 2} {
		task := text(t, name)
		if got := worst(t, task, 5); got != want {
			t.Errorf("%s: %d steps, not %d", name, got, want)
		}
		if got := worst(t, task, max(want-1, 1)); want > 1 && got != -1 {
			t.Errorf("%s: %d steps within %d", name, got, want-1)
		}
		if got := parse(t, task).shortest(want); got != want {
			t.Errorf("%s: the slow search finds %d steps, not %d", name, got, want)
		}
	}
}

// TestStarts looks at plans that begin in a designated world alone: elsewhere nothing is to be done.
func TestStarts(t *testing.T) {
	task := text(t, "coin")
	converted, _, err := epibdd.Convert("coin.epddl.json", task)
	if err != nil || !strings.Contains(converted, "by: [planner]\n    after: \"?!off\"") {
		t.Errorf("%v\n%s", err, converted)
	}
	for name, text := range map[string]string{"coin.epddl.json": task, "coin.yaml": converted} {
		doc, err := epibdd.Parse(name, text)
		if err != nil {
			t.Fatal(err)
		}
		for r, err := range doc.Check(context.Background(), epibdd.Options{}) {
			if err != nil || r.Plan == nil || r.Plan.Mean == nil || r.Plan.Mean.Lower.RatString() != "4" {
				t.Errorf("%s: %v %v", name, r, err)
			}
		}
	}
}

// small is a task whose parts the tests of errors change.
const small = `{
  "language": {"atoms": ["p", "q-1"], "agents": ["a", "b"]},
  "facts": [],
  "initial-state": {
    "worlds": ["w", "v"],
    "relations": {"a": {"w": ["w"], "v": ["v"]}, "b": {"w": ["w", "v"], "v": ["v", "w"]}},
    "labels": {"w": ["p"], "v": []},
    "designated": ["w"]
  },
  "actions": {
    "tell-b": {
      "action-type": "private",
      "events": ["e", "f"],
      "relations": {"full": {"e": ["e"], "f": ["f"]}, "none": {"e": ["e", "f"], "f": ["e", "f"]}, "lost": {"e": ["f"], "f": ["f"]}},
      "designated": ["e"],
      "preconditions": {"e": {"formula": "p"}, "f": {"formula": "true"}},
      "effects": {"e": {"q-1": {"formula": {"connective": "not", "formula": "q-1"}}}, "f": null},
      "observability-conditions": {"a": {"none": {"formula": "true"}}, "b": {"full": {"formula": "true"}}}
    }
  },
  "goal": {"formula": {"connective": "and", "formulas": [{"modality-name": "box", "modality-index": ["b"], "formula": "p"},
    {"connective": "not", "formula": {"modality-name": "box", "modality-index": ["a"], "formula": "q-1"}}]}}
}
`

// TestRefusals changes one thing in a task, and looks for what is said and where.
func TestRefusals(t *testing.T) {
	if got := worst(t, small, 2); got != 1 {
		t.Fatalf("the task itself: %d", got)
	}
	for _, c := range []struct{ old, new, at, want string }{
		{`"w": ["w", "v"], "v": ["v", "w"]`, `"w": ["w", "v"], "v": ["v"]`, "6:61", `b considers "v" possible in "w", and not "w" in "v"`},
		{`"a": {"w": ["w"],`, `"a": {"w": [],`, "6:30", `a does not consider "w" possible where it is so`},
		{`"a": {"w": ["w"],`, `"a": {"w": ["u"],`, "6:31", `there is no "u"`},
		{`"a": {"none": {"formula": "true"}}`, `"a": {"lost": {"formula": "true"}}`, "14:113", `the observability type lost of the action tell-b does not consider "e" possible`},
		{`"a": {"none": {"formula": "true"}}`, `"a": {"none": {"formula": "p"}, "full": {"formula": {"connective": "not", "formula": "p"}}}`, "18:121", `how a observes this depends on "p"`},
		{`"a": {"none": {"formula": "true"}}`, `"a": {"none": {"formula": "q-1"}, "full": {"formula": {"connective": "not", "formula": "q-1"}}}`, "18:123", `how a observes this depends on "q-1"`},
		{`"a": {"none": {"formula": "true"}}`, `"a": {"none": {"formula": {"modality-name": "box", "modality-index": ["a"], "formula": "true"}}}`, "18:62", `depends on what somebody knows`},
		{`"a": {"none": {"formula": "true"}}`, `"a": {"none": {"formula": "true"}, "full": {"formula": "true"}}`, "18:36", `a may have 2 observability types at once`},
		{`"a": {"none": {"formula": "true"}}`, `"a": {"none": {"formula": "false"}}`, "18:36", `a may have 0 observability types at once`},
		{`"a": {"none": {"formula": "true"}}, `, ``, "18:35", `it is not said how a observes`},
		{`"e": {"formula": "p"},`, ``, "16:24", `the event "e" has no precondition`},
		{`"designated": ["e"]`, `"designated": []`, "15:21", `no event is designated`},
		{`"designated": ["w"]`, `"designated": ["x"]`, "8:20", `there is no world "x"`},
		{`"labels": {"w": ["p"], `, `"labels": {`, "7:15", `there is no label of the world "w"`},
		{`"labels": {"w": ["p"]`, `"labels": {"w": ["r"]`, "7:22", `there is no atom "r"`},
		{`"q-1": {"formula": {"connective": "not"`, `"q-2": {"formula": {"connective": "not"`, "17:25", `there is no atom "q-2"; did you mean "q-1"?`},
		{`"connective": "and"`, `"connective": "xor"`, "21:38", `no formula is made by "xor"`},
		{`"connective": "and"`, `"connective": "box"`, "21:38", `no formula is made by "box"`},
		{`"modality-index": ["b"]`, `"modality-index": ["c"]`, "21:102", `there is no agent "c"`},
		{`"facts": [],`, `"facts": [], "fact": [],`, "3:16", `a task has no key "fact"`},
		{`"facts": [],`, `"facts": [], "facts": [],`, "3:16", `the key "facts" is there twice`},
		{`"facts": [],`, `"facts": [,`, "3:12", `this is no JSON`},
		{`"goal": {`, `"goal": [`, "", `this is no JSON`},
		{small, `[` + small + `]`, "1:1", `a task is an object`},
		{small, small + `1`, "24:2", `and more follows`},
		{small, ``, "1:1", `ends too soon`},
		{small, strings.Repeat("[", 2000), "1:1001", `nested deeper than 1000`},
	} {
		if !strings.Contains(small, c.old) {
			t.Fatalf("%s is not there", c.old)
		}
		var errs source.List
		if d := epddl.Import(source.NewFile("x.epddl.json", strings.Replace(small, c.old, c.new, 1)), &errs); d != nil {
			t.Errorf("%s is read", c.new)
			continue
		}
		said := errs.Err().Error()
		if !strings.Contains(said, c.want) || !strings.HasPrefix(said, "x.epddl.json:"+c.at) {
			t.Errorf("at %s %s is expected:\n%s", c.at, c.want, said)
		}
	}
}

// TestNull reads a task in which nothing can be done: null is an object without entries.
func TestNull(t *testing.T) {
	doc, err := epibdd.Parse("x.epddl.json", `{"language": {"atoms": ["p"], "agents": ["true"]}, "facts": ["p"], "initial-state": {"worlds": ["0", "1"],
		"relations": {"true": {"0": ["0"], "1": ["1"]}}, "labels": {"0": ["p"], "1": []}, "designated": ["0"]}, "actions": null, "goal": {"formula": "p"}}`)
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range doc.Check(context.Background(), epibdd.Options{}) {
		if err != nil || r.Verdict != verdict.Holds {
			t.Errorf("%v %v", r, err)
		}
	}
}
