package models_test

import (
	"errors"
	"flag"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/epibdd/epibdd/bench"
	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/literal"
	"github.com/epibdd/epibdd/models"
	"github.com/epibdd/epibdd/report"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/symbolic"
	"github.com/epibdd/epibdd/verdict"
)

var large = flag.Bool("large", false, "decide what takes minutes too")

// documents are the models of the library and the specs of the project, by name.
// Those that take minutes are left out unless they are asked for.
func documents(t *testing.T) map[string]string {
	t.Helper()
	all := allDocuments(t)
	for name := range all {
		if isLarge(name) && !*large {
			delete(all, name)
		}
	}
	return all
}

func allDocuments(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range models.Names() {
		all[name], _ = models.Get(name)
	}
	paths, err := filepath.Glob("../testdata/*/*.yaml")
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d specs, %v", len(paths), err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.ToSlash(strings.TrimPrefix(p, "../testdata/"))] = string(text)
	}
	return all
}

// isLarge tells models and specs that take minutes.
func isLarge(name string) bool { return name == "cluedo" || strings.HasPrefix(name, "large/") }

// slowOnRudd are those that the slower engine leaves to the long run.
var slowOnRudd = []string{
	"cluedo-play", "eleusis-express", "hanabi", "muddy-children", "new-eleusis", "royal-eleusis", "specs/clue-duel.yaml", "specs/eleusis-16-large.yaml", "specs/eleusis-alice-first.yaml",
	"specs/eleusis-all-deals.yaml", "specs/eleusis-c16.yaml", "specs/eleusis-endless.yaml", "specs/eleusis-hidden-law.yaml",
	"specs/eleusis-history.yaml", "specs/gossip.yaml", "specs/laws.yaml", "specs/sum-and-product.yaml", "sum-and-product",
}

// onKernelAlone are those that the slower engine did not decide in nine minutes.
var onKernelAlone = []string{
	"large/cluedo-not-all-three.yaml", "large/eleusis-counts.yaml", "large/russian-cards-large.yaml", "specs/eleusis-small-worlds.yaml",
}

// listedAlone are the checks that only lists of worlds answer: they are decided in
// TestEnumerationMeetsExpectations.
var listedAlone = map[string][]string{
	"bit-transmission": {"never-common[fair=false]", "never-common[fair=true]"}, // common knowledge under perfect recall, where some runs count
}

// takesMinutes tells those that do so on an engine.
func takesMinutes(name, engine string) bool {
	return isLarge(name) || engine == "rudd" && slices.Contains(slowOnRudd, name)
}

// TestExpectationsAreMet decides every check with an expectation on every engine.
func TestExpectationsAreMet(t *testing.T) {
	for name, text := range documents(t) {
		for _, engine := range symbolic.Engines() {
			t.Run(name+"/"+engine, func(t *testing.T) {
				if testing.Short() && strings.Contains(name, "deals") || takesMinutes(name, engine) && !*large {
					t.Skip("long")
				}
				if engine == "rudd" && slices.Contains(onKernelAlone, name) {
					t.Skip("the default engine alone decides it in minutes")
				}
				if r, err := bench.Decide(t.Context(), text, engine); err != nil {
					t.Error(err)
				} else if !slices.Equal(r.Unrouted, listedAlone[name]) {
					t.Errorf("worlds alone decide %v, want %v", r.Unrouted, listedAlone[name])
				}
			})
		}
	}
}

// TestEnumerationMeetsExpectations decides the same checks by enumeration,
// as far as that can follow.
func TestEnumerationMeetsExpectations(t *testing.T) {
	decided := 0
	for name, text := range documents(t) {
		t.Run(name, func(t *testing.T) {
			suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile(name, text), spec.Options{})
			if err := errs.Err(); err != nil {
				t.Fatal(err)
			}
			systems := listedSystems{}
			for _, c := range suite.Checks {
				if c.IsLiteral() {
					if answered(t, c, func() (explicit.Answer, error) { return literal.Decide(c, explicit.Options{}) }) {
						decided++
					} else {
						t.Errorf("%s was not decided", c.Label)
					}
					continue
				}
				if c.IsMeasured() {
					if measured(t, c, systems) {
						decided++
					}
					continue
				}
				if c.Expect == nil { // a plan, which is searched for elsewhere, or nothing to compare with
					continue
				}
				if sys := systems.of(t, c); sys != nil && meets(t, sys, c) {
					decided++
				}
			}
		})
	}
	if decided < 250 {
		t.Errorf("only %d checks were decided by enumeration", decided)
	}
}

// TestRoundsAreEnumerated decides by enumeration what is asked of rounds of Royal
// Eleusis with eight cards under each of ten laws.
func TestRoundsAreEnumerated(t *testing.T) {
	if !*large {
		t.Skip("long")
	}
	const name = "large/royal-laws.yaml"
	suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile(name, allDocuments(t)[name]), spec.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	systems := map[*spec.Model]*explicit.System{}
	for _, c := range suite.Checks {
		if systems[c.Model] == nil {
			clear(systems) // the checks about a model follow one another
			systems[c.Model] = enumerate(t, c, 100_000)
		}
		if c.Expect != nil && !meets(t, systems[c.Model], c) {
			t.Errorf("%s was not decided", c.Label)
		}
	}
}

// listedSystems are the systems of a document, nil where there are too many states.
type listedSystems map[reading]*explicit.System

// reading is what the states of a check depend on.
type reading struct {
	model  *spec.Model
	runs   spec.Runs
	recall spec.Recall
	depth  int
}

func (e listedSystems) of(t *testing.T, c *spec.Check) *explicit.System {
	t.Helper()
	key := reading{c.Model, c.Runs, c.Recall, c.Depth}
	if _, known := e[key]; !known {
		e[key] = enumerate(t, c, 3000)
	}
	return e[key]
}

// enumerate returns nil for a model that has more states.
func enumerate(t *testing.T, c *spec.Check, most int) *explicit.System {
	t.Helper()
	sys, err := explicit.Unroll(c.Model, c.Recall, c.Runs, c.Depth, explicit.Options{MaxStates: most})
	var large *explicit.TooLarge
	if err != nil && !errors.As(err, &large) {
		t.Fatalf("%s: %v", c.Label, err)
	}
	return sys
}

// meets reports whether the check could be decided.
func meets(t *testing.T, sys *explicit.System, c *spec.Check) bool {
	t.Helper()
	return answered(t, c, func() (explicit.Answer, error) { return sys.Check(c) })
}

// measured compares shares of the worlds that were enumerated, if these are not too many, with
// what is expected.
func measured(t *testing.T, c *spec.Check, systems listedSystems) bool {
	t.Helper()
	var a explicit.Measured
	var err error
	if explicit.Followed(c) {
		a, _, err = explicit.Follow(c, explicit.Options{})
	} else {
		var sys *explicit.System
		if c.Measure.Steps != nil {
			sys, err = explicit.Histories(c.Model, c.Runs, c.Measure.Length(), explicit.Options{})
		} else if sys = systems.of(t, c); sys == nil {
			return false
		}
		if err == nil {
			a, err = sys.Measure(c)
		}
	}
	if err != nil {
		t.Fatalf("%s: %v", c.Label, err)
	}
	r := report.Result{Check: c, Verdict: verdict.Holds, Chance: a.Chance, Experiment: a.Experiment}
	if r.Status() == report.Unmet {
		t.Error(r.String())
	}
	return true
}

// answered compares the answer to a check, if there is one, with what is expected.
func answered(t *testing.T, c *spec.Check, answer func() (explicit.Answer, error)) bool {
	t.Helper()
	a, err := answer()
	var large *explicit.TooLarge
	switch {
	case errors.As(err, &large):
		return false
	case err != nil:
		t.Fatalf("%s: %v", c.Label, err)
	case a.Open:
		return false
	case c.Kind == spec.CountCheck:
		if n := big.NewInt(int64(a.Count)); n.Cmp(c.Expect.Number) != 0 {
			t.Errorf("%s: %d, expected %d", c.Label, n, c.Expect.Number)
		}
	case c.Kind == spec.LeastCheck:
		n, number := a.Least.(spec.Int)
		if number != (c.Expect.Number != nil) || number && int64(n) != c.Expect.Number.Int64() {
			t.Errorf("%s: %v, expected %s", c.Label, a.Least, c.Expect.Text)
		}
	case a.Holds != (c.Expect.Verdict == "holds"):
		t.Errorf("%s: %v, expected %s", c.Label, a.Holds, c.Expect.Verdict)
	}
	return true
}

// TestDocumentsAreCanonical holds what is shipped to the form that fmt writes.
func TestDocumentsAreCanonical(t *testing.T) {
	for name, text := range allDocuments(t) {
		formatted, errs := document.Format(source.NewFile(name, text))
		if err := errs.Err(); err != nil {
			t.Fatal(err)
		}
		if formatted != text {
			t.Errorf("%s is not in canonical form; run epibdd fmt -w on it", name)
		}
	}
}
