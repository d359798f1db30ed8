package decide

import (
	"context"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/planning"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec/source"
)

// limited is a game that meets a limit when choices are asked for the so-many-th time.
type limited struct {
	*planning.States
	left int
}

func (g *limited) Choices(w plan.World) ([]plan.Choice, error) {
	if g.left--; g.left < 0 {
		return nil, plan.ErrTooMany
	}
	return g.States.Choices(w)
}

// A search that ends while it looks for bounds has found nothing: not even that nothing is to be done.
func TestPlansStoppedAnywhere(t *testing.T) {
	chk := parse(t, `
recall: perfect
vars: {coin: 1..8, left: bool}
init: "!left"
agents: {ann: {sees: [left]}}
actions: {weigh(on in set 1..8): {by: ann, then: {left: coin in on}}}
check: [{id: which, plan: "KV{ann} coin"}]
`).Checks[0]
	found := 0
	for left := range 40 {
		g, err := planning.NewStates(chk.Model, chk.Plan, chk.Formula, source.Span{}, explicit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		w := &planner{question: &question{ctx: context.Background(), chk: chk}, meant: true}
		f, _, err := w.search(&limited{g, left})
		if err != nil {
			t.Fatal(err)
		}
		if f.worst.Lower > 3 || f.worst.Upper < 3 || f.stopped() == nil && (!f.worst.Exact() || !f.mean.Exact()) {
			t.Errorf("stopped when choices are asked for %d times: %+v", left, f)
		}
		if f.stopped() == nil {
			found++
		}
	}
	if found == 0 || found == 40 {
		t.Errorf("%d of 40 searches ended", found)
	}
}
