package decide

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/verdict"
)

// alone answers a check on one route alone.
func alone(route string, chk *spec.Check) (*verdict.Answer, error) {
	d := Lazy(chk.Model, func(ctx context.Context, chk *spec.Check) (*encode.System, error) {
		return encode.New(ctx, chk.Model, encode.Options{Asked: chk.Asked()})
	}, chk.Runs, Options{Routes: verdict.RouteChoice{Only: route}})
	return d.Check(context.Background(), chk)
}

// amongTrees answers a check among trees, whether or not another route is there for it.
func amongTrees(chk *spec.Check) (*verdict.Answer, error) {
	q := &question{Decider: Lazy(chk.Model, nil, chk.Runs, Options{}), ctx: context.Background(), chk: chk}
	if q.profile = spec.ProfileOf(chk, q.runs); q.profile.Nesting == nil {
		return &q.answer, nil
	}
	next := nested(q)
	t, err := next()
	for turns := 1; err == nil && t == again && turns < 2; turns++ { // more trees take long to make
		t, err = next()
	}
	return &q.answer, err
}

// layered is a formula in which agents are asked what others know.
func (a wanderer) layered(size int) string {
	if size <= 0 {
		return a.formula(0, "u", "v")
	}
	sub := func() string { return a.layered(size - 1 - a.r.IntN(2)) }
	switch a.r.IntN(10) {
	case 0:
		return "!" + sub()
	case 1:
		return "(" + sub() + a.one(" & ", " | ", " -> ") + sub() + ")"
	case 2, 3:
		return a.one("AX ", "EX ", "AG ", "EG ", "AF ", "EF ") + sub()
	case 4:
		return a.one("AX", "EX", "EF", "AG") + "{" + a.one("one", "two(1)", "one; three", "two | three", "one*; two", "?(K{u} "+a.condition()+"); _") + "} " + sub()
	case 5:
		return a.one("A", "E") + "[" + sub() + " U " + sub() + "]"
	case 6:
		return a.one("E{u, v}", "E{u, v; 2}", "D{u, v}", "K{if b then u else v}", "S{if x = 0 then v else u}") + " " + sub()
	}
	return a.one("K", "K", "S", "KW") + "{" + a.one("u", "v") + "} " + sub()
}

// TestKnowledgeTrees compares verdicts among trees with those of enumerated histories, as far as
// layers come again there or runs need not be followed far, and with what the first steps
// decide; what shows them is replayed.
func TestKnowledgeTrees(t *testing.T) {
	t.Run("all runs", func(t *testing.T) { compareTrees(t, *pairs/25, wanderer.model, 0) })
	t.Run("joint steps", func(t *testing.T) { compareTrees(t, *pairs/50, wanderer.joint, 0) })
	t.Run("some runs count", func(t *testing.T) { compareTrees(t, *pairs/50, wanderer.model, 1) })
}

func compareTrees(t *testing.T, models int, model func(a wanderer, guards string) string, fair int) {
	tally := map[string]int{}
	for _, seed := range seeds(t, models, 3) {
		a := wanderer{&author{r: rand.New(rand.NewPCG(seed, 1999))}}
		text := model(a, "") + "recall: perfect\n"
		if fair > 0 {
			text += a.counting()
		}
		text += "check:\n"
		for q := range 4 {
			text += fmt.Sprintf("  - {id: q%d, %s: %q}\n", q, a.one("formula", "formula", "some"), a.layered(4))
		}
		suite, err := spec.Parse(fmt.Sprintf("seed%d.yaml", seed), text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		replayer := replay.NewReplayer(suite.Models[0], explicit.Options{MaxClaim: 300})
		for _, chk := range suite.Checks {
			tally["asked"]++
			got, err := amongTrees(chk)
			if err != nil || got.Verdict == "" || got.Verdict == verdict.Unknown {
				tally["none"]++
				continue
			}
			if got.Exact == "" {
				t.Errorf("seed %d, %s: not for all runs", seed, chk.ID)
			}
			want, err := explicit.Decide(chk, explicit.Options{MaxStates: 300})
			switch large := (*explicit.TooLarge)(nil); {
			case errors.As(err, &large), want.Open, errors.Is(err, explicit.ErrNotFair):
				tally["too large"]++
			case err != nil || want.Holds != (got.Verdict == verdict.Holds):
				t.Errorf("seed %d, %s: %s, by enumeration %v, %v\n%s\n%s", seed, chk.ID, got.Verdict, want.Holds, err, chk.Text, text)
			default:
				tally[string("compared, "+got.Verdict)]++
			}
			for depth := 1; depth <= 2 && fair == 0 && seed%4 == 0; depth++ {
				of := *chk
				of.Depth = depth
				of.Limits.Nodes = 100_000
				few, err := alone("histories", &of)
				if err != nil || few.Verdict == verdict.Unknown {
					continue
				}
				if tally["decided by few steps"]++; few.Verdict != got.Verdict {
					t.Errorf("seed %d, %s: %s, and %s by %d steps\n%s\n%s", seed, chk.ID, got.Verdict, few.Verdict, depth, chk.Text, text)
				}
				break
			}
			if got.Run != nil {
				tally["shown"]++
				if err := replayed(replayer, chk, got); err != nil {
					t.Errorf("seed %d, %s: %v\n%s\n%s\n%s", seed, chk.ID, err, chk.Text, outline(got.Run), text)
				}
			}
		}
	}
	t.Logf("%v", tally)
	if tally["compared, holds"] == 0 || tally["compared, fails"] == 0 || tally["shown"] == 0 {
		t.Error("too few to mean anything")
	}
}
