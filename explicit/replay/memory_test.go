package replay

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// runOf is the history of the steps that are written, from the i-th initial state.
func runOf(t *testing.T, m *spec.Model, recall spec.Recall, i int, steps ...string) *history {
	t.Helper()
	s, err := explicit.Unroll(m, recall, "", len(steps)+1, explicit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := i
	h := begin(s.Initial()[i])
	for _, text := range steps {
		next, err := explicit.Successors(m, h.now(), func(e spec.Expr, env *spec.Env) (bool, error) { return s.Modal(e, env, w) })
		if err != nil {
			t.Fatal(err)
		}
		k := slices.IndexFunc(next, func(step witness.Step) bool { return step.String() == text })
		if k < 0 {
			t.Fatalf("no step %s", text)
		}
		w, _ = s.Follow(w, next[k].Moves)
		h = h.then(next[k], s.States()[w])
	}
	return h
}

// ignorance is evidence, at the end of a history, that an agent does not know
// the value of a variable: another history.
func ignorance(c *spec.Check, who string, f spec.Expr, h, there *history) *witness.Node {
	return &witness.Node{
		Formula: f, State: h.now(),
		Epistemic: &witness.EpistemicStep{
			Agents: []*spec.Agent{agentNamed(c.Model, who)},
			Start:  there.states[0], Origin: there.steps, Other: there.now(),
		},
	}
}

func replayed(c *spec.Check, n *witness.Node) string {
	report, err := Replay(c.Model, c, n, explicit.Options{})
	var m *Mismatch
	switch {
	case errors.As(err, &m):
		return m.Reason
	case err != nil:
		return err.Error()
	case len(report.Unchecked()) > 0:
		return "believed: " + report.Unchecked()[0].What
	}
	return "fits"
}

func TestEpistemicStepsAreToHistoriesThatLookTheSame(t *testing.T) {
	for _, c := range []struct {
		recall, who string
		here, there []string
		want        string
	}{
		{"none", "bob", []string{"show", "hide"}, []string{"show", "hide"}, "fits"},
		{"clock", "bob", []string{"show", "hide"}, []string{"show", "hide"}, "fits"},
		{"perfect", "bob", []string{"show", "hide"}, []string{"show", "hide"}, "bob tells"}, // he saw the coin
		{"perfect", "bob", []string{"wait"}, []string{"wait"}, "fits"},
		{"none", "bob", []string{"wait"}, nil, "fits"},
		{"clock", "bob", []string{"wait"}, nil, "bob tells"}, // the time
		{"perfect", "bob", []string{"wait"}, nil, "bob tells"},
		{"clock", "ann", []string{"wait"}, []string{"wait"}, "ann tells"},
	} {
		chk := sample.Question(t, sample.Coin, "formula", "KV{"+c.who+"} side", "recall: "+c.recall)
		chk.Layer = len(c.here) // under none no document can ask for it
		here := runOf(t, chk.Model, spec.PerfectRecall, 0, c.here...)
		there := runOf(t, chk.Model, spec.PerfectRecall, 1, c.there...)
		n := ignorance(chk, c.who, chk.Formula, here, there)
		n.Past = &witness.Past{Start: here.states[0], Steps: here.steps}
		if got := replayed(chk, n); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s, %s after %v: %s, want %s", c.recall, c.who, c.here, got, c.want)
		}
		n.Past = nil
		if got := replayed(chk, n); got == "fits" {
			t.Errorf("%s, %s after %v: fits without a run that leads there", c.recall, c.who, c.here)
		}
	}
}

// Along a path the history grows: after show and hide Bob knows the coin, which he
// has seen, and after wait he does not.
func TestHistoriesGrowAlongPaths(t *testing.T) {
	chk := sample.Question(t, sample.Coin, "formula", "AX{show; hide | wait} KV{bob} side", "recall: perfect")
	knows := operand(chk.Formula)
	for _, c := range []struct {
		steps []string
		want  string
	}{
		{[]string{"wait"}, "fits"},
		{[]string{"show", "hide"}, "bob tells"},
	} {
		here, there := runOf(t, chk.Model, "perfect", 0, c.steps...), runOf(t, chk.Model, "perfect", 1, c.steps...)
		n := &witness.Node{Formula: chk.Formula, State: here.states[0], Path: &witness.Path{
			Steps: here.steps, Marks: []int{0, len(here.steps)}, Loop: -1,
			Shown: []witness.Shown{{Mark: 1, Node: ignorance(chk, "bob", knows, here, there)}},
		}}
		if got := replayed(chk, n); !strings.HasPrefix(got, c.want) {
			t.Errorf("%v: %s, want %s", c.steps, got, c.want)
		}
	}
}

func TestStepsThatNeedKnowledgeAreChecked(t *testing.T) {
	chk := sample.Question(t, sample.Draw, "formula", "EX{_*} true", "recall: perfect")
	node := func(h *history) *witness.Node {
		return &witness.Node{Formula: chk.Formula, Holds: true, State: h.states[0],
			Path: &witness.Path{Steps: h.steps, Marks: []int{0, len(h.steps)}, Loop: -1}}
	}
	h := runOf(t, chk.Model, "perfect", 0, "draw(a, red)", "show(a, red)")
	if got := replayed(chk, node(h)); got != "fits" {
		t.Errorf("the right steps: %s", got)
	}
	again := h.then(h.steps[1], h.now()) // though b knows the card
	if got := replayed(chk, node(again)); !strings.Contains(got, "not enabled") {
		t.Errorf("a card that is known is shown: %s", got)
	}
	report, err := Replay(chk.Model, chk, node(again), explicit.Options{MaxClaim: -1})
	if err != nil || len(report.Unchecked()) != 2 {
		t.Errorf("without enumeration both guards are claims: %v, %v", report, err)
	}
}

// Under clock a loop has to come back at a time from which all is as before.
func TestLoopsOfTheClock(t *testing.T) {
	chk := sample.Question(t, sample.Counter, "formula", "AF K{a} (x = 5)", "recall: clock")
	knows := operand(chk.Formula)
	for recall, want := range map[string]string{"none": "fits", "clock": "fits", "perfect": "fits"} {
		chk.Recall = spec.Recall(recall)
		h := runOf(t, chk.Model, "clock", 0, "up", "up", "up", "up", "again")
		n := &witness.Node{Formula: chk.Formula, State: h.states[0], Path: &witness.Path{Steps: h.steps, Loop: 0}}
		for i := range h.states {
			n.Path.Marks = append(n.Path.Marks, i)
			n.Path.Shown = append(n.Path.Shown, witness.Shown{Mark: i, Node: &witness.Node{
				Formula: knows, State: h.states[i], Claim: "so it is"}})
		}
		if got := replayed(chk, n); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", recall, got, want)
		}
	}
	// One that stays in its state for a step does not, while layers still grow.
	grow := "vars: {x: 0..3}\ninit: x = 0\nagents: {a: {}}\nactions: {stay: {}, up: {when: x < 3, then: {x: x + 1}}}\n"
	chk = sample.Question(t, grow, "formula", "AF (x = 3)", "recall: clock")
	for skip, want := range map[int]string{0: "its loop returns to the same state at a time", 3: "fits"} {
		h := runOf(t, chk.Model, "clock", 0, "stay", "stay", "stay", "stay")
		n := &witness.Node{Formula: chk.Formula, State: h.states[0], Path: &witness.Path{Steps: h.steps[:skip+1], Loop: skip}}
		for i := range skip + 2 {
			n.Path.Marks = append(n.Path.Marks, i)
		}
		if got := replayed(chk, n); !strings.HasPrefix(got, want) {
			t.Errorf("after %d steps: %s, want %s", skip, got, want)
		}
	}
}
