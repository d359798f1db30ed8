package report

import (
	"fmt"

	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/verdict"
)

// Accepted is what is to be expected of a check from now on, if the answer is taken for
// right; why says why nothing can be.
func (r *Result) Accepted() (keys []document.KeyText, why string) {
	add := func(key, text string) { keys = append(keys, document.KeyText{Key: key, Text: text}) }
	if r.Verdict != verdict.Holds && r.Verdict != verdict.Fails {
		return nil, "it has no answer"
	}
	switch r.Check.Kind {
	case spec.FormulaCheck, spec.SomeCheck:
		add("expect", string(r.Verdict))
	case spec.CountCheck, spec.LeastCheck:
		text := "none"
		if r.Value != nil {
			text = r.Value.String()
		}
		add("expect", text)
	case spec.ChanceCheck:
		if r.Chance == nil || !r.number("").Exact() {
			return nil, "the chance is not the same everywhere"
		}
		add("expect", fraction(r.number("")))
	case spec.PlanCheck:
		for _, key := range []string{"worst", "mean", "starts"} {
			switch b := r.number(key); {
			case b == nil: // not asked for
			case b.None:
				add(key, "none")
			case b.Exact():
				add(key, fraction(b))
			}
		}
	case spec.ClassesCheck:
		if r.Experiment != nil {
			add("outcomes", fmt.Sprint(r.Experiment.Outcomes))
			add("largest", r.Experiment.Largest.String())
			add("mean", r.Experiment.Mean.RatString())
		}
	}
	if len(keys) == 0 {
		return nil, "nothing exact is known"
	}
	return keys, ""
}

// fraction writes a number that is known exactly.
func fraction(b *verdict.Bounds) string { return b.Lower.RatString() }
