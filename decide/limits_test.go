package decide

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

func TestLimitsAreNoErrors(t *testing.T) {
	big := fmt.Sprintf(dining, 14)
	cases := []struct {
		name, model string
		limits      spec.Limits
		end         error // in the middle of the search for worlds
		reason      verdict.Reason
	}{
		{"time", "", spec.Limits{Time: time.Nanosecond}, nil, "time"},
		{"nodes", big, spec.Limits{Nodes: 2000}, nil, "nodes"},
		{"memory", big, spec.Limits{Memory: 1 << 18}, nil, "memory"},
		{"interrupt", "", spec.Limits{}, context.Canceled, "interrupted"},
		{"deadline", "", spec.Limits{}, context.DeadlineExceeded, "time"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			model := c.model
			if model == "" {
				model = slow
			}
			chk := parse(t, model).Checks[0]
			chk.Limits = c.limits
			cs := checkers{}
			checker := cs.of(t, chk)
			ctx := context.Background()
			if c.end != nil {
				ctx = endAt(checker, 100, c.end)
			}
			a, err := checker.Check(ctx, chk)
			if err != nil {
				t.Fatal(err)
			}
			if a.Verdict != verdict.Unknown || a.Reason != c.reason || a.Run != nil {
				t.Errorf("%s because of %q, want unknown because of %q", a.Verdict, a.Reason, c.reason)
			}
			decideAgain(t, checker, chk)
		})
	}
}

// ending is a context that ends with err when done is closed.
type ending struct {
	context.Context
	done chan struct{}
	err  error
}

func (e *ending) Done() <-chan struct{} { return e.done }

func (e *ending) Err() error {
	select {
	case <-e.done:
		return e.err
	default:
		return nil
	}
}

// endAt is a context that ends when the checker reports progress for the nth time.
func endAt(c *Decider, n int, err error) context.Context {
	ctx := &ending{context.Background(), make(chan struct{}), err}
	c.o.Progress = func(verdict.Progress) {
		if n--; n == 0 {
			close(ctx.done)
		}
	}
	return ctx
}

// An answer that is unknown because of a limit says how many steps of runs were followed
// before.
func TestLimitsSayTheDepth(t *testing.T) {
	const model = `
types: {P: [a, b]}
vars: {x: "array P of 0..3", law: bool}
init: "forall p in P: x[p] = 0"
agents: {p in P: {sees: ["x[p]"]}}
actions:
  put(p in P, k in 0..3): {then: {"x[p]": k}, seen: {p: [k], "q in P if q != p": ["k mod 2"]}}
  turn: {then: {law: "!law"}, seen: {}}
recall: perfect
`
	chk := parse(t, document(model, "formula: AG !K{a} K{b} law")).Checks[0]
	c := checkers{}.of(t, chk)
	ctx := endAt(c, 1, context.DeadlineExceeded)
	end := c.o.Progress
	tried := 0 // two bounds after each number of steps
	c.o.Progress = func(p verdict.Progress) {
		if p.Phase == "until" && p.Iteration == 1 {
			tried++
		}
		if tried == 5 {
			end(p)
		}
	}
	a, err := c.Check(ctx, chk)
	if err != nil || a.Verdict != verdict.Unknown || a.Reason != "time" || a.Depth < 1 || a.Depth > 2 {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestNoNumberBecauseOfALimit stops while the first number is tried, and while
// worlds are counted.
func TestNoNumberBecauseOfALimit(t *testing.T) {
	everywhere := strings.ReplaceAll(slow, `init: "forall i in 0..15: !bit[i]"`, `init: "true"`)
	for _, question := range []string{
		`least: n in 1..3, formula: "AF forall i in 0..15: bit[i]"`,
		`after: "L{ann} ?bit[0]", count: "C{ann} bit[2]"`,
	} {
		text := strings.ReplaceAll(everywhere, `formula: "EF forall i in 0..15: bit[i]"`, question)
		chk := parse(t, text).Checks[0]
		sys, err := encode.New(context.Background(), chk.Model, encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		c := New(sys, chk.Runs, Options{Progress: func(p verdict.Progress) {
			if p.Phase != "worlds" {
				cancel()
			}
		}})
		a, err := c.Check(ctx, chk)
		if err != nil || ctx.Err() == nil || a.Verdict != verdict.Unknown || a.Reason != "interrupted" || a.Value != nil {
			t.Errorf("%s: %+v, %v, interrupted: %v", question, a, err, ctx.Err())
		}
	}
}

// again asks without limits: the answer is right, or unknown if the space was lost.
func decideAgain(t *testing.T, c *Decider, chk *spec.Check) {
	t.Helper()
	if c.base.Space().Usable() != nil {
		a, err := c.Check(context.Background(), chk)
		if err != nil || a.Verdict != verdict.Unknown || a.Reason == "" {
			t.Errorf("in a lost space: %v, %v", a, err)
		}
		return
	}
	if chk.ID == "slow" {
		return // takes too long by intention
	}
	chk.Limits = spec.Limits{}
	a, err := c.Check(context.Background(), chk)
	if err != nil || a.Verdict != verdict.Holds {
		t.Errorf("without limits: %v, %v", a, err)
	}
}

// slow counts up to 2^16 one by one.
const slow = `
vars: {bit: array 0..15 of bool}
init: "forall i in 0..15: !bit[i]"
agents: {ann: {sees: []}}
actions:
  tick: {then: {"bit[i] for i in 0..15": "bit[i] != forall j in 0..15: j < i -> bit[j]"}}
check:
  - {id: slow, formula: "EF forall i in 0..15: bit[i]"}
`

// TestProgress holds that the first iteration of a search is told, and the next one after
// some work.
func TestProgress(t *testing.T) {
	chk := parse(t, fmt.Sprintf(dining, 3)).Checks[2]
	sys, err := encode.New(context.Background(), chk.Model, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	phases := map[string]int{}
	c := New(sys, chk.Runs, Options{Progress: func(p verdict.Progress) {
		phases[p.Phase]++
		if p.Check != "common" || p.Iteration < 1 || p.Nodes < 1 || p.Reached().Sign() < 0 {
			t.Errorf("%+v", p)
		}
	}})
	if _, err := c.Check(context.Background(), chk); err != nil {
		t.Fatal(err)
	}
	if phases["worlds"] != 1 || phases["group knowledge"] == 0 {
		t.Errorf("phases reported: %v", phases)
	}
	told, iterations := 0, 0
	chk = parse(t, strings.ReplaceAll(slow, "15", "11")).Checks[0]
	sys, err = encode.New(context.Background(), chk.Model, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c = New(sys, chk.Runs, Options{Routes: verdict.RouteChoice{Only: "reachable-states"}, Progress: func(p verdict.Progress) {
		if p.Phase == "worlds" {
			told, iterations = told+1, p.Iteration
		}
	}})
	if _, err := c.Check(context.Background(), chk); err != nil {
		t.Fatal(err)
	}
	if iterations < 2_000 || told < 3 || told > iterations/10 {
		t.Errorf("told %d times of %d iterations", told, iterations)
	}
}

// TestFormulasAreComputedOnce asks the same check twice: the second time no
// fixpoint is iterated, and the warnings come again.
func TestFormulasAreComputedOnce(t *testing.T) {
	text := fork + "check:\n  - id: one\n    formula: K{half} AF{left; down; down} x = 3\n"
	chk := parse(t, text).Checks[0]
	sys, err := encode.New(context.Background(), chk.Model, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	work := 0
	c := New(sys, chk.Runs, Options{NoEvidence: true, Progress: func(verdict.Progress) { work++ }})
	first, err := c.Check(context.Background(), chk)
	if err != nil {
		t.Fatal(err)
	}
	done := work
	second, err := c.Check(context.Background(), chk)
	if err != nil {
		t.Fatal(err)
	}
	if work != done || done == 0 {
		t.Errorf("%d iterations, and %d more for the same question", done, work-done)
	}
	if len(first.Warnings) != 1 || len(second.Warnings) != 1 {
		t.Errorf("warnings %v, then %v", first.Warnings, second.Warnings)
	}
	if first.Verdict != second.Verdict {
		t.Errorf("%s, then %s", first.Verdict, second.Verdict)
	}
}

// TestNoNumberIsLeftBehind interrupts questions for numbers while their formula is
// computed: what was not counted is not an answer.
func TestNoNumberIsLeftBehind(t *testing.T) {
	head, _, _ := strings.Cut(slow, "check:")
	long := strings.Replace(head, "forall i in 0..15: !bit[i]", "true", 1)
	for _, text := range []string{
		long + `check: [{id: least, least: m in 1..1, formula: "EF{tick; <= m} false | EF forall i in 0..15: bit[i]"}]`,
		fork + `check: [{id: after, after: "L{all} ?(x = 0)", count: "C{all} x = 0"}]`,
	} {
		chk := parse(t, text).Checks[0]
		sys, err := encode.New(t.Context(), chk.Model, encode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		c := New(sys, chk.Runs, Options{Progress: func(p verdict.Progress) {
			if p.Phase != "worlds" {
				cancel()
			}
		}})
		a, err := c.Check(ctx, chk)
		if err != nil {
			t.Fatal(err)
		}
		if ctx.Err() == nil || a.Verdict != verdict.Unknown || a.Value != nil {
			t.Errorf("%s, interrupted (%v): %s %v", chk.ID, ctx.Err(), a.Verdict, a.Value)
		}
	}
}
