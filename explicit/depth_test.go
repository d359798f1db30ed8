package explicit

import (
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/explicit/internal/kleene"
	"github.com/epibdd/epibdd/explicit/internal/sample"
	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/spec"
)

// TestMoreStepsDecideMore follows the runs of random documents one step further
// each time: what was decided stays as it is, and where nothing is left beyond the
// last layer nothing is open.
func TestMoreStepsDecideMore(t *testing.T) {
	const documents = 120
	t.Logf("seeds %d to %d", *seed, *seed+documents-1)
	tally := map[string]int{}
	for i := range uint64(documents) {
		recall := []spec.Recall{spec.ClockRecall, spec.PerfectRecall}[i%2]
		suite := sample.Read(t, randmodel.Document(rand.New(rand.NewPCG(*seed+i, 2)), randmodel.Options{Risky: -1, Recall: string(recall)}))
		var before map[spec.Expr]kleene.Set
		for depth := 1; depth <= 4; depth++ {
			s, err := Unroll(suite.Models[0], recall, "", depth, Options{MaxStates: 800})
			if err != nil {
				break
			}
			now := map[spec.Expr]kleene.Set{}
			for _, c := range suite.Checks {
				if c.Model == suite.Models[0] {
					spec.Walk(c.Formula, func(e spec.Expr) bool { s.tabulate(e, now); return true })
				}
			}
			for e, x := range now {
				for w, v := range x {
					tally["decided"]++
					if v == kleene.Open {
						tally["decided"]--
						tally["open"]++
					}
					if old := before[e]; old != nil && w < len(old) && old[w] != kleene.Open && old[w] != v {
						t.Errorf("seed %d, %s, world %d: %d after %d steps, %d after one more", *seed+i, e.Span().Text(), w, old[w], depth-1, v)
					}
					if v == kleene.Open && !s.cut {
						t.Errorf("seed %d, %s is open though nothing is left", *seed+i, e.Span().Text())
					}
				}
				if old := before[e]; old != nil {
					tally["compared"]++
				}
			}
			if before = now; !s.cut {
				tally["exact"]++
				if recall == spec.ClockRecall {
					break // where layers come again the numbers of worlds would not go on
				}
			}
		}
	}
	t.Logf("%v", tally)
	if tally["compared"] < documents || tally["open"] < documents || tally["exact"] == 0 {
		t.Error("too few to mean anything")
	}
}

// tabulate adds the truth values of a formula without free names, if it has
// some in all worlds.
func (s *System) tabulate(e spec.Expr, in map[spec.Expr]kleene.Set) {
	if _, isBool := e.Type().(spec.BoolType); !isBool || len(e.Free()) > 0 || e.Traits()&spec.Modal == 0 || e.Traits()&spec.OnRun != 0 || FindIdle(e) != nil {
		return
	}
	if x, err := s.truth(e, nil); err == nil {
		in[e] = x
	}
}

// TestPerfectRecallKnowsWhatTheClockTells compares the kinds of memory on random
// documents whose actions do not ask for knowledge: what an agent knows of the
// present state by its last view and the time, it knows by all of its views.
func TestPerfectRecallKnowsWhatTheClockTells(t *testing.T) {
	const documents = 60
	t.Logf("seeds %d to %d", *seed, *seed+documents-1)
	known, more := 0, 0
	for i := range uint64(documents) {
		suite := sample.Read(t, randmodel.Document(rand.New(rand.NewPCG(*seed+i, 3)), randmodel.Options{Risky: -1, Recall: "perfect"}))
		m := suite.Models[0]
		if m.AsksKnowledge() != nil {
			continue
		}
		histories, err := Unroll(m, spec.PerfectRecall, "", 3, Options{MaxStates: 2000})
		if err != nil {
			continue
		}
		times, err := Unroll(m, spec.ClockRecall, "", 3, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var facts []spec.Expr
		for _, c := range suite.Checks {
			spec.Walk(c.Formula, func(e spec.Expr) bool {
				if _, isBool := e.Type().(spec.BoolType); isBool && len(e.Free()) == 0 && e.Traits() == spec.ReadsState && c.Model == m {
					facts = append(facts, e)
				}
				return true
			})
		}
		for _, f := range facts {
			for _, a := range m.Agents {
				know := &spec.Knows{Op: spec.KnowsThat, Agent: constant(a.Name), X: f}
				x, err := histories.truth(know, nil)
				if err != nil {
					t.Fatal(err)
				}
				y, err := times.truth(know, nil)
				if err != nil {
					t.Fatal(err)
				}
				for w := range x {
					v := times.index[clockKey(histories.worlds[w], times.fold(histories.layer[w]))]
					if y.Has(v) {
						known++
					}
					if x.Has(w) && !y.Has(v) {
						more++
					}
					if !x.Has(w) && y.Has(v) {
						t.Errorf("seed %d: %s knows %s in %s by the clock alone", *seed+i, a.Name, f.Span().Text(), ShowState(m, histories.worlds[w]))
					}
				}
			}
		}
	}
	if t.Logf("known by the clock %d, by memory %d more", known, more); known < documents || more < documents {
		t.Error("too few to mean anything")
	}
}
