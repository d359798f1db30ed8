package epibdd

import (
	"path/filepath"
	"testing"
)

// remembered are documents in which somebody counts steps or remembers; those from the fourth on take
// longer.
var remembered = []string{"memory", "joint-memory", "surprise-examination", "gossip", "princess", "eleusis-endless"}

// fewNodes bounds what is asked about a number of steps: what that decides with little is compared.
const fewNodes = 100_000

// TestAutoDepthDecidesWhatDepthsDecide asks checks about as many steps as it takes, and about 1 to 6:
// what these decide is decided, in the same way.
func TestAutoDepthDecidesWhatDepthsDecide(t *testing.T) {
	names := remembered
	if testing.Short() {
		names = names[:3]
	}
	asked := 0
	for _, name := range names {
		file := filepath.Join("testdata", "specs", name+".yaml")
		auto := verdicts(t, file, Options{})
		for depth := 1; depth <= 6; depth++ {
			for label, r := range verdicts(t, file, Options{Limits: Limits{Nodes: fewNodes}}, Depth(depth)) {
				if r.Verdict != Holds && r.Verdict != Fails {
					continue
				}
				asked++
				if a := auto[label]; a.Verdict != r.Verdict {
					t.Errorf("%s: %s is %s in %d steps, and %s by default", file, label, r.Verdict, depth, a.Verdict)
				}
			}
		}
	}
	t.Logf("%d answers were compared", asked)
	if asked < 20 {
		t.Errorf("only %d answers were compared", asked)
	}
}

// TestAutoDepthTakesNoMoreThanTheBestDepth counts the work of checks that a few steps decide, each alone: by
// default they take at most half as much again as with the fewest steps that decide, and two and a half times as
// much where a public system was begun before.
func TestAutoDepthTakesNoMoreThanTheBestDepth(t *testing.T) {
	for _, c := range []struct {
		file, check string
		depth       int
		most        float64
	}{
		{"testdata/specs/eleusis-alice-first.yaml", "alice-first", 2, 1.5},
		{"testdata/specs/eleusis-alice-first.yaml", "alice-first-run", 2, 1.5},
		{"testdata/specs/private-bits.yaml", "may-suppose", 3, 1.5},
		{"models/cluedo-play.yaml", "one-move-need-not-do", 3, 1.5},
		{"models/cluedo-play.yaml", "one-move-can-do", 4, 1.5},
		{"models/eleusis-table.yaml", "one-bit", 2, 2.5},
		{"models/eleusis-table.yaml", "at-most-a-bit-a-move", 4, 2.5},
		{"models/eleusis-table.yaml", "two-bits", 4, 2.5},
		{"models/new-eleusis.yaml", "no-play-tells", 2, 1.5}, // takes longer
	} {
		if testing.Short() && c.check == "no-play-tells" {
			continue
		}
		o := Options{Only: []string{c.check}}
		auto := verdicts(t, c.file, o, Depth(AutoDepth))
		for label, r := range verdicts(t, c.file, o, Depth(c.depth)) {
			a := auto[label]
			t.Logf("%s: work %d, with %d steps %d", label, a.Work, c.depth, r.Work)
			if r.Verdict == Unknown || a.Verdict != r.Verdict || float64(a.Work) > c.most*float64(r.Work) {
				t.Errorf("%s: %s with work %d, with %d steps %s with %d", label, a.Verdict, a.Work, c.depth, r.Verdict, r.Work)
			}
		}
	}
}

// verdicts are the results of a document by the labels of its checks.
func verdicts(t *testing.T, file string, o Options, settings ...Setting) map[string]*Result {
	t.Helper()
	d, err := Load(file, settings...)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]*Result{}
	for r, err := range d.Check(t.Context(), o) {
		if err != nil {
			t.Fatal(err)
		}
		of[r.Check.Label] = r
	}
	return of
}
