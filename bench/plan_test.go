package bench

import (
	"fmt"
	"testing"

	"github.com/epibdd/epibdd/decide"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// BenchmarkPlans finds the best plans in the worst case alone, and on average as well, over the
// size of games.
func BenchmarkPlans(b *testing.B) {
	for _, c := range []struct{ name, model, goal, with string }{
		{"mastermind/pegs=2,colours=4", "mastermind", "found", "{pegs: 2, colours: 4}"},
		{"mastermind/pegs=2,colours=6", "mastermind", "found", "{pegs: 2, colours: 6}"},
		{"mastermind/pegs=3,colours=4", "mastermind", "found", "{pegs: 3, colours: 4}"},
		{"mastermind/pegs=3,colours=5", "mastermind", "found", "{pegs: 3, colours: 5}"},
		{"weighings/coins=4", "weighings", "KV{weigher} false_coin", "{coins: 4}"},
		{"weighings/coins=6", "weighings", "KV{weigher} false_coin", "{coins: 6}"},
		{"weighings/coins=8", "weighings", "KV{weigher} false_coin", "{coins: 8}"},
		{"eleusis-lab/laws=14", "eleusis-lab", "KV{scientist} law", "{start: 10H}"},
		{"eleusis-lab/laws=19", "eleusis-lab", "KV{scientist} law", "{start: 7D}"},
		{"eleusis-lab/laws=26", "eleusis-lab", "KV{scientist} law", "{}"},
	} {
		for _, asked := range []string{"worst", "mean"} {
			b.Run(c.name+"/"+asked, func(b *testing.B) {
				text := fmt.Sprintf("use: %s\nwith: %s\ncheck:\n  - {id: p, plan: %q, %s: \"> 0\"}\n", c.model, c.with, c.goal, asked)
				for b.Loop() {
					suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile("plan.yaml", text), spec.Options{})
					if errs.Err() != nil {
						b.Fatal(errs.Err())
					}
					chk := suite.Checks[0]
					a, err := decide.Lazy(chk.Model, nil, chk.Runs, decide.Options{NoEvidence: true}).Check(b.Context(), chk)
					if err != nil || a.Verdict != verdict.Holds {
						b.Fatalf("%+v, %v", a, err)
					}
				}
			})
		}
	}
}
