package ispl

import (
	"errors"
	"math/big"
	"testing"

	"github.com/epibdd/epibdd/explicit"
	"github.com/epibdd/epibdd/explicit/replay"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/spec/source"
	"github.com/epibdd/epibdd/verdict"
)

// TestMemory asks of a model in ISPL what is known by agents who remember what MCMAS
// lets them forget: their own actions, and what they saw, of others nothing else.
func TestMemory(t *testing.T) {
	const path = "testdata/transmission-memory.yaml"
	d, errs := (&document.Loader{Import: Import}).Load(source.NewFile(path, readText(t, path)))
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	suite := resolved(t, d)
	got := answers(t, suite)
	enumerated := 0
	for i, c := range suite.Checks {
		a := got[i]
		if text := inWords(c, a.Verdict == verdict.Holds, a.Value); text != c.Expect.Text {
			t.Errorf("%s: %s, expected %s", c.ID, text, c.Expect.Text)
		}
		if a.Run != nil {
			if _, err := replay.Replay(c.Model, c, a.Run, explicit.Options{MaxStates: 3000}); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
		}
		b, err := explicit.Decide(c, explicit.Options{MaxStates: 3000})
		if large := (*explicit.TooLarge)(nil); errors.As(err, &large) {
			continue
		} else if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		value := big.NewInt(int64(b.Count))
		if c.Kind == spec.LeastCheck {
			value = nil
			if n, ok := b.Least.(spec.Int); ok {
				value = big.NewInt(int64(n))
			}
		}
		if text := inWords(c, b.Holds, value); !b.Open && text != c.Expect.Text {
			t.Errorf("%s: %s by enumeration, expected %s", c.ID, text, c.Expect.Text)
		}
		enumerated++
	}
	if enumerated < 10 {
		t.Errorf("%d checks were decided by enumeration", enumerated)
	}
}

func inWords(c *spec.Check, holds bool, value *big.Int) string {
	switch {
	case c.Kind == spec.FormulaCheck && holds:
		return "holds"
	case c.Kind == spec.FormulaCheck:
		return "fails"
	case value == nil:
		return "none"
	}
	return value.String()
}

// TestRandomModelsRemember asks random models what is known by agents who remember, by
// layers of diagrams and by enumerating histories.
func TestRandomModelsRemember(t *testing.T) {
	n := *models / 5
	if testing.Short() {
		n = min(n, 20)
	}
	t.Logf("seeds %d to %d", *seed, *seed+uint64(n)-1)
	tally := map[string]int{}
	depth := 2
	for i := range n {
		seed := *seed + uint64(i)
		d := imported(t, "m.ispl", newModeller(seed, 0).model())
		if d.Fairness != nil {
			tally["fair"]++ // of runs of any length, which are not enumerated
			continue
		}
		suite, errs := spec.Resolve(d, spec.Options{Recall: spec.PerfectRecall, Depth: &depth})
		if err := errs.Err(); err != nil {
			t.Fatal(err)
		}
		if sys, err := explicit.New(suite.Models[0], "", explicit.Options{}); err != nil || len(sys.Initial()) == 0 {
			tally["no initial state"]++
			continue
		}
		for i, a := range answers(t, suite) {
			c := suite.Checks[i]
			want, err := explicit.Decide(c, explicit.Options{MaxStates: 1000})
			switch {
			case err != nil || want.Again && a.Verdict == verdict.Unknown:
				tally["not compared"]++
			case want.Open && a.Verdict != verdict.Unknown:
				tally["finer"]++ // weighed, where enumeration goes by bounds
			case want.Open != (a.Verdict == verdict.Unknown) || !want.Open && want.Holds != (a.Verdict == verdict.Holds):
				t.Errorf("seed %d, %s: %s, by enumeration %+v\n%s", seed, c.ID, a.Verdict, want, c.Text)
			default:
				tally[string(a.Verdict)]++
			}
			if a.Run != nil {
				tally["shown"]++
				if _, err := replay.Replay(c.Model, c, a.Run, explicit.Options{MaxStates: 1000}); err != nil {
					t.Errorf("seed %d, %s: %v\n%s", seed, c.ID, err, c.Text)
				}
			}
		}
	}
	t.Log(tally)
	if tally["holds"]+tally["fails"] < n {
		t.Error("these models say too little")
	}
}
