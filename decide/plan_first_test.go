package decide

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/epibdd/epibdd/internal/randmodel"
	"github.com/epibdd/epibdd/internal/slowplan"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/witness"
)

// What a plan does first, and all that is said to be as good, costs what the best plan costs, by the definition.
func TestFirstOfPlans(t *testing.T) {
	first, others, documents := 0, 0, 400
	if testing.Short() {
		documents = 100
	}
	for seed := range uint64(documents) {
		write := []func(*rand.Rand) string{randmodel.Contingent, randmodel.Guessing, randmodel.Chancy, randmodel.Seeking}[seed%4]
		text := write(rand.New(rand.NewPCG(seed, 34)))
		for _, c := range parse(t, text).Checks {
			if c.Plan.After != nil || !c.Plan.OwnMind(c.Model, c.Formula) || c.Model.AsksKnowledge() != nil {
				continue
			}
			a, err := Lazy(c.Model, nil, c.Runs, Options{Alternatives: true}).Check(context.Background(), c)
			if err != nil || a.Run == nil {
				continue
			}
			want, err := slowplan.ByStates(c, slowplan.Options{Beliefs: 2000, Steps: 7})
			if err != nil {
				continue
			}
			for _, p := range a.Run.Plans {
				for _, s := range p.Starts {
					for i, moves := range append([][]spec.Move{s.Next.Moves}, s.Others...) {
						if s.Next.Done {
							break
						}
						got, best, known := costOf(want, s, p.Mean != nil, moves)
						if !known {
							continue
						}
						if first++; i > 0 {
							others++
						}
						if got == nil || got.Cmp(best) != 0 {
							t.Errorf("seed %d, %s: %v first costs %v, and the best plan %v\n%s", seed, c.ID, moves, got, best, text)
						}
					}
				}
			}
		}
	}
	if t.Logf("%d of which %d are others", first, others); others < documents/10 || first < documents/4 {
		t.Errorf("only %d, of which %d are others", first, others)
	}
}

// costOf is what a plan that begins with some moves costs, and the best one.
func costOf(a *slowplan.Answer, s witness.Start, mean bool, moves []spec.Move) (got, best *big.Rat, known bool) {
	for _, b := range a.Beginnings {
		for _, st := range b.States {
			if spec.Key(st...) != spec.Key(s.State...) {
				continue
			}
			of := b.Worst
			if mean && b.Mean == nil {
				return nil, nil, false
			} else if mean {
				of = *b.Mean
			}
			for _, c := range b.Choices {
				if c.Does != slowplan.Does(moves) {
					continue
				}
				r := c.Worst
				if mean {
					r = *c.Mean
				}
				exact := func(r slowplan.Range) bool { return r.Lower == nil || r.Upper != nil && r.Lower.Cmp(r.Upper) == 0 }
				return r.Lower, of.Lower, exact(r) && exact(of)
			}
			return nil, of.Lower, true
		}
	}
	return nil, nil, true
}
