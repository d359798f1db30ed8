package ispl

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

var (
	models = flag.Int("models", 300, "how many random models are decided in every way")
	seed   = flag.Uint64("seed", 1, "the first random model")
)

// TestRandomModelsAgree decides random models in four ways: from the text by the
// oracle of this package, and as a document by enumeration, by fixpoints, and by
// fixpoints after it was written as YAML and read again.
func TestRandomModelsAgree(t *testing.T) {
	n := *models
	if testing.Short() {
		n = min(n, 100)
	}
	t.Logf("seeds %d to %d", *seed, *seed+uint64(n)-1)
	tally := map[string]int{}
	for i := range n {
		seed := *seed + uint64(i)
		text := randomModel(seed)
		var errs source.List
		file := source.NewFile(fmt.Sprintf("seed%d.ispl", seed), text)
		m := Parse(file, &errs)
		if m == nil {
			t.Fatalf("%s\n%v", text, errs.Err())
		}
		o := newOracle(m)
		if len(o.init) == 0 {
			tally["no initial state"]++
		}
		d := Translate(m, &errs)
		agree(t, seed, o, resolved(t, d), tally)
		written := source.NewFile("written.yaml", document.Write(d))
		again, more := (&document.Loader{}).Load(written)
		if err := more.Err(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		agree(t, seed, o, resolved(t, again), tally)
	}
	t.Log(tally)
	if tally["no initial state"] > n/4 || tally["true"] < n || tally["false"] < n {
		t.Error("these models say too little")
	}
}

func agree(t *testing.T, seed uint64, o *oracle, suite *spec.Suite, tally map[string]int) {
	t.Helper()
	sys, err := explicit.New(suite.Models[0], "", explicit.Options{})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	got := answers(t, suite)
	for i, f := range o.m.Formulae {
		want := o.holds(f)
		tally[fmt.Sprint(want)]++
		byEnumeration, err := sys.Check(suite.Checks[i])
		if err != nil {
			t.Fatalf("seed %d, formula %d: %v", seed, i+1, err)
		}
		if (got[i].Verdict == verdict.Holds) != want || byEnumeration.Holds != want {
			t.Fatalf("seed %d, formula %d: %v from the text, %s by fixpoints, %v by enumeration\n%s\n%s",
				seed, i+1, want, got[i].Verdict, byEnumeration.Holds, suite.Checks[i].Text, o.m.File.Text)
		}
	}
	if reached := got[0].States.Int64(); reached != int64(o.reached()) {
		t.Fatalf("seed %d: %d states, from the text %d\n%s", seed, reached, o.reached(), o.m.File.Text)
	}
}

// reached counts the states that count.
func (o *oracle) reached() int {
	n := 0
	for _, s := range o.states {
		if s != nil {
			n++
		}
	}
	return n
}

// Whatever is written about a model can be read, and says the same.
func TestWrittenDocumentsSayTheSame(t *testing.T) {
	for seed := range uint64(50) {
		text := randomModel(seed)
		d := imported(t, "m.ispl", text)
		first := document.Write(d)
		again, errs := (&document.Loader{}).Load(source.NewFile("m.yaml", first))
		if err := errs.Err(); err != nil {
			t.Fatal(err)
		}
		if second := document.Write(again); second != first {
			t.Fatalf("written again it differs:\n%s\n%s", first, second)
		}
		formatted, errs := document.Format(source.NewFile("m.yaml", first))
		if err := errs.Err(); err != nil || formatted != first {
			t.Errorf("it is not in canonical form: %v\n%s\n%s", err, first, strings.TrimSpace(formatted))
		}
	}
}
