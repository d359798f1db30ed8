package planning_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/planning"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/plan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/witness"
)

// bare hides what a game knows of itself beyond its rules.
type bare struct{ plan.Game }

// TestRandomModels plans among states, with and without symmetry and bounds, and among
// histories, which is the definition; and replays what is found.
func TestRandomModels(t *testing.T) {
	models := 400
	if testing.Short() {
		models = 100
	}
	kinds := map[string]int{}
	for seed := range models {
		write := randmodel.Planning
		if seed%4 == 0 {
			write = randmodel.Guessing
		}
		text := write(rand.New(rand.NewPCG(uint64(seed), 3)))
		suite, err := spec.Parse("t.yaml", text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		c := suite.Checks[0]
		at := source.Span{}
		if seed%2 == 0 {
			at = c.Place // means as well
		}
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("seed %d: %s\n%s", seed, fmt.Sprintf(format, args...), text)
		}
		const depth = 3
		h, longer, err := planning.NewHistories(c.Model, c, at, depth, explicit.Options{MaxStates: 40_000})
		if err != nil {
			fail("%v", err)
		}
		upper, upperMean, us := solve(h, c, at)
		lower, lowerMean := upper, upperMean
		if longer {
			lower, lowerMean, _ = solve(h.Hopeful(), c, at)
		}
		if upper.Stopped != nil || lower.Stopped != nil {
			kinds["refused among histories"]++
			continue
		}
		if !c.Plan.OwnMind(c.Model, c.Formula) {
			kinds["about others"]++
			if upper.Upper < plan.Never {
				shown(t, seed, h, us, c, upperMean)
			}
			continue
		}
		for _, hidden := range []bool{false, true} {
			s, err := planning.NewStates(c.Model, c.Plan, c.Formula, at, explicit.Options{})
			if err != nil {
				fail("%v", err)
			}
			var g plan.Game = s
			if hidden {
				g = bare{s}
			}
			w, m, search := solve(g, c, at)
			if w.Stopped != nil {
				kinds["refused"]++
				continue
			}
			if !w.Exact() || w.Lower < lower.Lower || w.Upper > upper.Upper {
				fail("hidden %v: worst case %+v, which is not within %d..%d", hidden, w, lower.Lower, upper.Upper)
			}
			if at.File != nil && m.Stopped == nil && lowerMean.Stopped == nil && upperMean.Stopped == nil && !m.Never {
				if !m.Exact() || lowerMean.Lower != nil && m.Lower.Cmp(lowerMean.Lower) < 0 || upperMean.Upper != nil && m.Upper.Cmp(upperMean.Upper) > 0 {
					fail("hidden %v: mean %v..%v, which is not within %v..%v", hidden, m.Lower, m.Upper, lowerMean.Lower, upperMean.Upper)
				}
				kinds["means"]++
			}
			if lower.Lower == upper.Upper {
				kinds["compared"]++
			}
			if w.Upper < plan.Never && m.Stopped == nil {
				kinds["plans"]++
				if !hidden {
					shown(t, seed, s, search, c, m)
				}
			}
		}
	}
	t.Log(kinds)
}

// Counting bounds what plans cost where steps that cost nothing stand between others, where what comes of one choice
// costs something or nothing, and where values have no names: with it and without it they cost the same.
func TestBoundsOfRandomModels(t *testing.T) {
	models := 120
	if testing.Short() {
		models = 40
	}
	t.Logf("seeds 0 to %d", models-1)
	kinds := map[string]int{}
	for seed := range models {
		text := randmodel.Paying(rand.New(rand.NewPCG(uint64(seed), 41)))
		suite, err := spec.Parse("t.yaml", text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for _, c := range suite.Checks {
			for _, at := range []source.Span{{}, c.Place} { // worst cases alone, and means
				s, err := planning.NewStates(c.Model, c.Plan, c.Formula, at, explicit.Options{})
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, text)
				}
				got, gotMean, _ := solve(s, c, at)
				want, wantMean, _ := solve(bare{s}, c, at)
				if got.Stopped != nil || gotMean.Stopped != nil || want.Stopped != nil || wantMean.Stopped != nil {
					kinds["refused"]++
					continue
				}
				if got != want || fmt.Sprint(gotMean) != fmt.Sprint(wantMean) {
					t.Errorf("seed %d, %s: %+v and %+v, and without bounds %+v and %+v\n%s", seed, c.ID, got, gotMean, want, wantMean, text)
				}
				switch {
				case want.Upper == plan.Never:
					kinds["no plan"]++
				case at.File == nil:
					kinds["worst cases"]++
				default:
					kinds["means"]++
				}
			}
		}
	}
	t.Log(kinds)
	if kinds["worst cases"] < models || kinds["means"] < models/3 {
		t.Error("only so many")
	}
}

func solve(g plan.Game, c *spec.Check, at source.Span) (w plan.Worst, m plan.Mean, s *plan.Search) {
	s, err := plan.New(g, plan.Options{Within: c.Plan.Within, Cheapest: c.Plan.Cheapest()})
	if err != nil {
		return plan.Worst{Stopped: err}, m, nil
	}
	if w = s.Worst(); at.File != nil && w.Stopped == nil {
		m = s.Mean(w)
	}
	return w, m, s
}

// shown replays plans.
func shown(t *testing.T, seed int, g planning.Game, s *plan.Search, c *spec.Check, m plan.Mean) {
	t.Helper()
	if m.Exact() && !m.Never {
		best, err := s.MeanPlan(1 << 12)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		p, err := planning.Write(g, c.Plan, best, nil)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		p.Worst, p.Mean = planning.Worst(c.Plan, p), m.Upper
		if _, err := replay.Replay(c.Model, c, &witness.Node{Formula: c.Formula, Holds: true, State: p.Starts[0].State, Plans: []*witness.Plan{p}}, explicit.Options{}); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, c.Place.File.Text)
		}
	}
	n := &witness.Node{Formula: c.Formula, Holds: true}
	nodes, err := s.WorstPlan(1 << 12)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	p, err := planning.Write(g, c.Plan, nodes, nil)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	p.Worst, n.State = planning.Worst(c.Plan, p), p.Starts[0].State
	n.Plans = []*witness.Plan{p}
	if _, err := replay.Replay(c.Model, c, n, explicit.Options{}); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, c.Place.File.Text)
	}
	p.Worst++
	if _, err := replay.Replay(c.Model, c, n, explicit.Options{}); err == nil {
		t.Fatalf("seed %d: a plan that is said to cost more than it does is believed", seed)
	}
	p.Worst--
	for _, worlds := range numbers(p) {
		*worlds++
		if _, err := replay.Replay(c.Model, c, n, explicit.Options{}); err == nil {
			t.Fatalf("seed %d: a plan with a number of worlds that is wrong is believed", seed)
		}
		*worlds--
	}
	if p.Worst == 0 {
		return
	}
	for _, start := range p.Starts {
		if spoil(start.Next) {
			if _, err := replay.Replay(c.Model, c, n, explicit.Options{}); err == nil {
				t.Fatalf("seed %d: a plan with a branch less is believed", seed)
			}
			return
		}
	}
}

// numbers are the numbers of worlds that a plan tells of its beginnings and of what comes of the first steps.
func numbers(p *witness.Plan) []*int {
	var all []*int
	for i := range p.Starts {
		all = append(all, &p.Starts[i].Worlds)
		for k := range p.Starts[i].Next.Next {
			all = append(all, &p.Starts[i].Next.Next[k].Worlds)
		}
	}
	return all
}

// spoil takes a branch away.
func spoil(a *witness.Act) bool {
	if len(a.Next) == 0 {
		return false
	}
	if !spoil(a.Next[0].Next) {
		a.Next = a.Next[1:]
	}
	return true
}
