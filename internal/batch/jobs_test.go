package batch

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// Nodes and work of a check are the same beside others: no time, memory of others, or order of a map decides what is done.
func TestFiguresWithOtherJobs(t *testing.T) {
	type figures struct {
		verdict verdict.Verdict
		nodes   int
		work    int64
	}
	figured := func(jobs int) map[string]figures {
		var inputs []*Input
		for _, name := range []string{"dining-joint", "gossip", "memory", "eleusis-hidden-law"} {
			text, err := os.ReadFile("../../testdata/specs/" + name + ".yaml")
			if err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, Load(source.NewFile(name+".yaml", string(text)), Settings{Library: models.Get, Names: models.Names}))
		}
		got, _ := run(t, inputs, Options{Engine: System{}, Jobs: jobs})
		all := map[string]figures{}
		for _, r := range got.results {
			all[r.Check.Place.File.Name+" "+r.Check.Label] = figures{r.Verdict, r.Nodes, r.Work}
		}
		return all
	}
	if d := cmp.Diff(figured(1), figured(4), cmp.AllowUnexported(figures{})); d != "" {
		t.Errorf("one job, and four:\n%s", d)
	}
}
