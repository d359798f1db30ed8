package decide

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// countdown is a context that is over when it has been asked so often.
type countdown struct {
	context.Context
	mu    sync.Mutex
	asked int
	last  int // 0: never
	done  chan struct{}
}

func (c *countdown) Done() <-chan struct{} { return c.done }

func (c *countdown) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked++; c.asked == c.last {
		close(c.done)
	}
	if c.last > 0 && c.asked >= c.last {
		return context.DeadlineExceeded
	}
	return nil
}

func lateAt(last int) *countdown {
	return &countdown{Context: context.Background(), last: last, done: make(chan struct{})}
}

// patient is a context for random questions, of which a few take longer than all others
// together.
func patient() *countdown { return lateAt(50_000) }

const tellers = `
types: {Friend: 1..3}
vars: {secret: array Friend of bool, knows: array Friend of set Friend}
init: "forall a in Friend: knows[a] = {a}"
agents:
  a in Friend: {sees: ["knows[a]", "secret[b] for b in Friend if b in knows[a]"]}
actions:
  call(a, b in Friend):
    when: a < b
    then: {"knows[a]": "knows[a] + knows[b]", "knows[b]": "knows[a] + knows[b]"}
    seen: {all: [], a: [b], b: [a]}
check:
  - {id: clock, recall: clock, depth: 2, formula: "AX K{1} (secret[1] -> EX size(knows[2]) = 3)"}
  - {id: perfect, recall: perfect, least: m in 1..3, formula: "EF{_; <= m} forall a in Friend: K{1} size(knows[a]) = 3"}
  - {id: perfect-group, recall: perfect, depth: 2, formula: "AX E{all} count(a in Friend: size(knows[a]) = 2) = 2"}
  - {id: past, recall: perfect, count: "KV{1} secret[2]", layer: 2}
  - {id: action, formula: "[L{all} ?secret[1]] C{all} secret[1]"}
`

const learner = `
vars: {law: 0..3, card: 0..3}
agents: {ann: {sees: [card, "card <= law"]}}
actions: {turn: {then: {card: "(card + 1) mod 4"}}}
recall: perfect
check:
  - {id: learns, formula: "AF KV{ann} law"}
  - {id: never, formula: "AG !KV{ann} law"}
`

// letters are lost or not, which nobody learns who sends one: what is known is decided by trees.
const letters = `
types: {Side: 1..3}
vars: {a: Side, told: "Side?", heard: bool}
agents: {ann: {sees: [a, heard]}, bob: {sees: [told]}}
init: told = none & !heard
actions:
  toss(x in Side): {then: {a: x}, seen: {ann: []}}
  tell(arrives in bool): {then: {told: if arrives then a else none}, seen: {ann: []}}
  answer(arrives in bool): {then: {heard: arrives & told != none}, seen: {bob: []}}
recall: perfect
check:
  - {id: never, formula: "AG !K{bob} K{ann} KV{bob} a"}
`

// TestStoppedAnywhere stops checks wherever they look whether to stop. The same checker
// then answers without limits as one that was never stopped.
func TestStoppedAnywhere(t *testing.T) {
	for _, text := range []string{tellers, learner, letters} {
		for i, c := range parse(t, text).Checks {
			fresh := func() (*Decider, *spec.Check) {
				chk := parse(t, text).Checks[i]
				sys, err := encode.New(t.Context(), chk.Model, encode.Options{Asked: chk.Asked()})
				if err != nil {
					t.Fatal(err)
				}
				made := func(context.Context, *spec.Check) (*encode.System, error) { return sys, nil }
				return Lazy(chk.Model, made, chk.Runs, Options{Routes: verdict.RouteChoice{Without: []string{SmallWorlds}}}), chk
			}
			answer := func(ctx context.Context, checker *Decider, chk *spec.Check) string {
				a, err := checker.Check(ctx, chk)
				if err != nil {
					t.Fatalf("%s: %v", chk.ID, err)
				}
				return fmt.Sprint(a.Verdict, " ", a.Value, " ", a.Reason)
			}
			checker, chk := fresh()
			looks := lateAt(0)
			want := answer(looks, checker, chk)
			if looks.asked < 100 || late(want) {
				t.Errorf("%s: %s after %d looks: the test tests nothing", c.ID, want, looks.asked)
			}
			const points = 40
			for k := range points {
				checker, chk := fresh()
				at := 1 + k*looks.asked/points
				stopped := answer(lateAt(at), checker, chk)
				if got := answer(t.Context(), checker, chk); got != want || stopped != want && !late(stopped) {
					t.Errorf("%s: %s if stopped at look %d of %d, then %s, want %s", c.ID, stopped, at, looks.asked, got, want)
				}
			}
		}
	}
}

// late tells whether an answer is unknown for want of time.
func late(answer string) bool { return answer == "unknown <nil> time" }

// A system with memory that was made within the limits of one check is not bound by them in
// the next one.
func TestLimitsOfAnotherCheck(t *testing.T) {
	for _, c := range []struct{ text, id, want string }{{tellers, "perfect", "holds 3 "}, {learner, "never", "fails <nil> "}} {
		for nodes := 64; nodes <= 1<<14; nodes *= 2 {
			suite := parse(t, c.text)
			i := slices.IndexFunc(suite.Checks, func(chk *spec.Check) bool { return chk.ID == c.id })
			chk := suite.Checks[i]
			sys, err := encode.New(t.Context(), chk.Model, encode.Options{Asked: chk.Asked()})
			if err != nil {
				t.Fatal(err)
			}
			checker := New(sys, chk.Runs, Options{})
			for _, limit := range []int{nodes, 0} {
				chk.Limits.Nodes = limit
				a, err := checker.Check(t.Context(), chk)
				if err != nil {
					t.Fatal(err)
				}
				if got := fmt.Sprint(a.Verdict, " ", a.Value, " ", a.Reason); got != c.want && (limit == 0 || a.Reason != "nodes") {
					t.Errorf("%s: %s within %d nodes after %d, want %s", c.id, got, limit, nodes, c.want)
				}
			}
		}
	}
}
