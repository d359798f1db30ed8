package batch

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

func decideLiterally(t *testing.T, text string) *record {
	t.Helper()
	in := Load(source.NewFile("t.yaml", text), Settings{Library: models.Get, Names: models.Names})
	if in.Suite == nil {
		t.Fatal(source.Errors(in.Errors))
	}
	got, _ := run(t, []*Input{in}, Options{Engine: System{}, Jobs: 2})
	return got
}

// hexa asks about the model hexa by Definition 5.
const hexa = `use: hexa
check:
  - {id: product, after: "showcard(one, two, red)", count: true}
  - {id: count, after: "showcard(one, two, red)", interpretation: local, count: "K{three} holds[three] = blue"}
  - {id: all, at: paper, interpretation: printed, formula: "[showcard(one, two, red)] KV{two} holds"}
  - {id: fails, interpretation: local, formula: "[nocard(one, white)] holds[two] = white"}
  - {id: some, interpretation: printed, some: "<nocard(one, white)> knows(one)"}
  - {id: least, interpretation: local, least: m in 0..3, formula: "[showcard(one, two, red)] count(p in Player: KV{p} holds) <= m"}
  - {id: none, interpretation: local, least: m in 2..3, formula: "[showcard(one, two, red)] count(p in Player: KV{p} holds) = m"}
`

func TestLiteralAnswers(t *testing.T) {
	for i, r := range decideLiterally(t, hexa).results {
		want := []string{"product holds 6", "count holds 2", "all holds <nil>", "fails fails <nil>", "some fails <nil>", "least holds 1", "none fails <nil>"}[i]
		if got := fmt.Sprint(r.Check.ID, " ", r.Verdict, " ", r.Value); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if r.Check.ID != "product" && (r.Nodes > 0 || r.States.Int64() != 6) {
			t.Errorf("%s: %d nodes, %s states", r.Check.ID, r.Nodes, r.States)
		}
		if shown := r.Run != nil; shown != (r.Check.ID == "fails") || shown && (r.Run.Holds || r.Run.Unchecked != nil) {
			t.Errorf("%s: run %+v", r.Check.ID, r.Run)
		}
	}
}

func TestLiteralMistakes(t *testing.T) {
	for check, want := range map[string]string{
		`at: "holds[one] = holds[two]", formula: "[L{all} ?paper] paper"`:   "no state satisfies the condition of at",
		`after: "L{all} ?(holds[one] = holds[two])", formula: paper`:        "can be executed in no state",
		`after: "L{one} ?paper & L{two} ?paper", count: true`:               "put an L{…} around the &",
		`formula: "[L{one} ?paper] K{two} paper"`:                           "two did not learn of the knowledge action",
		`formula: "[L{one} L{one, two} ?paper] paper"`:                      "two learns something within this L and is not in its group",
		`formula: "paper -> K{two} 1 / ord(holds[two]) = 1"`:                "", // nobody asks elsewhere
		`formula: "[L{all} ?(ord(holds[one]) / ord(holds[two]) = 0)] true"`: "by 0",
	} {
		r := decideLiterally(t, "use: hexa\ncheck:\n  - {id: a, interpretation: local, "+check+"}\n").results[0]
		switch {
		case want == "" && (r.Verdict != verdict.Holds || r.Problem != nil):
			t.Errorf("%s: %s, %s", check, r.Verdict, r.Reason)
		case want != "" && (r.Problem == nil || !strings.Contains(r.Reason, want) || r.Problem.Span.File == nil || r.Cause != report.Fault):
			t.Errorf("%s: %s, %s, %+v", check, r.Verdict, r.Reason, r.Problem)
		}
	}
}

// Enumeration has limits of its own, and those of the check.
func TestLiteralLimits(t *testing.T) {
	const large = "vars: {x: array 1..20 of bool}\ncheck:\n  - {id: a, interpretation: local, count: true, %s expect: 1}\n"
	r := decideLiterally(t, fmt.Sprintf(large, "")).results[0]
	if r.Verdict != verdict.Unknown || r.Status() != report.Stopped || !strings.HasPrefix(r.Reason, "enumeration: more than") {
		t.Errorf("%s, %s", r.Verdict, r.Reason)
	}
	r = decideLiterally(t, fmt.Sprintf(large, "limits: {time: 1ms},")).results[0]
	if r.Verdict != verdict.Unknown || r.Status() != report.Stopped || r.Reason != "time: 1ms" {
		t.Errorf("%s, %s", r.Verdict, r.Reason)
	}
	in := Load(source.NewFile("t.yaml", fmt.Sprintf(large, "")), Settings{Library: models.Get, Names: models.Names})
	d, err := System{}.Open(t.Context(), in.Suite.Models[0], in.Suite.Checks, OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Time{})
	defer cancel()
	if a, err := d.Decide(ctx, in.Suite.Checks[0]); err != nil || a.Verdict != verdict.Unknown || a.Reason != verdict.Time {
		t.Errorf("%+v, %v", a, err)
	}
}

// Among many worlds the limits of enumeration are met before those of patience: the model behind a test was made
// again for each of a hundred thousand worlds.
func TestLiteralLimitsAmongManyWorlds(t *testing.T) {
	const text = `vars: {x: array 0..16 of bool}
agents: {a: {sees: "x[0]"}, b: {sees: "x[1]"}}
check:
  - {id: a, formula: "[L{a, b} (L{a} ?x[2] | L{a} ?x[3] | L{b} ?x[4])] K{a} x[2]", interpretation: local}
`
	r := decideLiterally(t, text).results[0]
	if r.Verdict != verdict.Unknown || r.Reason != "enumeration: more than 131072 worlds of models behind knowledge actions" {
		t.Errorf("%s, %s", r.Verdict, r.Reason)
	}
}
