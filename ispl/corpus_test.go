package ispl

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// TestCorpus decides MCMAS's own examples and tests, as imported and after they were
// written as YAML, and compares with the
// verdicts that MCMAS 1.3.0 printed: lines of a number, TRUE or FALSE, and the
// formula. Files without verdicts are those that MCMAS does not read or finish; what is
// known of these otherwise is in beyondMCMAS.
func TestCorpus(t *testing.T) {
	for _, path := range shared(t, "ispl/corpus/*.ispl") {
		name := strings.TrimSuffix(filepath.Base(path), ".ispl")
		t.Run(name, func(t *testing.T) {
			want := verdicts(readText(t, strings.TrimSuffix(path, ".ispl")+".verdicts.txt"))
			if len(want) == 0 {
				want = beyondMCMAS[name]
			}
			if len(want) == 0 || testing.Short() && slow[name] {
				t.Skip("nobody has verdicts, or they take long")
			}
			d := imported(t, path, readText(t, path))
			ways := map[string]*document.Document{"imported": d, "converted": rewritten(t, d)}
			if slow[name] {
				delete(ways, "imported")
			}
			for how, d := range ways {
				got := answers(t, resolved(t, d))
				if len(got) != len(want) {
					t.Fatalf("%s: %d formulas, there should be %d", how, len(got), len(want))
				}
				for i, a := range got {
					if holds := a.Verdict == verdict.Holds; holds != want[i] {
						t.Errorf("%s: formula %d %s, and %v was expected", how, i+1, a.Verdict, want[i])
					}
				}
			}
		})
	}
}

// beyondMCMAS are verdicts on models that MCMAS does not finish. Of go_back_n, which has
// 401,268,992 reachable states, an enumeration of all by a program of its own says the same
// of the last three formulas; of the same protocol with two values instead of seven
// package explicit says the same of all five.
var beyondMCMAS = map[string][]bool{"go_back_n": {true, false, false, true, false}}

// TestOwnModels decides the models of testdata, in which the verdict stands behind
// each formula, as imported and after they were written as YAML.
func TestOwnModels(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ispl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no models: %v", err)
	}
	for _, path := range files {
		d := imported(t, path, readText(t, path))
		want := promised(d)
		for _, d := range []*document.Document{d, rewritten(t, d)} {
			for i, a := range answers(t, resolved(t, d)) {
				if got := a.Verdict == verdict.Holds; got != want[i] {
					t.Errorf("%s, formula %d %s", path, i+1, a.Verdict)
				}
			}
		}
	}
}

// rewritten writes a document as YAML and reads it again.
func rewritten(t *testing.T, d *document.Document) *document.Document {
	t.Helper()
	again, errs := (&document.Loader{}).Load(source.NewFile("written.yaml", document.Write(d)))
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return again
}

// promised reads the comments behind the formulas of a model.
func promised(d *document.Document) []bool {
	var all []bool
	for _, c := range d.Checks {
		line := d.File.Line(d.File.Position(c.Span.Start).Line)
		_, comment, _ := strings.Cut(line, "-- ")
		all = append(all, strings.HasPrefix(comment, "TRUE"))
	}
	return all
}

func verdicts(text string) []bool {
	var all []bool
	for line := range strings.Lines(text) {
		fields := strings.SplitN(line, "\t", 3)
		if n, err := strconv.Atoi(fields[0]); err == nil && n == len(all)+1 && len(fields) == 3 {
			all = append(all, fields[1] == "TRUE")
		}
	}
	return all
}

// slow are models that take seconds, which are decided once, as converted.
var slow = map[string]bool{"go_back_n": true}
