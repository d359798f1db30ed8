package epibdd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
)

// Whoever asks at the same time, and however many rows are worked on at once, the same is warned of, also
// where a question has a model of its own since it looks back, or other worlds.
func TestWarningsOfWhatHoldsInVain(t *testing.T) {
	d, err := Parse("vain.yaml", `
params: {n: 1, k: 1}
vars: {x: 0..3, hot: bool}
init: x = 0 & !hot
agents: {ann: {sees: [x]}}
actions: {up: {when: x < n, then: {x: x + 1}}, stay: {when: x = n}}
sweep: {n: [0, 1, 2, 3], k: [1, 2]}
check:
  - {id: told, formula: "AG (hot -> K{ann} hot)"}
  - {id: some-rows, formula: "AG (x = 2 -> K{ann} x = 2)"}
  - {id: looks-back, formula: "AG (past{_*; up} & hot -> K{ann} x > 0)"}
  - {id: on-fair-runs, formula: "AG (hot -> AF x > 0)", fairness: "x >= 0"}
  - {id: remembered, formula: "AG (hot -> K{ann} hot)", recall: perfect}
  - {id: fails, formula: "AG (hot | x < 1)"}
`)
	if err != nil {
		t.Fatal(err)
	}
	warnings := func(o Options) string {
		var all []string
		for r, err := range d.Check(t.Context(), o) {
			if err != nil {
				t.Error(err)
			}
			for _, w := range r.Warnings {
				all = append(all, r.Check.Label+": "+w.Message)
			}
		}
		return strings.Join(all, "\n")
	}
	want := `told[n=3,k=2]: hot is never true where the formula comes to it, and what it implies is not looked at
looks-back[n=3,k=2]: past{_*; up} & hot is never true where the formula comes to it, and what it implies is not looked at
on-fair-runs[n=3,k=2]: hot is never true where the formula comes to it, and what it implies is not looked at
remembered[n=3,k=2]: hot is never true where the formula comes to it, and what it implies is not looked at`
	var asking sync.WaitGroup
	for i := range 8 {
		asking.Go(func() {
			if got := warnings(Options{Jobs: 1 + i%4}); got != want {
				t.Errorf("%d jobs:\n%s\nnot\n%s", 1+i%4, got, want)
			}
		})
	}
	asking.Wait()
}

// A check that is made like another one is what the document makes of it.
func TestLikeMakesTheSameCheck(t *testing.T) {
	told := func(c *spec.Check) string {
		parts := 0
		spec.Walk(c.Formula, func(spec.Expr) bool { parts++; return true })
		return fmt.Sprint(c.Label, c.Text, c.Kind, c.Recall, c.Runs, c.Depth, c.Limits, c.Expect, c.Interpretation, len(c.Model.Vars), c.Model.Params, parts)
	}
	files, _ := filepath.Glob("testdata/specs/*.yaml")
	made, own := 0, 0
	for _, file := range files {
		d, err := Load(file)
		if err != nil {
			continue
		}
		suite := d.in.Suite
		for _, c := range suite.Checks {
			i := slices.IndexFunc(suite.Document().Checks, func(asked document.Check) bool { return asked.ID.Name == c.ID })
			again := suite.Like(c, suite.Document().Checks[i])
			if made++; again == nil || told(again) != told(c) {
				t.Errorf("%s: %s: %+v, alike %+v", file, c.Label, c, again)
			} else if again.Model != c.Model {
				if own++; !strings.Contains(c.Text, "past{") {
					t.Errorf("%s: %s has another model", file, c.Label)
				}
			}
		}
	}
	if made < 300 || own == 0 {
		t.Errorf("only %d checks, %d of them with models of their own", made, own)
	}
}

// Warnings take no more work than the verdicts that they are about, or little.
func TestWarningsTakeLittleWork(t *testing.T) {
	var all []string
	for i := range 40 {
		all = append(all, fmt.Sprintf("(x = %d -> K{ann} !hot)", i))
	}
	text := "vars: {x: 0..40, hot: bool}\ninit: x = 0 & !hot\nagents: {ann: {sees: [x]}}\nactions: {up: {when: x < 40, then: {x: x + 1}}}\ncheck: [{id: long, formula: \"AG (" +
		strings.Join(all, " & ") + " & (hot -> x = 0))\"}]\n"
	defer func(work int64) { vainWork = work }(vainWork)
	for work, warned := range map[int64]bool{0: false, vainWork: true} {
		vainWork = work
		d, err := Parse("long.yaml", text)
		if err != nil {
			t.Fatal(err)
		}
		for r, err := range d.Check(t.Context(), Options{Jobs: 1}) {
			if err != nil || r.Verdict != Holds || (len(r.Warnings) > 0) != warned {
				t.Errorf("with work %d: %s, %v, work %d, warnings %v", work, r.Verdict, err, r.Work, r.Warnings)
			}
		}
	}
}
